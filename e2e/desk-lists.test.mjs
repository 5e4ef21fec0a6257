// The plain lists of the desk in a browser against the running service: what is created, edited and refused, screen by
// screen, and how each screen looks in both languages, light and dark, wide and narrow.
import assert from "node:assert/strict";
import { after, before } from "node:test";

import { test } from "./browsers.mjs";
import { accessibilityFaults, closeService, launch, openDesk, quiet, shots, sideways } from "./desk.mjs";
import { start } from "./service.mjs";

const timeout = 120_000;
let service;
let browser;
let root; // an access token of the super administrator
before(async () => {
  service = await start();
  browser = await launch();
  root = await service.signIn("superadmin@example.com");
});
after(async () => {
  await browser?.close();
  await closeService(service);
});

const open = (path, options = {}) => openDesk(browser, service, `/desk${path}`, { email: "superadmin@example.com", ...options });
const sees = (page, text) => page.waitForFunction((wanted) => document.body.innerText.includes(wanted), { timeout: 15_000 }, text);
const goneFrom = (page, text) => page.waitForFunction((wanted) => !document.querySelector("main table")?.innerText.includes(wanted), { timeout: 15_000 }, text);
const row = (page, text) => page.waitForFunction((wanted) => [...document.querySelectorAll("main tbody tr")].some((it) => it.innerText.includes(wanted)), { timeout: 15_000 }, text);

// press clicks what has this label, the topmost dialog's first.
async function press(page, label) {
  const find = () => page.waitForFunction((wanted) => {
    const place = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
    return [...place.querySelectorAll("button, a, [role=menuitem]")]
      .filter((it) => it.checkVisibility() && !it.disabled)
      .find((it) => it.getAttribute("aria-label") === wanted || it.innerText.trim() === wanted);
  }, { timeout: 15_000 }, label);
  for (let attempt = 1; ; attempt++) {
    try {
      return await (await find()).asElement().click();
    } catch (error) {
      if (attempt === 3) throw error; // a menu that is about to open was drawn again meanwhile
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
  }
}

// input returns the field under a label.
async function input(page, label) {
  const found = await page.waitForFunction((wanted) => {
    const place = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
    const text = [...place.querySelectorAll("label")].find((it) => it.checkVisibility() && (it.textContent.trim() === wanted || (it.querySelector("[role=switch]") && it.textContent.startsWith(wanted))));
    return text && (document.getElementById(text.htmlFor) ?? text.querySelector("input"));
  }, { timeout: 15_000 }, label);
  return found.asElement();
}

async function fill(page, label, text) {
  const field = await input(page, label);
  await field.click({ count: 3 });
  await page.keyboard.press("Backspace");
  await field.type(text);
}

const choose = async (page, label, value) => (await input(page, label)).select(value);

// lookUp types into a field that finds, and takes what it finds.
async function lookUp(page, label, text) {
  await fill(page, label, text);
  const found = await page.waitForFunction((wanted) => [...document.querySelectorAll("[role=option]")].find((it) => it.innerText.startsWith(wanted)), { timeout: 15_000 }, text);
  await found.asElement().click();
}

// refusal returns what is said at a field.
const refusal = async (page, label) => {
  const field = await input(page, label);
  await page.waitForFunction((it) => it.getAttribute("aria-invalid") === "true", { timeout: 15_000 }, field);
  return field.evaluate((it) => (it.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id)?.innerText ?? "").join(" "));
};

const valueOf = async (page, label) => (await input(page, label)).evaluate((it) => it.value);

// unexpected is what went wrong besides inputs that the service refused, which was meant.
const unexpected = (wrong) => wrong.filter((it) => !/graphql: 4\d\d|status of 4\d\d/.test(it));

test("people: an account is refused, created, edited over somebody else's change, disabled and enabled", { timeout }, async () => {
  const { page, wrong, close } = await open("/people");
  await press(page, "New account");
  await fill(page, "Name", "Marta Quill");
  await fill(page, "E-mail", "admin@example.com");
  await press(page, "Create the account");
  assert.match(await refusal(page, "E-mail"), /another account/i);
  assert.equal(await valueOf(page, "Name"), "Marta Quill", "what was typed stays");
  await fill(page, "E-mail", "marta.quill@example.org");
  await choose(page, "Role", "SOLVER");
  await lookUp(page, "Zone", "Fish Quay");
  await press(page, "Create the account");
  const password = await (await page.waitForSelector("[data-password] span")).evaluate((it) => it.innerText);
  assert.ok(password.length >= 10);
  await press(page, "Show the account");
  await row(page, "marta.quill@example.org");
  assert.ok(!(await page.evaluate(() => document.body.innerText)).includes(password), "the password is shown once");

  // Two change the name: both are shown, and one click saves.
  await press(page, "Edit");
  await fill(page, "Name", "Marta Quill-Reyes");
  const { users } = await service.query(root, '{ users(where: {search: "marta.quill@"}) { edges { node { id version } } } }');
  const { id, version } = users.edges[0].node;
  await service.query(root, "mutation($input: UpdateUserInput!) { updateUser(input: $input) { user { id } } }", { input: { id, expectedVersion: version, name: "M. Quill", phone: "+351 21 555 0111" } });
  await press(page, "Save");
  await sees(page, "Saved meanwhile: M. Quill");
  assert.equal(await valueOf(page, "Name"), "Marta Quill-Reyes");
  assert.equal(await valueOf(page, "Telephone"), "+351 21 555 0111", "what only they changed is taken over");
  await press(page, "Save");
  await sees(page, "Marta Quill-Reyes was saved.");
  await row(page, "Marta Quill-Reyes");

  await press(page, "More");
  await press(page, "Disable");
  await sees(page, "all its sessions end at once");
  await press(page, "Disable");
  await sees(page, "Marta Quill-Reyes was disabled.");
  await press(page, "Enable");
  await sees(page, "Marta Quill-Reyes was enabled.");
  const { node } = await service.query(root, "query($id: ID!) { node(id: $id) { ... on User { name state role zone { name } } } }", { id });
  assert.deepEqual(node, { name: "Marta Quill-Reyes", state: "ACTIVE", role: "SOLVER", zone: { name: "Fish Quay" } });
  assert.deepEqual(unexpected(wrong), []);
  await close();
});

test("groups: refused, created, with a member, who is taken back", { timeout }, async () => {
  const { page, wrong, close } = await open("/people/groups");
  await press(page, "New group");
  await fill(page, "Name", "Night shift");
  await press(page, "Create the group");
  assert.notEqual(await refusal(page, "Name"), "");
  await fill(page, "Name", "Caretakers");
  await press(page, "Create the group");
  await row(page, "Caretakers");
  await lookUp(page, "Add a member", "Ingrid Solheim");
  await sees(page, "Ingrid Solheim was added to Caretakers.");
  await row(page, "One member");
  await press(page, "Undo");
  await sees(page, "Nobody yet.");
  assert.deepEqual(unexpected(wrong), []);
  await close();
});

test("places: a zone is refused, created below another one, renamed and moved, and undone", { timeout }, async () => {
  const { page, wrong, close } = await open("/places");
  await press(page, "New zone");
  await fill(page, "Name", "Fish Quay");
  await lookUp(page, "Below", "Harborside");
  await press(page, "Create the zone");
  assert.notEqual(await refusal(page, "Name"), "");
  await fill(page, "Name", "Ferry Stairs");
  await press(page, "Create the zone");
  await row(page, "Ferry Stairs");
  await (await page.$("::-p-xpath(//main//td//a[contains(., 'Ferry Stairs')])")).click();
  await sees(page, "Port Aurelle › Harborside");
  await fill(page, "Name", "Ferry Steps");
  await lookUp(page, "Below", "Old Town");
  await press(page, "Save");
  await sees(page, "Ferry Steps was saved.");
  await sees(page, "Port Aurelle › Old Town");
  await press(page, "Undo");
  await row(page, "Ferry Stairs");
  await sees(page, "Port Aurelle › Harborside");
  assert.deepEqual(unexpected(wrong), []);
  await close();
});

test("categories: a deadline is refused, then set; the hint for reporters is opened", { timeout }, async () => {
  const { page, wrong, close } = await open("/categories");
  await press(page, "New category");
  await fill(page, "Name", "Loose paving");
  await fill(page, "Time until the deadline", "soon");
  await press(page, "Create the category");
  assert.notEqual(await refusal(page, "Time until the deadline"), "");
  await fill(page, "Time until the deadline", "48");
  await choose(page, "Priority of new complaints", "HIGH");
  await (await input(page, "Shown as “reported already?”")).evaluate((it) => it.click());
  await press(page, "Create the category");
  await row(page, "Loose paving");
  await row(page, "2 days");
  const { categories } = await service.query(root, '{ categories(where: {name: "Loose paving"}) { edges { node { slaHours defaultPriority shownNearby } } } }');
  assert.deepEqual(categories.edges[0].node, { slaHours: 48, defaultPriority: "HIGH", shownNearby: true });
  assert.deepEqual(unexpected(wrong), []);
  await close();
});

test("payments: a service provider, a settlement with its task, exact sums, and the reversal", { timeout }, async () => {
  const { page, wrong, close } = await open("/payments/providers");
  await press(page, "New service provider");
  await fill(page, "Name", "Brightwater Civic Works");
  await press(page, "Create the service provider");
  assert.notEqual(await refusal(page, "Name"), "");
  await press(page, "Cancel");
  await press(page, "Brightwater Civic Works");
  const figures = () => page.$eval("[data-reconciliation]", (it) => [...it.querySelectorAll("dd")].map((dd) => Number(dd.innerText)));
  await page.waitForSelector("[data-reconciliation]");
  const [all, paid, unpaid] = await figures();
  assert.equal(paid + unpaid, all);
  assert.ok(unpaid > 0, "there is work to pay");
  await press(page, "Record a payment");
  await page.waitForSelector("form fieldset input[type=checkbox]");
  await (await page.$("form fieldset input[type=checkbox]")).click();
  await fill(page, "Amount", "12,50");
  await fill(page, "Reference", "SEPA-E2E-1");
  await press(page, "Record the payment");
  assert.match(await refusal(page, "Amount"), /1,234\.50/, "a comma is no decimal point in English");
  await fill(page, "Amount", "90,071,992,547.41");
  await sees(page, "€90,071,992,547.41 to Brightwater Civic Works for");
  await press(page, "Record the payment");
  await sees(page, "Payment SEPA-E2E-1 was recorded.");
  await row(page, "€90,071,992,547.41");
  const { payments } = await service.query(root, '{ payments(where: {paymentReference: "SEPA-E2E-1"}) { edges { node { amountMinor currency taskIds } } } }');
  assert.equal(payments.edges[0].node.amountMinor, "9007199254741");
  assert.equal(payments.edges[0].node.taskIds.length, unpaid === 1 ? 1 : unpaid);

  await press(page, "Reverse");
  await press(page, "Reverse"); // in the dialog, without a reason
  assert.notEqual(await refusal(page, "Reason"), "");
  await fill(page, "Reason", "A wrong amount");
  await press(page, "Reverse");
  await sees(page, "Payment SEPA-E2E-1 was reversed.");
  await row(page, "-€90,071,992,547.41");
  await sees(page, "A wrong amount");
  assert.deepEqual(unexpected(wrong), []);
  await close();
});

test("payments: a new one is dated by the organization's calendar, and shown on its day in each time zone", { timeout }, async () => {
  const set = (mutation, input) => service.query(root, `mutation($input: ${mutation[0].toUpperCase()}${mutation.slice(1)}Input!) { ${mutation}(input: $input) { __typename } }`, { input });
  const [east, west] = ["Pacific/Kiritimati", "Pacific/Pago_Pago"]; // 25 hours apart: their days are never the same
  const dayIn = (timeZone, options) => new Intl.DateTimeFormat(options ? "en" : "sv", { timeZone, ...options }).format(new Date());
  for (const [organization, viewer] of [[east, west], [west, east]]) {
    await set("updateSettings", { timeZone: organization });
    await set("updatePreferences", { timeZone: viewer });
    const { page, wrong, close } = await open("/payments?open=new");
    await page.waitForSelector("form input[type=date]");
    const today = await page.$eval("form input[type=date]", (it) => it.value);
    assert.equal(today, dayIn(organization));
    await page.click("form input[role=combobox]");
    await page.keyboard.type("Brightwater");
    await page.waitForSelector("form [role=option]");
    await quiet(page);
    await page.keyboard.press("Enter");
    await fill(page, "Amount", "12.50");
    await fill(page, "Reference", `Day in ${organization}`);
    await press(page, "Record the payment");
    await sees(page, `Payment Day in ${organization} was recorded.`);
    await page.goto(`${service.url}/desk/payments?q=${encodeURIComponent(`Day in ${organization}`)}&from=${today}&to=${today}`);
    await row(page, dayIn(organization, { dateStyle: "medium" }));
    assert.deepEqual(unexpected(wrong), []);
    await close();
  }
  await set("updateSettings", { timeZone: "UTC" });
  await set("updatePreferences", { timeZone: "" });
});

test("payments: an account of a service provider sees its own, and records nothing", { timeout }, async () => {
  const { page, wrong, close } = await open("/payments", { email: "provider@example.com" });
  await row(page, "PETTY-0039");
  const text = await page.$eval("main", (it) => it.innerText);
  assert.doesNotMatch(text, /Record a payment|KLC-/);
  assert.equal(await page.$$eval("[data-currency]", (it) => it.length), 2, "a line of sums for each currency");
  await press(page, "PETTY-0039");
  await sees(page, "Paid for");
  assert.ok(!(await page.$eval("main", (it) => it.innerText)).includes("Reverse\n"));
  await page.goto(`${service.url}/desk/tasks?unpaid=true`);
  await page.waitForSelector("main tbody [data-row]");
  assert.doesNotMatch(await page.$eval("main", (it) => it.innerText), /Live changes are interrupted/, "there is nothing to follow");
  assert.deepEqual(unexpected(wrong), []);
  await close();
});

test("broadcasts: refused without a text, tested, scheduled for a group, and cancelled", { timeout }, async () => {
  const { page, wrong, close } = await open("/broadcasts");
  await press(page, "New broadcast");
  await fill(page, "Title", "Water off in the harbor");
  await press(page, "Send …");
  assert.notEqual(await refusal(page, "Message"), "");
  await fill(page, "Message", "From ten to noon, because of the new main.");
  await choose(page, "To", "GROUP");
  await lookUp(page, "Group", "Night shift");
  await sees(page, "Reaches 4 people now.");
  await press(page, "Send a test to myself");
  await sees(page, "The test was sent to you alone.");
  await choose(page, "When", "at");
  await press(page, "Send …");
  await sees(page, "Until then it can be changed and cancelled.");
  await press(page, "Schedule");
  await row(page, "Water off in the harbor");
  await press(page, "Cancel the broadcast");
  await fill(page, "Reason", "The main holds");
  await press(page, "Cancel the broadcast");
  await sees(page, "Water off in the harbor was cancelled.");
  await sees(page, "The main holds");
  const { broadcasts } = await service.query(root, '{ broadcasts(where: {title: "Water off in the harbor"}) { edges { node { status target { label } } } } }');
  assert.deepEqual(broadcasts.edges.map(({ node }) => node), [{ status: "CANCELLED", target: { label: "Night shift" } }]);
  assert.deepEqual(unexpected(wrong), []);
  await close();
});

test("tasks: filters stand in the address, what is empty names them, and a row opens beside the list", { timeout }, async () => {
  const { page, wrong, close } = await open("/tasks?status=COMPLETED&q=sandpit");
  await row(page, "Broken glass all over the sandpit");
  await (await page.waitForSelector("tbody [data-row]")).click();
  await sees(page, "What was reported");
  assert.match(page.url(), /open=/);
  await page.waitForFunction(() => document.title.startsWith("Broken glass all over the sandpit · Tasks · "));
  await page.goBack();
  await page.waitForFunction(() => !document.querySelector("section [aria-label='Close']"));
  await page.goto(`${service.url}/desk/tasks?status=DECLINED&q=sandpit`);
  await press(page, "Clear Status: Declined");
  await row(page, "Broken glass all over the sandpit");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await sees(page, "What was reported");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !location.search.includes("open="));
  assert.deepEqual(unexpected(wrong), []);
  await close();
});

test("tasks: what others do is shown in its place, what fits no more stays faded, and what is new waits in a bar", { timeout }, async () => {
  const admin = await service.signIn("admin@example.com");
  const solver = await service.signIn("solver@example.com");
  const { viewer } = await service.query(solver, "{ viewer { id } }");
  const assign = async (title) => {
    const { submitComplaint } = await service.query(admin, "mutation($input: SubmitComplaintInput!) { submitComplaint(input: $input) { complaint { id } } }", { input: { title, source: "STAFF", contact: { name: "Caller", phone: "0912 345" } } });
    const { assignComplaint } = await service.query(admin, "mutation($input: AssignComplaintInput!) { assignComplaint(input: $input) { complaint { id tasks(last: 1) { edges { node { id } } } } } }", { input: { id: submitComplaint.complaint.id, solverId: viewer.id } });
    return { complaint: submitComplaint.complaint.id, task: assignComplaint.complaint.tasks.edges[0].node.id };
  };
  const first = await assign("Follow probe one");
  const second = await assign("Follow probe two");
  const { page, wrong, close } = await open("/tasks?status=ASSIGNED&q=Follow%20probe&sort=CREATED_AT");
  const shown = () => page.$$eval("main tbody tr:not([data-bones])", (rows) => rows.map((it) => `${/Follow probe \w+/.exec(it.innerText)?.[0]}${it.hasAttribute("data-faded") ? " faded" : ""}`));
  await row(page, "Follow probe two");
  await quiet(page, 500);
  await service.query(solver, "mutation($id: ID!) { acceptTask(input: {id: $id}) { task { id } } }", { id: first.task });
  await sees(page, "1 no longer fits");
  assert.deepEqual(await shown(), ["Follow probe one faded", "Follow probe two"]);
  await row(page, "Accepted");
  await service.query(admin, 'mutation($id: ID!) { updateComplaint(input: {id: $id, title: "Follow probe second"}) { complaint { id } } }', { id: second.complaint });
  await row(page, "Follow probe second");
  const third = await assign("Follow probe three");
  await sees(page, "1 new");
  assert.deepEqual(await shown(), ["Follow probe one faded", "Follow probe second"]);
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.screenshot({ path: `${shots}desk-tasks-live.png` });
  await page.evaluate(() => document.activeElement?.blur?.());
  await page.keyboard.press(".");
  await row(page, "Follow probe three");
  await page.waitForFunction(() => !document.body.innerText.includes("no longer fits") && !/\d new/.test(document.body.innerText));
  assert.deepEqual(await shown(), ["Follow probe second", "Follow probe three"]);
  assert.ok(third.task);
  assert.deepEqual(unexpected(wrong), []);
  await close();
});

test("settings: days are refused, then changed; the history and the audit say so; reasons in both languages", { timeout }, async () => {
  const { page, wrong, close } = await open("/settings");
  await fill(page, "Close after days", "never");
  await press(page, "Save");
  assert.notEqual(await refusal(page, "Close after days"), "");
  await fill(page, "Close after days", "21");
  await (await page.waitForSelector("::-p-xpath(//fieldset//label[.='Saturday'])")).click();
  await press(page, "Save");
  await sees(page, "The settings were saved.");
  await press(page, "History");
  await sees(page, "→ 21");
  await sees(page, "→ Monday, Tuesday, Wednesday, Thursday, Friday, Saturday");

  await press(page, "Reason codes");
  await press(page, "New reason");
  await fill(page, "Code", "Not Ours");
  await fill(page, "In English", "Not our responsibility");
  await fill(page, "In German", "Nicht zuständig");
  await press(page, "Add the reason");
  assert.notEqual(await refusal(page, "Code"), "");
  await fill(page, "Code", "not_ours");
  await press(page, "Add the reason");
  await row(page, "Not our responsibility");
  await press(page, "Retire");
  await sees(page, "not_ours was retired.");
  await press(page, "Undo");
  await row(page, "In use");

  await press(page, "Audit");
  await page.waitForSelector("select[aria-label=About]");
  await page.select("select[aria-label=About]", "reason_code");
  await row(page, "Reason code: retired");
  await goneFrom(page, "Session");
  await press(page, "Reason code: retired");
  await sees(page, "Before and after");
  await press(page, "Close");
  await press(page, "Check the ledger");
  await press(page, "Check now");
  await sees(page, "rows are as they were written.");
  assert.deepEqual(unexpected(wrong), []);
  await close();
});

test("the own account: name, a refused password, language and another session", { timeout }, async () => {
  await service.signIn("user2@example.com"); // a session to end
  const { page, wrong, close } = await open("/account", { email: "admin@example.com" });
  await service.signIn("admin@example.com");
  await fill(page, "Telephone", "+351 21 555 0144");
  await press(page, "Save");
  await sees(page, "Your profile was saved.");
  await fill(page, "Current password", "not this one at all");
  await fill(page, "New password", "lamps on Mill Lane");
  await fill(page, "New password, again", "lamps on mill lane");
  await press(page, "Change the password");
  assert.match(await refusal(page, "New password, again"), /same/);
  await fill(page, "New password, again", "lamps on Mill Lane");
  await press(page, "Change the password");
  await page.waitForSelector("form [role=alert], form [aria-invalid=true]");
  assert.equal(await valueOf(page, "New password"), "lamps on Mill Lane");
  await sees(page, "This session");
  await press(page, "End all others");
  await sees(page, "This session goes on.");
  await press(page, "End all others");
  await sees(page, "All sessions have ended.");
  await page.waitForFunction(() => document.body.innerText.split("last used").length === 2);
  await choose(page, "Language", "de");
  await sees(page, "Eigenes Konto");
  assert.deepEqual(unexpected(wrong).filter((it) => !it.includes("/desk/session/password")), []);
  await close();
});

test("a list that is downloaded begins with a byte order mark and the name of its first column", { timeout }, async () => {
  for (const [path, label] of [
    ["/tasks", "Download as CSV"],
    ["/payments", "Download as CSV"],
    ["/complaints", "Download exactly these as CSV"],
  ]) {
    const { page, wrong, close } = await open(path);
    await quiet(page);
    // A download leaves the page: what is asked for is noted instead, and fetched as the browser would.
    await page.evaluate(() => {
      HTMLAnchorElement.prototype.click = function () {
        window.asked = this.href;
      };
    });
    await press(page, label);
    await page.waitForFunction(() => window.asked, { timeout: 15_000 });
    const file = await fetch(await page.evaluate(() => window.asked));
    const body = Buffer.from(await file.arrayBuffer());
    assert.equal(body.subarray(0, 6).toString("latin1"), "\xef\xbb\xbfid,", `${path}: ${file.status} ${body.subarray(0, 200)}`);
    assert.deepEqual(unexpected(wrong), []);
    await close();
  }
});

test("the palette finds people, service providers and broadcasts", { timeout }, async () => {
  const { page, wrong, close } = await open("/places");
  for (const [text, name, address] of [["ingrid", "Ingrid Solheim", "/people?open="], ["kestrel", "Kestrel Lighting Co-operative", "/payments/providers?open="], ["storm watch", "Storm watch", "/broadcasts?open="]]) {
    await page.keyboard.down("Control");
    await page.keyboard.press("k");
    await page.keyboard.up("Control");
    await page.waitForSelector("dialog[open] [role=combobox]");
    await page.keyboard.type(text);
    const found = await page.waitForFunction((wanted) => [...document.querySelectorAll("dialog[open] [role=option]")].find((it) => it.innerText.startsWith(wanted)), { timeout: 15_000 }, name);
    await found.asElement().click();
    await page.waitForFunction((wanted) => (location.pathname + location.search).includes(wanted), { timeout: 15_000 }, address);
    await page.waitForFunction((wanted) => document.querySelector("section h2")?.innerText.startsWith(wanted), { timeout: 15_000 }, name);
  }
  assert.deepEqual(unexpected(wrong), []);
  await close();
});

const screens = [
  "/tasks", "/people", "/people/groups", "/people?open=new", "/places", "/categories", "/payments", "/payments?open=new", "/payments/providers", "/broadcasts", "/broadcasts?open=new",
  "/settings", "/settings/notifications", "/settings/mails", "/settings/reasons", "/settings/history", "/settings/audit", "/account",
];
const raw = /\b(SUPER_ADMIN|IN_PROGRESS|COMPLETION_SUBMITTED|BANK_TRANSFER|IN_APP|PARTIAL|HELD|SETTLEMENT)\b/;

for (const { width, dark, language } of [
  { width: 1440, dark: false, language: "de" },
  { width: 768, dark: true, language: "en" },
  { width: 390, dark: true, language: "de" },
  { width: 390, dark: false, language: "ar-XB" },
]) {
  test(`all lists, ${width} wide, ${dark ? "dark" : "light"}, ${language}`, { timeout: 240_000 }, async () => {
    const { page, wrong, close } = await open("/people", { width, dark, language });
    for (const path of screens) {
      await page.goto(`${service.url}/desk${path}`);
      await page.waitForSelector("main h1, main h2");
      await page.waitForFunction(() => !document.querySelector("main [data-bones], main [aria-hidden][class*=bones]"), { timeout: 20_000 });
      assert.ok((await sideways(page)) <= 0, `${path} scrolls sideways`);
      assert.ok((await page.$eval("#main", (it) => it.scrollWidth - it.clientWidth)) <= 0, `${path} scrolls sideways inside`);
      assert.deepEqual(await accessibilityFaults(page), [], path);
      const text = await page.$eval("main", (it) => it.innerText);
      assert.doesNotMatch(text, raw, `${path} shows a raw value`);
      assert.match(await page.title(), / · /, path);
      await page.screenshot({ path: `${shots}desk-lists${path.replaceAll(/\W+/g, "-")}-${width}-${dark ? "dark" : "light"}-${language}.png` });
    }
    assert.deepEqual(unexpected(wrong), []);
    await close();
  });
}
