// Where the focus of the keyboard is in lists of the desk, in a browser against the running service: what opened a panel has it again after
// Escape, after the button that closes, and after something was created; what goes away gives it to what stands beside it.
import assert from "node:assert/strict";
import { after, before } from "node:test";

import { test } from "./browsers.mjs";
import { closeService, launch, openDesk } from "./desk.mjs";
import { start } from "./service.mjs";

const timeout = 180_000;
let service;
let browser;
let desk;
let root;
const send = (title) => service.query(root, "mutation($input: ScheduleBroadcastInput!) { scheduleBroadcast(input: $input) { broadcast { id } } }", { input: { title, message: `${title}.`, targetType: "ALL" } });
before(async () => {
  service = await start();
  browser = await launch();
  root = await service.signIn("superadmin@example.com");
  await send("Water off");
  desk = await openDesk(browser, service, "/desk/places", { email: "superadmin@example.com" });
});
after(async () => {
  await browser?.close();
  await closeService(service);
});

const panel = "section[aria-labelledby]:has(> header > button)";
const row = "main [data-row], main li a[href*='open=']";
const create = "main header a[href*='open=new']";

// at says what has the focus, in words that are the same after the list was drawn anew.
const at = () => desk.page.evaluate(() => {
  const it = document.activeElement;
  return `${it.localName} ${it.getAttribute("href") ?? ""} ${it.getAttribute("aria-label") ?? it.innerText}`.trim().slice(0, 120);
});

const arrives = (wanted, what) => desk.page.waitForFunction((text) => {
  const it = document.activeElement;
  return `${it.localName} ${it.getAttribute("href") ?? ""} ${it.getAttribute("aria-label") ?? it.innerText}`.trim().slice(0, 120) === text;
}, { timeout: 10_000 }, wanted).catch(async () => assert.equal(await at(), wanted, what));

// opened waits until a panel has the focus within.
const opened = () => desk.page.waitForFunction((selector) => document.activeElement?.closest(selector), { timeout: 15_000 }, panel);
const closed = () => desk.page.waitForFunction((selector) => !document.querySelector(selector), { timeout: 15_000 }, panel);

// These first: what they create is what the lists below have.
const created = {
  "/places": { name: "Kerb Hill" },
  "/categories": { name: "Kerbs" },
  "/payments/providers": { name: "Kerb and Sons" },
  "/people/groups": { name: "Kerb crew" },
  "/people": { name: "Ina Kerb", email: "kerb@example.org" },
  "/settings/reasons": { code: "kerb", en: "A kerb", de: "Ein Bordstein" },
  "/payments": { amount: "12.50", reference: "KERB-1" },
};

for (const [path, values] of Object.entries(created)) {
  test(`what is created from ${path} leaves the focus with what opened its form`, { timeout }, async () => {
    const { page } = desk;
    await page.goto(`${service.url}/desk${path}`);
    await page.waitForSelector(create, { timeout: 20_000 });
    await page.focus(create);
    const before = await at();
    await page.keyboard.press("Enter");
    await opened();
    await page.waitForSelector(`${panel} form`);
    if (path === "/payments") {
      await page.focus(`${panel} [role=combobox]`);
      await page.keyboard.press("ArrowDown");
      await page.waitForSelector("[role=option]");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
    }
    for (const [name, value] of Object.entries(values)) {
      await page.focus(`${panel} form [name=${name}]`);
      await page.keyboard.type(value);
    }
    await page.$eval(`${panel} form button[type=submit]`, (it) => it.focus());
    await page.keyboard.press("Enter");
    const shown = values.name ?? values.en ?? values.reference;
    await page.waitForFunction((selector, wanted) => {
      const inside = document.activeElement?.closest(selector);
      return inside && document.querySelector("main").innerText.includes(wanted);
    }, { timeout: 20_000 }, panel, shown);
    for (let n = 0; n < 3 && (await page.$(panel)); n++) {
      await page.keyboard.press("Escape");
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    await closed();
    await arrives(before, path);
  });
}

const lists = {
  "/places": [row, create],
  "/categories": [row, create],
  "/tasks": [row],
  "/payments": [row, create],
  "/payments/providers": [row, create],
  "/people": [row, create],
  "/people/groups": [create],
  "/broadcasts": [row, create],
  "/settings/reasons": [row, create],
  "/settings/audit": [row],
  "/notifications": [row],
};

for (const [path, openers] of Object.entries(lists)) {
  test(`what opened a panel of ${path} has the focus again`, { timeout }, async () => {
    const { page } = desk;
    await page.goto(`${service.url}/desk${path}`);
    for (const selector of openers) {
      await page.waitForSelector(selector, { timeout: 20_000 });
      for (const way of ["Escape", "the button"]) {
        await page.focus(selector);
        const before = await at();
        await page.keyboard.press("Enter");
        await opened();
        if (way === "Escape") await page.keyboard.press("Escape");
        else await page.$eval(`${panel} > header > button:last-of-type`, (it) => it.click());
        await closed();
        await arrives(before, `${path}, ${selector}, ${way}`);
      }
    }
    if (!openers.includes(row) || path === "/notifications") return;
    // A click anywhere in a row opens it too.
    await page.$eval("main tbody tr td:last-of-type", (it) => it.click());
    await opened();
    await page.keyboard.press("Escape");
    await closed();
    await page.waitForFunction(() => document.activeElement === document.querySelector("main tbody tr [data-row]"), { timeout: 10_000 });
  });
}

test("who marks as read goes on with the next one", { timeout }, async () => {
  const { page } = desk;
  for (const title of ["Gas off", "Gas on"]) await send(title);
  await page.goto(`${service.url}/desk/notifications?show=unread`);
  await page.waitForFunction(() => ["Gas off", "Gas on"].every((title) => [...document.querySelectorAll("main li a")].some((it) => it.innerText === title)), { timeout: 20_000 });
  const next = await page.$$eval("main li", ([, second]) => second.querySelector("a").innerText);
  await page.focus("main li button");
  await page.keyboard.press("Enter");
  await page.waitForFunction((title) => document.activeElement?.closest("li")?.querySelector("a")?.innerText === title && document.activeElement.localName === "button", { timeout: 10_000 }, next);
  assert.deepEqual(desk.wrong, []);
});

test("arrows go from row to row, however often they are pressed", { timeout }, async () => {
  const { page, wrong, close } = await openDesk(browser, service, "/desk/people", { email: "superadmin@example.com" });
  await page.waitForSelector("main [data-row]");
  const focused = () => page.evaluate(() => [...document.querySelectorAll("main [data-row]")].indexOf(document.activeElement));
  for (const [key, row] of [["ArrowDown", 0], ["ArrowDown", 1], ["ArrowDown", 2], ["ArrowUp", 1], ["j", 2], ["ArrowUp", 1], ["ArrowUp", 0], ["ArrowUp", 0]]) {
    await page.keyboard.press(key);
    assert.equal(await focused(), row, key);
  }
  await page.keyboard.press("Enter"); // a link's own
  await page.waitForFunction(() => location.search.includes("open="));
  assert.deepEqual(wrong, []);
  await close();
});
