// The first hour of a service without an account, in Chromium: the link that it prints makes the first account, and the
// inbox then lists what is missing, each step with its form, and ticks what is done.
import assert from "node:assert/strict";
import { after, before } from "node:test";

import { test } from "./browsers.mjs";
import { accessibilityFaults, launch, prefer, quiet, shots, sideways } from "./desk.mjs";
import { startMailServer } from "./mailbox.mjs";
import { start } from "./service.mjs";

let service;
let browser;
let mailServer;
before(async () => {
  mailServer = await startMailServer();
  service = await start({ REDRESS_SMTP_URL: mailServer.url }, { demo: false });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await service?.close();
  await mailServer.close();
});

// press clicks the link or the button with this text, in the main part.
async function press(page, text) {
  const found = await page.waitForFunction((wanted) => [...document.querySelectorAll("main a, main button")].find((it) => it.checkVisibility() && !it.disabled && it.innerText.trim() === wanted), { timeout: 15_000 }, text);
  await found.asElement().click();
}

async function fill(page, label, text) {
  const field = await page.waitForFunction((wanted) => {
    const found = [...document.querySelectorAll("main label")].find((it) => it.checkVisibility() && it.textContent.trim() === wanted);
    return found && document.getElementById(found.htmlFor);
  }, { timeout: 15_000 }, label);
  await field.asElement().type(text);
}

const ticked = (page, step) => page.waitForFunction((it) => document.querySelector(`[data-step=${it}][data-done]`), { timeout: 15_000 }, step);
const inbox = async (page) => {
  await page.click("nav a[href='/desk/inbox']");
  await page.waitForSelector("[data-step]");
};

test("from the printed link to the first complaint, each step ticks itself", { timeout: 240_000 }, async () => {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const wrong = [];
  page.on("console", (message) => { if (["error", "warn"].includes(message.type())) wrong.push(message.text()); });
  page.on("pageerror", (error) => wrong.push(String(error)));
  await page.evaluateOnNewDocument(() => { if (location.protocol === "http:") localStorage.getItem("redress-language") ?? localStorage.setItem("redress-language", "en"); });
  await page.setViewport({ width: 1440, height: 900 });
  await page.goto(service.setup);
  await page.waitForSelector("#setup-title");
  assert.doesNotMatch(page.url(), /#/, "the token stays in the address");
  assert.deepEqual(await accessibilityFaults(page), []);
  await fill(page, "Name of the organization", "Oldhaven");
  await fill(page, "Your name", "Ada Berg");
  await fill(page, "E-mail address", "ada@example.org");
  await fill(page, "Password", "a long enough secret");
  await press(page, "Create the account and begin");

  await page.waitForSelector("[data-step=zones]", { timeout: 30_000 });
  assert.deepEqual(await page.$$eval("[data-step]", (steps) => steps.map((it) => it.dataset.step)), ["zones", "categories", "solver", "mail", "complaint"]);
  assert.equal((await page.$$("[data-step][data-done]")).length, 0);
  for (const [width, dark, language] of [[1440, false, "en"], [1440, true, "de"], [390, false, "de"], [390, true, "en"], [390, false, "ar-XB"]]) {
    await page.setViewport({ width, height: 900 });
    await prefer(page, dark ? "dark" : "light");
    await page.evaluate((code) => localStorage.setItem("redress-language", code), language);
    await page.reload();
    await page.waitForSelector("[data-step=zones]", { timeout: 30_000 });
    assert.ok((await sideways(page)) <= 0, `scrolls sideways at ${width} in ${language}`);
    assert.deepEqual(await accessibilityFaults(page), [], `${width} ${language}`);
    await page.screenshot({ path: `${shots}desk-start-${width}-${dark ? "dark" : "light"}-${language}.png` });
  }
  await page.setViewport({ width: 1440, height: 900 });
  await prefer(page, "light");
  await page.evaluate(() => localStorage.setItem("redress-language", "en"));
  await page.reload();

  await press(page, "Create a zone");
  await fill(page, "Name", "Fish Quay");
  await press(page, "Create the zone");
  await page.waitForFunction(() => document.querySelector("main table")?.innerText.includes("Fish Quay"));
  await inbox(page);
  await ticked(page, "zones");

  await press(page, "Create a category");
  await fill(page, "Name", "Street lamps");
  await fill(page, "Time until the deadline", "48");
  await press(page, "Create the category");
  await page.waitForFunction(() => document.querySelector("main table")?.innerText.includes("Street lamps"));
  await inbox(page);
  await ticked(page, "categories");

  await press(page, "Create a solver");
  await fill(page, "Name", "Sam Field");
  await fill(page, "E-mail", "sam@example.org");
  await press(page, "Create the account");
  await page.waitForFunction(() => document.querySelector("main table")?.innerText.includes("Solver"), { timeout: 15_000 });
  await inbox(page);
  await ticked(page, "solver");

  await press(page, "Send a test");
  await ticked(page, "mail");
  while (mailServer.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 200)); // within the test's time
  assert.deepEqual(mailServer.received.map(({ to }) => to[0]), ["ada@example.org"]);

  // Hidden, and shown again from the settings.
  await press(page, "Hide");
  await page.waitForFunction(() => !document.querySelector("[data-step]"));
  await page.goto(`${service.url}/desk/settings`);
  const again = "Show the first steps in the inbox again";
  const beside = await page.waitForFunction((wanted) => [...document.querySelectorAll("main button")].some((it) => it.innerText.trim() === wanted) && { form: document.querySelector("main form") !== null }, { timeout: 15_000 }, again);
  assert.ok((await beside.jsonValue()).form, "the button moves when the settings come");
  await press(page, again);
  await page.waitForSelector("[data-step=complaint]");
  assert.equal((await page.$$("[data-step][data-done]")).length, 4);

  await press(page, "Enter a complaint");
  await page.waitForSelector("main form fieldset");
  await page.keyboard.type("Maria Silva");
  await page.waitForFunction(() => document.querySelector("[role=option]"));
  await page.keyboard.press("Enter");
  await fill(page, "Telephone number", "+351 200 100");
  await page.type("main input[aria-label='What is it about?']", "Lamp out at the corner");
  await press(page, "Submit");
  await page.waitForSelector("main [role=status] h1", { timeout: 20_000 });
  await page.click("nav a[href='/desk/inbox']");
  await page.waitForSelector("main dl", { timeout: 20_000 });
  await quiet(page);
  assert.equal(await page.$("[data-step]"), null, "all is done and the first steps are still there");
  assert.deepEqual(wrong, []);
  await context.close();
});
