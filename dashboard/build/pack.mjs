// Compresses what Vite built, for embedding: of each asset only NAME.gz stays, the same bytes on every machine.
// It prints the sizes, writes them into docs/performance.md, and fails when the first load is larger than it may be.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const dist = "dist";
const most = 260_000; // bytes of the first load, compressed
const mostAlone = 60_000; // bytes of a page for people without an account, who have not been here before
const mostFiles = 20; // scripts and styles of the first load: with what is asked of the service, fewer than 30 requests

const manifest = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8"));
const alone = JSON.parse(readFileSync(join(dist, ".vite/track.json"), "utf8"));
rmSync(join(dist, ".vite"), { recursive: true });

const licenses = join(dist, "licenses.md"); // some are written with carriage returns
writeFileSync(licenses, readFileSync(licenses, "utf8").replaceAll("\r\n", "\n"));

const sizes = new Map();
for (const file of readdirSync(join(dist, "assets")).toSorted()) {
  const path = join(dist, "assets", file);
  const packed = gzipSync(readFileSync(path), { level: 9 });
  packed.fill(0, 4, 8); // no time stamp
  packed[9] = 255; // no operating system
  sizes.set(`assets/${file}`, packed.length);
  writeFileSync(`${path}.gz`, packed);
  rmSync(path);
}

// What the browser fetches before it shows the first screen of a role: the entry with all that it imports, the messages of
// a language, and the screen itself.
const german = (part, chunks = manifest) => Object.keys(chunks).find((name) => name.endsWith(`messages/de/${part}`));
function filesOf(chunks, names) {
  const files = new Set();
  const add = (name) => {
    const chunk = chunks[name];
    if (files.has(chunk.file)) return;
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const other of chunk.imports ?? []) add(other);
  };
  for (const name of names) add(name);
  return files;
}
const load = (...names) => filesOf(manifest, ["index.html", german("first"), ...names]);
const more = german("more");
const firsts = {
  queue: load("src/screens/queue/Queue.tsx"),
  inbox: load("src/screens/inbox/Inbox.tsx", more),
  solver: load("src/app/FieldFrame.tsx", more),
  reporter: load("src/screens/mine/Mine.tsx", more),
  provider: load("src/screens/tasks/Tasks.tsx", more, german("office")),
};

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1).padStart(7)} kB`;
const whole = (bytes) => Math.ceil(bytes / 1000);
const sum = (files, page = "index.html") =>
  [...files].reduce(
    (total, file) => total + sizes.get(file),
    gzipSync(readFileSync(join(dist, page)), { level: 9 }).length,
  );
console.log("\nSizes, compressed by gzip (* is loaded for the queue):");
for (const [file, size] of [...sizes].toSorted((a, b) => b[1] - a[1]))
  console.log(`${kilobytes(size)} ${firsts.queue.has(file) ? "*" : " "} ${file}`);
const all = [...sizes.values()].reduce((a, b) => a + b, 0);
console.log(`${kilobytes(all)}   all`);
for (const [name, files] of Object.entries(firsts)) {
  console.log(
    `${kilobytes(sum(files))}   first load of ${name}, at most ${most / 1000} kB, in ${files.size} files, at most ${mostFiles}`,
  );
  if (sum(files) > most || files.size > mostFiles) {
    console.error(
      "The first load is too large: move something into a chunk of its own, or several small chunks into one (vite.config.ts).",
    );
    process.exitCode = 1;
  }
}

const pagesAlone = { "page behind a link": "track.html", "page to report on without an account": "report.html" };
const rowsAlone = Object.entries(pagesAlone).map(([name, page]) => {
  const files = filesOf(alone, [page, german("track", alone)]);
  const size = sum(files, page);
  console.log(`${kilobytes(size)}   ${name}, at most ${mostAlone / 1000} kB, in ${files.size} files`);
  if (size > mostAlone) {
    console.error("The page is too large: people open it on slow networks.");
    process.exitCode = 1;
  }
  return `| ${name} | ${whole(size)} | ${files.size} |`;
});

// The page of figures says what was built, in whole kilobytes, so that not every change of a word changes it.
const rows = Object.entries(firsts).map(([name, files]) => `| ${name} | ${whole(sum(files))} | ${files.size} |`);
rows.push(...rowsAlone);
const figures = "../docs/performance.md";
const text = readFileSync(figures, "utf8");
const written = text.replace(/(<!-- first load -->\n)[^]*?(<!-- end -->)/, (_, begin, end) =>
  [
    `${begin}\n| first screen of | kB | files |`,
    "|---|---:|---:|",
    ...rows,
    `| all screens together | ${whole(all)} | |`,
    `\n${end}`,
  ].join("\n"),
);
if (written === text && !text.includes(rows[0])) throw new Error(`${figures} has no place for the first load`);
if (written !== text) writeFileSync(figures, written);
