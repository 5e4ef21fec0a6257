// What people choose to be told, in a browser against the running service: by each person for themselves, and for those with a role who
// have chosen nothing.
import assert from "node:assert/strict";
import { after, before } from "node:test";

import { test } from "./browsers.mjs";
import { accessibilityFaults, closeService, lateFrames, launch, listed, openDesk, shots, sees } from "./desk.mjs";
import { startMailServer } from "./mailbox.mjs";
import { start } from "./service.mjs";

const timeout = 180_000;
let service;
let browser;
let mailServer;
const gone = new Set(); // addresses of which the mail server says that they do not exist
before(async () => {
  mailServer = await startMailServer({ refuses: (address) => gone.has(address) });
  service = await start({ REDRESS_SMTP_URL: mailServer.url });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await closeService(service);
  await mailServer.close();
});

const stands = (page, label, on) => page.waitForFunction((name, wanted) => {
  const box = [...document.querySelectorAll("input[type=checkbox]")].find((it) => it.getAttribute("aria-label") === name);
  return box && box.checked === wanted && !box.disabled;
}, { timeout: 20_000 }, label, on);
const toggle = async (page, label) => (await page.waitForSelector(`input[type=checkbox][aria-label=${JSON.stringify(label)}]`)).click();
const press = async (page, label) => (await page.waitForSelector(`::-p-xpath(//button[normalize-space()=${JSON.stringify(label)}])`)).click();

test("everybody chooses what they are told, and the organization for those who don't", { timeout }, async () => {
  const { page, wrong, close } = await openDesk(browser, service, "/desk/account", { email: "user@example.com" });
  await sees(page, "What I am told");
  for (const box of ["Comment: Here", "Comment: E-mail", "Assigned: Here"]) await stands(page, box, true);
  assert.equal(await page.$("input[aria-label='Assigned: E-mail']"), null, "what never goes out by e-mail has no box for it");
  assert.equal(await page.$("input[aria-label^='New task']"), null, "a user has no tasks");
  await toggle(page, "Comment: E-mail");
  await stands(page, "Comment: E-mail", false);
  await sees(page, "As the organization has it");
  await page.reload();
  await stands(page, "Comment: E-mail", false);

  const office = await openDesk(browser, service, "/desk/settings/notifications", { email: "superadmin@example.com" });
  await toggle(office.page, "Resolved: E-mail");
  await stands(office.page, "Resolved: E-mail", false);
  await toggle(office.page, "Comment: Here");
  await stands(office.page, "Comment: Here", false);
  await office.page.select("main select, select", "SOLVER");
  await stands(office.page, "New task: E-mail", true);
  await stands(office.page, "Comment: Here", true);
  await office.page.screenshot({ path: `${shots}told-settings.png`, fullPage: true });
  assert.deepEqual(await accessibilityFaults(office.page), []);

  await page.waitForFunction(() => new Promise((done) => setTimeout(() => done(true), 2_500))); // settings hold everywhere within two seconds
  await page.reload();
  await stands(page, "Comment: E-mail", false);
  await stands(page, "Comment: Here", false);
  await stands(page, "Resolved: E-mail", false);
  await press(page, "As the organization has it");
  await stands(page, "Comment: E-mail", true);
  await stands(page, "Comment: Here", false);
  await page.screenshot({ path: `${shots}told-account.png`, fullPage: true });
  assert.deepEqual(await accessibilityFaults(page), []);

  await page.bringToFront(); // Firefox gives keys to the page in front alone
  await page.focus("input[aria-label='Comment: E-mail']"); // by keyboard
  await page.keyboard.press(" ");
  await stands(page, "Comment: E-mail", false);
  assert.deepEqual(wrong, []);
  assert.deepEqual(office.wrong, []);
  await office.close();
  await close();
});

test("a complaint is watched and muted by the bell beside its reference", { timeout }, async () => {
  const { complaints } = await service.query(await service.signIn("admin@example.com"), "{ complaints(first: 1, where: {status: SUBMITTED}) { edges { node { reference title } } } }");
  const { reference, title } = complaints.edges[0].node;
  const { page, wrong, close } = await openDesk(browser, service, `/desk/complaints/${reference}`, { email: "admin@example.com" });
  const bell = (level) => page.waitForSelector(`main button[aria-label=${JSON.stringify(`Notifications: ${level}`)}]`);
  const choose = async (level) => (await page.waitForSelector(`::-p-xpath(//*[@role='menuitemradio'][starts-with(normalize-space(), ${JSON.stringify(level)})])`)).click();
  await (await bell("Normal")).click();
  await page.waitForSelector("[role=menuitemradio][aria-checked=true]");
  await page.screenshot({ path: `${shots}told-level.png` });
  assert.deepEqual(await accessibilityFaults(page), []);
  await choose("Watching");
  await bell("Watching");
  await sees(page, `You watch ${reference}.`);
  await page.reload();
  await bell("Watching");
  await page.goto(`${service.url}/desk/complaints?mark=watched`);
  await listed(page);
  await sees(page, title);
  assert.equal(await page.$$eval("[role=row][id]", (rows) => rows.length), 1);
  await page.goto(`${service.url}/desk/complaints/${reference}`);
  await bell("Watching");
  await page.keyboard.press("b"); // by keyboard
  await bell("Normal");
  await page.keyboard.press("b");
  await (await bell("Watching")).click();
  await choose("Muted");
  await bell("Muted");
  assert.deepEqual(wrong, []);
  await close();
});

test("an internal note mentions an administrator, who watches from then on", { timeout }, async () => {
  const admin = await service.signIn("admin@example.com");
  const { complaints } = await service.query(admin, "{ complaints(first: 1, where: {status: SUBMITTED}) { edges { node { id reference } } } }");
  const { id, reference } = complaints.edges[0].node;
  const boss = await service.signIn("superadmin@example.com");
  const { viewer } = await service.query(boss, "{ viewer { id name } }");
  const { page, wrong, close } = await openDesk(browser, service, `/desk/complaints/${reference}`, { email: "admin@example.com", prepare: lateFrames });
  await page.waitForSelector("textarea");
  await page.keyboard.press("n");
  const note = "textarea[aria-label='Internal note']";
  await page.waitForSelector(`${note}:focus`);
  const begun = viewer.name.slice(0, 3).toLowerCase();
  await page.type(note, `Is this ours, @${begun}`);
  await page.waitForFunction((name) => [...document.querySelectorAll("[role=option]")].some((it) => it.textContent.includes(name)), { timeout: 20_000 }, viewer.name);
  await page.screenshot({ path: `${shots}told-mention.png` });
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.keyboard.press("Escape"); // the list only
  await page.waitForFunction(() => document.querySelectorAll("[role=option]").length === 0);
  await page.waitForSelector(`${note}:focus`);
  await page.type(note, ` or @${begun}, please`);
  for (const _ of ", please") await page.keyboard.press("ArrowLeft");
  await page.waitForSelector("[role=option][data-combobox-selected]");
  await page.keyboard.press("Enter");
  await page.keyboard.type("or not"); // where the name ends
  await page.waitForFunction((selector, text) => document.querySelector(selector).value === text, { timeout: 20_000 }, note, `Is this ours, @${begun} or @${viewer.name} or not, please`);
  await page.type(note, "?");
  await page.reload(); // what is typed stays, and so does whom it mentions
  await page.waitForFunction((selector, name) => document.querySelector(selector)?.value.includes(name), { timeout: 20_000 }, note, viewer.name);
  await page.focus(note);
  await page.keyboard.down("Control");
  await page.keyboard.press("Enter");
  await page.keyboard.up("Control");
  await sees(page, "One person is told of it.");
  await page.waitForFunction((name) => [...document.querySelectorAll("article b")].some((it) => it.textContent === `@${name}`), { timeout: 20_000 }, viewer.name);
  const read = await service.query(boss, "query($id: ID!) { complaint(id: $id) { notificationLevel } notifications(first: 1) { edges { node { title } } } }", { id });
  assert.equal(read.complaint.notificationLevel, "WATCHING");
  assert.equal(read.notifications.edges[0].node.title, `You are mentioned on ${reference}`);
  assert.deepEqual(wrong, []);
  await close();
});

test("a solver mutes a complaint from its task", { timeout }, async () => {
  const { page, wrong, close } = await openDesk(browser, service, "/desk/today", { email: "solver@example.com", width: 390, height: 844 });
  await (await page.waitForSelector("a[href*='/desk/today/']")).click();
  const more = async () => (await page.waitForSelector("button[aria-label='More']")).click();
  const item = (text) => page.waitForSelector(`::-p-xpath(//*[@role='menuitem'][normalize-space()=${JSON.stringify(text)}])`);
  await more();
  await page.screenshot({ path: `${shots}told-task.png` });
  await (await item("Mute this complaint")).click();
  await sees(page, "you are told only of tasks");
  await more();
  await (await item("Unmute this complaint")).click();
  await sees(page, "again.");
  await more();
  await item("Mute this complaint");
  assert.deepEqual(await accessibilityFaults(page), []);
  assert.deepEqual(wrong, []);
  await close();
});

test("an address that the mail server refuses is shown beside it until it is tried again", { timeout }, async () => {
  const admin = await service.signIn("admin@example.com");
  gone.add("gone@example.org");
  const { submitComplaint: { complaint } } = await service.query(admin,
    `mutation ($input: SubmitComplaintInput!) { submitComplaint(input: $input) { complaint { id reference } } }`,
    { input: { title: "The line was bad", source: "PHONE", contact: { name: "Gus", email: "gone@example.org" } } });
  let contact;
  do {
    await new Promise((resolve) => setTimeout(resolve, 200));
    ({ complaint: { contact } } = await service.query(admin, `query ($id: ID!) { complaint(id: $id) { contact { refusedAt } } }`, { id: complaint.id }));
  } while (!contact.refusedAt);
  const { page, wrong, close } = await openDesk(browser, service, `/desk/complaints/${complaint.reference}`);
  await sees(page, "A mail server has refused this address: nothing is sent there.");
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.screenshot({ path: `${shots}told-refused.png` });
  gone.clear();
  await press(page, "Try again");
  await sees(page, "goes to gone@example.org again");
  await sees(page, "Gets one e-mail and no more");
  await page.waitForFunction(() => !document.body.innerText.includes("has refused this address"), { timeout: 20_000 });
  assert.deepEqual(wrong, []);
  await close();
});

test("a super administrator words an e-mail, and whoever acts sees it before it goes", { timeout }, async () => {
  const office = await openDesk(browser, service, "/desk/settings/mails?open=COMPLAINT_HELD", { email: "superadmin@example.com" });
  const { page } = office;
  await sees(page, "Work on it goes on as soon as it can.");
  const next = "textarea[name=NEXT]";
  await page.waitForSelector(next);
  const rewrite = async (text) => {
    await page.click(next, { count: 3 });
    await page.keyboard.press("Backspace");
    await page.type(next, text);
  };
  await rewrite("Dear {name}, we wait.");
  await sees(page, "must have nothing in braces but");
  assert.deepEqual(await accessibilityFaults(page), []);
  await rewrite("{organization} waits for a part.");
  await sees(page, "Redress waits for a part."); // in the preview, before it is saved
  await page.screenshot({ path: `${shots}told-words.png` });
  await press(page, "Save");
  await sees(page, "was saved");
  await sees(page, "Your own");

  const admin = await service.signIn("admin@example.com");
  const { complaints } = await service.query(admin,
    "{ complaints(first: 1, where: {statusIn: [IN_PROGRESS, ASSIGNED, SUBMITTED], submittedByIdNotNil: true}) { edges { node { id reference } } } }");
  const { reference } = complaints.edges[0].node;
  const desk = await openDesk(browser, service, `/desk/complaints/${reference}`, { email: "admin@example.com", width: 390, height: 844 });
  await desk.page.waitForSelector("textarea");
  await desk.page.keyboard.press("h");
  const letter = "dialog article";
  await desk.page.waitForSelector(letter);
  await sees(desk.page, "Redress waits for a part.");
  await sees(desk.page, `[${reference}] Your report has to wait`);
  await desk.page.type("dialog textarea", "The lamp is on its way.");
  await desk.page.waitForFunction((selector) => document.querySelector(selector)?.textContent.includes("The lamp is on its way."), { timeout: 20_000 }, letter);
  assert.deepEqual(await accessibilityFaults(desk.page), []);
  await desk.page.screenshot({ path: `${shots}told-before.png` });
  assert.deepEqual(desk.wrong, []);
  await desk.close();

  await page.bringToFront();
  await press(page, "Use our words");
  await sees(page, "our words stand again");
  await sees(page, "Work on it goes on as soon as it can.");
  assert.deepEqual(office.wrong, []);
  await office.close();
});

test("what comes is also a notification of the device where somebody turns that on", { timeout }, async () => {
  const { page, wrong, close } = await openDesk(browser, service, "/desk/account", {
    email: "user2@example.com", prepare: (page) => page.browserContext().overridePermissions(service.url, ["notifications"]),
  });
  const found = '::-p-xpath(//label[starts-with(normalize-space(), "Also as notifications of this device")])';
  const wanted = await page.waitForSelector(found);
  await wanted.click();
  await page.waitForFunction((label) => label.control.checked, { timeout: 20_000 }, wanted);
  await page.screenshot({ path: `${shots}told-device.png` });
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined)); // the worker comes some seconds after the page
  const told = () => page.evaluate(async () => {
    const worker = await navigator.serviceWorker.ready;
    return (await worker.getNotifications()).map(({ title, body, data }) => ({ title, body, data }));
  });

  const user = await service.signIn("user2@example.com");
  await service.query(user, `mutation { setNotificationPreferences(input: {choices: [{event: NEW_COMMENT, channel: IN_APP, on: true}]}) { preferences { emailOwn } } }`); // whatever the organization chose
  const { submitComplaint: { complaint } } = await service.query(user,
    `mutation ($input: SubmitComplaintInput!) { submitComplaint(input: $input) { complaint { id reference } } }`, { input: { title: "A lamp is out" } });
  const admin = await service.signIn("admin@example.com");
  const comment = (text) => service.query(admin, `mutation ($input: CommentOnComplaintInput!) { commentOnComplaint(input: $input) { comment { id } } }`,
    { input: { complaintId: complaint.id, text, visibility: "PUBLIC" } });

  const unread = async () => (await service.query(user, "{ unreadNotifications }")).unreadNotifications;
  const bellSays = (n) => page.waitForFunction((n) => document.querySelector("[data-bell]")?.getAttribute("aria-label").includes(` ${n} unread`), { timeout: 20_000, polling: 200 }, n);

  // Whoever looks at the desk needs none.
  await page.bringToFront();
  const before = await unread();
  await comment("Which one?");
  await bellSays(before + 1);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  assert.deepEqual(await told(), []);

  const other = await page.browserContext().newPage();
  await other.bringToFront();
  for (const text of ["The one at the corner?", "Or at the bridge?"]) await comment(text);
  const until = async (what, holds) => {
    for (const end = Date.now() + 20_000; !holds(await told()); await new Promise((resolve) => setTimeout(resolve, 200))) {
      assert.ok(Date.now() < end, `${what}: ${JSON.stringify(await told())}`);
    }
  };
  await until("shown", (shown) => shown.length > 0 && shown[0].body === `Notifications, ${before + 3} unread`);
  const shown = await told();
  assert.equal(shown.length, 1, "one takes the place of the one before");
  assert.equal(shown[0].title, `A new comment on ${complaint.reference}`);
  assert.ok(!JSON.stringify(shown).includes("bridge"), "nothing that people wrote may be read on a locked screen");

  // Pressing it opens what it is about.
  const worker = await (await browser.waitForTarget((it) => it.type() === "service_worker" && it.url().startsWith(service.url))).worker();
  await worker.evaluate(async () => {
    const [notification] = await self.registration.getNotifications();
    self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
  });
  await page.waitForFunction((path) => location.pathname + location.search === path, { timeout: 20_000 }, `/desk${shown[0].data}`);
  await until("pressed", (shown) => shown.length === 0);

  // Whoever comes back has no more use for it, and whoever turns it off gets none.
  await comment("Or in the park?");
  await until("shown again", (shown) => shown.length === 1);
  await page.bringToFront();
  await until("seen", (shown) => shown.length === 0);
  await page.goto(`${service.url}/desk/account`);
  await (await page.waitForSelector(found)).click();
  await page.waitForFunction((label) => !label.control.checked, { timeout: 20_000 }, await page.waitForSelector(found));
  const now = await unread();
  await other.bringToFront();
  await comment("Or behind the school?");
  await bellSays(now + 1);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  assert.deepEqual(await told(), []);
  await other.close();
  assert.deepEqual(wrong, []);
  await close();
});
