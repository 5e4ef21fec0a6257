// WebKit for the tests: Debian's MiniBrowser, driven over plain HTTP by WebKitWebDriver, on a screen of Xvfb. A page has as
// many of puppeteer's functions as the tests of a day use, and no screenshots, which hang.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

const folders = ["webkit2gtk-4.1", "webkitgtk-6.0", "webkit2gtk-4.0"]; // by architecture in /usr/lib
const element = "element-6066-11e4-a52e-4f735466cecf"; // what WebDriver calls one
const keys = { Enter: "\uE007", Escape: "\uE00C", Tab: "\uE004", ArrowDown: "\uE015", ArrowUp: "\uE013", Backspace: "\uE003" };

// freePort returns a port that nothing listens on.
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

// screen starts Xvfb, which chooses its own number, and returns it.
async function screen() {
  const server = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1500x1000x24", "-nolisten", "tcp"], { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const [number] = await Promise.race([once(server.stdio[3], "data"), once(server, "error").then(([cause]) => { throw new Error(`Xvfb is needed (Debian: apt-get install xvfb): ${cause}`); })]);
  return { server, display: `:${String(number).trim()}` };
}

export async function launchWebKit() {
  const binary = readdirSync("/usr/lib").flatMap((it) => folders.map((folder) => `/usr/lib/${it}/${folder}/MiniBrowser`)).find(existsSync);
  assert.ok(binary, "WebKit's MiniBrowser is needed (Debian: apt-get install webkit2gtk-driver)");
  const { server, display } = await screen();
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], { env: { ...process.env, DISPLAY: display, WEBKIT_DISABLE_COMPOSITING_MODE: "1" }, stdio: "ignore" });
  let began = false;
  const failed = once(driver, "error").then(([cause]) => { throw new Error(`WebKitWebDriver is needed (Debian: apt-get install webkit2gtk-driver): ${cause}`); });
  failed.catch(() => undefined);

  // call sends a command and returns its value.
  async function call(method, path, body) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body), headers: { "Content-Type": "application/json" }, signal: AbortSignal.timeout(90_000) });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${value?.error}: ${value?.message}`);
    return value;
  }
  for (const until = Date.now() + 20_000; !began;) {
    began = await Promise.race([failed, call("GET", "/status").then(() => true, () => false)]);
    assert.ok(began || Date.now() < until, "WebKitWebDriver does not answer");
    if (!began) await pause(100);
  }

  let version = "WebKit";
  const sessions = new Set();
  async function createBrowserContext() {
    const { sessionId, capabilities } = await call("POST", "/session", {
      capabilities: { alwaysMatch: { "webkitgtk:browserOptions": { binary, args: ["--automation"] } } },
    });
    version = `WebKitGTK/${capabilities.browserVersion}`;
    sessions.add(sessionId);
    return {
      newPage: async () => makePage((method, path, body) => call(method, `/session/${sessionId}${path}`, body)),
      close: async () => {
        sessions.delete(sessionId);
        await call("DELETE", `/session/${sessionId}`);
      },
    };
  }
  const first = await createBrowserContext(); // which tells the version
  await first.close();
  return {
    version: async () => version,
    createBrowserContext,
    close: async () => {
      for (const id of sessions) await call("DELETE", `/session/${id}`).catch(() => undefined);
      for (const process of [driver, server]) {
        const ended = once(process, "exit");
        process.kill();
        await ended;
      }
    },
  };
}

function makePage(call) {
  const find = async (selector) => call("POST", "/element", { using: "css selector", value: selector });
  const page = {
    evaluate: (work, ...args) => call("POST", "/execute/sync", { script: `return (${work}).apply(null, arguments)`, args }),
    goto: (url) => call("POST", "/url", { url }),
    reload: () => call("POST", "/refresh", {}),
    url: () => call("GET", "/url"),
    setViewport: ({ width, height }) => call("POST", "/window/rect", { width, height }),
    $eval: (selector, work, ...args) => page.evaluate(`(selector, ...rest) => (${work})(document.querySelector(selector), ...rest)`, selector, ...args),
    $$eval: (selector, work, ...args) => page.evaluate(`(selector, ...rest) => (${work})([...document.querySelectorAll(selector)], ...rest)`, selector, ...args),
    $: async (selector) => {
      const found = await find(selector);
      return { uploadFile: (...files) => call("POST", `/element/${found[element]}/value`, { text: files.join("\n") }) };
    },
    type: async (selector, text) => call("POST", `/element/${(await find(selector))[element]}/value`, { text }),
    select: (selector, value) => page.$eval(selector, (it, wanted) => {
      it.value = wanted;
      it.dispatchEvent(new Event("change", { bubbles: true }));
    }, value),
    keyboard: {
      type: (text) => call("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions: [...text].flatMap((value) => [{ type: "keyDown", value }, { type: "keyUp", value }]) }] }),
      press: (key) => call("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions: [{ type: "keyDown", value: keys[key] ?? key }, { type: "keyUp", value: keys[key] ?? key }] }] }),
    },
    async waitForFunction(work, { timeout = 30_000 } = {}, ...args) {
      for (const until = Date.now() + timeout; ;) {
        if (await page.evaluate(`(...given) => Boolean((${work})(...given))`, ...args).catch(() => false)) return; // a page that is left has no answer
        if (Date.now() > until) throw new Error(`waited ${timeout} ms for ${work}`);
        await pause(100);
      }
    },
    waitForSelector: (selector, { hidden = false, ...options } = {}) =>
      page.waitForFunction("(wanted, gone) => (document.querySelector(wanted) === null) === gone", options, selector, hidden),
  };
  return page;
}
