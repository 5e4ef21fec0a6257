// The ways that people take all day: each ends where it should, and no screen fails on it.
import assert from "node:assert/strict";

import { test } from "./browsers.mjs";
import { chord, listed, openDesk, press, queue, quiet } from "./desk.mjs";

const { service, browser, token, submit, statesOf } = await queue();

const wide = { timeout: 20_000 };
const says = (page, text) => page.waitForFunction((wanted) => document.body.innerText.includes(wanted), wide, text);
const failed = (page) => page.$eval("main", (it) => (it.getAttribute("role") === "alert" ? it.innerText : ""));

test("the palette opens and closes, and leaves the screen as it was", { timeout: 90_000 }, async () => {
  const { page, wrong, close } = await openDesk(browser, service, "/desk/complaints");
  await listed(page);
  for (let time = 0; time < 3; time++) {
    await chord(page, "Control", "k");
    await page.waitForSelector("dialog[open] [role=option][aria-selected=true]", wide);
    await press(page, "ArrowDown", "ArrowDown", "Escape");
    await page.waitForSelector("dialog[open]", { ...wide, hidden: true });
    assert.equal(await failed(page), "");
  }
  assert.notEqual(await page.$("[role=row][id]"), null);
  assert.deepEqual(wrong, []);
  await close();
});

test("a complaint is assigned by three keys, and one is told to whom", { timeout: 90_000 }, async () => {
  await submit("Assign by keys", 2);
  const { page, wrong, close } = await openDesk(browser, service, "/desk/complaints?q=Assign%20by%20keys&sort=title");
  await listed(page);
  await press(page, "j", "a");
  await page.waitForSelector("dialog[open] [role=option][data-at]", wide);
  const solver = await page.$eval("dialog[open] [role=option][data-at] span", (it) => it.textContent);
  await press(page, "Enter");
  await says(page, `assigned to ${solver}`);
  assert.equal(await failed(page), "");
  const assigned = (await statesOf("Assign by keys")).filter((it) => it.status === "ASSIGNED");
  assert.deepEqual(assigned.map((it) => it.tasks.edges.map(({ node }) => node.solver.name)), [[solver]]);
  assert.deepEqual(wrong, []);
  await close();
});

// The fault of a screen: from now on the next list that is opened throws.
const breakLists = (page) => page.evaluate(() => { Element.prototype.scrollIntoView = () => { throw new Error("broken on purpose"); }; });
const failing = async (page) => {
  await chord(page, "Control", "k");
  await page.waitForSelector("main[role=alert]", wide);
  return failed(page);
};
// hold keeps the answers to mutations from the page until it calls answer, which loses them if it is told so.
const hold = (page) => page.evaluate(() => {
  const real = window.fetch;
  const held = new Promise((resolve) => (window.answer = resolve));
  window.fetch = async (...given) => {
    const response = await real(...given);
    if (!/^\s*mutation/.test(JSON.parse(given[1]?.body ?? "{}").query ?? "")) return response;
    if ((await held) === "lost") throw new TypeError("NetworkError");
    return response;
  };
});

test("a screen that fails says what was sent before, in both languages", { timeout: 120_000 }, async () => {
  for (const { language, nothing, waiting, unknown } of [
    { language: "en", nothing: "Nothing was sent", waiting: /A change to CMP-\d{4}-\d+ was sent; there is no answer yet\./, unknown: /A change to CMP-\d{4}-\d+ was sent, and the answer is missing/ },
    { language: "de", nothing: "wurde nichts gesendet", waiting: /Eine Änderung an CMP-\d{4}-\d+ wurde gesendet; noch ist keine Antwort da\./, unknown: /Eine Änderung an CMP-\d{4}-\d+ wurde gesendet, und die Antwort fehlt/ },
  ]) {
    await submit(`Sent before ${language}`, 2);
    const { page, close } = await openDesk(browser, service, `/desk/complaints?q=Sent%20before%20${language}&sort=title`, { language });
    const again = async () => {
      await page.reload();
      await listed(page);
    };
    await listed(page);
    await breakLists(page);
    assert.ok((await failing(page)).includes(nothing));

    await again();
    await press(page, "j", "a");
    await page.waitForSelector("dialog[open] [role=option][data-at]", wide);
    const solver = await page.$eval("dialog[open] [role=option][data-at] span", (it) => it.textContent);
    await press(page, "Enter");
    await page.waitForFunction((name) => [...document.querySelectorAll("[role=status]")].some((it) => it.innerText.includes(name)), wide, solver);
    const told = await page.evaluate((name) => [...document.querySelectorAll("[role=status] span")].find((it) => it.innerText.includes(name)).innerText, solver);
    await breakLists(page);
    const said = await failing(page);
    assert.match(told, /CMP-\d{4}-\d+/);
    assert.ok(said.includes(told) && said.includes("broken on purpose"), `not "${told}" in\n${said}`);

    for (const [answer, words] of [["lost", unknown], ["given", undefined]]) {
      await again();
      await hold(page);
      await press(page, "j", "p");
      await page.waitForSelector("dialog[open] [role=option][data-at]", wide);
      await press(page, answer === "lost" ? "1" : "2");
      await page.waitForSelector("dialog[open]", { ...wide, hidden: true });
      await breakLists(page);
      assert.match(await failing(page), waiting);
      await page.evaluate((it) => window.answer(it), answer);
      await page.waitForFunction((text) => !document.querySelector("main").innerText.includes(text), wide, language === "en" ? "no answer yet" : "noch ist keine Antwort");
      if (words) assert.match(await failed(page), words);
      else assert.match(await failed(page), /CMP-\d{4}-\d+/);
    }
    await close();
  }
});

test("a caller is found on New complaint, and somebody new is entered", { timeout: 90_000 }, async () => {
  await submit("Called before", 1);
  const { page, wrong, close } = await openDesk(browser, service, "/desk/intake");
  await page.waitForSelector("main form [role=combobox]", wide);
  await page.keyboard.type("Caller");
  await page.waitForFunction(() => document.querySelectorAll("main [role=option]").length > 1, wide);
  await quiet(page); // the answer to the whole word is there
  await press(page, "ArrowDown", "ArrowUp", "Enter");
  await page.waitForFunction(() => document.querySelector("main fieldset strong")?.textContent === "Caller", wide);
  await page.evaluate(() => document.querySelector("main fieldset button").click());
  await page.waitForSelector("main form [role=combobox]", wide);
  await page.evaluate(() => document.querySelector("main form [role=combobox]").select());
  await page.keyboard.type("Nobody Whom We Know");
  await quiet(page);
  await page.waitForFunction(() => document.querySelectorAll("main [role=option]").length === 1, wide);
  await press(page, "Enter");
  await page.waitForSelector("main input[inputmode=tel]", wide);
  assert.equal(await failed(page), "");
  assert.deepEqual(wrong, []);
  await close();
});

test("a list is filtered by what is looked up", { timeout: 90_000 }, async () => {
  const { page, wrong, close } = await openDesk(browser, service, "/desk/tasks");
  await page.waitForSelector("main tbody tr", wide);
  const solver = await page.waitForFunction(() => [...document.querySelectorAll("main button")].find((it) => it.innerText.trim() === "Solver"), wide);
  await solver.asElement().click();
  await page.waitForSelector("[role=combobox]", wide);
  await page.waitForSelector("[role=option][data-at] span", wide);
  await press(page, "ArrowDown", "ArrowUp");
  const name = await page.$eval("[role=option][data-at] span", (it) => it.textContent);
  await press(page, "Enter");
  await says(page, `Solver: ${name}`);
  assert.equal(await failed(page), "");
  assert.deepEqual(wrong, []);
  await close();
});

// bell waits until the bell shows a number.
const bell = (page, wanted) => page.waitForFunction((n) => {
  const it = [...document.querySelectorAll("[data-bell]")].find((one) => one.checkVisibility());
  return it && (/\d+\+?/.exec(it.getAttribute("aria-label") ?? it.innerText)?.[0] ?? "0") === n;
}, wide, String(wanted));

test("what is sent to everybody rings, is read whole, and rings no more", { timeout: 90_000 }, async () => {
  const email = "user@example.com";
  const { page, wrong, close } = await openDesk(browser, service, "/desk/mine", { email });
  await service.query(await service.signIn(email), "mutation { markAllNotificationsRead { more } }"); // that of its new device, too
  await bell(page, 0);
  await service.query(token, "mutation($input: ScheduleBroadcastInput!) { scheduleBroadcast(input: $input) { broadcast { id } } }", { input: { title: "Water off on Friday", message: "From six to nine.\n\nThe end.", targetType: "ALL" } });
  await bell(page, 1);
  await page.evaluate(() => [...document.querySelectorAll("[data-bell]")].find((one) => one.checkVisibility()).click());
  const row = await page.waitForFunction(() => [...document.querySelectorAll("main button, main a")].find((it) => it.checkVisibility() && it.innerText.includes("Water off on Friday")), wide);
  await row.asElement().evaluate((it) => it.click());
  await says(page, "The end.");
  await bell(page, 0);
  await page.reload();
  await page.waitForSelector("main h1", wide);
  await bell(page, 0);
  assert.deepEqual(wrong, []);
  await close();
});
