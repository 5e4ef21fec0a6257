// Every screen of every role on a phone, in German and in the pseudo-language that is written from right to left: no
// sentence in English, no raw value, nothing wider than the window, in what the service refuses too.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { after, before } from "node:test";

import { speak, test } from "./browsers.mjs";
import { accessibilityFaults, closeService, launch, openDesk, quiet, shots, sideways } from "./desk.mjs";
import { listen } from "./desk-language.mjs";
import { start } from "./service.mjs";

const timeout = 300_000;
const width = 390;
const height = 844;
let service;
let browser;
let admin;
before(async () => {
  service = await start({ REDRESS_REGISTRATION: "open" });
  browser = await launch();
  admin = await service.signIn("admin@example.com");
});
after(async () => {
  await browser?.close();
  await closeService(service);
});

// settle waits until the screen has what it asked for; the stream of live changes stays open.
async function settle(page) {
  await quiet(page, 300).catch(() => undefined);
  await page.waitForFunction(() => !document.querySelector("[data-bones], [aria-busy=true]"), { timeout: 20_000 });
}

// walker opens screens one after the other and notes what is wrong with each.
function walker(page, language, name) {
  const spoken = listen(page, language);
  const faults = [];
  let number = 0;
  async function look(what, options) {
    await settle(page);
    number++;
    await page.screenshot({ path: `${shots}language-${name}-${String(number).padStart(2, "0")}-${what.replaceAll(/\W+/g, "-")}-${language}.png` });
    const over = Math.max(await sideways(page), await page.evaluate(() => Math.max(0, ...[...document.querySelectorAll("main, dialog[open]")].map((it) => it.scrollWidth - it.clientWidth))));
    if (over > 0) faults.push(`${what}: ${over} pixels wider than the window`);
    for (const fault of await spoken(options)) faults.push(`${what}: ${fault}`);
  }
  async function go(path, options) {
    await page.goto(service.url + path);
    await page.waitForSelector("main#main");
    await look(path.replace(/^\/desk\/?/, "").replaceAll(/[0-9a-f-]{36}/g, "id") || "start", options);
  }
  return { look, go, faults, axe: async (what) => { for (const fault of await accessibilityFaults(page)) faults.push(`${what}: ${fault}`); } };
}

const visible = (page, selector) => page.$$eval(selector, (all) => all.filter((it) => it.checkVisibility() && !it.disabled).length);
const click = (page, selector, at = 0) => page.evaluate((where, index) => [...document.querySelectorAll(where)].filter((it) => it.checkVisibility() && !it.disabled).at(index)?.click(), selector, at);
const refusedText = (page) => page.waitForFunction(() => [...document.querySelectorAll("[role=alert], [aria-invalid=true], [data-failed]")].some((it) => it.textContent.trim() !== "" || it.tagName === "INPUT" || it.tagName === "TEXTAREA"), { timeout: 15_000 });

const first = async (where) => (await service.query(admin, `{ complaintPage(where: ${where}, limit: 1) { complaints { id reference version } } }`)).complaintPage.complaints[0];

for (const language of ["de", "ar-XB"]) {
  test(`the doors, ${language}`, { timeout }, async (t) => {
    const { page, close } = await openDoor(language, `${service.url}/desk/`);
    const { look, faults, axe } = walker(page, language, "door");
    await page.waitForSelector("input[name=email]");
    await look("sign-in");
    await axe("sign-in");
    await page.type("input[name=email]", "user@example.com");
    await page.type("input[name=password]", "wrong");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("[role=alert]")?.textContent.length > 10);
    await look("sign-in refused");
    await page.goto(`${service.url}/desk/register`);
    await page.waitForSelector("input[name=phone]");
    await look("register");
    await axe("register");
    await page.type("input[name=email]", "nobody");
    await page.type("input[name=password]", "password");
    await click(page, "button[type=submit]");
    await page.waitForSelector("[aria-invalid=true]");
    await look("register refused");
    await close();

    const empty = await start({}, { demo: false });
    t.after(() => closeService(empty));
    const fresh = await openDoor(language, empty.setup);
    const setup = walker(fresh.page, language, "setup");
    await fresh.page.waitForSelector("input[name=organization]");
    await setup.look("setup");
    await setup.axe("setup");
    await click(fresh.page, "button[type=submit]");
    await fresh.page.waitForSelector("[aria-invalid=true]");
    await setup.look("setup refused");
    for (const [name, text] of [["organization", "Oldhaven"], ["name", "Root"], ["email", "root@example.org"], ["password", "lamps on Mill Lane"]]) await fresh.page.type(`input[name=${name}]`, text);
    await fresh.page.keyboard.press("Enter");
    await fresh.page.waitForSelector("main#main");
    await setup.look("first inbox");
    for (const path of ["/desk/complaints", "/desk/tasks", "/desk/people", "/desk/places", "/desk/categories", "/desk/payments", "/desk/broadcasts", "/desk/reports", "/desk/reviews"]) {
      await fresh.page.goto(new URL(path, empty.setup).href);
      await fresh.page.waitForSelector("main#main");
      await setup.look(`empty ${path}`);
    }
    await fresh.close();
    assert.deepEqual([...faults, ...setup.faults], []);
  });

  test(`the screens of administrators, ${language}`, { timeout }, async () => {
    const { page, close } = await openDesk(browser, service, "/desk/inbox", { email: "superadmin@example.com", width, height, language });
    const { look, go, faults, axe } = walker(page, language, "admin");
    const paths = [
      "/desk/inbox", "/desk/work", "/desk/complaints", "/desk/complaints?sort=age&map=on", "/desk/reviews", "/desk/intake", "/desk/tasks", "/desk/broadcasts", "/desk/broadcasts?open=new", "/desk/payments", "/desk/payments?open=new",
      "/desk/payments/providers", "/desk/payments/providers?open=new", "/desk/reports", "/desk/people", "/desk/people?open=new", "/desk/people/groups", "/desk/people/groups?open=new", "/desk/places", "/desk/places?open=new",
      "/desk/categories", "/desk/categories?open=new", "/desk/settings", "/desk/settings/notifications", "/desk/settings/mails", "/desk/settings/mails?open=COMPLAINT_RESOLVED", "/desk/settings/history", "/desk/settings/audit", "/desk/account", "/desk/nowhere", "/desk/complaints/CMP-1999-000001",
    ];
    for (const path of paths) await go(path);
    await go("/desk/settings/reasons", { codes: true }); // shows the codes that integrations use

    // What is refused there.
    await go("/desk/intake");
    await page.evaluate(() => document.querySelector("form")?.requestSubmit?.());
    await click(page, "main button[type=submit]", -1);
    await look("intake refused");
    for (const [path, button] of [["/desk/people?open=new", "form button[type=submit]"], ["/desk/broadcasts?open=new", "form button[type=submit]"], ["/desk/payments?open=new", "form button[type=submit]"], ["/desk/categories?open=new", "form button[type=submit]"]]) {
      await page.goto(service.url + path);
      await page.waitForSelector(button);
      await settle(page);
      await click(page, button);
      await refusedText(page);
      await look(`${path.replace(/^\/desk\//, "")} refused`);
    }
    await page.goto(`${service.url}/desk/settings`);
    await page.waitForSelector("main form input[inputmode=numeric]");
    await page.$eval("main form input[inputmode=numeric]", (it) => it.select());
    await page.type("main form input[inputmode=numeric]", "9999");
    await click(page, "main form button[type=submit]");
    await refusedText(page);
    await look("settings refused");
    await page.goto(`${service.url}/desk/account`);
    await page.waitForSelector("input[name=current]");
    for (const [name, text] of [["current", "not this one"], ["next", "short"], ["again", "short"]]) await page.type(`input[name=${name}]`, text);
    await page.keyboard.press("Enter");
    await refusedText(page);
    await look("account refused");

    // Rows of lists, the palette and the keys.
    for (const path of ["/desk/people", "/desk/tasks", "/desk/broadcasts", "/desk/payments", "/desk/settings/audit", "/desk/categories", "/desk/places", "/desk/people/groups", "/desk/payments/providers"]) {
      await page.goto(service.url + path);
      await page.waitForSelector("main tbody [data-row], main tbody button, main tbody a");
      await click(page, "main tbody [data-row], main tbody button, main tbody a");
      await page.waitForFunction(() => location.search.includes("open="), { timeout: 5000 }).catch(() => undefined);
      await look(`${path.replace(/^\/desk\//, "")} row`);
    }
    await page.keyboard.down("Control");
    await page.keyboard.press("k");
    await page.keyboard.up("Control");
    await page.waitForSelector("dialog[open] [role=combobox]");
    await look("palette");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await page.waitForSelector("dialog[open]");
    await look("keys");
    await axe("keys");
    assert.deepEqual(faults, []);
    await close();
  });

  test(`a complaint in each status, ${language}`, { timeout }, async () => {
    const { page, close } = await openDesk(browser, service, "/desk/inbox", { width, height, language });
    const { look, go, faults } = walker(page, language, "complaint");
    const { __type: { enumValues } } = await service.query(admin, '{ __type(name: "ComplaintStatus") { enumValues { name } } }');
    for (const { name: status } of enumValues) {
      const complaint = await first(`{status: ${status}}`);
      assert.ok(complaint, `no complaint is ${status}`);
      await go(`/desk/complaints/${complaint.reference}`);
      await click(page, "[role=tab]", -1);
      await look(`${status} history`);
      // Everything that can be done, with its form.
      await click(page, "aside section button[aria-haspopup=menu]");
      await page.waitForSelector("[role=menuitem]");
      await look(`${status} menu`);
      if (!["SUBMITTED", "IN_PROGRESS", "RESOLVED"].includes(status)) continue;
      const items = await visible(page, "[role=menuitem]:not([data-disabled])");
      for (let item = 0; item < items; item++) {
        if (item > 0 || !(await visible(page, "[role=menuitem]"))) {
          await click(page, "aside section button[aria-haspopup=menu]");
          await page.waitForSelector("[role=menuitem]");
        }
        await click(page, "[role=menuitem]:not([data-disabled])", item);
        await page.waitForSelector("dialog[open] form");
        await look(`${status} form ${item}`);
        await page.keyboard.press("Escape");
        await page.waitForSelector("dialog[open]", { hidden: true });
      }
    }
    // A file that is refused, and a form over somebody else's change.
    const { submitComplaint: { complaint } } = await service.query(admin, "mutation($input: SubmitComplaintInput!) { submitComplaint(input: $input) { complaint { id reference } } }", { input: { title: "Gully blocked", source: "PHONE", contact: { name: "Nadia", phone: "0912" } } });
    await go(`/desk/complaints/${complaint.reference}`);
    await page.keyboard.press("r");
    await page.waitForSelector("dialog[open] textarea");
    await page.type("dialog[open] textarea", "123");
    await service.query(admin, "mutation($id: ID!) { triageComplaint(input: {id: $id, priority: URGENT}) { complaint { id } } }", { id: complaint.id });
    await service.query(admin, "mutation($id: ID!) { holdComplaint(input: {id: $id, reasonCode: \"waiting_for_parts\"}) { complaint { id } } }", { id: complaint.id });
    await new Promise((resolve) => setTimeout(resolve, 800));
    await look("stale");
    await click(page, "dialog[open] button[type=submit]");
    await look("stale sent");
    await page.keyboard.press("Escape");
    await page.goto(`${service.url}/desk/complaints/${complaint.reference}`);
    await page.waitForSelector("input[type=file]");
    const file = `${shots}12.x`;
    await writeFile(file, "<svg xmlns='http://www.w3.org/2000/svg'/>");
    await (await page.$("section input[type=file]")).uploadFile(file);
    await page.waitForFunction(() => document.querySelector("[role=alert]"), { timeout: 10_000 }).catch(() => undefined);
    await look("file refused");
    assert.deepEqual(faults, []);
    await close();
  });

  test(`reviews, ${language}`, { timeout }, async () => {
    const { page, close } = await openDesk(browser, service, "/desk/reviews", { width, height, language });
    const { look, faults } = walker(page, language, "reviews");
    await page.waitForSelector("main h1");
    await settle(page);
    await page.keyboard.press("s");
    await page.waitForFunction(() => document.activeElement?.tagName === "TEXTAREA");
    await look("send back");
    await page.keyboard.press("Enter");
    await look("send back refused");
    assert.deepEqual(faults, []);
    await close();
  });

  test(`the screens of somebody who reports, ${language}`, { timeout }, async () => {
    const { page, close } = await openDesk(browser, service, "/desk/mine", { email: "user@example.com", width, height, language });
    const { look, go, faults, axe } = walker(page, language, "user");
    for (const path of ["/desk/mine", "/desk/report", "/desk/account", "/desk/nowhere"]) await go(path);
    const token = await service.signIn("user@example.com");
    for (const status of ["SUBMITTED", "IN_PROGRESS", "RESOLVED", "CLOSED"]) {
      const { complaintPage } = await service.query(token, `{ complaintPage(where: {status: ${status}}, limit: 1) { complaints { reference } } }`);
      if (!complaintPage.complaints[0]) continue;
      await go(`/desk/complaints/${complaintPage.complaints[0].reference}`);
      await click(page, "aside section button[aria-haspopup=menu]");
      await look(`${status} menu`);
    }
    await page.goto(`${service.url}/desk/report`);
    await page.waitForSelector("form button[type=submit]");
    await click(page, "form button[type=submit]");
    await look("report refused");
    await axe("report refused");
    assert.deepEqual(faults, []);
    await close();
  });

  test(`the screens of a service provider, ${language}`, { timeout }, async () => {
    const { page, close } = await openDesk(browser, service, "/desk/", { email: "provider@example.com", width, height, language });
    const { look, go, faults } = walker(page, language, "provider");
    for (const path of ["/desk/payments", "/desk/tasks", "/desk/account", "/desk/people"]) await go(path);
    await page.goto(`${service.url}/desk/payments`);
    await page.waitForSelector("main tbody [data-row], main tbody button");
    await click(page, "main tbody [data-row], main tbody button");
    await look("payment");
    assert.deepEqual(faults, []);
    await close();
  });

  test(`the screens of a solver, ${language}`, { timeout }, async () => {
    const { page, close } = await openDesk(browser, service, "/desk/today", { email: "solver@example.com", width, height, language });
    const { look, go, faults, axe } = walker(page, language, "solver");
    for (const path of ["/desk/today", "/desk/outbox", "/desk/me", "/desk/nowhere"]) await go(path);
    await page.goto(`${service.url}/desk/me`);
    await page.waitForSelector("main h1");
    await click(page, "main button", -2);
    await page.waitForSelector("input[name=current]");
    await look("me safety");
    const solver = await service.signIn("solver@example.com");
    for (const status of ["ASSIGNED", "ACCEPTED", "IN_PROGRESS", "COMPLETION_SUBMITTED"]) {
      const { tasks } = await service.query(solver, `{ tasks(where: {status: ${status}}, first: 1) { edges { node { id } } } }`);
      const id = tasks.edges[0]?.node.id;
      if (!id) continue;
      await go(`/desk/today/${id}`);
      if (status === "IN_PROGRESS") {
        await go(`/desk/today/${id}/report`);
        await click(page, "main button", -1);
        await look("report refused");
        await axe("report refused");
      }
    }
    assert.deepEqual(faults, []);
    await close();
  });
}

// What a browser translates must not be what somebody reads out on the telephone, searches for or writes to. Within a
// sentence a name is left to the translation.
for (const { role, email, paths, rows = [] } of [
  {
    role: "an administrator",
    email: "superadmin@example.com",
    paths: [
      "inbox", "work", "complaints", "reviews", "intake", "tasks", "broadcasts", "payments", "payments?open=new", "payments/providers", "reports", "people", "people?q=ingrid", "people/groups",
      "settings/reasons", "settings/history", "settings/audit", "notifications", "account",
    ],
    rows: ["tasks", "broadcasts", "payments", "payments/providers", "people", "people/groups", "settings/reasons", "settings/audit"],
  },
  { role: "a solver", email: "solver@example.com", paths: ["today", "outbox", "notifications", "me"] },
  { role: "a service provider", email: "provider@example.com", paths: ["payments", "tasks", "account"], rows: ["payments", "tasks"] },
  { role: "a reporter", email: "user@example.com", paths: ["mine", "notifications", "account"] },
]) {
  test(`a browser translates no name and no reference for ${role}`, { timeout }, async () => {
    const known = await knownNames();
    const { page, close } = await openDesk(browser, service, "/desk/", { email, width: 1440, height });
    const faults = [];
    const look = async (what) => {
      await settle(page);
      for (const fault of await page.evaluate(translatable, known)) faults.push(`${what}: ${fault}`);
    };
    const go = async (path) => {
      await page.goto(`${service.url}/desk/${path}`);
      await page.waitForSelector("main#main");
      await look(path);
    };
    for (const path of paths) await go(path);
    for (const path of rows) {
      await page.goto(`${service.url}/desk/${path}`);
      await page.waitForSelector("main tbody [data-row]");
      await click(page, "main tbody [data-row]");
      await page.waitForFunction(() => location.search.includes("open="));
      await look(`${path}, a row`);
    }
    if (role === "an administrator") {
      for (const status of ["ASSIGNED", "IN_PROGRESS", "RESOLVED", "MERGED"]) {
        const it = await first(`{status: ${status}}`);
        if (it) await go(`complaints/${it.reference}`);
      }
      await page.goto(`${service.url}/desk/tasks`);
      await page.waitForSelector("main [role=search] button");
      await click(page, "main [role=search] button"); // the solver
      await page.waitForSelector("[role=option] small");
      await look("a filter of tasks");
      await page.goto(`${service.url}/desk/complaints`);
      await page.waitForSelector("[role=row][id]");
      await page.keyboard.press("j");
      await page.keyboard.press(" ");
      await page.waitForSelector("main aside h3");
      await look("a complaint beside the queue");
      await page.keyboard.press("a");
      await page.waitForSelector("dialog[open] [role=option]");
      await look("assigning");
      await page.keyboard.press("Escape");
      for (const text of ["ingrid", "kestrel", "lamp"]) {
        await page.keyboard.down("Control");
        await page.keyboard.press("k");
        await page.keyboard.up("Control");
        await page.waitForSelector("dialog[open] [role=combobox]");
        await page.keyboard.type(text);
        await look(`the palette, ${text}`);
        await page.keyboard.press("Escape");
      }
    }
    if (role === "a solver") {
      const solver = await service.signIn(email);
      const { tasks } = await service.query(solver, `{ tasks(where: {status: IN_PROGRESS}, first: 1) { edges { node { id } } } }`);
      for (const path of ["", "/report"]) await go(`today/${tasks.edges[0].node.id}${path}`);
    }
    assert.deepEqual([...new Set(faults)], []);
    await close();
  });
}

// knownNames returns what must not be translated. The demo has no reason code: it makes one.
async function knownNames() {
  const root = await service.signIn("superadmin@example.com");
  await service.query(root, `mutation { setReasonCode(input: {action: UNMERGE, code: "not_the_same", labels: [{language: "en", text: "Something else"}]}) { reasonCode { code } } }`);
  const { complaintPage, userPage, serviceProviderPage, groupPage, paymentPage } = await service.query(root, `{
    complaintPage(limit: 100) { complaints { reference title } }
    userPage(limit: 100) { users { name contact { email phone } } }
    serviceProviderPage(limit: 100) { serviceProviders { name } }
    groupPage(limit: 100) { groups { name } }
    paymentPage(limit: 100) { payments { paymentReference invoiceNumber } }
  }`);
  return [
    ...complaintPage.complaints.flatMap(({ reference, title }) => [reference, `${reference} ${title}`]),
    ...userPage.users.flatMap(({ name, contact }) => [name, contact?.email, contact?.phone]),
    ...serviceProviderPage.serviceProviders.map(({ name }) => name),
    ...groupPage.groups.map(({ name }) => name),
    ...paymentPage.payments.flatMap(({ paymentReference, invoiceNumber }) => [paymentReference, invoiceNumber]),
  ].filter(Boolean);
}

// translatable runs in the page. It returns the elements that a browser may translate though their text, or a part of it
// between separators, is a name or a reference. The values of fields and their options are left out, as they are there.
function translatable(known) {
  const names = new Set(known);
  return [...document.body.querySelectorAll(":not(option, script, style, textarea)")].flatMap((it) => {
    if (it.closest('[translate="no"]')) return [];
    const own = [...it.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ data }) => data).join("");
    const found = it.tagName === "CODE" || names.has(own.trim()) || own.split(/ · |, /).some((part) => names.has(part.trim()));
    return found ? [`${it.tagName.toLowerCase()}.${it.className}: ${own}`] : [];
  });
}

// openDoor opens an address without signing in.
async function openDoor(language, url) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width, height });
  await speak(page, language);
  await page.goto(url);
  return { page, close: () => context.close() };
}
