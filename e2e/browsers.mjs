// The browsers of the tests. BROWSER=chromium, firefox or webkit chooses one; without it, Chromium. Chromium and Firefox
// are driven by puppeteer, which speaks CDP (the Chrome DevTools Protocol) to one and WebDriver BiDi to the other; WebKit has
// a small driver (webkit.mjs), which is enough for desk-day.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { basename } from "node:path";
import { after, test as run } from "node:test";

import puppeteer from "puppeteer-core";

import { launchWebKit } from "./webkit.mjs";

export const browserName = process.env.BROWSER || "chromium";
export const shots = new URL("screenshots/", import.meta.url).pathname;

const programs = {
  chromium: ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"],
  firefox: ["/usr/bin/firefox-esr", "/usr/bin/firefox"],
};
const packages = { chromium: "chromium", firefox: "firefox-esr" };

// What a browser does not run, by file: the beginning of the tests' names ("" is all of them), and what they need.
const onlyChromium = {
  firefox: {
    "desk-field.test.mjs": { "a photo is zoomed with two fingers": "its driver throws at the second finger (NS_ERROR_ILLEGAL_VALUE)" },
    "desk-hour.test.mjs": { "": "the heap is measured by CDP (HeapProfiler)" },
    "desk-people.test.mjs": { "counts above 1,000 are numbers": "what a request asks for (postData) is read by CDP" },
    "desk-print.test.mjs": { "": "what is printed is shown on the screen by CDP (emulateMediaType)" },
    "desk-speed.test.mjs": { "": "processor time and slowness are CDP's (Performance, emulateCPUThrottling), and what a request asks for is read by it" },
    "track.test.mjs": { "a sheet with a link is printed": "what is printed is shown on the screen by CDP (emulateMediaType)", "without JavaScript": "its driver can't switch scripts off (emulation.setScriptingEnabled)" },
    "desk-told.test.mjs": { "what comes is also a notification of the device": "without a screen it has none (showNotification throws NS_ERROR_FAILURE)" },
  },
};

const file = basename(process.argv[1] ?? "");
const skipped = Object.entries(onlyChromium[browserName]?.[file] ?? {});
const unused = new Set(skipped.map(([beginning]) => beginning));

// test is that of node:test, which skips what the browser can't run. It says so, with the reason, and it is counted.
export function test(name, options, body) {
  const [beginning, reason] = skipped.find(([it]) => name.startsWith(it)) ?? [];
  unused.delete(beginning);
  return run(name, reason ? { ...options, skip: `${browserName}: ${reason}` } : options, body);
}

after(() => assert.deepEqual([...unused], [], `${file} has no such test to skip`));

let told = false;

// launch starts the browser, and says once in each file which one it is.
export async function launch(options = {}) {
  const started = await (browserName === "webkit" ? launchWebKit() : launchPuppeteer(options));
  if (!told) console.log(`# ${file} in ${await started.version()}`);
  told = true;
  return started;
}

async function launchPuppeteer({ args = [], ...options }) {
  const executablePath = programs[browserName]?.find(existsSync);
  assert.ok(executablePath, `BROWSER=${browserName}: not found (Debian: apt-get install ${packages[browserName] ?? "chromium firefox-esr"})`);
  await mkdir(shots, { recursive: true });
  return puppeteer.launch({
    browser: browserName === "firefox" ? "firefox" : "chrome",
    executablePath,
    args: browserName === "firefox" ? args : ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", ...args],
    ...options,
  });
}

// openPage opens a page that is seen: Firefox takes a tab beside another one for hidden.
export const openPage = (context) => context.newPage(browserName === "firefox" ? { type: "window" } : undefined);

// speak sets the language that a device has chosen, from a page's next load on. In Firefox the empty page before it has no storage.
export const speak = (page, language) => page.evaluateOnNewDocument((code) => { if (location.protocol === "http:") localStorage.setItem("redress-language", code); }, language);

// prefer makes a page light or dark from its next load on, as its device is. Firefox can't be told by BiDi: there the
// page's scripts, which are what decides in the desk, are told so.
export async function prefer(page, look) {
  if (browserName !== "firefox") return page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: look }]);
  await page.evaluateOnNewDocument((wanted) => {
    const real = window.matchMedia.bind(window);
    window.matchMedia = (query) => {
      const found = real(query);
      const [, asked] = /^\(prefers-color-scheme: (\w+)\)$/.exec(query) ?? [];
      return asked ? new Proxy(found, { get: (it, key) => (key === "matches" ? asked === wanted : typeof it[key] === "function" ? it[key].bind(it) : it[key]) }) : found;
    };
  }, look);
}
