// What a clerk does all day without the mouse, in a browser against the running service: calls, the queue and its filter,
// complaints and their conversation, and what takes back what was done.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { setTimeout as pause } from "node:timers/promises";

import { test } from "./browsers.mjs";
import { accessibilityFaults, call as submitCall, chord, closeService, launch, listed, openDesk, press, sees, shots, sideways } from "./desk.mjs";
import { connect } from "./desk-field.mjs";
import { start } from "./service.mjs";

const timeout = 120_000;
let service;
let browser;
let proxy;
let token; // an access token of an administrator
before(async () => {
  service = await start();
  browser = await launch();
  proxy = await connect(service);
  token = await service.signIn("admin@example.com");
});
after(async () => {
  await browser?.close();
  await proxy?.close();
  await closeService(service);
});

const open = (path, options = {}) => openDesk(browser, { ...service, url: proxy.url }, `/desk${path}`, options);

const call = (...wanted) => submitCall(service, token, ...wanted);

// complaintsOf returns what is stored of complaints that a search finds.
async function complaintsOf(search) {
  const { complaints } = await service.query(token, "query($search: String!) { complaints(where: {search: $search}, first: 50) { edges { node { title address status contact { name phone } tasks(last: 1) { edges { node { status } } } } } } }", { search });
  return complaints.edges.map(({ node }) => node);
}

// hold delays the requests of one operation until what it returns is called.
function hold(operation) {
  let release;
  const released = new Promise((resolve) => (release = resolve));
  proxy.holding = ({ body }) => (body.includes(`query ${operation}(`) ? released : undefined);
  return () => {
    proxy.holding = undefined;
    release();
  };
}

// assignFirst assigns what is ticked, or the complaint of the row, to the first solver that is offered.
async function assignFirst(page) {
  await press(page, "a");
  await page.waitForSelector("dialog [role=option] kbd");
  await press(page, "1");
  await page.waitForSelector("dialog", { hidden: true });
}

const chosen = (page) => page.waitForSelector("::-p-xpath(//button[text()='Somebody else'])", { timeout: 15_000 });

test("Enter before the lookup has answered is kept, takes who is found, and what is typed meanwhile is for the next field", { timeout }, async () => {
  const ended = await call("Her drain of last year", { name: "Philippa Quandt", phone: "0171 / 555-0147" });
  await service.query(token, "mutation($input: RejectComplaintInput!) { rejectComplaint(input: $input) { complaint { id } } }", { input: { id: ended.id, reasonCode: "not_ours", publicNote: "Private ground." } });
  await call("Her lamp of today", { name: "Philippa Quandt", phone: "0171 / 555-0147" });
  const { page, wrong, close } = await open("/intake");
  await page.waitForSelector("[role=combobox]");
  const release = hold("IntakeCallers");
  await page.type("[role=combobox]", "0171 5550147");
  await page.keyboard.press("Enter");
  await page.keyboard.type("The lamp is out again");
  await pause(500);
  assert.equal(await page.$eval("[role=combobox]", (it) => it.value), "0171 5550147");
  assert.equal(await page.evaluate(() => document.activeElement.value), "The lamp is out again");
  await sees(page, "Looking up …");
  release();
  await chosen(page);
  await sees(page, "Philippa Quandt");
  await sees(page, "Reported before, ended");
  await sees(page, ended.reference);
  await page.keyboard.type(", says she");
  assert.equal(await page.evaluate(() => document.activeElement.value), "The lamp is out again, says she");
  assert.deepEqual(wrong, []);
  await close();
});

test("Enter before the lookup has answered makes somebody new of whom nobody knows, and nobody of a lookup that failed", { timeout }, async () => {
  const { page, close } = await open("/intake");
  await page.waitForSelector("[role=combobox]");
  const release = hold("IntakeCallers");
  await page.type("[role=combobox]", "0171 999 000 1");
  await page.keyboard.press("Enter");
  await page.keyboard.type("A hole");
  release();
  await chosen(page);
  assert.ok(await page.$$eval("main fieldset input", (all) => all.some((it) => it.value === "0171 999 000 1")));
  assert.equal(await page.evaluate(() => document.activeElement.value), "A hole");
  await page.$$eval("main footer button", (all) => all.at(-1).click()); // from the beginning
  await page.waitForFunction(() => document.querySelector("[role=combobox]")?.value === "" && document.activeElement === document.querySelector("[role=combobox]"));
  proxy.dropping = ({ body }) => body.includes("query IntakeCallers(");
  await page.keyboard.type("Philippa Quandt");
  await page.keyboard.press("Enter");
  await page.waitForSelector("main fieldset [role=alert]", { timeout: 30_000 });
  assert.equal(await page.$eval("[role=combobox]", (it) => it.value), "Philippa Quandt");
  proxy.dropping = undefined;
  await page.$eval("main fieldset [role=alert] button", (it) => it.click());
  await page.waitForSelector("main fieldset [role=alert]", { hidden: true });
  assert.equal(await page.$eval("[role=combobox]", (it) => it.value), "Philippa Quandt");
  await close();
});

test("a caller who is found brings a card with what they have open, and the map stands beside the place", { timeout }, async () => {
  const ended = await call("Her hedge of last year", { name: "Ottilie Kern", phone: "0171 / 555-0199" });
  await service.query(token, "mutation($input: RejectComplaintInput!) { rejectComplaint(input: $input) { complaint { id } } }", { input: { id: ended.id, reasonCode: "not_ours", publicNote: "Private ground." } });
  const lamp = await call("Her lamp flickers", { name: "Ottilie Kern", phone: "0171 / 555-0199" });
  const { page, wrong, close } = await open("/intake");
  await page.waitForSelector("[role=combobox]");
  await page.type("[role=combobox]", "0171 5550199");
  await page.keyboard.press("Enter");
  await chosen(page);
  const card = () => page.$$eval("main fieldset", (all) => all[0].innerText);
  await page.waitForFunction((wanted) => document.querySelector("main fieldset").innerText.includes(wanted), { timeout: 20_000 }, lamp.reference);
  assert.match(await card(), /Ottilie Kern[^]*2 complaints, 1 open[^]*Her lamp flickers[^]*Submitted/);
  assert.doesNotMatch(await card(), /hedge/);
  await page.waitForSelector("main form [role=group][aria-label='Map to set the place on'] path", { timeout: 20_000 });
  const [where, map] = await page.evaluate(() => [[...document.querySelectorAll("main form label")].find((it) => it.innerText === "Where?"), document.querySelector("main form [role=group][aria-label='Map to set the place on']")].map((it) => it.getBoundingClientRect().toJSON()));
  assert.ok(map.left > where.right && map.top <= where.top && map.bottom >= where.bottom, JSON.stringify({ where, map }));
  await page.focus("main fieldset a");
  await page.keyboard.press("Enter");
  await page.waitForFunction((wanted) => location.pathname.endsWith(wanted), {}, lamp.reference);
  await page.goBack();
  await chosen(page); // what is written down stays
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.screenshot({ path: `${shots}intake-card.png` });
  for (const width of [768, 390]) {
    await page.setViewport({ width, height: 844 });
    await (await page.waitForSelector("::-p-xpath(//button[contains(., 'Set on the map')])")).click();
    await page.waitForSelector("main form [role=group][aria-label='Map to set the place on'] path");
    assert.ok((await sideways(page)) <= 0);
    await page.screenshot({ path: `${shots}intake-card-${width}.png`, fullPage: true });
    await (await page.waitForSelector("::-p-xpath(//button[contains(., 'Hide the map')])")).click();
  }
  assert.deepEqual(wrong, []);
  await close();
});

test("a known caller's complaint takes nine keys beside the typing", { timeout }, async () => {
  await call("Puddle at the gate", { name: "Nina Keyes", phone: "0155 010 203" }, { address: "Kerb Street 4", latitude: 44.0461, longitude: 8.2241 });
  const { page, wrong, close } = await open("/inbox");
  await page.waitForSelector("main h1");
  let keys = 0;
  const key = async (name) => {
    keys++;
    await page.keyboard.press(name);
  };
  await key("g");
  await key("n");
  await page.waitForFunction(() => document.activeElement?.role === "combobox");
  await page.keyboard.type("nina keyes");
  await key("Enter");
  await page.keyboard.type("Puddle again");
  await chosen(page);
  await key("Tab");
  await page.keyboard.type("kerb str");
  await page.waitForFunction(() => [...document.querySelectorAll("[role=option]")].some((it) => it.checkVisibility() && it.innerText.includes("Kerb Street 4")), { timeout: 15_000 });
  await key("Enter");
  await chord(page, "Control", "Enter");
  keys += 2;
  await sees(page, "Tell the caller");
  assert.ok(keys <= 9, `${keys} keys`);
  const [{ address, contact }] = await complaintsOf("Puddle again");
  assert.deepEqual([address, contact.name], ["Kerb Street 4", "Nina Keyes"]);
  assert.deepEqual(wrong, []);
  await close();
});

test("a search of the queue that finds nothing leads to the complaints of whom it means", { timeout }, async () => {
  await call("Ringing bell", { name: "Odile Marchetti", phone: "0166 404 505" });
  const { page, wrong, close } = await open("/complaints?q=marchetti&sort=age");
  await sees(page, "Reported by Odile Marchetti · 0166 404 505: 1 complaint");
  const href = await page.$$eval("[role=grid] a", (all) => all.find((it) => it.innerText.startsWith("Reported by")).getAttribute("href"));
  await page.$$eval("[role=grid] a", (all) => all.find((it) => it.innerText.startsWith("Reported by")).click());
  await sees(page, "Ringing bell");
  assert.match(href, /reporter=/);
  // An account, and nobody.
  await page.goto(`${proxy.url}/desk/complaints?q=okafor&sort=age`);
  await sees(page, "Reported by Amara Okafor");
  await page.$$eval("[role=grid] a", (all) => all.find((it) => it.innerText.startsWith("Reported by Amara")).click());
  await listed(page);
  await page.waitForFunction(() => document.querySelectorAll("[role=row][id]").length > 0);
  await page.goto(`${proxy.url}/desk/complaints?q=nobody-of-this-name&sort=age`);
  await sees(page, "No complaint fits");
  assert.ok(!(await page.$eval("[role=grid]", (it) => it.innerText)).includes("Reported by"));
  assert.deepEqual(wrong, []);
  await close();
});

test("the filter is set without the mouse: a key, arrows and the first letters; a chip opens what it says", { timeout }, async () => {
  const { page, wrong, close } = await open("/complaints?sort=age");
  await listed(page);
  const focused = () => page.evaluate(() => (document.activeElement.labels?.[0] ?? document.activeElement).innerText.trim());
  const on = (wanted) => page.waitForFunction((label) => (document.activeElement.labels?.[0] ?? document.activeElement).innerText.trim() === label, { timeout: 10_000 }, wanted);
  await press(page, "f");
  await on("Status");
  await press(page, "ArrowDown");
  assert.equal(await focused(), "Priority");
  await press(page, "ArrowUp", "ArrowUp");
  assert.notEqual(await focused(), "Status");
  await press(page, "Home");
  await page.keyboard.type("pri");
  await on("Priority");
  await press(page, "Enter");
  await page.keyboard.type("hi");
  await on("High");
  await press(page, " ");
  await page.waitForFunction(() => location.search.includes("priority=high"));
  await press(page, "ArrowDown", "Enter");
  await page.waitForFunction(() => /priority=[a-z,%0-9C]*high[a-z,%0-9C]*/.test(location.search) && document.querySelectorAll("[role=dialog] input:checked").length === 2);
  await press(page, "Escape");
  await page.waitForSelector("[role=dialog]", { hidden: true });
  const chip = await page.waitForSelector("::-p-xpath(//main//ul/li/button[starts-with(., 'Priority:')])");
  await chip.click();
  await page.waitForFunction(() => document.querySelectorAll("[role=dialog] input:checked").length === 2);
  await press(page, "Escape");
  await page.waitForSelector("[role=dialog]", { hidden: true });
  await page.waitForFunction(() => document.activeElement.innerText.startsWith("Priority:"));
  assert.deepEqual(wrong, []);
  await close();
});

test("Ctrl+Z says that an assignment was told, and takes it back when it is pressed again; without anything it says so", { timeout }, async () => {
  await call("Undo probe one", { name: "Ina", phone: "0155 1" });
  const { page, wrong, close } = await open("/complaints?q=undo%20probe&sort=title");
  await listed(page);
  await chord(page, "Control", "z");
  await sees(page, "There is nothing to undo here any more.");
  await assignFirst(page);
  await sees(page, ": assigned to");
  assert.equal((await complaintsOf("Undo probe one"))[0].status, "ASSIGNED");
  await chord(page, "Control", "z");
  await sees(page, "Somebody was told already. Once more Ctrl+Z:");
  assert.equal((await complaintsOf("Undo probe one"))[0].status, "ASSIGNED");
  await chord(page, "Control", "z");
  await page.waitForFunction(() => !document.body.innerText.includes("Once more"));
  for (let tries = 0; tries < 40 && (await complaintsOf("Undo probe one"))[0].status === "ASSIGNED"; tries++) await pause(200);
  const [{ status, tasks }] = await complaintsOf("Undo probe one");
  assert.deepEqual([status, tasks.edges[0].node.status], ["SUBMITTED", "CANCELLED"]);
  assert.deepEqual(wrong, []);
  await close();
});

// tabTo presses Tab until what has the focus begins with a text.
async function tabTo(page, text, most = 40) {
  const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? (document.activeElement.labels?.[0] ?? document.activeElement).innerText);
  for (let tabs = 0; !(await focused()).startsWith(text); tabs++) {
    assert.ok(tabs < most, `${text}: not within ${most} Tabs, but at ${await focused()}`);
    await press(page, "Tab");
  }
}

test("by keyboard alone twenty complaints are assigned, one is taken back, and a council's year becomes a file", { timeout }, async () => {
  for (let number = 1; number <= 21; number++) await call(`Batch probe ${String(number).padStart(2, "0")}`, { name: "Ina", phone: "0155 1" });
  const waiting = async () => (await complaintsOf("Batch probe")).filter(({ status }) => status === "SUBMITTED").map(({ title }) => title).sort();
  const prepare = (page) => page.evaluateOnNewDocument(() => {
    window.files = [];
    const { createObjectURL } = URL;
    URL.createObjectURL = (blob) => {
      if (blob.type.startsWith("text/csv")) window.files.push(blob.text());
      return createObjectURL.call(URL, blob);
    };
  });
  const { page, wrong, close } = await open("/complaints?q=batch%20probe&sort=title", { prepare });
  await listed(page);
  // The first twenty of 21.
  await press(page, "x");
  for (let more = 1; more < 20; more++) await chord(page, "Shift", "J");
  await sees(page, "20 ticked");
  await assignFirst(page);
  await sees(page, "20 complaints: assigned to");
  assert.deepEqual(await waiting(), ["Batch probe 21"]);
  // The twentieth, on its page.
  await press(page, "Enter");
  await page.waitForFunction(() => document.querySelector("main h1")?.innerText.includes("Batch probe 20"));
  await tabTo(page, "More");
  await press(page, "Enter");
  await page.waitForSelector("[role=menuitem]");
  await page.keyboard.type("cancel");
  await press(page, "Enter");
  await page.waitForFunction(() => document.activeElement.name === "reasonCode");
  await press(page, "ArrowDown"); // not the first one: the wrong solver
  await chord(page, "Control", "Enter");
  await page.waitForSelector("dialog", { hidden: true });
  await sees(page, "is cancelled.");
  assert.deepEqual(await waiting(), ["Batch probe 20", "Batch probe 21"]);
  // The year's report.
  const year = String(new Date().getFullYear());
  await page.keyboard.type("gr");
  await page.waitForSelector("main select[aria-label=Period]");
  await tabTo(page, "Period");
  await page.keyboard.type(year);
  await page.waitForFunction((wanted) => location.search.includes(wanted) && document.querySelector("main [aria-busy=true]") === null, {}, year);
  await tabTo(page, "CSV");
  await press(page, "Enter");
  const [file] = await page.evaluate(() => Promise.all(window.files));
  const [head, ...lines] = file.trim().split("\r\n");
  assert.equal(head.replace("\ufeff", ""), "From,Submitted,Ended,Open");
  assert.ok(lines.length > 0 && lines.every((line) => line.startsWith(year)), file);
  const { complaints } = await service.query(token, "query($from: Time!) { complaints(where: {createdAtGTE: $from}) { totalCount } }", { from: `${year}-01-01T00:00:00Z` });
  assert.equal(lines.reduce((sum, line) => sum + Number(line.split(",")[1]), 0), complaints.totalCount, file);
  assert.deepEqual(wrong, []);
  await close();
});

test("the reply is within ten Tabs of the title, and a key away", { timeout }, async () => {
  const { complaints } = await service.query(token, "{ complaints(where: {hasMedia: true, statusIn: [ASSIGNED, IN_PROGRESS, SUBMITTED, RESOLVED]}, first: 5) { edges { node { reference } } } }");
  for (const { node: { reference } } of complaints.edges) {
    const { page, close } = await open(`/complaints/${reference}`);
    await page.waitForSelector("main section textarea");
    await page.focus("main h1 button");
    let tabs = 0;
    while (!(await page.evaluate(() => document.activeElement?.matches("main section textarea")))) {
      await page.keyboard.press("Tab");
      assert.ok(++tabs <= 10, `${reference}: not within ten Tabs, but at ${await page.evaluate(() => document.activeElement.outerHTML.slice(0, 120))}`);
    }
    await press(page, "Escape");
    await page.evaluate(() => document.activeElement.blur());
    await press(page, "w");
    await page.waitForFunction(() => document.activeElement?.matches("main section textarea") && document.activeElement.getAttribute("aria-label") === "Public reply");
    await close();
  }
});

// asMenuOpens opens a menu by a button and presses a key in the moment in which it stands there, before it has the focus.
const asMenuOpens = (page, button, key) => page.$eval(button, (it, pressed) => new Promise((resolve) => {
  const observer = new MutationObserver(() => {
    if (!document.querySelector("[role=menu]")) return;
    observer.disconnect();
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: pressed, bubbles: true, cancelable: true }));
    resolve();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  it.focus();
  it.click();
}), key);

test("keys that come before a menu has the focus are the menu's", { timeout }, async () => {
  const { page, wrong, close } = await open("/complaints/CMP-2026-000034");
  const more = "aside button[aria-haspopup=menu]";
  await page.waitForSelector(more);
  await asMenuOpens(page, more, "m"); // which merges, on the page
  await page.waitForFunction(() => document.activeElement.closest("[role=menu]") && /^m/i.test(document.activeElement.innerText));
  assert.equal(await page.$("dialog[open]"), null);
  await press(page, "Escape");
  await page.waitForSelector("[role=menu]", { hidden: true });
  await asMenuOpens(page, more, "Escape"); // which leaves the page
  await page.waitForSelector("[role=menu]", { hidden: true });
  await press(page, "r");
  await page.waitForSelector("dialog[open]");
  assert.equal(new URL(page.url()).pathname, "/desk/complaints/CMP-2026-000034");
  assert.deepEqual(wrong, []);
  await close();
});

test("? lists all keys", { timeout }, async () => {
  const { page, wrong, close } = await open("/inbox");
  await page.waitForSelector("main h1");
  await press(page, "?");
  await page.waitForSelector("dialog dl");
  const listedKeys = await page.$$eval("dialog section", (all) => Object.fromEntries(all.map((it) => [it.querySelector("h3").innerText, [...it.querySelectorAll("kbd")].map((key) => key.innerText).join(" ")])));
  assert.deepEqual(listedKeys, {
    "Everywhere": "Ctrl K ? Ctrl Z Ctrl ↵ Esc",
    "Go to": "g i g m g c g v g n g t g w g b g r g p g l g k g s",
    "In the list": "j ↓ k ↑ ↵ / .",
    "In the list of complaints": "Home End [ ] Page ↑ Page ↓ Space f x Shift J Shift K Shift ↓ Shift ↑ Ctrl A y s",
    "With the complaint, or all that are ticked": "a p c z d h e r m n",
    "On a complaint's page": "w b [ ] y",
    "Notifications": "e",
    "In reviews": "0 + - a s [ ] ↵",
  });
  assert.deepEqual(wrong, []);
  await close();
});
