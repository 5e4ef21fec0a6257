// Compresses what Vite built, for embedding: of each asset only NAME.gz stays, the same bytes on every machine.
// It prints the sizes and fails when the first load is larger than it may be.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const dist = "dist";
const most = 260_000; // bytes of the first load, compressed

const manifest = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8"));
rmSync(join(dist, ".vite"), { recursive: true });

const licenses = join(dist, "licenses.md"); // some are written with carriage returns
writeFileSync(licenses, readFileSync(licenses, "utf8").replaceAll("\r\n", "\n"));

const sizes = new Map();
for (const file of readdirSync(join(dist, "assets")).sort()) {
  const path = join(dist, "assets", file);
  const packed = gzipSync(readFileSync(path), { level: 9 });
  packed.fill(0, 4, 8); // no time stamp
  packed[9] = 255; // no operating system
  sizes.set(`assets/${file}`, packed.length);
  writeFileSync(`${path}.gz`, packed);
  rmSync(path);
}

// What the browser fetches before it shows the first screen: the entry with all that it imports, the messages of a
// language, and the screen itself.
const first = new Set();
function add(name) {
  const chunk = manifest[name];
  for (const file of [chunk.file, ...(chunk.css ?? [])]) first.add(file);
  for (const other of chunk.imports ?? []) add(other);
}
const page = readFileSync(join(dist, "index.html"));
add("index.html");
for (const name of Object.keys(manifest)) {
  if (name.endsWith("messages/de") || name === "src/screens/queue/Queue.tsx") add(name);
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1).padStart(7)} kB`;
console.log("\nSizes, compressed by gzip (* is loaded for the first screen):");
for (const [file, size] of [...sizes].sort((a, b) => b[1] - a[1])) console.log(`${kilobytes(size)} ${first.has(file) ? "*" : " "} ${file}`);
const total = [...first].reduce((sum, file) => sum + sizes.get(file), gzipSync(page, { level: 9 }).length);
console.log(`${kilobytes([...sizes.values()].reduce((a, b) => a + b, 0))}   all\n${kilobytes(total)}   first load, at most ${most / 1000} kB`);
if (total > most) {
  console.error("The first load is too large: move something into a chunk of its own.");
  process.exit(1);
}
