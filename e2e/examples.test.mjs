// The programs in examples/, generated from the running service and run against it.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, test } from "node:test";
import { promisify } from "node:util";

import { start } from "./service.mjs";

const folder = new URL("../examples/", import.meta.url).pathname;
let service;
let env;
before(async () => {
  service = await start();
  env = { ...process.env, REDRESS_URL: service.url, REDRESS_EMAIL: "admin@example.com", REDRESS_PASSWORD: service.password };
  for (const step of ["schema", "codegen", "build"]) await run("npm", ["run", "--silent", step]);
});
after(() => service?.close());

// run returns what a program prints; one that fails throws with its output.
async function run(program, args, cwd = folder) {
  try {
    return (await promisify(execFile)(program, args, { cwd, env, timeout: 300_000 })).stdout;
  } catch (error) {
    throw new Error(`${program} ${args.join(" ")}: ${error.stdout}${error.stderr}`);
  }
}

for (const [name, program, prints] of [
  ["apollo", "build/apollo/main.js", /^(\d+) of \1 open complaints\nCMP-\d{4}-\d+ is now (URGENT|HIGH), version \d+\n$/],
  ["relay", "relay/build.js", /^(\d+) tasks, \1 different ones\nThe first is [A-Z_]+ with \S.*\n$/],
  ["refine", "build/refine/main.js", /^5 of \d+ complaints\nCMP-.*\npriority [A-Z]+ became (LOW|HIGH)\nrefused: .*changed.*\n$/],
  ["openapi-fetch", "build/openapi-fetch/main.js", /^5 of \d+ broadcasts\n".+" went to \d+ accounts\n404 not_found\n$/],
  ["graphql-ws", "build/graphql-ws/main.js", /CMP-.* is [A-Z_]+\n/],
]) {
  test(name, { timeout: 120_000 }, async () => {
    assert.match(await run("node", [program]), prints);
  });
}

test("genqlient", { timeout: 400_000 }, async () => {
  await run("go", ["generate", "."], `${folder}genqlient`);
  assert.match(await run("go", ["run", "."], `${folder}genqlient`), /\d+ of \d+ open complaints are overdue\n$/);
});
