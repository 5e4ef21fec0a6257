// The desk on paper: what is printed of the queue, a complaint, the tasks and the reports, also from a dark screen.
import assert from "node:assert/strict";

import { test } from "./browsers.mjs";
import { listed, openDesk, quiet, shots, started } from "./desk.mjs";

const { service, browser } = await started();

// pages counts the pages of a PDF.
const pages = (pdf) => Buffer.from(pdf).toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;

for (const [language, dark, printedBy] of [["en", false, "Printed on"], ["de", true, "Gedruckt am"]]) {
  test(`on paper, ${language}, from a ${dark ? "dark" : "light"} screen`, { timeout: 180_000 }, async () => {
    const { page, wrong, close } = await openDesk(browser, service, "/desk/complaints?sort=title&status=all", { language, dark });
    for (const [name, path, wanted, least] of [
      ["queue", "/desk/complaints?sort=title", "table tbody tr", 8],
      ["complaint", "/desk/complaints/CMP-2026-000026", "#stream li", 2],
      ["tasks", "/desk/tasks", "main tbody [data-row]", 10],
      ["reports", "/desk/reports", "[class*=chart] a", 5],
    ]) {
      await page.goto(service.url + path);
      if (name === "queue") await listed(page);
      else await page.waitForSelector(wanted);
      await quiet(page);
      assert.equal(await page.evaluate(() => document.body.innerText.includes("Printed on") || document.body.innerText.includes("Gedruckt am")), false);
      await page.setViewport({ width: 718, height: 1000 }); // A4 without its margins
      await page.emulateMediaType("print");
      await page.waitForFunction((text) => document.body.innerText.includes(text), { timeout: 5000 }, printedBy);
      await page.screenshot({ path: `${shots}print-${name}-${dark ? "dark" : "light"}-${language}.png`, fullPage: true });
      const seen = await page.evaluate((selector) => {
        const shown = (element) => element.checkVisibility() && element.getClientRects().length > 0;
        return {
          wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          rows: [...document.querySelectorAll(selector)].filter(shown).length,
          buttons: [...document.querySelectorAll("button, input:not([type=hidden]), textarea, nav a")].filter((it) => shown(it) && !it.querySelector("img") && !it.closest("h1, th")).map((it) => it.outerHTML.slice(0, 120)),
          back: getComputedStyle(document.body).backgroundColor,
          ink: getComputedStyle(document.querySelector("main h1, main h2")).color,
          height: document.documentElement.scrollHeight,
        };
      }, wanted);
      assert.ok(seen.wide <= 0, `${name} is ${seen.wide} pixels too wide`);
      assert.ok(seen.rows >= least, `${name} has ${seen.rows} rows`);
      assert.deepEqual(seen.buttons, [], `${name} prints what can only be clicked`);
      assert.equal(seen.back, "rgb(255, 255, 255)");
      assert.match(seen.ink, /^rgb\((0|1\d|2\d), /, `${name} is written in ${seen.ink}`);
      await page.emulateMediaType(null); // "screen" would print what the screen shows
      await page.setViewport({ width: 1440, height: 900 });
      const pdf = await page.pdf({ format: "A4", preferCSSPageSize: true });
      assert.ok(pages(pdf) >= 1 && pages(pdf) <= Math.ceil(seen.height / 900) + 1, `${name} has ${pages(pdf)} pages`);
      await page.waitForFunction((text) => !document.body.innerText.includes(text), { timeout: 5000 }, printedBy);
    }
    assert.deepEqual(wrong, []);
    await close();
  });
}
