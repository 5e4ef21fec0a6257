// Every menu and every dialog of the desk, opened: what axe-core finds there, and whether it fits the window.
import assert from "node:assert/strict";

import { test } from "./browsers.mjs";
import { accessibilityFaults, openDesk, press, shots, started } from "./desk.mjs";
import { cut } from "./cut.mjs";

const timeout = 240_000;
const { service, browser } = await started();

const places = {
  "superadmin@example.com": ["/inbox", "/complaints?sort=priority", "/complaints/CMP-2026-000034", "/tasks", "/payments", "/people", "/people?q=ingrid", "/settings/audit", "/reports"],
  "user@example.com": ["/mine", "/complaints/CMP-2026-000001"],
  "solver@example.com": ["/today/"],
};
const opened = "dialog[open], [role=menu], [role=dialog], [role=listbox]";
const openers = "[aria-haspopup], main button[aria-expanded=false]";

// menus opens one after the other what a screen offers to open, and returns what is wrong with each.
async function menus(page, path, faults) {
  const count = (await page.$$(openers)).length;
  let seen = 0;
  for (let at = 0; at < count; at++) {
    const opener = (await page.$$(openers))[at];
    if (!opener || !(await opener.evaluate((it) => it.checkVisibility() && !it.disabled && it.getAttribute("role") !== "combobox"))) continue;
    const name = await opener.evaluate((it) => it.getAttribute("aria-label") ?? it.innerText);
    await opener.evaluate((it) => it.scrollIntoView({ block: "center" }));
    await opener.click();
    const shown = await page.waitForFunction((wanted) => [...document.querySelectorAll(wanted)].find((it) => it.checkVisibility()), { timeout: 3_000 }, opened).catch(() => undefined);
    if (!shown) {
      await press(page, "Escape");
      continue;
    }
    seen++;
    const found = [...(await accessibilityFaults(page)), ...(await cut(page))];
    if (found.length > 0) faults.push(`${path}, ${name}`, ...found);
    await press(page, "Escape");
    await page.waitForFunction((wanted) => ![...document.querySelectorAll(wanted)].some((it) => it.checkVisibility()), { timeout: 5_000 }, opened).catch(() => faults.push(`${path}, ${name}: Escape closes nothing`));
  }
  return seen;
}

for (const [email, paths] of Object.entries(places)) {
  for (const { width, height, dark, language } of [{ width: 1440, height: 900, dark: false, language: "en" }, { width: 390, height: 844, dark: true, language: "de" }]) {
    test(`menus at ${width} px, ${dark ? "dark" : "light"}, ${language}, ${email}`, { timeout }, async () => {
      const { page, wrong, close } = await openDesk(browser, service, "/desk/", { email, width, height, dark, language });
      const faults = [];
      let seen = 0;
      for (const path of paths) {
        await page.goto(`${service.url}/desk${path}`);
        await page.waitForSelector("main h1, main [role=grid]");
        if (path === "/today/") await (await page.waitForSelector("main a[href*='/today/']")).click(); // a solver's first task
        await page.waitForNetworkIdle({ idleTime: 300, concurrency: 3, timeout: 10_000 }).catch(() => undefined);
        seen += await menus(page, path, faults);
      }
      console.log(`  ${seen} menus and dialogs`);
      await page.screenshot({ path: `${shots}menus-${email.split("@")[0]}-${width}.png` });
      assert.ok(seen > 0);
      assert.deepEqual(faults, []);
      assert.deepEqual(wrong, []);
      await close();
    });
  }
}

test("dialogs that keys open", { timeout }, async () => {
  const { page, wrong, close } = await openDesk(browser, service, "/desk/complaints/CMP-2026-000034", { email: "superadmin@example.com" });
  const faults = [];
  let seen = 0;
  for (const [path, keys] of [["/complaints/CMP-2026-000034", "?apczdherm"], ["/complaints?sort=priority", "?apczdhermns"]]) {
    for (const key of keys) {
      await page.goto(`${service.url}/desk${path}`);
      await page.waitForSelector(path.includes("CMP") ? "#stream li" : "[role=row][id]");
      await page.keyboard.press(key);
      if (!(await page.waitForSelector("dialog[open]", { timeout: 1_500 }).catch(() => undefined))) continue;
      seen++;
      const found = await accessibilityFaults(page);
      if (found.length > 0) faults.push(`${path}, ${key}`, ...found);
    }
  }
  console.log(`  ${seen} dialogs`);
  assert.ok(seen >= 14, `${seen} dialogs`);
  assert.deepEqual(faults, []);
  assert.deepEqual(wrong, []);
  await close();
});
