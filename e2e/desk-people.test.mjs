// What people ran into at the desk, in a browser against the running service: a caller who is not looked up yet, a service
// that is away, numbers and filters that mean the same everywhere, what is typed and must not be lost.
import assert from "node:assert/strict";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { setTimeout as pause } from "node:timers/promises";

import { speak, test } from "./browsers.mjs";
import { cut } from "./cut.mjs";
import { accessibilityFaults, call as submitCall, chord, closeService, launch, listed, openDesk, press, sees, sideways } from "./desk.mjs";
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
const text = (page, selector) => page.$eval(selector, (it) => it.innerText);

const call = (...wanted) => submitCall(service, token, ...wanted);

// button returns what has this text or label and can be pressed, the topmost dialog's first.
async function button(page, label) {
  const found = await page.waitForFunction((wanted) => {
    const place = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
    return [...place.querySelectorAll("button, a, [role=menuitem], label")].find((it) => it.checkVisibility() && !it.disabled && (it.getAttribute("aria-label") === wanted || it.innerText.trim() === wanted));
  }, { timeout: 15_000 }, label);
  return found.asElement();
}

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

// chips returns what the queue is filtered by.
const chips = (page) => page.$$eval("ul[aria-label=Filter] li", (all) => all.map((it) => it.innerText.trim()));
const total = async (page) => Number((await text(page, "main h1 + span")).replace(/\D/g, ""));
const graphTotal = async (where) => (await service.query(token, "query($where: ComplaintWhereInput) { complaints(where: $where) { totalCount } }", { where })).complaints.totalCount;

// facet opens the menu of filters at one of them.
async function facet(page, name) {
  await (await button(page, "Filter")).click();
  const item = await page.waitForFunction((wanted) => [...document.querySelectorAll("[role=dialog] button")].find((it) => it.innerText.trim() === wanted), {}, name);
  await item.asElement().click();
}

async function tick(page, label) {
  const box = await page.waitForFunction((wanted) => [...document.querySelectorAll("[role=dialog] label")].find((it) => it.innerText.trim().startsWith(wanted)), { timeout: 15_000 }, label);
  await box.asElement().click();
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector("[role=dialog]"));
}

test("the queue is filtered by day, reporter, group, provider and view, all of it by hand; a report's list is no other", { timeout: 150_000 }, async () => {
  await call("Reporter probe", { name: "Aurel Quist", phone: "0160 / 22-33" });
  const { page, wrong, close } = await open("/complaints?sort=age");
  await listed(page);
  const today = await page.evaluate(() => new Intl.DateTimeFormat("sv").format(new Date()));
  await facet(page, "Reported");
  await page.$eval("[role=dialog] input[type=date]", (it, day) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(it, day);
    it.dispatchEvent(new Event("input", { bubbles: true }));
  }, today);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector("[role=dialog]"));
  await page.waitForFunction((day) => location.search.includes(`reported=${day}..`), {}, today);
  assert.match((await chips(page))[0], /^Reported: since /);

  // A caller without an account, by the number as it is spoken.
  await facet(page, "Reported by");
  await (await page.waitForSelector("[role=dialog] input[type=search]")).type("0160 2233");
  await tick(page, "Aurel Quist");
  await sees(page, "1 complaint");
  assert.equal(await total(page), 1);
  assert.ok((await chips(page)).some((it) => it.includes("0160 / 22-33")), String(await chips(page)));

  // Each kind of chip is in the menu.
  for (const name of ["Group of the solver", "Service provider", "Zone is not", "Category"]) {
    await page.goto(`${service.url}/desk/complaints?sort=age`);
    await listed(page);
    await facet(page, name);
    await tick(page, await (await page.waitForFunction(() => document.querySelectorAll("[role=dialog] label").length > 1 && document.querySelector("[role=dialog] label").innerText.trim())).jsonValue());
    await page.waitForFunction((wanted) => [...document.querySelectorAll("ul[aria-label=Filter] li")].some((it) => it.innerText.startsWith(wanted)), {}, `${name}:`);
    await listed(page);
  }

  // What a figure of a report counts is what its list has, by chips that stand in the menu.
  await page.goto(`${service.url}/desk/reports?period=12m`);
  await page.waitForFunction(() => document.querySelector("main dl a") && document.querySelector("main tbody th a"));
  const links = await page.$$eval("main dl a, main tbody th a", (all) => all.map((it) => ({ href: it.getAttribute("href"), figure: it.closest("dd")?.innerText ?? it.closest("tr").cells[1].innerText })).filter(({ href }) => !href.includes("solver=")));
  assert.ok(links.length > 8, `${links.length} links`);
  assert.deepEqual(links.filter(({ href }) => href.includes("report=")), []);
  for (const { href, figure } of [...links.slice(0, 3), ...links.filter((it) => it.href.includes("zone=")).slice(0, 2), ...links.filter((it) => it.href.includes("notZone=")).slice(0, 1)]) {
    await page.goto(service.url + href);
    await listed(page);
    assert.equal(await total(page), Number(figure), `${href}: ${await chips(page)}`);
  }
  assert.deepEqual(wrong, []);
  await close();
});

test("Ctrl+K finds a caller without an account by name and number as they are typed, and leads to all complaints, those that ended too", { timeout }, async () => {
  const one = await call("Ended probe", { name: "Berit O’Vång\u2011Lie", phone: "0161 777 888" });
  await service.query(token, "mutation($input: RejectComplaintInput!) { rejectComplaint(input: $input) { complaint { id } } }", { input: { id: one.id, reasonCode: "not_ours", publicNote: "Private ground." } });
  const { page, wrong, close } = await open("/inbox");
  for (const wanted of ["berit o'vang-lie", "BERIT O´VA", "0161/777888", "٠١٦١·777"]) {
    await page.waitForSelector("main h1");
    await chord(page, "Control", "k");
    await page.waitForSelector("dialog[open] [role=combobox]");
    await page.keyboard.type(wanted);
    await page.waitForFunction(() => document.querySelector("dialog[open] [role=option]")?.innerText.includes("Berit O’Vång"), { timeout: 15_000 });
    await page.keyboard.press("Enter");
    await sees(page, "Ended probe");
    await page.goto(`${service.url}/desk/inbox`);
  }
  assert.deepEqual(wrong, []);
  await close();
});

test("the list of people finds callers without an account beside accounts", { timeout }, async () => {
  await call("List probe", { name: "Ottilie Neumann-Krause", phone: "+49 30 5550177" });
  for (const found of ["neumann-krause", "5550177"]) {
    const { page, wrong, close } = await open("/people", { email: "admin@example.com" });
    await page.waitForSelector("main input[type=search]");
    assert.equal(await page.$("section[aria-label='Callers without an account']"), null);
    await page.type("main input[type=search]", found);
    await page.waitForSelector("section[aria-label='Callers without an account'] a");
    assert.match(await text(page, "section[aria-label='Callers without an account']"), /Ottilie Neumann-Krause · \+49 30 5550177\s+1 complaint/);
    await page.click("section[aria-label='Callers without an account'] a");
    await sees(page, "List probe");
    assert.deepEqual(wrong, []);
    await close();
  }
});

test("a report is of a calendar year, a month, or from one day to another", { timeout }, async () => {
  const { page, wrong, close } = await open("/reports");
  await page.waitForSelector("main table");
  const year = new Date().getFullYear();
  const reported = () => page.$$eval("main dl div", (all) => Number(all[1].querySelector("dd").innerText.replace(/\D/g, "")));
  const shows = async (period, range) => {
    await page.waitForFunction((wanted) => document.querySelector("main select").value === wanted && document.querySelector("main [aria-busy=false] dl"), {}, period);
    const want = await graphTotal(range);
    await page.waitForFunction((n) => Number(document.querySelectorAll("main dl dd")[1].innerText.replace(/\D/g, "")) === n || document.querySelectorAll("main dl div")[1].innerText.includes(String(n)), { timeout: 15_000 }, want);
    assert.equal(await reported(), want, period);
  };
  const zone = (await service.query(token, "{ serviceInfo { timeZone } }")).serviceInfo.timeZone;
  const utc = (day) => { // midnight there
    const guess = Date.parse(`${day}T00:00:00Z`);
    const wall = Date.parse(`${new Intl.DateTimeFormat("sv", { timeZone: zone, dateStyle: "short", timeStyle: "medium" }).format(guess).replace(" ", "T")}Z`);
    return new Date(guess - (wall - guess)).toISOString();
  };
  await page.select("main select", String(year));
  await shows(String(year), { createdAtGTE: utc(`${year}-01-01`) });
  const month = new Date(Date.UTC(year, new Date().getMonth() - 1, 1)).toISOString().slice(0, 7);
  await page.select("main select", month);
  await shows(month, { createdAtGTE: utc(`${month}-01`), createdAtLT: utc(`${new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1)).toISOString().slice(0, 10)}`) });
  await page.goto(`${service.url}/desk/reports?period=days&from=${month}-03&to=${month}-17`);
  await page.waitForSelector("main table");
  await shows("days", { createdAtGTE: utc(`${month}-03`), createdAtLT: utc(`${month}-18`) });
  await page.goto(`${service.url}/desk/reports?period=days&from=${month}-17&to=${month}-03`);
  await sees(page, "The first day is after the last one.");
  assert.deepEqual(wrong, []);
  await close();
});

// choose puts a file into an input: a small PNG, or one that begins as HEIC files do.
async function choose(page, selector, name) {
  await page.$eval(selector, async (input, wanted) => {
    let bytes = new Uint8Array([0, 0, 0, 24, ...new TextEncoder().encode("ftypheic"), 0, 0, 0, 0]);
    if (!/heic/i.test(wanted) && !wanted.startsWith("renamed")) {
      const canvas = new OffscreenCanvas(40, 30);
      canvas.getContext("2d").fillRect(5, 5, 20, 10);
      bytes = await (await canvas.convertToBlob({ type: "image/png" })).arrayBuffer();
    }
    const chosen = new DataTransfer();
    chosen.items.add(new File([bytes], wanted, { type: /heic/i.test(wanted) ? "image/heic" : wanted.endsWith(".jpg") ? "image/jpeg" : "image/png" }));
    input.files = chosen.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }, name);
}

test("a report's photos and words live through a reload; what was sent is gone", { timeout }, async () => {
  const { page, wrong, close } = await open("/report", { email: "user@example.com", width: 390 });
  await page.waitForSelector("input[type=file]");
  await page.type("main form input", "Photo probe");
  for (const name of ["one.png", "two.png"]) {
    await choose(page, "input[type=file]", name);
    await page.waitForSelector(`img[alt='${name}']`);
  }
  await pause(300);
  await page.reload();
  await page.waitForSelector("img[alt='two.png']");
  assert.deepEqual(await page.$$eval("main li img", (all) => all.map((it) => it.alt)), ["one.png", "two.png"]);
  assert.equal(await page.$eval("main form input", (it) => it.value), "Photo probe");
  assert.ok(await page.$eval("img[alt='two.png']", (it) => it.naturalWidth === 40), "the photo is not shown");
  await (await button(page, "Remove one.png")).click();
  await page.click("main button[type=submit]");
  await page.waitForFunction(() => /\/desk\/complaints\//.test(location.pathname), { timeout: 20_000 });
  const { complaints } = await service.query(await service.signIn("user@example.com"), '{ complaints(where: {search: "Photo probe"}) { edges { node { media { totalCount } } } } }');
  assert.equal(complaints.edges[0].node.media.totalCount, 1);
  await page.goto(`${service.url}/desk/report`);
  await page.waitForSelector("input[type=file]");
  await pause(300);
  assert.equal(await page.$("main li img"), null, "a photo that was sent is still there");
  assert.deepEqual(wrong, []);
  await close();
});

test("a comment's photos live through a reload, each with its complaint and its account; what was sent is gone", { timeout }, async () => {
  const user = await service.signIn("user@example.com");
  const report = async (title) => (await service.query(user, "mutation($title: String!) { submitComplaint(input: {title: $title}) { complaint { id } } }", { title })).submitComplaint.complaint.id;
  const [first, second] = [await report("Comment probe"), await report("Another probe")];
  const input = "section[aria-label='Write'] input[type=file]";
  const names = (page) => page.$$eval("section[aria-label='Write'] footer button[aria-label^='Remove: ']", (all) => all.map((it) => it.parentElement.innerText.trim()));
  const { page, wrong, close } = await open(`/complaints/${first}`, { email: "user@example.com", width: 390 });
  await page.waitForSelector(input);
  await page.type("section[aria-label='Write'] textarea", "As you see");
  for (const name of ["one.png", "two.png"]) {
    await choose(page, input, name);
    await page.waitForSelector(`button[aria-label='Remove: ${name}']`);
  }
  await pause(300);
  await page.reload();
  await page.waitForSelector("button[aria-label='Remove: two.png']");
  assert.deepEqual(await names(page), ["one.png", "two.png"]);
  await page.goto(`${service.url}/desk/complaints/${second}`);
  await page.waitForSelector(input);
  await pause(300);
  assert.deepEqual(await names(page), [], "the photos stand under another complaint");
  await page.goto(`${service.url}/desk/complaints/${first}`);
  await page.waitForSelector("button[aria-label='Remove: one.png']");
  await page.click("button[aria-label='Remove: one.png']");
  await (await button(page, "Send")).click();
  const sent = async () => (await service.query(user, `{ complaint(id: "${first}") { comments { edges { node { text media { totalCount } } } } } }`)).complaint.comments.edges.map(({ node }) => [node.text, node.media.totalCount]);
  for (let attempt = 0; attempt < 50 && (await sent())[0]?.[1] !== 1; attempt++) await pause(200);
  assert.deepEqual(await sent(), [["As you see", 1]]);
  await page.reload();
  await page.waitForSelector(input);
  await pause(300);
  assert.deepEqual(await names(page), [], "a photo that was sent is still there");
  assert.deepEqual(wrong, []);
  await close();
  const other = await open(`/complaints/${second}`, { email: "admin@example.com" });
  await other.page.waitForSelector(input);
  await pause(300);
  assert.deepEqual(await names(other.page), []);
  await other.close();
});

test("a HEIC photo is refused before anything is sent, with what to do, wherever a file is chosen", { timeout }, async () => {
  const own = await service.query(await service.signIn("user@example.com"), "mutation { submitComplaint(input: {title: \"HEIC probe\"}) { complaint { id } } }");
  const { id } = own.submitComplaint.complaint;
  for (const [email, address, count] of [["user@example.com", "/report", 1], ["user@example.com", `/complaints/${id}`, 2], ["admin@example.com", `/complaints/${id}`, 2]]) {
    const { page, close } = await open(address, { email, language: "de" });
    const uploads = [];
    page.on("request", (request) => { if (request.method() === "POST" && /media/.test(request.url())) uploads.push(request.url()); });
    await page.waitForFunction((n) => document.querySelectorAll("input[type=file]").length >= n, {}, count);
    for (let at = 0; at < count; at++) {
      for (const name of ["IMG_0001.HEIC", "renamed.jpg"]) {
        const input = (await page.$$("input[type=file]"))[at];
        await input.evaluate((it) => it.setAttribute("data-chosen", ""));
        await choose(page, "input[data-chosen]", name);
        await sees(page, `${name} ist ein HEIC-Foto`);
        await sees(page, "Maximale Kompatibilität");
        await input.evaluate((it) => it.removeAttribute("data-chosen"));
      }
    }
    assert.deepEqual(uploads, [], address);
    await close();
  }
});

test("setting up keeps its code and its fields over a reload, and names time zones as they are today", { timeout }, async () => {
  const fresh = await start({}, { demo: false });
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  try {
    await page.emulateTimezone("Asia/Kolkata");
    await speak(page, "en");
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

test("an open inbox and an open queue notice an import", { timeout }, async () => {
  const queue = await open("/complaints?q=imported%20beacon&sort=title");
  const inbox = await open("/inbox");
  await sees(queue.page, "No complaint fits");
  const submitted = () => inbox.page.$eval("main dl a", (link) => Number(link.innerText));
  await inbox.page.waitForSelector("main dl a");
  const before = await submitted();
  const file = join(await mkdtemp(join(tmpdir(), "redress-import-")), "old.csv");
  await writeFile(file, "external_ref,title\nbeacon-1,The imported beacon blinks\nbeacon-2,The imported beacon hums\n");
  service.command("import", "complaints", file, "--map", "external_ref=external_ref", "--map", "title=title");
  await sees(queue.page, "2 new"); // rows stay where they are until somebody asks for what is new
  await queue.page.$$eval("main button", (all) => all.find((it) => it.innerText.startsWith("2 new")).click());
  await sees(queue.page, "The imported beacon hums");
  await inbox.page.waitForFunction((wanted) => Number(document.querySelector("main dl a").innerText) === wanted, { timeout: 20_000 }, before + 2);
  await inbox.close();
  await queue.close();
});

test("a row of the inbox says where it is and opens what is done next; its numbers stand beside yesterday's", { timeout }, async () => {
  const { id, reference } = await call("Gas smells in the passage", { name: "Runa Falk", phone: "0151 7001" }, { priority: "URGENT" });
  const { page, wrong, close } = await open("/inbox");
  const row = await page.waitForFunction((wanted) => [...document.querySelectorAll("main section li")].find((it) => it.innerText.includes(wanted)), { timeout: 20_000 }, reference);
  assert.match(await page.evaluate((it) => it.innerText, row), /Gas smells in the passage/);
  assert.match(await text(page, "main dl"), /Submitted today\s+\d+\s+yesterday \d+/);
  assert.deepEqual(await accessibilityFaults(page), []);
  await (await button(page, "Assign: Gas smells in the passage")).click();
  await page.waitForFunction((wanted) => document.querySelector("dialog[open]")?.innerText.includes(wanted), { timeout: 20_000 }, reference);
  assert.equal(await page.evaluate(() => location.pathname + location.search), `/desk/complaints/${id}`);
  await press(page, "Escape");
  await page.waitForFunction(() => !document.querySelector("dialog[open]"));
  await page.goBack();
  await sees(page, reference);
  await page.goto(`${service.url}/desk/complaints/${id}?do=CLAIM`); // no address does anything by itself
  await page.waitForFunction(() => document.querySelector("main h1") && location.search === "");
  const { complaint } = await service.query(token, "query($id: ID!) { complaint(id: $id) { handler { id } } }", { id });
  assert.equal(complaint.handler, null);
  assert.deepEqual(wrong, []);
  await close();
});

test("two submits in the same moment make one report", { timeout }, async () => {
  const { page, wrong, close } = await open("/report", { email: "user@example.com" });
  const title = await page.waitForSelector("main form input[type=text], main form input:not([type])");
  await title.type("Sent by a button that bounces");
  await page.$eval("main form", (form) => {
    form.requestSubmit();
    form.requestSubmit();
  });
  await page.waitForFunction(() => !location.pathname.endsWith("/report"), { timeout: 20_000 });
  const { complaints } = await service.query(token, "{ complaints(where: {search: \"button that bounces\"}, first: 5) { edges { node { id } } } }");
  assert.equal(complaints.edges.length, 1);
  assert.deepEqual(wrong, []);
  await close();
});

test("what people write goes from right to left where it is written so, amid a page that does not", { timeout }, async () => {
  const title = "مصباح الشارع لا يعمل";
  const { id } = await call(title, { name: "Odd Lamp", phone: "0155 77" }, { description: "\u0627\u0644\u0645\u0635\u0628\u0627\u062d 12" });
  for (const [path, selector] of [[`/complaints?q=${encodeURIComponent(title)}`, "[role=row][id] a"], [`/complaints/${id}`, "main h1"], [`/complaints/${id}`, "main section p[dir=auto]"]]) {
    const { page, close } = await open(path);
    await page.waitForSelector(selector);
    const directions = await page.$eval(selector, (it) => [it, ...it.querySelectorAll("*")].map((part) => getComputedStyle(part).direction));
    assert.ok(directions.includes("rtl"), `${path}, ${selector}: ${directions}`);
    assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector("nav")).direction), "ltr");
    await close();
  }
});

test("the name of an organization is read whole", { timeout }, async () => {
  const name = "Municipality of Greater Oldhaven";
  const owner = await service.signIn("superadmin@example.com");
  const rename = (to) => service.query(owner, "mutation($input: UpdateSettingsInput!) { updateSettings(input: $input) { settings { version } } }", { input: { name: to } });
  await rename(name);
  try {
    for (const width of [1440, 390]) {
      const { page, close } = await open("/inbox", { width });
      await page.waitForSelector("main h1");
      const shown = await page.evaluate((wanted) => {
        const it = [...document.querySelectorAll("header strong, span, strong")].find((one) => one.checkVisibility() && one.innerText === wanted && one.getClientRects().length > 0);
        return it ? { wide: it.scrollWidth - it.clientWidth, high: it.scrollHeight - it.clientHeight } : undefined;
      }, name);
      assert.ok(shown && shown.wide <= 1 && shown.high <= 1, `${width}: ${JSON.stringify(shown)}`);
      await close();
    }
  } finally {
    await rename("");
  }
});

const everything = {
  "superadmin@example.com": [
    "/inbox", "/work", "/complaints", "/complaints?sort=age&map=on", "/reviews", "/intake", "/tasks", "/broadcasts", "/broadcasts?open=new", "/payments", "/payments?open=new", "/payments/providers", "/payments/providers?open=new", "/reports",
    "/reports?period=days", "/people", "/people?open=new", "/people/groups", "/people/groups?open=new", "/places", "/places?open=new", "/categories", "/categories?open=new", "/settings", "/settings/notifications", "/settings/mails", "/settings/reasons", "/settings/history", "/settings/audit", "/account",
  ],
  "user@example.com": ["/mine", "/report", "/account"],
  "solver@example.com": ["/today", "/outbox", "/me"],
  "provider@example.com": ["/tasks", "/payments", "/account"],
};

for (const [email, paths] of Object.entries(everything)) {
  test(`nothing is cut at 390 and 320 px, and at 200 %, in German, ${email}`, { timeout: 240_000 }, async () => {
    const { page, close } = await open("/", { email, width: 390, height: 844, language: "de" });
    const faults = [];
    for (const path of paths) {
      await page.goto(`${service.url}/desk${path}`);
      await page.waitForSelector("main");
      await page.waitForNetworkIdle({ idleTime: 300, concurrency: 3, timeout: 10_000 }).catch(() => undefined);
      await page.waitForFunction(() => !document.querySelector("main [class*=bones]"), { timeout: 10_000 }).catch(() => undefined);
      for (const [width, height] of [[390, 844], [320, 568], [720, 450]]) { // 720 px are a window of 1440 at 200 %
        await page.setViewport({ width, height });
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
        const found = await cut(page);
        const wide = await sideways(page);
        if (wide > 0) found.push(`${wide} px wider than the window`);
        if (found.length > 0) faults.push(`${path}, ${width} px`, ...found);
      }
    }
    assert.deepEqual(faults, []);
    await close();
  });
}
