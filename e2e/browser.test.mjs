// The pages beside the desk: they load without an error or a refused resource, in light and dark, wide
// and narrow, and the playground runs a query. Screenshots lie in e2e/screenshots for people to look at.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before } from "node:test";

import { browserName, launch, prefer, shots, test } from "./browsers.mjs";
import { start } from "./service.mjs";

let service;
let browsers;
before(async () => {
  service = await start();
  // These pages decide in their styles: Firefox is light or dark as a whole.
  const light = await launch();
  browsers = { light, dark: browserName === "firefox" ? await launch({ extraPrefsFirefox: { "layout.css.prefers-color-scheme.content-override": 0 } }) : light };
});
after(async () => {
  for (const browser of new Set(Object.values(browsers ?? {}))) await browser.close();
  await service?.close();
});

// open opens a page and collects what goes wrong on it.
async function open(path, { width = 1280, dark = false } = {}) {
  const page = await browsers[dark ? "dark" : "light"].newPage();
  const wrong = [];
  page.on("console", (message) => { if (["error", "warn"].includes(message.type())) wrong.push(message.text()); });
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("requestfailed", (request) => wrong.push(`${request.url()}: ${request.failure().errorText}`));
  page.on("response", (response) => { if (response.status() >= 400) wrong.push(`${response.url()}: ${response.status()}`); });
  await page.setViewport({ width, height: 900 });
  if (browserName !== "firefox") await prefer(page, dark ? "dark" : "light");
  await page.goto(service.url + path, { waitUntil: "networkidle0", timeout: 60_000 });
  assert.equal(await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches), dark);
  return { page, wrong };
}

// accessibilityFaults returns what axe-core finds on a page, the best practices included.
async function accessibilityFaults(page) {
  await page.evaluate(() => { for (const closed of document.querySelectorAll("main details")) closed.open = true; });
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.length} times, such as ${nodes[0].html.slice(0, 200)} (${nodes[0].failureSummary.slice(0, 200)})`);
  });
}

for (const [name, path, shows] of [
  ["start", "/", "Redress"],
  ["docs", "/docs", "status-log"],
  ["playground", "/playground", "AsSuperAdmin"],
]) {
  for (const width of [1280, 390]) {
    for (const dark of [false, true]) {
      test(`${name}, ${width} wide, ${dark ? "dark" : "light"}`, { timeout: 90_000 }, async () => {
        const { page, wrong } = await open(path, { width, dark });
        const text = await page.evaluate(() => {
          const read = (node) => [...node.childNodes].map((child) => (child.shadowRoot ? read(child.shadowRoot) : "") + (child.nodeType === 3 ? child.data : read(child))).join(" ");
          return read(document.body);
        });
        assert.ok(text.includes(shows), text.slice(0, 500));
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(overflow <= 0, `${overflow} pixels wider than the window`);
        await page.screenshot({ path: `${shots}${name}-${width}-${dark ? "dark" : "light"}.png` });
        assert.deepEqual(wrong, []);
        if (name !== "playground") assert.deepEqual(await accessibilityFaults(page), []); // GraphiQL is somebody else's
        await page.close();
      });
    }
  }
}

test("the docs lead to an operation on a phone, and try it", { timeout: 90_000 }, async () => {
  const { page, wrong } = await open("/docs", { width: 390 });
  assert.equal(await page.$eval(".side details", (menu) => menu.open), false, "the menu is closed");
  await page.click(".side summary");
  const operations = await page.$$eval(".side li li a", (links) => links.map((link) => link.textContent));
  assert.ok(operations.length > 25, operations.join());
  await page.click('.side a[href="#complaintStatusLog"]');
  await page.waitForFunction(() => { const { top } = document.getElementById("complaintStatusLog").getBoundingClientRect(); return top >= 0 && top < 120; });
  assert.equal(await page.$eval(".side details", (menu) => menu.open), false, "the menu is closed again");
  await page.waitForSelector("#identity:not([hidden])");
  await page.select("#identity select", "user");
  const id = service.path("/api/complaints/\\S+/status-log/").split("/")[3];
  await page.click("#complaintStatusLog .try summary");
  await page.type('#complaintStatusLog input[name="path:id"]', id);
  await page.click("#complaintStatusLog .try button");
  await page.waitForFunction(() => /"success": true/.test(document.querySelector("#complaintStatusLog .answer").textContent), { timeout: 20_000 });
  await page.screenshot({ path: `${shots}docs-operation-390.png` });
  assert.deepEqual(wrong, []);
  await page.close();
});

test("the playground runs a query of its tab", { timeout: 90_000 }, async () => {
  const { page, wrong } = await open("/playground");
  await page.waitForSelector(".graphiql-execute-button");
  await page.click(".graphiql-execute-button");
  await page.waitForFunction(() => /"data"/.test(document.querySelector(".result-window")?.textContent ?? ""), { timeout: 30_000 });
  assert.deepEqual(wrong, []);
  await page.close();
});
