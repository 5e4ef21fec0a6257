// What people type with an input method (Japanese, Chinese, Korean): the keys by which it composes a text are its own, and
// the desk takes none of them. In Chromium a text is composed; all browsers are given the events that one sends.
import assert from "node:assert/strict";

import { browserName, test } from "./browsers.mjs";
import { chord, listed, openDesk, press, queue, quiet } from "./desk.mjs";

const { service, browser, token, submit } = await queue();
const wide = { timeout: 20_000 };

// finishWork makes a complaint whose work waits for a review.
async function finishWork() {
  const [complaint] = await submit("Lamp to review", 1);
  const solver = await service.signIn("solver@example.com");
  const { viewer } = await service.query(solver, "{ viewer { id } }");
  const { assignComplaint } = await service.query(token, "mutation($input: AssignComplaintInput!) { assignComplaint(input: $input) { complaint { tasks(last: 1) { edges { node { id } } } } } }", { input: { id: complaint, solverId: viewer.id } });
  const { id } = assignComplaint.complaint.tasks.edges[0].node;
  await service.query(solver, "mutation($input: AcceptTaskInput!) { acceptTask(input: $input) { task { id } } }", { input: { id } });
  await service.query(solver, "mutation($input: StartTaskInput!) { startTask(input: $input) { task { id } } }", { input: { id } });
  await service.query(solver, "mutation($input: SubmitCompletionInput!) { submitCompletion(input: $input) { update { id } } }", { input: { id, remarks: "Done." } });
}

// state is what a key of the desk would change: the page, what is open, where the focus is, what is chosen, and what was sent.
const state = (page) => page.evaluate(() => {
  const at = document.activeElement;
  return {
    path: location.pathname + location.search,
    open: document.querySelectorAll("dialog[open], [role=option], section[data-scroll], [aria-expanded=true]").length,
    focus: `${at.tagName} ${at.getAttribute("aria-label") ?? at.id}`,
    value: at.value ?? null,
    active: at.getAttribute("aria-activedescendant"),
    sent: window.sent,
  };
});

// noteMutations has a page note the names of the mutations that it sends.
const noteMutations = (page) => page.evaluateOnNewDocument(() => {
  window.sent = [];
  const real = window.fetch;
  window.fetch = (address, options) => {
    const [, name] = /"query":"\s*mutation\s*(\w*)/.exec(typeof options?.body === "string" ? options.body : "") ?? [];
    if (name !== undefined && name !== "Seen") window.sent.push(name);
    return real(address, options);
  };
});

const dispatch = (page, key, event) => page.evaluate((init) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init })), { key, ...event });

const keys = ["Enter", "Escape", "Tab", "ArrowDown", "ArrowUp"];
const events = {
  "while it composes": { isComposing: true, keyCode: 13 },
  "while it composes, with its code": { isComposing: true, keyCode: 229 },
  "after it has composed, as Safari sends it": { isComposing: false, keyCode: 229 },
  "with Ctrl": { isComposing: true, keyCode: 229, ctrlKey: true },
};

const focus = (selector) => async (page) => {
  await page.waitForSelector(selector, wide);
  await page.focus(selector);
};

// Each field: where it is, how one comes into it, what is typed (a text that finds something, where proposals are listed),
// and the key that the desk takes there once nothing is composed. A field of type search is emptied by Escape, which Chromium
// itself does even with an input method's.
const fields = [
  { name: "palette", path: "/desk/complaints", enter: async (page) => { await listed(page); await chord(page, "Control", "k"); await page.waitForSelector("dialog[open] input", wide); }, text: "lamp", own: "Enter" },
  { name: "search of the queue", path: "/desk/complaints", enter: async (page) => { await listed(page); await press(page, "/"); }, text: "らんぷ", own: "Escape", emptied: true },
  { name: "picker of a solver", path: "/desk/complaints", enter: async (page) => { await listed(page); await press(page, "j", "a"); await page.waitForSelector("dialog[open] [role=option]", wide); }, text: "w", own: "Escape" },
  { name: "dialog of a rejection", path: "/desk/complaints", enter: async (page) => { await listed(page); await press(page, "j", "r"); await focus("dialog[open] textarea")(page); }, text: "ごみ", own: "Escape" },
  { name: "caller of a call", path: "/desk/intake", enter: focus("main input[role=combobox]"), text: "wang", own: "Escape" },
  { name: "lookup of a provider", path: "/desk/payments?open=new", enter: async (page) => { await page.waitForSelector("form input[role=combobox]", wide); await page.click("form input[role=combobox]"); }, text: "b", own: "Enter" },
  { name: "reference of a payment", path: "/desk/payments?open=new", enter: focus("form input[maxlength='100']"), text: "ふりこみ", own: "Escape" },
  { name: "note that sends work back", path: "/desk/reviews", enter: async (page) => { await page.waitForSelector("h1", wide); await quiet(page); await press(page, "s"); await focus("main form textarea")(page); }, text: "しゃしん", own: "Escape" },
  { name: "public note of a review", path: "/desk/reviews", enter: focus("main label input"), text: "なおした", own: "Escape" },
  { name: "search of people", path: "/desk/people", enter: async (page) => { await quiet(page); await press(page, "/"); }, text: "たなか", own: "Escape", emptied: true },
];

for (const { name, path, enter, text, own, emptied } of fields) {
  test(`an input method keeps its keys: ${name}`, { timeout: 90_000 }, async () => {
    if (path === "/desk/reviews") await finishWork();
    const { page, wrong, close } = await openDesk(browser, service, path, { prepare: noteMutations });
    await enter(page);
    const compose = browserName === "chromium" ? await page.createCDPSession() : undefined;
    if (compose) await compose.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
    else await page.keyboard.type(text);
    await quiet(page);
    const before = await state(page);
    const same = async (what) => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      assert.deepEqual(await state(page), before, what);
    };
    if (compose) {
      for (const key of [...keys, "Process"]) {
        if (emptied && key === "Escape") continue;
        for (const type of ["rawKeyDown", "keyUp"]) await compose.send("Input.dispatchKeyEvent", { type, key, code: key === "Process" ? "Enter" : key, windowsVirtualKeyCode: 229 });
        await same(`${key} of a text that is composed`);
      }
      await compose.send("Input.insertText", { text });
      await same("the text is confirmed");
    }
    for (const key of keys) {
      for (const [when, event] of Object.entries(events)) {
        await dispatch(page, key, event);
        await same(`${key} ${when}`);
      }
    }
    await press(page, own);
    await page.waitForFunction(changed, wide, before); // once nothing is composed, the key is the desk's again
    assert.deepEqual(wrong, []);
    await close();
  });
}

// changed reports whether the page is no longer what it was.
const changed = (was) =>
  document.activeElement.value !== was.value ||
  location.pathname + location.search !== was.path ||
  document.querySelectorAll("dialog[open], [role=option], section[data-scroll], [aria-expanded=true]").length !== was.open;

test("Enter of a keyboard of Android, which composes all words, is the desk's", { timeout: 90_000 }, async () => {
  const { page, wrong, close } = await openDesk(browser, service, "/desk/complaints", {
    prepare: (it) => it.evaluateOnNewDocument(() => Object.defineProperty(navigator, "userAgent", { value: "Mozilla/5.0 (Linux; Android 15; Pixel 8)" })),
  });
  await listed(page);
  await chord(page, "Control", "k");
  await page.waitForSelector("dialog[open] input", wide);
  await page.keyboard.type("settings");
  await page.waitForSelector("dialog[open] [role=option]", wide);
  await dispatch(page, "Enter", { isComposing: true, keyCode: 229 });
  assert.notEqual(await page.$("dialog[open]"), null);
  await dispatch(page, "Enter", { isComposing: true, keyCode: 13 });
  await page.waitForFunction(() => !document.querySelector("dialog[open]") && location.pathname !== "/desk/complaints", wide);
  assert.deepEqual(wrong, []);
  await close();
});
