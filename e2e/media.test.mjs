// Photos that are changed at random, in their markers, fill bytes and ends, are served as the browser shows what came or as they were
// before (where an end is lost, browsers leave out the last rows), or are refused. They are made, received and served by TestChangedJPEGs (internal/blob), which explains REDRESS_TEST_SEED, _JPEGS and _MEDIA.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { launch, test } from "./browsers.mjs";

// compare runs in the page. It returns how the browser shows what came, against the photo before it was changed and against
// what is served: whole, and same, within 24 of 255.
async function compare(photo, came, served) {
  const pixels = async (data) => {
    if (!data) return undefined;
    const image = new Image();
    const loaded = new Promise((done) => { image.onload = image.onerror = done; });
    image.src = `data:image/jpeg;base64,${data}`;
    await loaded;
    await image.decode().catch(() => undefined); // of a cut one, what is there is shown
    if (!image.naturalWidth) return undefined;
    const { naturalWidth: width, naturalHeight: height } = image;
    const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
    context.drawImage(image, 0, 0);
    return { width, height, data: context.getImageData(0, 0, width, height).data };
  };
  // Where the first one has no pixel, because its end is lost, the second one may have one.
  const differs = (a, b) => {
    if (a.width !== b.width || a.height !== b.height) return "size";
    for (let at = 0; at < a.data.length; at += 4) {
      if (a.data[at + 3] < 255) continue;
      for (let channel = 0; channel < 4; channel++) {
        const [x, y] = [a.data[at + channel], b.data[at + channel]];
        if (Math.abs(x - y) > 24) return `${x} is ${y} at ${(at / 4) % a.width}, ${Math.floor(at / 4 / a.width)}`;
      }
    }
    return "";
  };
  const [before, original, result] = [await pixels(photo), await pixels(came), await pixels(served)];
  const opaque = (it) => it.data.every((value, at) => at % 4 !== 3 || value === 255);
  return {
    whole: Boolean(original) && opaque(original) && !differs(before, original),
    difference: !served ? "" : !original || !result ? (original || result ? `${original ? "nothing" : "a picture"} is shown` : "") : differs(before, result) && differs(original, result),
  };
}

test("changed photos are served as the browser shows them", { timeout: 600_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "redress-media-"));
  const browser = await launch();
  try {
    const output = execFileSync("go", ["test", "-count=1", "-v", "-run=^TestChangedJPEGs$", "./internal/blob"], { cwd: new URL("..", import.meta.url), env: { ...process.env, REDRESS_TEST_JPEGS_FOLDER: folder }, encoding: "utf8" });
    const seed = /REDRESS_TEST_SEED=\d+/.exec(output)[0];
    const page = await browser.newPage();
    const names = (await readdir(folder)).filter((name) => name.endsWith(".json")).map((name) => name.slice(0, 3));
    const wrong = [];
    let [whole, refused] = [0, 0];
    for (const name of names) {
      const { changes, refused: reason } = JSON.parse(await readFile(join(folder, `${name}.json`), "utf8"));
      const [photo, came, served] = await Promise.all(["photo", "in", "out"].map((kind) => (kind === "out" && reason ? "" : readFile(join(folder, `${name}.${kind}.jpg`), "base64"))));
      const got = await page.evaluate(compare, photo, came, served);
      if (got.whole) whole++;
      if (got.whole && reason) refused++;
      if (got.whole && reason) console.log(`# ${name}: shown whole, refused: ${reason} (${changes?.join("; ")})`);
      if (got.difference) wrong.push(`${name}: ${got.difference} (${changes?.join("; ")})`);
    }
    console.log(`# ${seed}: of ${names.length} photos the browser shows ${whole} whole, of which ${refused} are refused`);
    assert.deepEqual(wrong, [], seed);
    assert.ok(refused <= whole * 0.05, `${seed}: ${refused} of ${whole} are refused`);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true });
  }
});
