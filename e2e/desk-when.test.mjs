// The time that a list of the desk is about, chosen by one chip, and the sums above the payments, in a browser against the
// running service.
import assert from "node:assert/strict";

import { test } from "./browsers.mjs";
import { accessibilityFaults, openDesk, quiet, sees, shots, sideways, started } from "./desk.mjs";

const timeout = 120_000;
const month = new Date().toISOString().slice(0, 7);
const { service, browser } = await started();

const open = (path, options = {}) => openDesk(browser, service, `/desk${path}`, { email: "superadmin@example.com", ...options });

// press clicks what has this label.
async function press(page, label) {
  const found = await page.waitForFunction((wanted) => [...document.querySelectorAll("main button")].find((it) => it.checkVisibility() && (it.getAttribute("aria-label") === wanted || it.innerText.trim() === wanted)), { timeout: 15_000 }, label);
  await found.asElement().click();
}

const leadsTo = (page, search) => page.waitForFunction((wanted) => location.search === wanted, { timeout: 15_000 }, search);

// typed sets a day as who types it does: in parts, of which the first make no day yet.
const typed = (page, label, day) => page.evaluate((wanted, value) => {
  const input = [...document.querySelectorAll("main label")].find((it) => it.innerText.trim() === wanted).querySelector("input");
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
  for (const it of [`0002${value.slice(4)}`, value]) {
    set.call(input, it);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
}, label, day);

for (const path of ["/payments", "/settings/audit"]) {
  test(`${path}: one chip chooses the time in words, keeps it in the address, and is cleared by a click`, { timeout }, async () => {
    const { page, wrong, close } = await open(path);
    await page.waitForSelector("main tbody [data-row]");
    assert.equal(await page.$$eval("main input[type=date]", (it) => it.length), 0, "no raw dates");
    await press(page, "When");
    await quiet(page);
    assert.deepEqual(await accessibilityFaults(page), []);
    await press(page, "This month");
    await leadsTo(page, `?period=${month}`);
    await sees(page, "When: This month");
    await page.reload();
    await sees(page, "When: This month");
    await press(page, "Clear When: This month");
    await leadsTo(page, "");

    await press(page, "When");
    await press(page, "Last 30 days");
    await leadsTo(page, "?period=30d");
    await press(page, "When: Last 30 days");
    await page.waitForSelector("main label input[type=date]");
    await typed(page, "From", "2019-03-01");
    await typed(page, "To", "2019-03-31");
    await leadsTo(page, "?from=2019-03-01&to=2019-03-31");
    await page.keyboard.press("Escape");
    await sees(page, "Nothing fits");
    await sees(page, "When: Mar 1, 2019 – Mar 31, 2019");
    await press(page, "Clear When: Mar 1, 2019 – Mar 31, 2019");
    await leadsTo(page, "");
    await page.waitForSelector("main tbody [data-row]");

    // Links from elsewhere name days alone, and one of them may be missing.
    await page.goto(`${service.url}/desk${path}?from=2019-03-01`);
    await sees(page, "When: since Mar 1, 2019");
    await page.waitForSelector("main tbody [data-row]");
    await page.goto(`${service.url}/desk${path}?to=2019-03-31`);
    await sees(page, "When: until Mar 31, 2019");
    await sees(page, "Nothing fits");
    assert.deepEqual(wrong, []);
    await close();
  });
}

for (const { width, dark, language } of [{ width: 1440, dark: false, language: "en" }, { width: 768, dark: true, language: "de" }, { width: 390, dark: false, language: "de" }]) {
  test(`the sums of the payments are on one line, or wrap where it is narrow, ${width} wide, ${language}`, { timeout }, async () => {
    const { page, wrong, close } = await open(`/payments?period=${month.slice(0, 4)}`, { width, dark, language });
    await page.waitForSelector("[data-currency] dd");
    const sums = await page.$$eval("[data-currency] dd", (all) => all.map((it) => {
      const { top, left, right } = it.getBoundingClientRect();
      return { text: it.innerText, top, left, right, cut: it.scrollWidth > it.clientWidth + 1 };
    }));
    assert.ok(sums.length >= 6, `two currencies: ${JSON.stringify(sums)}`);
    if (width > 390) assert.equal(new Set(sums.map(({ top }) => Math.round(top))).size, 1, JSON.stringify(sums));
    assert.ok(sums.every(({ left, right, cut }) => left >= 0 && right <= width && !cut), JSON.stringify(sums));
    await page.screenshot({ path: `${shots}desk-when-sums-${width}.png` });
    const chip = await page.waitForFunction((word) => [...document.querySelectorAll("main button")].find((it) => it.innerText.startsWith(word)), {}, language === "en" ? "When: " : "Wann: ");
    await chip.asElement().click();
    await page.waitForSelector("main input[type=date]");
    await quiet(page);
    assert.ok((await sideways(page)) <= 0);
    assert.equal(await page.$eval("#main", (main) => main.scrollWidth - main.clientWidth), 0);
    assert.deepEqual(await page.$$eval("main [role=group] button, main input[type=date]", (all) => all.filter((it) => it.getBoundingClientRect().left < 0 || it.getBoundingClientRect().right > innerWidth).map((it) => it.innerText)), []);
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.screenshot({ path: `${shots}desk-when-${width}.png` });
    assert.deepEqual(wrong, []);
    await close();
  });
}
