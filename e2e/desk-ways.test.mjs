// The ways that people take all day: each ends where it should, and no screen fails on it.
import assert from "node:assert/strict";

import { test } from "./browsers.mjs";
import { chord, listed, openDesk, press, queue } from "./desk.mjs";

const { service, browser, submit, statesOf } = await queue();

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

test("a caller is found on New complaint, and somebody new is entered", { timeout: 90_000 }, async () => {
  const { page, wrong, close } = await openDesk(browser, service, "/desk/intake");
  await page.waitForSelector("main form [role=combobox]", wide);
  await page.keyboard.type("Caller");
  await page.waitForFunction(() => document.querySelectorAll("main [role=option]").length > 1, wide);
  await press(page, "ArrowDown", "ArrowUp", "Enter");
  await page.waitForFunction(() => document.querySelector("main fieldset strong")?.textContent === "Caller", wide);
  await page.evaluate(() => document.querySelector("main fieldset button").click());
  await page.waitForSelector("main form [role=combobox]", wide);
  await page.evaluate(() => document.querySelector("main form [role=combobox]").select());
  await page.keyboard.type("Nobody Whom We Know");
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
