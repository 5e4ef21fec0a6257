// The desk in Chromium, for its tests: a page that is signed in and that notes whatever goes wrong.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";

import puppeteer from "puppeteer-core";

export const shots = new URL("screenshots/", import.meta.url).pathname;

export async function launch() {
  const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
  assert.ok(executablePath, "Chromium is needed (Debian: apt-get install chromium)");
  await mkdir(shots, { recursive: true });
  return puppeteer.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"] });
}

// openDesk opens an address of the desk in a profile of its own and signs in. What goes wrong is in wrong: errors on the
// console, refused resources (the Content-Security-Policy's too), requests to other hosts.
export async function openDesk(browser, service, path, { width = 1440, height = 900, dark = false, language = "en", email = "admin@example.com", slow = 1 } = {}) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const wrong = [];
  page.on("console", (message) => { if (["error", "warn"].includes(message.type())) wrong.push(message.text()); });
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("request", (request) => { if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(service.url)) wrong.push(`foreign request ${request.url()}`); });
  page.on("response", (response) => { if (response.status() >= 400) wrong.push(`${response.url()}: ${response.status()}`); });
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }]);
  await page.evaluateOnNewDocument((code) => localStorage.setItem("redress-language", code), language);
  await page.goto(service.url + path);
  await page.waitForSelector("input[name=email]");
  await page.type("input[name=email]", email);
  await page.type("input[name=password]", service.password);
  await page.keyboard.press("Enter");
  await page.waitForSelector("main#main");
  if (slow > 1) await page.emulateCPUThrottling(slow);
  return { page, wrong, close: () => context.close() };
}

// listed waits until the queue shows rows, or that it has none.
export const listed = (page) => page.waitForFunction(() => document.querySelector("[role=grid][aria-busy=false]") && document.querySelector("[role=row][id], [role=grid] p"), { timeout: 20_000 });

// sideways returns by how many pixels the page is wider than the window.
export const sideways = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

// accessibilityFaults returns what axe-core finds that is serious or critical.
export async function accessibilityFaults(page) {
  const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
  const { readFile } = await import("node:fs/promises");
  // Evaluated over the protocol, which the Content-Security-Policy allows: the page stays as it is.
  await page.evaluate(await readFile(axe, "utf8"));
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document);
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.length} times, such as ${nodes[0].html.slice(0, 300)} (${nodes[0].failureSummary.slice(0, 300)})`);
  });
}

// measureKeys notes for each key how long it took until the next frame was painted. The function that it returns
// gives these times in milliseconds, in ascending order.
export async function measureKeys(page) {
  await page.evaluate(() => {
    window.keyTimes = [];
    const channel = new MessageChannel();
    let waiting = [];
    channel.port1.onmessage = () => {
      const now = performance.now();
      for (const at of waiting) window.keyTimes.push(now - at);
      waiting = [];
    };
    document.addEventListener("keydown", (event) => {
      if (["Control", "Shift", "Alt", "Meta"].includes(event.key)) return;
      const at = event.timeStamp;
      requestAnimationFrame(() => {
        waiting.push(at);
        channel.port2.postMessage(0); // after the frame
      });
    }, true);
  });
  return async () => (await page.evaluate(() => window.keyTimes)).sort((a, b) => a - b);
}

export const percentile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
