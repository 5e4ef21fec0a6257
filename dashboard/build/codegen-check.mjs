// Fails unless the generated types equal what the documents and the schema of the graph make.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

function generated() {
  return Object.fromEntries(
    readdirSync("src", { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith("generated.ts"))
      .map((file) => [file, readFileSync(join("src", file), "utf8")]),
  );
}

const before = generated();
execFileSync("npx", ["graphql-codegen", "--config", "codegen.ts", "--silent"], { stdio: "inherit" });
const after = generated();
const stale = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
  (file) => before[file] !== after[file],
);
if (stale.length > 0) {
  console.error(
    `These were not up to date, and are now: commit them.\n  ${stale.map((file) => `dashboard/src/${file}`).join("\n  ")}`,
  );
  process.exit(1);
}
