// Sessions of the desk: tabs share one, a token that expires is exchanged once for all of them, and one that was ended
// leads to signing in and back to the same place.
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";

import { openPage, speak, test } from "./browsers.mjs";
import { closeService, listed, openDesk, prefer, started } from "./desk.mjs";
import { connect } from "./desk-field.mjs";
import { start } from "./service.mjs";

const { service, browser } = await started();

// short makes the desk believe that access tokens live six seconds: the demo's live an hour.
const short = (page) => page.evaluateOnNewDocument(() => {
  const real = window.fetch;
  window.fetch = async (...given) => {
    const response = await real(...given);
    if (!String(given[0]).includes("/desk/session") || !response.ok) return response;
    return new Response(JSON.stringify({ ...await response.json(), expires_in: 6 }), { status: response.status, headers: response.headers });
  };
});

const refreshes = (page, list) => page.on("response", (response) => { if (response.url().endsWith("/desk/session/refresh")) list.push(response.status()); });

// setClock gives a page a clock that the test moves on. One that stands does until the page has a token: so it waits for what another tab hands
// over, however busy the computer is.
const setClock = (page, stands = false) => page.evaluateOnNewDocument((standing) => {
  const real = Date.now.bind(Date);
  const request = window.fetch;
  let still = standing ? real() : undefined;
  window.ahead = 0;
  Date.now = () => (still ?? real()) + window.ahead;
  window.fetch = (...given) => {
    if (/authorization|refresh/i.test(`${given[0]} ${JSON.stringify(given[1]?.headers ?? {})}`)) still = undefined;
    return request(...given);
  };
}, stands);

test("two tabs need one sign-in and exchange the refresh token once", { timeout: 90_000 }, async () => {
  const { page, wrong, close } = await openDesk(browser, service, "/desk/complaints?sort=title", { prepare: setClock });
  await listed(page);
  const exchanged = [];
  refreshes(page, exchanged);
  const other = await page.browserContext().newPage();
  refreshes(other, exchanged);
  await setClock(other, true);
  other.on("response", (response) => { if (response.status() >= 400) wrong.push(`${response.url()}: ${response.status()}`); });
  await other.goto(`${service.url}/desk/complaints?sort=-title`);
  await listed(other);
  assert.deepEqual(exchanged, [], "the second tab got the token of the first");
  for (let round = 1; round <= 3; round++) {
    const tabs = [page, other];
    await Promise.all(tabs.map((tab) => tab.evaluate(() => { window.ahead += 3_600_000; }))); // the token has expired
    // Both want something at the same time.
    await Promise.all(tabs.map((tab) => tab.evaluate(() => document.dispatchEvent(new KeyboardEvent("keydown", { key: "." })))));
    for (let tries = 0; exchanged.length < round && tries < 100; tries++) await pause(100);
    await pause(1500); // in which the other tab would exchange it, too
    assert.deepEqual(exchanged, Array(round).fill(200), "once for both tabs");
  }
  // Signing out in one tab signs out the other.
  await page.bringToFront();
  await page.evaluate(() => document.querySelector("nav ~ button[aria-haspopup=menu]").click());
  const out = await page.waitForFunction(() => [...document.querySelectorAll("[role=menuitem]")].find((item) => item.textContent === "Sign out"));
  await out.click();
  await page.waitForSelector("input[name=email]");
  await other.waitForSelector("input[name=email]");
  assert.deepEqual(wrong, []);
  await close();
});

test("a session that was ended leads to sign-in and back to the same place, scroll and draft", { timeout: 90_000 }, async () => {
  const { page, close } = await openDesk(browser, service, "/desk/complaints?sort=title");
  await listed(page);
  await page.evaluate(() => (document.querySelector("[role=grid]").scrollTop = 500));
  for (let step = 0; step < 18; step++) await page.keyboard.press("j");
  await pause(300);
  const place = await page.evaluate(() => ({ scroll: document.querySelector("[role=grid]").scrollTop, cursor: document.querySelector("[data-cursor]").id, url: location.href }));
  await page.keyboard.press("e");
  await page.waitForSelector("dialog textarea");
  // The session is ended in the middle of a sentence: what is typed stays in it, and the sign-in waits until it is asked for.
  let refused = 0;
  page.on("response", (response) => { if (response.url().endsWith("/desk/session/refresh") && response.status() === 401) refused = Date.now(); });
  const token = await service.signIn("admin@example.com");
  const revoked = service.query(token, "mutation { revokeAllSessions(input: {}) { ended } }");
  const sentence = "The lamp was replaced and burns again. ";
  let text = "";
  for (const until = Date.now() + 20_000; Date.now() < until && !(refused && Date.now() > refused + 1500);) {
    await page.keyboard.type(sentence[text.length % sentence.length]);
    text += sentence[text.length % sentence.length];
    await pause(30);
  }
  await revoked;
  assert.ok(refused, "the page has noticed that the session was ended");
  // However long the pause: what is typed next is for the field.
  await pause(2500);
  assert.equal(await page.$("input[name=email]"), null, "the sign-in took the keys");
  await page.keyboard.type("Done.");
  text += "Done.";
  assert.equal(await page.$eval("dialog textarea", (field) => field.value), text);
  await (await page.waitForSelector("::-p-xpath(//p[@role='status']//button)")).click();
  await page.waitForSelector("input[name=email]", { timeout: 15_000 });
  assert.equal(await page.evaluate(() => document.querySelector("main#main").checkVisibility({ visibilityProperty: true })), false, "the screen is hidden meanwhile");
  await page.waitForFunction(() => document.activeElement?.name === "password" && document.querySelector("input[name=email]").value === "admin@example.com");
  assert.equal(await page.$eval("dialog", (it) => it.checkVisibility({ visibilityProperty: true })), false, "and its dialog too");
  const onTop = await page.$eval("input[name=email]", (it) => {
    const { x, y, width, height } = it.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) === it;
  });
  assert.ok(onTop, "nothing covers the sign-in");
  await page.type("input[name=password]", service.password);
  await page.keyboard.press("Enter");
  await page.waitForSelector("input[name=email]", { hidden: true });
  await page.waitForSelector("dialog textarea");
  assert.equal(await page.$eval("dialog textarea", (field) => field.value), text);
  assert.deepEqual(await page.evaluate(() => ({ scroll: document.querySelector("[role=grid]").scrollTop, cursor: document.querySelector("[data-cursor]").id, url: location.href })), place);
  await close();
});

test("an account has its language and theme from the first frame, on each of its devices", { timeout: 120_000 }, async () => {
  // watch notes in each frame which look the page and its screens have.
  const watch = (page) => page.evaluateOnNewDocument(() => {
    window.looks = [];
    const look = () => {
      const root = document.documentElement;
      const shown = document.body && getComputedStyle(document.body).backgroundColor;
      if (shown) window.looks.push({ dark: root.dataset.mantineColorScheme === "dark" && shown !== "rgb(247, 249, 248)", language: root.lang, inside: document.querySelector("main#main, nav") !== null });
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const email = "user2@example.com";
  const first = await openDesk(browser, service, "/desk/account", { email });
  await first.page.waitForFunction(() => document.querySelectorAll("main select").length >= 2);
  const choose = (value) => first.page.evaluate((wanted) => {
    const select = [...document.querySelectorAll("main select")].find((it) => [...it.options].some((option) => option.value === wanted));
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value").set.call(select, wanted);
    select.dispatchEvent(new Event("change", { bubbles: true }));
  }, value);
  await choose("dark");
  await first.page.waitForFunction(() => document.documentElement.dataset.mantineColorScheme === "dark");
  await choose("de");
  await first.page.waitForFunction(() => document.documentElement.lang === "de");
  const stored = async () => (await service.query(await service.signIn(email), "{ viewer { preferences { language theme } } }")).viewer.preferences;
  for (let attempt = 0; attempt < 50 && (await stored()).language !== "de"; attempt++) await pause(100);
  assert.deepEqual(await stored(), { language: "de", theme: "DARK" });
  assert.deepEqual(first.wrong, []);
  await first.close();

  // Another device, which is light and English.
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await prefer(page, "light");
  await watch(page);
  await page.goto(`${service.url}/desk/mine`);
  await page.waitForSelector("input[name=email]");
  await page.type("input[name=email]", email);
  await page.type("input[name=password]", service.password);
  await page.keyboard.press("Enter");
  await page.waitForSelector("main#main h1");
  await pause(300);
  const inside = await page.evaluate(() => window.looks.filter((it) => it.inside));
  assert.ok(inside.length > 0 && inside.every((it) => it.dark && it.language === "de"), `a screen was shown as ${JSON.stringify(inside.find((it) => !it.dark || it.language !== "de"))}`);
  await page.reload();
  await page.waitForSelector("main#main h1");
  const reloaded = await page.evaluate(() => window.looks);
  assert.ok(reloaded.length > 0 && reloaded.every((it) => it.dark), "nothing was light");
  assert.ok(reloaded.filter((it) => it.inside).every((it) => it.language === "de"));
  await context.close();

  // What is chosen before the sign-in holds, and is kept.
  const third = await browser.createBrowserContext();
  const door = await third.newPage();
  await door.goto(`${service.url}/desk/mine`);
  await door.waitForSelector("select[class]");
  await door.select("select", "de");
  await door.waitForFunction(() => document.documentElement.lang === "de");
  await door.select("select", "en");
  await door.waitForFunction(() => document.documentElement.lang === "en");
  await door.type("input[name=email]", email);
  await door.type("input[name=password]", service.password);
  await door.keyboard.press("Enter");
  await door.waitForSelector("main#main h1");
  for (let attempt = 0; attempt < 50 && (await stored()).language !== "en"; attempt++) await pause(100);
  assert.deepEqual(await stored(), { language: "en", theme: "DARK" });
  assert.equal(await door.evaluate(() => document.documentElement.lang), "en");
  await third.close();
});

// The demo's accounts at another address, as others see it: behind a proxy that the service believes.
test("wrong passwords of others keep nobody out who has signed in on the device", { timeout: 120_000 }, async () => {
  const email = "superadmin@example.com";
  const behind = await start({ REDRESS_TRUSTED_PROXIES: "127.0.0.0/8" });
  const proxy = await connect(behind);
  try {
    proxy.address = "192.0.2.1";
    const home = await openDesk(browser, { ...behind, url: proxy.url }, "/desk/complaints", { email });
    await signOutByMenu(home.page);
    await shows(home.page, "Signed out.");
    const attempt = (address, n) => fetch(`${behind.url}/api/auth/login/`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Forwarded-For": address },
      body: JSON.stringify({ email, password: `wrong again ${n}` }),
    }).then(({ status }) => status);
    const statuses = [];
    for (let address = 1; address <= 21; address++) for (let n = 0; n < 5; n++) statuses.push(await attempt(`198.51.100.${address}`, n));
    assert.equal(statuses.filter((status) => status === 401).length, 100, "an hour has a hundred attempts of strangers");
    assert.equal(statuses.at(-1), 429);

    proxy.address = "203.0.113.7"; // on the way
    const stranger = await browser.createBrowserContext();
    const door = await openPage(stranger);
    await speak(door, "en");
    await door.goto(`${proxy.url}/desk/complaints`);
    await signInAt(door, email, behind.password);
    await door.waitForFunction(() => document.querySelector("form [role=alert]")?.textContent !== "", { timeout: 20_000 });
    assert.equal(await door.$("main#main"), null, "a device that nobody knows waits");
    await stranger.close();

    const begin = Date.now();
    await home.page.bringToFront();
    await signInAt(home.page, email, behind.password);
    await home.page.waitForSelector("main#main", { timeout: 20_000 });
    console.log(`# on a known device after ${Date.now() - begin} ms`);
    await home.close();
  } finally {
    await proxy.close();
    await closeService(behind);
  }
});

const graph = ({ path }) => path.startsWith("/graphql");

// What does not come while the desk is opened, each of which screens need.
const lacking = {
  "all that the graph answers": graph,
  "the service": (request) => graph(request) && request.body.includes("serviceInfo"),
  "the account": (request) => graph(request) && request.body.includes("viewer"),
  "the session": ({ path }) => path.startsWith("/desk/session"),
};

test("opened while something does not come, the desk shows nothing yet, and then the right time", { timeout: 180_000 }, async () => {
  const own = await start();
  const proxy = await connect(own);
  try {
    const token = await own.signIn("superadmin@example.com");
    await own.query(token, "mutation($input: UpdateSettingsInput!) { updateSettings(input: $input) { settings { timeZone } } }", { input: { name: "New Oldhaven", timeZone: "America/New_York" } });
    const { page, close } = await openDesk(browser, { ...own, url: proxy.url }, "/desk/complaints");
    for (const [what, dropping] of Object.entries(lacking)) {
      const title = `The lamp without ${what}`;
      await own.query(token, "mutation($input: SubmitComplaintInput!) { submitComplaint(input: $input) { complaint { id } } }", {
        input: { title, source: "PHONE", contact: { name: "Caller", phone: "0912 345" } },
      });
      proxy.dropping = dropping;
      await page.goto(`${proxy.url}/desk/complaints?q=${encodeURIComponent(title)}`);
      await page.waitForFunction(() => document.body.innerText.includes("The service cannot be reached"), { timeout: 20_000 });
      await pause(4000); // longer than it waits before it tries again
      assert.equal(await page.$("main#main"), null, `no screen without ${what}`);
      proxy.dropping = undefined;
      await listed(page);
      assert.match(await page.title(), / · New Oldhaven$/);
      await page.keyboard.press("j");
      await page.keyboard.press("d");
      const field = await page.waitForSelector("dialog input[type=datetime-local]");
      await field.evaluate((it) => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(it, "2027-01-15T17:00");
        it.dispatchEvent(new Event("input", { bubbles: true }));
      });
      await page.$eval("dialog form button[type=submit]", (it) => it.click());
      await page.waitForSelector("dialog", { hidden: true });
      let due;
      for (let tries = 0; !due && tries < 50; tries++) { // it is sent after the dialog has closed
        if (tries > 0) await pause(200);
        ({ complaints: { edges: [{ node: { dueAt: due } }] } } = await own.query(token, "query($search: String!) { complaints(where: {search: $search}) { edges { node { dueAt } } } }", { search: title }));
      }
      assert.equal(Date.parse(due), Date.parse("2027-01-15T22:00:00Z"), `17:00 in New York, without ${what}`);
    }
    await close();
  } finally {
    await proxy.close();
    await closeService(own);
  }
});

async function signInAt(page, email, password) {
  await page.waitForSelector("input[name=password]");
  await page.$eval("input[name=email]", (it) => it.select());
  await page.type("input[name=email]", email);
  await page.type("input[name=password]", password);
  await page.keyboard.press("Enter");
}

// signOutByMenu chooses "Sign out" in the menu of the person.
async function signOutByMenu(page) {
  await page.bringToFront();
  await page.evaluate(() => document.querySelector("nav ~ button[aria-haspopup=menu]").click());
  const out = await page.waitForFunction(() => [...document.querySelectorAll("[role=menuitem]")].find((item) => item.textContent === "Sign out"));
  await out.click();
}

const shows = (page, text) => page.waitForFunction((wanted) => document.querySelector("form [role=status]")?.textContent.startsWith(wanted), { timeout: 15_000, polling: 100 }, text);

// absences take the service away, and return what brings it back: nothing listens, as without a connection or in a restart, or all is answered 503.
const absences = {
  offline: (page, proxy) => proxy.cut().then(() => () => proxy.restore()),
  "503": async (page, proxy) => {
    proxy.refusing = true;
    return async () => (proxy.refusing = false);
  },
};

for (const [name, absent] of Object.entries(absences)) {
  test(`signing out holds in each tab, after a reload too, and is repeated until it was answered: ${name}`, { timeout: 120_000 }, async () => {
    const proxy = await connect(service);
    const { page, close } = await openDesk(browser, { ...service, url: proxy.url }, "/desk/complaints?sort=title", { prepare: short });
    await listed(page);
    const other = await openPage(page.browserContext());
    await short(other);
    await other.goto(`${proxy.url}/desk/complaints?sort=-title`);
    await listed(other);
    const cookie = (await page.browserContext().cookies()).find((it) => it.name === "redress_refresh");
    assert.ok(cookie, "somebody is signed in");
    await pause(4000); // until both tabs have what they show without a connection
    const back = await absent(page, proxy);
    await signOutByMenu(page);
    await shows(page, "Signed out on this device.");
    await shows(other, "Signed out on this device.");
    assert.equal(await other.evaluate(() => document.body.textContent.includes("Your session has ended")), false);
    await pause(8000); // the tokens have expired, and nobody may renew them
    if (name === "503") { // without the service there is no page to load
      await other.reload();
      await shows(other, "Signed out on this device.");
    }
    const refreshed = [];
    for (const tab of [page, other]) refreshes(tab, refreshed);
    await back();
    await Promise.all([page, other].map((tab) => tab.waitForFunction(() => document.querySelector("form [role=status]")?.textContent === "Signed out.", { timeout: 40_000, polling: 100 })));
    assert.deepEqual(refreshed, [], "no tab has renewed");
    const stale = await fetch(`${service.url}/desk/session/refresh`, { method: "POST", headers: { "Sec-Fetch-Site": "same-origin", Cookie: `redress_refresh=${cookie.value}` } });
    assert.equal(stale.status, 401, "the cookie opens no session any more");
    assert.equal((await page.browserContext().cookies()).some((it) => it.name === "redress_refresh"), false);
    assert.ok((await page.browserContext().cookies()).some((it) => it.name === "redress_device"), "the device stays known");
    // Who signs in again is signed in everywhere.
    await page.bringToFront();
    await page.type("input[name=email]", "admin@example.com");
    await page.type("input[name=password]", service.password);
    await page.keyboard.press("Enter");
    await page.waitForSelector("main#main");
    await other.waitForSelector("main#main");
    await close();
    await proxy.close();
  });
}

test("somebody signs in and out where the browser blocks site data", { timeout: 60_000 }, async () => {
  const blocked = (page) => page.evaluateOnNewDocument(() => {
    if (location.protocol !== "http:") return;
    const refuse = { get() { throw new DOMException("The operation is insecure.", "SecurityError"); } };
    for (const area of ["localStorage", "sessionStorage"]) Object.defineProperty(window, area, refuse);
    navigator.locks.request = () => Promise.reject(new DOMException("Access is denied.", "SecurityError"));
    window.BroadcastChannel = class { constructor() { throw new DOMException("The operation is insecure.", "SecurityError"); } };
  });
  const { page, wrong, close } = await openDesk(browser, service, "/desk/complaints", { prepare: blocked });
  await listed(page);
  const ended = page.waitForResponse((response) => response.request().method() === "DELETE" && response.url().endsWith("/desk/session"));
  await page.evaluate(() => document.querySelector("nav ~ button[aria-haspopup=menu]").click());
  const out = await page.waitForFunction(() => [...document.querySelectorAll("[role=menuitem]")].find((item) => item.textContent === "Sign out"));
  await out.click();
  assert.ok((await ended).ok(), "the service was told");
  await page.waitForSelector("input[name=email]");
  await page.reload();
  await page.waitForSelector("input[name=email]"); // nobody is signed in by the cookie
  assert.deepEqual(wrong.filter((text) => !text.includes("unable to save color scheme")), []); // which the library of the widgets notes
  await close();
});
