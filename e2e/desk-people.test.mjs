// What people ran into at the desk, in Chromium against the running service: a caller who is not looked up yet, a service
// that is away, numbers and filters that mean the same everywhere, what is typed and must not be lost.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { chord, closeService, launch, listed, openDesk, press } from "./desk.mjs";
import { connect } from "./desk-field.mjs";
import { start } from "./service.mjs";

const timeout = 90_000;
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

const open = (path, options = {}) => openDesk(browser, service, `/desk${path}`, options);
const sees = (page, text) => page.waitForFunction((wanted) => document.body.innerText.includes(wanted), { timeout: 20_000 }, text);
const text = (page, selector) => page.$eval(selector, (it) => it.innerText);
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// call submits a complaint of a caller without an account and returns it.
async function call(title, contact, more = {}) {
  const { submitComplaint } = await service.query(token, "mutation($input: SubmitComplaintInput!) { submitComplaint(input: $input) { complaint { id reference } } }", {
    input: { title, source: "PHONE", contact, ...more },
  });
  return submitComplaint.complaint;
}

// hold delays the requests of one operation until what it returns is called.
async function hold(page, operation) {
  await page.setRequestInterception(true);
  const held = [];
  let holding = true;
  page.on("request", (request) => {
    if (holding && request.postData()?.includes(`query ${operation}(`)) held.push(request);
    else void request.continue();
  });
  return () => {
    holding = false;
    for (const request of held) void request.continue();
  };
}

// button returns what has this text or label and can be pressed, the topmost dialog's first.
async function button(page, label) {
  const found = await page.waitForFunction((wanted) => {
    const place = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
    return [...place.querySelectorAll("button, a, [role=menuitem], label")].find((it) => it.checkVisibility() && !it.disabled && (it.getAttribute("aria-label") === wanted || it.innerText.trim() === wanted));
  }, { timeout: 15_000 }, label);
  return found.asElement();
}

test("Enter before the lookup has answered makes nobody new; then the caller is there, with what has ended", { timeout }, async () => {
  const ended = await call("Her drain of last year", { name: "Philippa Quandt", phone: "0171 / 555-0147" });
  await service.query(token, "mutation($input: RejectComplaintInput!) { rejectComplaint(input: $input) { complaint { id } } }", { input: { id: ended.id, reasonCode: "not_ours", publicNote: "Private ground." } });
  await call("Her lamp of today", { name: "Philippa Quandt", phone: "0171 / 555-0147" });
  const { page, wrong, close } = await open("/intake");
  await page.waitForSelector("[role=combobox]");
  const release = await hold(page, "IntakeCallers");
  await page.type("[role=combobox]", "0171 5550147");
  await page.keyboard.press("Enter");
  await pause(500);
  await page.keyboard.press("Enter");
  await sees(page, "Looking up …");
  assert.equal(await page.$eval("[role=combobox]", (it) => it.value), "0171 5550147", "somebody new was made of who is known");
  release();
  await page.waitForFunction(() => document.querySelector("[role=option]")?.innerText.includes("Philippa Quandt"));
  assert.match(await text(page, "[role=option]"), /2 complaints, 1 open/);
  await page.keyboard.press("Enter");
  await sees(page, "Reported before, ended");
  await sees(page, ended.reference);
  assert.deepEqual(wrong, []);
  await close();
});

test("a service that is away is called that, by a screen that is not loaded yet and by a desk that is opened", { timeout }, async () => {
  const { page, close } = await openDesk(browser, { ...service, url: proxy.url }, "/desk/inbox");
  await page.waitForFunction(() => navigator.serviceWorker.ready.then(({ active }) => active?.state === "activated"), { timeout: 30_000 });
  await proxy.cut();
  try {
    await page.click("nav a[href='/desk/settings']");
    await sees(page, "The service cannot be reached");
    assert.doesNotMatch(await text(page, "body"), /earlier version/);
    await page.goto(`${proxy.url}/desk/complaints?status=submitted`);
    await sees(page, "The service cannot be reached");
    assert.doesNotMatch(await text(page, "body"), /earlier version/);
  } finally {
    await proxy.restore();
  }
  await listed(page); // without anybody's doing
  await close();
});

test("“Urgent, unassigned” is one number in the inbox, the queue and the graph", { timeout }, async () => {
  for (const [title, priority] of [["Gas smell", "URGENT"], ["Tree on the line", "URGENT"], ["Loud", "HIGH"]]) await call(title, { name: "Ina", phone: "0155 1" }, { priority });
  const { complaintCountsFor: [{ count }] } = await service.query(token, "{ complaintCountsFor(views: [{where: {statusIn: [SUBMITTED, REOPENED], priority: URGENT}}]) { count } }");
  const { page, wrong, close } = await open("/inbox");
  await sees(page, "Urgent, unassigned");
  const section = await page.evaluateHandle(() => [...document.querySelectorAll("main section")].find((it) => it.querySelector("h2")?.innerText === "Urgent, unassigned"));
  assert.equal(await section.evaluate((it) => Number(it.querySelector("h2 + span").innerText)), count);
  await (await section.$("a[href^='/desk/complaints?']")).click();
  await listed(page);
  assert.match(await text(page, "main h1 + span"), new RegExp(`^${count} complaints`));
  const view = await page.waitForFunction(() => [...document.querySelectorAll("nav li a")].find((it) => it.innerText.startsWith("Urgent, unassigned") && /\d/.test(it.innerText))?.innerText);
  assert.match(await view.jsonValue(), new RegExp(`\\b${count}$`));
  assert.deepEqual(wrong, []);
  await close();
});

test("counts above 1,000 are numbers", { timeout }, async () => {
  const { page, close } = await openDesk(browser, service, "/desk/inbox", {
    language: "de",
    prepare: async (tab) => {
      await tab.setRequestInterception(true);
      tab.on("request", async (request) => {
        if (!request.postData()?.includes("query QueueCounts(")) return void request.continue();
        const { variables: { views } } = JSON.parse(request.postData());
        const counts = [12_340, 999, 100_000];
        void request.respond({ contentType: "application/json", body: JSON.stringify({ data: { complaintCountsFor: views.map(({ key }, at) => ({ key, count: counts[at % 3], more: at % 3 === 2 })) } }) });
      });
    },
  });
  await page.click("nav a[href='/desk/complaints']");
  await page.waitForFunction(() => document.querySelectorAll("nav li small").length > 2 && document.querySelector("nav li small").innerText !== "");
  assert.deepEqual(await page.$$eval("nav li small", (all) => all.slice(0, 3).map((it) => it.innerText)), ["12.340", "999", "100.000+"]);
  await close();
});

test("another role's address leads to one's own start, with a word", { timeout }, async () => {
  for (const [email, address, home] of [
    ["solver@example.com", "/settings/audit", "/desk/today"],
    ["user@example.com", "/inbox", "/desk/mine"],
    ["admin@example.com", "/today", "/desk/inbox"],
    ["provider@example.com", "/people", "/desk/tasks"],
  ]) {
    const { page, wrong, close } = await open(address, { email });
    await page.waitForFunction((path) => location.pathname === path, { timeout: 15_000 }, home);
    await sees(page, "That page is for another role.");
    assert.deepEqual(wrong, [], email);
    await close();
  }
  const { page, close } = await open("/no-such-page");
  await sees(page, "There is nothing at this address");
  await close();
});

test("Ctrl+A after a bulk action ticks the rows that still match, and old ones are years old", { timeout }, async () => {
  for (let at = 0; at < 4; at++) await call(`Ctrl A probe ${at}`, { name: "Ina", phone: "0155 1" });
  const { page, wrong, close } = await open("/complaints?status=submitted&priority=normal&q=Ctrl%20A%20probe&sort=title");
  await listed(page);
  await press(page, "x", "j", "x", "p");
  await page.waitForSelector("dialog[open]");
  await page.keyboard.type("Low");
  await page.keyboard.press("Enter");
  await sees(page, "2 no longer fit");
  await chord(page, "Control", "a");
  await sees(page, "All 2 that match");
  assert.deepEqual(await page.$$eval("[role=row][id]", (rows) => rows.map((it) => it.getAttribute("aria-selected"))), ["false", "false", "true", "true"]);
  assert.deepEqual(wrong, []);
  await close();
  for (const [language, words] of [["en", "12 years"], ["de", "12 Jahre"]]) {
    const later = await open("/complaints?q=Ctrl%20A%20probe", { language, prepare: (tab) => tab.evaluateOnNewDocument(() => { const { now } = Date; Date.now = () => now() + 12.5 * 365.25 * 86_400_000; }) });
    await sees(later.page, words);
    await later.close();
  }
});

test("a form begins with its first field, and after a zone it stands ready for the next", { timeout }, async () => {
  const { page, wrong, close } = await openDesk(browser, service, "/desk/places", { email: "superadmin@example.com" });
  const focus = () => page.evaluate(() => [document.activeElement.name, document.activeElement.value]);
  await (await button(page, "New zone")).click();
  await page.waitForSelector("form[aria-label='Create the zone']");
  for (const name of ["Quay A", "Quay B", "Quay B"]) {
    await page.waitForFunction(() => document.activeElement?.name === "name" && document.activeElement.value === "");
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await page.waitForFunction((wanted) => document.querySelector("main table")?.innerText.includes(wanted), {}, name);
  }
  await page.waitForFunction(() => document.querySelector("[aria-invalid=true]") !== null || document.activeElement?.value === "");
  for (const [address, name] of [["/people?open=new", "name"], ["/categories?open=new", "name"], ["/payments/providers?open=new", "name"], ["/people/groups?open=new", "name"]]) {
    await page.goto(`${service.url}/desk${address}`);
    await page.waitForSelector("main form input");
    assert.deepEqual(await focus(), [name, ""], address);
  }
  assert.deepEqual(wrong, []);
  await close();
});

test("an entry of the audit says what it is about, and leads there", { timeout }, async () => {
  const one = await call("Audited drain", { name: "Ina", phone: "0155 1" });
  const { page, wrong, close } = await openDesk(browser, service, "/desk/settings/audit", { email: "superadmin@example.com" });
  const link = await page.waitForFunction((reference) => [...document.querySelectorAll("main tbody a")].find((it) => it.innerText.includes(reference)), { timeout: 15_000 }, one.reference);
  assert.match(await link.asElement().evaluate((it) => it.innerText), /Audited drain/);
  const rows = await page.$$eval("main tbody tr", (all) => all.map((it) => it.innerText));
  assert.ok(rows.filter((it) => /Session|Signed in/.test(it)).every((it) => /@|\w+ \w+/.test(it)), rows.join("\n"));
  await link.asElement().click();
  await page.waitForFunction((id) => location.pathname === `/desk/complaints/${id}`, {}, one.id);
  assert.deepEqual(wrong, []);
  await close();
});

test("setting up keeps its code and its fields over a reload, and names time zones as they are today", { timeout }, async () => {
  const fresh = await start({}, { demo: false });
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  try {
    await page.emulateTimezone("Asia/Kolkata");
    await page.evaluateOnNewDocument(() => localStorage.setItem("redress-language", "en"));
    await page.goto(fresh.setup);
    await page.waitForSelector("input[name=organization]");
    const zones = await page.$$eval("select option", (all) => all.map((it) => it.value));
    for (const [now, before] of [["Asia/Kolkata", "Asia/Calcutta"], ["Europe/Kyiv", "Europe/Kiev"], ["Asia/Ho_Chi_Minh", "Asia/Saigon"]]) {
      assert.ok(zones.includes(now), now);
      assert.ok(!zones.includes(before), before);
    }
    const values = () => page.$$eval("form select, form input", (all) => all.map((it) => it.value));
    assert.ok((await values()).includes("Asia/Kolkata"), "not the browser's own zone");
    await page.type("input[name=organization]", "Oldhaven");
    await page.type("input[name=name]", "Ada Berg");
    await page.type("input[name=email]", "ada@example.org");
    await page.type("input[name=password]", "a long enough secret");
    await page.reload();
    await page.waitForSelector("input[name=organization]");
    const kept = await values();
    for (const value of ["Oldhaven", "Ada Berg", "ada@example.org"]) assert.ok(kept.includes(value), `${value} is lost`);
    assert.ok(!kept.includes("a long enough secret"), "the password was written down");
    await page.type("input[name=password]", "a long enough secret");
    await page.keyboard.press("Enter");
    await page.waitForSelector("[data-step=zones]", { timeout: 30_000 });
    assert.deepEqual(await page.evaluate(() => Object.keys(sessionStorage).filter((it) => it.startsWith("redress-setup"))), []);
  } finally {
    await context.close();
    await closeService(fresh);
  }
});
