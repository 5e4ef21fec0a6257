// The desk in a browser, for its tests: a page that is signed in and that notes whatever goes wrong.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after } from "node:test";

import { browserName, launch, openPage, prefer, shots, speak } from "./browsers.mjs";
import { start } from "./service.mjs";

export { launch, openPage, prefer, shots };

// openAlone opens an address of the service in a profile of its own. What goes wrong is in wrong: errors on the
// console, refused resources (the Content-Security-Policy's too), requests to other hosts. Without a language it is the browser's.
export async function openAlone(browser, service, path, { width = 1440, height = 900, dark = false, language = "en", prepare } = {}) {
  const context = await browser.createBrowserContext();
  const page = await openPage(context);
  const wrong = [];
  page.on("console", (message) => { if (["error", "warn"].includes(message.type())) wrong.push(message.text()); });
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("request", (request) => { if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(service.url)) wrong.push(`foreign request ${request.url()}`); });
  page.on("response", (response) => { if (response.status() >= 400) wrong.push(`${response.url()}: ${response.status()}`); });
  await page.setViewport({ width, height });
  await prefer(page, dark ? "dark" : "light");
  if (language) await speak(page, language);
  await prepare?.(page);
  await page.goto(service.url + path);
  return { page, wrong, close: () => context.close() };
}

// serveTiles has a page get a tile for whatever it asks of https://tiles.example/, and notes what that was, and what it told of itself.
export async function serveTiles(page, asked = []) {
  const tile = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mM8c+bMfwAGgAL+Z2l7CwAAAABJRU5ErkJggg==", "base64");
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    if (!request.url().startsWith("https://tiles.example/")) return request.continue();
    asked.push([request.url(), request.headers().referer]);
    return request.respond({ contentType: "image/png", body: tile });
  });
}

// openDesk is openAlone with somebody who signs in.
export async function openDesk(browser, service, path, { email = "admin@example.com", slow = 1, ...how } = {}) {
  const opened = await openAlone(browser, service, path, how);
  const { page } = opened;
  await page.waitForSelector("input[name=email]");
  await page.type("input[name=email]", email);
  await page.type("input[name=password]", service.password);
  await page.keyboard.press("Enter");
  await page.waitForSelector("main#main");
  if (slow > 1 && browserName === "chromium") await page.emulateCPUThrottling(slow); // what is measured is for Chromium's figures
  return opened;
}

// lateFrames is a preparation by which the browser draws later than it takes keys, as on a busy computer: who types on must lose no letter.
export const lateFrames = (page) => page.evaluateOnNewDocument(() => {
  const soon = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (draw) => setTimeout(() => soon(draw), 50);
});

// listed waits until the queue shows rows, or that it has none. It holds on to no element, which would keep all that was on
// the page in its memory.
export const listed = (page) => page.waitForFunction(() => document.querySelector("[role=grid][aria-busy=false]") !== null && document.querySelector("[role=row][id], [role=grid] p") !== null, { timeout: 20_000 });

// quiet waits until nothing is asked for any more, but for the streams of live changes, which stay open.
export const quiet = (page, idleTime = 400) => page.waitForNetworkIdle({ idleTime, concurrency: 3, timeout: 20_000 });

// sideways returns by how many pixels the page is wider than the window.
export const sideways = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

// accessibilityFaults returns what axe-core finds that is serious or critical, once what opens is whole: what still fades in
// has no contrast yet.
export async function accessibilityFaults(page) {
  await page.waitForFunction(() => [...document.querySelectorAll("dialog[open], [role=menu], [role=dialog], [role=listbox]")].every((it) => !it.checkVisibility() || getComputedStyle(it).opacity === "1"), { timeout: 10_000 });
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

// keyMeter presses keys and notes for each, in milliseconds, how long it took until the next frame was painted, and what
// the page's main thread worked for it. On a machine that others use too only the second says what the desk needs.
export async function keyMeter(page) {
  const session = await page.createCDPSession();
  await session.send("Performance.enable");
  const painted = [];
  const worked = [];
  const threadTime = async () => (await session.send("Performance.getMetrics")).metrics.find(({ name }) => name === "ThreadTime").value * 1000;
  await page.evaluate(() => {
    document.addEventListener("keydown", (event) => {
      window.keyPainted = new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - event.timeStamp);
        requestAnimationFrame(() => port2.postMessage(0)); // arrives after the frame
      });
    }, true);
  });
  async function press(key, modifier) {
    if (modifier) await page.keyboard.down(modifier);
    const before = await threadTime();
    await page.keyboard.down(key);
    painted.push(await page.evaluate(() => window.keyPainted));
    worked.push(await threadTime() - before);
    await page.keyboard.up(key);
    if (modifier) await page.keyboard.up(modifier);
  }
  const sorted = (times) => [...times].sort((a, b) => a - b);
  return { press, painted: () => sorted(painted), worked: () => sorted(worked) };
}

export const percentile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

// closeService stops the service of a test that reloads the page in the middle of requests: the service logs a request
// that its client has given up as 503, which is no error of its own.
export async function closeService(service) {
  try {
    await service?.close();
  } catch (cause) {
    const errors = String(cause.actual ?? "").split("\n").filter((line) => line.includes('"level":"ERROR"'));
    if (errors.length === 0 || !errors.every((line) => line.includes('"msg":"request"') && line.includes('"route":"/graphql"') && line.includes('"status":503'))) throw cause;
  }
}

// film writes a video of a second, as WebM.
export async function film(browser, path) {
  const page = await browser.newPage();
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    canvas.width = 320;
    canvas.height = 240;
    const context = canvas.getContext("2d");
    const recorder = new MediaRecorder(canvas.captureStream(15), { mimeType: "video/webm;codecs=vp8" });
    const parts = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const stopped = new Promise((resolve) => (recorder.onstop = resolve));
    recorder.start();
    for (let frame = 0; frame < 15; frame++) {
      context.fillStyle = `hsl(${frame * 24} 60% 50%)`;
      context.fillRect(0, 0, 320, 240);
      await new Promise((resolve) => setTimeout(resolve, 66));
    }
    recorder.stop();
    await stopped;
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  });
  await page.close();
  await writeFile(path, Buffer.from(bytes));
}

// started starts the service and a browser for the tests of a file, and stops them after the tests.
export async function started() {
  const service = await start();
  let browser;
  after(async () => {
    await browser?.close();
    await closeService(service);
  });
  browser = await launch();
  return { service, browser };
}

// queue starts them for tests of the queue. Its functions work as an administrator.
export async function queue() {
  const { service, browser } = await started();
  const token = await service.signIn("admin@example.com");
  return {
    service, browser, token,
    submit: (...wanted) => submitted(service, token, ...wanted),
    statesOf: (search) => statesOf(service, token, search),
  };
}

// call submits a complaint of a caller without an account and returns it.
export async function call(service, token, title, contact, more = {}) {
  const { submitComplaint } = await service.query(token, "mutation($input: SubmitComplaintInput!) { submitComplaint(input: $input) { complaint { id reference } } }", {
    input: { title, source: "PHONE", contact, ...more },
  });
  return submitComplaint.complaint;
}

// submitted makes complaints of callers, with numbered titles, and returns their ids.
async function submitted(service, token, title, count, priority = (_) => "NORMAL") {
  const ids = [];
  for (let from = 0; from < count; from += 4) {
    const numbers = Array.from({ length: Math.min(4, count - from) }, (_, at) => from + at);
    ids.push(...await Promise.all(numbers.map(async (number) => {
      const { id } = await call(service, token, `${title} ${String(number).padStart(3, "0")}`, { name: "Caller", phone: "0912 345" }, { priority: priority(number) });
      return id;
    })));
  }
  return ids;
}

// statesOf returns what the database holds of complaints that a search finds, by title.
async function statesOf(service, token, search) {
  const rows = [];
  for (let after = null; ;) {
    const { complaints } = await service.query(token, `query($search: String, $after: Cursor) { complaints(where: {search: $search}, first: 100, after: $after) {
      pageInfo { hasNextPage endCursor }
      edges { node { id reference title status priority version tasks(first: 5) { totalCount edges { node { solver { id name } } } } statusLog(last: 1) { edges { node { publicNote reasonCode } } } } } } }`, { search, after });
    rows.push(...complaints.edges.map(({ node }) => node));
    if (!complaints.pageInfo.hasNextPage) return rows.sort((a, b) => a.title.localeCompare(b.title));
    after = complaints.pageInfo.endCursor;
  }
}

// sees waits until a page shows a text.
export const sees = (page, text) => page.waitForFunction((wanted) => document.body.innerText.includes(wanted), { timeout: 20_000 }, text);

export const press = async (page, ...keys) => { for (const key of keys) await page.keyboard.press(key); };

export async function chord(page, modifier, key) {
  await page.keyboard.down(modifier);
  await page.keyboard.press(key);
  await page.keyboard.up(modifier);
}

// readSlowly, in a page, has it read files as a busy telephone does.
export function readSlowly() {
  const read = Blob.prototype.arrayBuffer;
  Blob.prototype.arrayBuffer = async function () {
    await new Promise((go) => setTimeout(go, 1_500));
    return read.call(this);
  };
}
