// A phone in the field, for the tests of the screens for solvers: Chromium with a profile that outlives it, and between
// it and the service a connection that can be cut, that loses answers, or that answers 503.
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { launch, prefer, speak } from "./browsers.mjs";

// connect returns a proxy in front of a service.
export async function connect(service) {
  const target = new URL(service.url);
  const sockets = new Set();
  const proxy = { losing: undefined, dropping: undefined, holding: undefined, refusing: false, address: undefined, requests: [] }; // address: of whom it sends on
  const server = http.createServer((request, response) => {
    const parts = [];
    request.on("data", (part) => parts.push(part));
    request.on("error", () => undefined);
    request.on("end", async () => {
      const body = Buffer.concat(parts);
      const seen = { method: request.method, path: request.url, body };
      proxy.requests.push(seen);
      await proxy.holding?.(seen);
      if (proxy.dropping?.(seen)) return void request.socket.destroy(); // before it was carried out
      if (proxy.refusing && /^\/(desk\/session|graphql)/.test(request.url)) { // as while its database is away
        response.writeHead(503, { "Content-Type": "application/json", "Retry-After": "1" });
        response.end(JSON.stringify({ success: false, code: "unavailable", message: "Try again.", errors: [] }));
        return;
      }
      const upstream = http.request({ host: target.hostname, port: target.port, method: request.method, path: request.url, headers: { ...request.headers, ...(proxy.address ? { "x-forwarded-for": proxy.address } : {}) } }, (answer) => {
        if (proxy.losing?.(seen)) { // after it was carried out
          answer.resume();
          answer.on("end", () => request.socket.destroy());
          return;
        }
        response.writeHead(answer.statusCode, answer.rawHeaders);
        answer.pipe(response);
        answer.on("error", () => response.destroy());
      });
      upstream.on("error", () => response.destroy());
      response.on("close", () => upstream.destroy());
      upstream.end(body);
    });
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
  });
  const listen = async (port) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  await listen(0);
  const { port } = server.address();
  proxy.url = `http://127.0.0.1:${port}`;
  proxy.cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  proxy.restore = () => listen(port);
  proxy.close = () => (server.listening ? proxy.cut() : undefined);
  return proxy;
}

// takePhone returns a phone: open starts its browser at an address, kill ends it as a phone does that runs out of memory.
export async function takePhone(proxy) {
  const profile = await mkdtemp(join(tmpdir(), "redress-phone-"));
  const phone = { wrong: [], page: undefined, browser: undefined };
  phone.open = async (path = "/desk/", { language = "en", dark = false, width = 360, height = 740 } = {}) => {
    phone.browser = await launch({ userDataDir: profile });
    const page = (await phone.browser.pages())[0] ?? (await phone.browser.newPage());
    page.on("console", (message) => {
      // That there is no connection, the browser says on the console by itself.
      if (["error", "warn"].includes(message.type()) && !/net::ERR_|status of 401/.test(message.text())) phone.wrong.push(message.text());
    });
    page.on("pageerror", (error) => phone.wrong.push(String(error)));
    page.on("request", (request) => { if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(proxy.url)) phone.wrong.push(`foreign request ${request.url()}`); });
    await page.setViewport({ width, height, isMobile: true, hasTouch: true });
    await prefer(page, dark ? "dark" : "light");
    await speak(page, language);
    phone.page = page;
    await page.goto(proxy.url + path);
    return page;
  };
  phone.close = () => phone.browser?.close();
  phone.kill = async () => {
    const process = phone.browser.process();
    const ended = once(process, "exit");
    process.kill("SIGKILL");
    await ended;
  };
  phone.throwAway = async () => {
    await phone.browser?.close().catch(() => undefined);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return phone;
}

export async function signIn(page, email, password) {
  await page.waitForSelector("input[name=email]");
  await page.type("input[name=email]", email);
  await page.type("input[name=password]", password);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector('nav a[href="/desk/outbox"]') && !document.querySelector("input[name=email]"), { timeout: 20_000 });
}

// press clicks what reads so.
export async function press(page, text, selector = "button, a, label") {
  await page.waitForFunction((wanted, where) => {
    const found = [...document.querySelectorAll(where)].filter((it) => it.offsetParent !== null && !it.disabled && (it.tagName === "A" ? it.textContent.includes(wanted) : it.textContent.trim().startsWith(wanted))).at(-1);
    found?.click();
    return found !== undefined;
  }, { timeout: 15_000 }, text, selector);
}

export const shows = (page, text) => page.waitForFunction((wanted) => document.body.innerText.includes(wanted), { timeout: 20_000 }, text).catch(async () => {
  throw new Error(`no "${text}" in\n${await page.evaluate(() => document.body.innerText)}`);
});

// entries returns the outbox as it is shown: what, in which state, with which photos.
export const entries = (page) => page.$$eval("main li[data-kind]", (rows) => rows.map((row) => ({
  kind: row.dataset.kind,
  state: row.dataset.state,
  photos: [...row.querySelectorAll("[data-photo]")].map((photo) => photo.dataset.photo),
})));

// arrive waits until the outbox reads so, such as "accept sent, start sent".
export async function arrive(page, wanted) {
  await page.waitForFunction((text) => [...document.querySelectorAll("main li[data-kind]")].map((row) => `${row.dataset.kind} ${row.dataset.state}`).join(", ") === text, { timeout: 30_000 }, wanted)
    .catch(async () => { throw new Error(`not ${wanted} but ${JSON.stringify(await entries(page))} in\n${await page.evaluate(() => document.body.innerText)}`); });
}

// painted waits until what has happened is on the screen.
const painted = (page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

// pinch moves two fingers, each from its first point to its second one, and lifts the second finger. It returns the
// first one, which is still there.
export async function pinch(page, moves) {
  const fingers = [];
  for (const [[x, y]] of moves) fingers.push(await page.touchscreen.touchStart(x, y));
  const steps = 12;
  for (let step = 1; step <= steps; step++) {
    for (const [at, [[x, y], [toX, toY]]] of moves.entries()) await fingers[at].move(x + ((toX - x) * step) / steps, y + ((toY - y) * step) / steps);
  }
  await painted(page);
  await fingers[1].end();
  return {
    move: async (x, y) => {
      await fingers[0].move(x, y);
      await painted(page);
    },
    lift: () => fingers[0].end(),
  };
}

// picture writes a large JPEG and returns its path.
export async function picture(browser, path, color) {
  const page = await browser.newPage();
  await page.setViewport({ width: 3000, height: 2000 });
  await page.setContent(`<body style="margin:0;height:100%;background:repeating-linear-gradient(45deg,${color} 0 40px,#fff 40px 80px)">`);
  await page.screenshot({ path, type: "jpeg", quality: 80 });
  await page.close();
}
