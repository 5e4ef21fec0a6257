// The bell of the desk in a browser against the running service: what was sent to somebody, on the screens of every role,
// live on two devices at once, and what stands above every page until it is read; who is told by a reply and who has to be
// called; and the tasks of a service provider.
import assert from "node:assert/strict";
import { after, before } from "node:test";

import { test } from "./browsers.mjs";
import { connect, signIn, takePhone } from "./desk-field.mjs";
import { accessibilityFaults, closeService, launch, openDesk, shots, sideways, sees } from "./desk.mjs";
import { start } from "./service.mjs";

const timeout = 180_000;
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

const count = (page) => page.$$eval("[data-bell], nav a[href$='/notifications']", (all) => all.filter((it) => it.checkVisibility()).map((it) => /\d+\+?/.exec(it.getAttribute("aria-label") ?? it.innerText)?.[0] ?? "0")[0]);
const counts = (page, wanted) => page.waitForFunction((n) => [...document.querySelectorAll("[data-bell], nav a[href$='/notifications']")].some((it) => it.checkVisibility() && (/\d+\+?/.exec(it.getAttribute("aria-label") ?? it.innerText)?.[0] ?? "0") === n), { timeout: 20_000 }, String(wanted));
const urgent = (page) => page.$eval("[data-urgent]", (it) => it.innerText).catch(() => "");
const press = async (page, label) => (await page.waitForFunction((wanted) => [...document.querySelectorAll("button, a")].find((it) => it.checkVisibility() && !it.disabled && (it.innerText.trim() === wanted || it.getAttribute("aria-label") === wanted)), { timeout: 20_000 }, label)).asElement().click();

async function graph(query, variables = {}, token = root) {
  const response = await fetch(`${service.url}/graphql`, {
    method: "POST", headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` }, body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await response.json();
  assert.equal(errors, undefined, JSON.stringify(errors));
  return data;
}

const readAll = async (email) => graph("mutation { markAllNotificationsRead { more } }", {}, await service.signIn(email));
const send = (input) => graph("mutation($input: ScheduleBroadcastInput!) { scheduleBroadcast(input: $input) { broadcast { id } } }", { input: { title: "Water off on Friday", message: `From six to nine.\n\n${"Fill a kettle the evening before. ".repeat(20)}The end.`, targetType: "ALL", ...input } });

test("a broadcast to everybody stands under the bell of every role, opens whole and is read on both devices", { timeout }, async () => {
  const roles = [
    ["user@example.com", { width: 390, height: 844 }], ["solver@example.com", { width: 390, height: 844 }], ["provider@example.com", { width: 390, height: 844 }],
    ["admin@example.com", {}], ["superadmin@example.com", {}],
  ];
  const open = [];
  for (const [email, options] of roles) open.push([email, await openDesk(browser, service, "/desk/", { email, ...options })]);
  for (const [email] of roles) await readAll(email); // that of their new device, too
  for (const [, { page }] of open) await counts(page, 0);
  await send({});
  const { viewer } = await graph("{ viewer { name } }");
  for (const [email, { page, wrong, close }] of open) {
    await counts(page, 1); // live
    assert.equal(await urgent(page), "", email);
    const other = await openDesk(browser, service, "/desk/notifications?show=unread", { email });
    await sees(other.page, "Water off on Friday");
    await page.$$eval("[data-bell], nav a[href$='/notifications']", (all) => all.find((it) => it.checkVisibility()).click());
    await press(page, "Water off on Friday");
    await sees(page, "The end.");
    await sees(page, viewer.name);
    for (const it of [page, other.page]) await counts(it, 0);
    await sees(other.page, "You have read everything");
    assert.ok((await sideways(page)) <= 0, `${email} scrolls sideways`);
    assert.deepEqual(await accessibilityFaults(page), [], email);
    await page.screenshot({ path: `${shots}bell-${email.split("@")[0]}.png` });
    await press(page, "Mark as unread");
    for (const it of [page, other.page]) await counts(it, 1);
    await sees(other.page, "Water off on Friday");
    await press(page, "Mark all as read");
    for (const it of [page, other.page]) await counts(it, 0);
    assert.deepEqual([...wrong, ...other.wrong], [], email);
    await other.close();
    await close();
  }
});

test("what is urgent stands above every page until it is read", { timeout }, async () => {
  await send({ title: "Storm tonight", message: "Stay inside.", urgent: true });
  for (const [email, paths] of [["user@example.com", ["/mine", "/report", "/account"]], ["solver@example.com", ["/today", "/me"]], ["provider@example.com", ["/tasks", "/payments"]], ["admin@example.com", ["/inbox", "/reports"]]]) {
    const desk = await openDesk(browser, service, "/desk/", { email, width: 390, height: 844, language: "de", dark: email.startsWith("solver") });
    for (const path of paths) {
      await desk.page.goto(`${service.url}/desk${path}`);
      await desk.page.waitForSelector("[data-urgent]");
      assert.match(await urgent(desk.page), /Storm tonight[^]*Stay inside/);
    }
    assert.ok((await sideways(desk.page)) <= 0, `${email} scrolls sideways`);
    await desk.page.screenshot({ path: `${shots}bell-urgent-${email.split("@")[0]}.png` });
    await press(desk.page, "Als gelesen markieren: Storm tonight");
    await desk.page.waitForFunction(() => !document.querySelector("[data-urgent]"));
    await desk.page.reload();
    await counts(desk.page, 0);
    assert.equal(await urgent(desk.page), "");
    assert.deepEqual(desk.wrong, []);
    await desk.close();
  }
});

// band measures what is urgent on the screen.
const band = (page) => page.$eval("[data-urgent]", (it) => ({
  height: it.getBoundingClientRect().height,
  head: it.querySelector("p").innerText,
  lines: [...it.querySelectorAll("li")].map((line) => Math.round(line.getBoundingClientRect().height)),
}));

const storms = ["Storm tonight", "Flood at the river, and a title that is as long as nobody would write one but somebody does all the same", "Water off", "Power cut"];

test("however much is urgent, it is one band of a line each, a quarter of a phone at most, and said aloud", { timeout }, async () => {
  const email = "solver@example.com";
  await readAll(email);
  for (const title of storms) await send({ title, urgent: true });
  for (const [width, language, words] of [[390, "en", "4 urgent"], [390, "de", "4 dringend"], [320, "de", "4 dringend"], [1440, "en", "4 urgent"]]) {
    const { page, wrong, close } = await openDesk(browser, service, "/desk/", { email, width, height: 844, language });
    await page.waitForSelector("[data-urgent]");
    const { height, head, lines } = await band(page);
    assert.ok(height <= 844 / 4, `${width} px: ${height} px high`);
    assert.ok(head.includes(words), head);
    assert.equal(lines.length, 3);
    assert.ok(lines.every((it) => it <= 44), `a line each: ${lines}`);
    assert.ok(height >= lines.reduce((sum, it) => sum + it, 0), `${width} px: ${lines} are cut at ${height}`);
    const said = await page.$$eval("[aria-live=assertive]", (all) => all.map((it) => it.innerText).join(""));
    assert.ok(said.includes(words) && said.includes("Power cut"), said);
    assert.ok((await sideways(page)) <= 0, "scrolls sideways");
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.screenshot({ path: `${shots}bell-band-${width}-${language}.png` });
    assert.deepEqual(wrong, []);
    await close();
  }
});

test("what is urgent opens whole before it is read, and marking it goes on with the next one and can be undone", { timeout }, async () => {
  const { page, wrong, close } = await openDesk(browser, service, "/desk/", { email: "solver@example.com", width: 390, height: 844 });
  await press(page, "Open: Power cut");
  await page.waitForFunction(() => location.pathname === "/desk/notifications" && location.search.includes("open="));
  await sees(page, "The end.");
  await page.waitForFunction(() => document.querySelector("[data-urgent]").innerText.includes("3 urgent"));
  await page.goto(`${service.url}/desk/`);
  await page.waitForSelector("[data-urgent]");
  await page.focus("[aria-label='Mark as read: Water off']").catch(async () => assert.fail(await page.$eval("[data-urgent]", (it) => it.innerHTML)));
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("[data-urgent]").innerText.includes("2 urgent"));
  await page.waitForFunction(() => document.activeElement?.closest("[data-urgent]"));
  await press(page, "Undo");
  await page.waitForFunction(() => document.querySelector("[data-urgent]").innerText.includes("3 urgent"));
  assert.deepEqual(wrong, []);
  await close();
});

test("that the session has ended is said beside what is urgent, and not over it", { timeout }, async () => {
  const { page, close } = await openDesk(browser, service, "/desk/account", { email: "user@example.com", width: 390, height: 844 });
  await page.waitForSelector("[data-urgent]");
  let refused = false;
  page.on("response", (response) => { refused ||= response.url().endsWith("/desk/session/refresh") && response.status() === 401; });
  await page.waitForSelector("main input[name=name]");
  await page.focus("main input[name=name]");
  const revoked = graph("mutation { revokeAllSessions(input: {}) { ended } }", {}, await service.signIn("user@example.com"));
  for (const until = Date.now() + 20_000; Date.now() < until && !refused;) {
    await page.keyboard.type("a");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await revoked;
  assert.ok(refused, "the page has noticed that the session was ended");
  await page.waitForFunction(() => [...document.querySelectorAll("p[role=status]")].some((it) => it.checkVisibility() && it.querySelector("button")));
  const [said, urgently, main] = await page.evaluate(() => [
    [...document.querySelectorAll("p[role=status]")].find((it) => it.querySelector("button")), document.querySelector("[data-urgent]"), document.querySelector("main"),
  ].map((it) => it.getBoundingClientRect().toJSON()));
  assert.ok(said.bottom <= urgently.top || urgently.bottom <= said.top, `${JSON.stringify(said)} over ${JSON.stringify(urgently)}`);
  assert.ok(said.bottom <= main.top + 1, `${JSON.stringify([said, urgently, main])}`);
  await page.screenshot({ path: `${shots}bell-ended.png` });
  await close();
});

test("the number of what is unread is not cut from ten on", { timeout }, async () => {
  const email = "user@example.com";
  await readAll(email);
  for (let n = 1; n <= 12; n++) await send({ title: `Notice ${n}` });
  for (const [width, height] of [[390, 844], [1440, 900]]) {
    const { page, close } = await openDesk(browser, service, "/desk/", { email, width, height });
    await counts(page, 12);
    const faults = await page.evaluate(() => [...document.querySelectorAll("[data-bell] *, nav a[href$='/notifications'] *")].filter((it) => it.checkVisibility() && it.children.length === 0 && it.textContent.trim() === "12").map((it) => {
      const { left, right, top, bottom } = it.getBoundingClientRect();
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return left < 0 || right > innerWidth || top < 0 || it.scrollWidth > it.clientWidth + 1 || !(hit === it || it.contains(hit) || hit?.contains(it)) ? `${it.outerHTML} at ${left} to ${right}` : "";
    }));
    assert.ok(faults.length > 0 && faults.every((it) => it === ""), faults.join("\n"));
    await close();
  }
});

test("a phone without a connection still shows what is urgent, whole, and the bell's number", { timeout }, async () => {
  const proxy = await connect(service);
  const phone = await takePhone(proxy);
  try {
    const page = await phone.open("/desk/");
    await signIn(page, "solver@example.com", service.password);
    await page.waitForFunction(() => document.querySelector("[data-urgent]")?.innerText.includes("3 urgent"));
    const before = await count(page);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await proxy.cut();
    await page.reload();
    await page.waitForFunction(() => document.querySelector("[data-urgent]")?.innerText.includes("3 urgent"), { timeout: 20_000 });
    assert.equal(await count(page), before);
    await press(page, "Open: Water off");
    await sees(page, "The end.");
  } finally {
    await phone.throwAway();
    await proxy.close();
  }
});

test("a solver hears of a task, a reporter of an answer, an administrator of the test to oneself, and each leads there", { timeout }, async () => {
  const reporter = await service.signIn("user@example.com");
  const { submitComplaint: { complaint } } = await graph("mutation { submitComplaint(input: { title: \"The lamp is out again\" }) { complaint { id reference } } }", {}, reporter);
  for (const email of ["solver@example.com", "user@example.com", "admin@example.com"]) await readAll(email);
  const solver = await openDesk(browser, service, "/desk/", { email: "solver@example.com", width: 390, height: 844 });
  const user = await openDesk(browser, service, "/desk/", { email: "user@example.com" });
  const admin = await openDesk(browser, service, "/desk/broadcasts?open=new", { email: "admin@example.com" });
  await graph("mutation($id: ID!) { commentOnComplaint(input: { complaintId: $id, text: \"We come on Monday.\" }) { comment { id } } }", { id: complaint.id });
  await counts(user.page, 1);
  await user.page.goto(`${service.url}/desk/notifications`);
  await sees(user.page, "We come on Monday.");
  await press(user.page, `A new comment on ${complaint.reference}`);
  await user.page.waitForFunction((id) => location.pathname === `/desk/complaints/${id}`, {}, complaint.id);
  await counts(user.page, 0);

  const { viewer } = await graph("{ viewer { id } }", {}, await service.signIn("solver@example.com"));
  await graph("mutation($id: ID!, $to: ID!) { assignComplaint(input: { id: $id, solverId: $to }) { complaint { id } } }", { id: complaint.id, to: viewer.id });
  await counts(solver.page, 1);
  await solver.page.goto(`${service.url}/desk/notifications`);
  await press(solver.page, `You have a new task: ${complaint.reference}`);
  await solver.page.waitForFunction(() => /^\/desk\/today\/.+/.test(location.pathname));
  await sees(solver.page, "The lamp is out again");
  await counts(solver.page, 0);

  await admin.page.waitForSelector("input[name=title], form input");
  await admin.page.$$eval("form input, form textarea", (all) => all.filter((it) => it.type !== "checkbox" && it.checkVisibility()).slice(0, 1).forEach((it) => it.focus()));
  await admin.page.keyboard.type("Only a test");
  await admin.page.focus("form textarea");
  await admin.page.keyboard.type("Of what it says.");
  await press(admin.page, "Send a test to myself");
  await counts(admin.page, 1);
  for (const desk of [solver, user, admin]) {
    assert.deepEqual(desk.wrong, []);
    await desk.close();
  }
});

test("what is about one complaint stands together, and keys work through it", { timeout }, async () => {
  const reporter = await service.signIn("user@example.com");
  const file = async (title) => (await graph("mutation($title: String!) { submitComplaint(input: { title: $title }) { complaint { id reference } } }", { title }, reporter)).submitComplaint.complaint;
  const say = (id, text) => graph("mutation($id: ID!, $text: String!) { commentOnComplaint(input: { complaintId: $id, text: $text }) { comment { id } } }", { id, text });
  const [bench, fence] = [await file("The bench has lost a plank"), await file("The fence has a hole")];
  await readAll("user@example.com");
  await say(bench.id, "We have no plank.");
  await say(fence.id, "Which fence?");
  await say(bench.id, "A plank has come.");
  const { page, wrong, close } = await openDesk(browser, service, "/desk/notifications?show=unread", { email: "user@example.com" });
  await sees(page, "A plank has come.");
  const said = await page.$eval("main ul", (it) => it.innerText);
  assert.equal(said.split(`${bench.reference}`).length - 1, 1 + 2, "its own line, and the title of each");
  const order = ["A plank has come.", "We have no plank.", "Which fence?"].map((it) => said.indexOf(it));
  assert.deepEqual(order, [...order].sort((a, b) => a - b));
  assert.deepEqual(await accessibilityFaults(page), []);
  const focused = () => page.evaluate(() => document.activeElement.closest("[data-notification]")?.innerText ?? "");
  const unread = (n) => page.waitForFunction((wanted) => document.querySelectorAll("main li[data-unread]").length === wanted, { timeout: 20_000 }, n);
  await page.keyboard.press("j");
  assert.match(await focused(), /A plank has come/);
  await page.keyboard.press("e");
  await unread(2);
  assert.match(await focused(), /We have no plank/);
  await page.keyboard.press("ArrowDown");
  assert.match(await focused(), /Which fence/);
  await page.keyboard.press("k");
  await page.keyboard.press("e");
  await unread(1);
  assert.match(await focused(), /Which fence/);
  await page.keyboard.press("e");
  await sees(page, "You have read everything");
  assert.deepEqual(wrong, []);
  await close();
});

test("a caller without an account is to be called, and the citizen's reopening is the citizen's", { timeout }, async () => {
  const file = async (contact) => (await graph("mutation($input: SubmitComplaintInput!) { submitComplaint(input: $input) { complaint { id } } }", { input: { title: "A call", source: "PHONE", contact } })).submitComplaint.complaint.id;
  for (const [contact, sentence] of [
    [{ name: "Ada Rahn", phone: "0151 2345" }, "Ada Rahn has no account: call 0151 2345."],
    [{ name: "Ada Rahn", email: "ada@example.org" }, "Ada Rahn has no account: write to ada@example.org."],
  ]) {
    const desk = await openDesk(browser, service, `/desk/complaints/${await file(contact)}`);
    await sees(desk.page, sentence);
    await desk.page.waitForFunction(() => document.querySelector("main section textarea"));
    await desk.page.evaluate(() => document.activeElement?.blur());
    await desk.page.keyboard.press("r");
    await desk.page.waitForSelector("dialog[open]");
    await desk.page.waitForFunction((wanted) => document.querySelector("dialog[open]").innerText.includes(wanted), {}, sentence);
    assert.doesNotMatch(await desk.page.$eval("dialog[open]", (it) => it.innerText), /Ada Rahn will read/);
    assert.deepEqual(desk.wrong, []);
    await desk.close();
  }
  const reporter = await service.signIn("user@example.com");
  const { submitComplaint: { complaint: { id } } } = await graph("mutation { submitComplaint(input: { title: \"Not mended\" }) { complaint { id } } }", {}, reporter);
  await graph("mutation($id: ID!) { resolveComplaint(input: { id: $id, publicNote: \"Done.\" }) { complaint { id } } }", { id });
  const user = await openDesk(browser, service, `/desk/complaints/${id}`, { email: "user@example.com", width: 390, height: 844 });
  await press(user.page, "More");
  await press(user.page, "Reopen");
  await user.page.waitForSelector("dialog[open]");
  const form = await user.page.$eval("dialog[open]", (it) => it.innerText);
  assert.match(form, /What is still wrong/);
  assert.match(form, /Those who work on it will read this/);
  assert.doesNotMatch(form, /Note to the reporter|administrators will read/);
  await user.close();
});

test("a provider's tasks say what they are about and where, in the list, the panel and Ctrl K", { timeout }, async () => {
  const desk = await openDesk(browser, service, "/desk/tasks", { email: "provider@example.com" });
  await desk.page.waitForSelector("main tbody tr[data-opens]");
  const rows = await desk.page.$$eval("main tbody tr[data-opens]", (all) => all.map((it) => it.innerText));
  for (const row of rows) assert.match(row, /[A-Z]+-\d{4}-\d+ \S+/);
  const [reference] = /[A-Z]+-\d{4}-\d+/.exec(rows[0]);
  await desk.page.screenshot({ path: `${shots}provider-tasks.png` });
  await desk.page.keyboard.down("Control");
  await desk.page.keyboard.press("k");
  await desk.page.keyboard.up("Control");
  await desk.page.waitForSelector("[role=combobox]");
  await desk.page.type("[role=combobox]", reference);
  await desk.page.waitForFunction((wanted) => document.querySelector("[role=option]")?.innerText.includes(wanted), {}, reference);
  await desk.page.keyboard.press("Enter");
  await desk.page.waitForFunction(() => location.search.includes("open="));
  await desk.page.waitForFunction((wanted) => document.querySelector("section[aria-labelledby] h2") && document.body.innerText.includes(wanted), {}, reference);
  assert.doesNotMatch(await desk.page.$eval("main", (it) => it.innerText), /Open the complaint/);
  assert.deepEqual(desk.wrong, []);
  await desk.close();
});

test("the row of a broadcast shows the state of its panel at once", { timeout }, async () => {
  const { scheduleBroadcast: { broadcast } } = await graph("mutation($input: ScheduleBroadcastInput!) { scheduleBroadcast(input: $input) { broadcast { id } } }", { input: { title: "Later", message: "Later.", targetType: "ALL", scheduledAt: new Date(Date.now() + 86_400_000).toISOString() } });
  const desk = await openDesk(browser, service, `/desk/broadcasts?open=${broadcast.id}`);
  await press(desk.page, "Cancel the broadcast");
  await desk.page.waitForSelector("dialog[open]");
  await desk.page.$$eval("dialog[open] button", (all) => all.find((it) => it.innerText.trim() === "Cancel the broadcast").click());
  // Whenever the panel shows another state, so does the row.
  const differ = await desk.page.evaluate(() => new Promise((resolve) => {
    const look = () => {
      const panel = document.querySelector("section[aria-labelledby] [data-tone]")?.innerText.trim();
      const row = document.querySelector("main tr[data-open] [data-tone]")?.innerText.trim();
      if (panel && row && panel !== row) resolve(`${panel} beside ${row}`);
      else if (panel === "Cancelled") resolve("");
      else requestAnimationFrame(look);
    };
    look();
  }));
  assert.equal(differ, "");
  assert.deepEqual(desk.wrong, []);
  await desk.close();
});

test("administrators decide about the e-mail that is held since a restore, above every page and once", { timeout }, async () => {
  const own = await start({ REDRESS_SMTP_URL: "smtp://127.0.0.1:9?from=desk@redress.example" }); // nothing listens there, so that what is written waits
  try {
    const reporter = await own.signIn("user@example.com");
    const submit = (title) => own.query(reporter, "mutation($title: String!) { submitComplaint(input: { title: $title }) { complaint { id } } }", { title });
    for (const title of ["A lamp is out", "A tap drips"]) await submit(title);
    const before = await openDesk(browser, own, "/desk/inbox", {});
    for (const verb of ["Send", "Drop"]) {
      own.command("media", "adopt", "--yes"); // as at the end of a restore
      const wide = await openDesk(browser, own, "/desk/inbox", {});
      const narrow = await openDesk(browser, own, "/desk/inbox", { width: 390, height: 844, dark: true, language: "de", email: "superadmin@example.com" });
      const user = await openDesk(browser, own, "/desk/mine", { email: "user@example.com" });
      const { count } = (await own.query(await own.signIn("admin@example.com"), "{ heldMail { count } }")).heldMail;
      assert.ok(count > (verb === "Send" ? 2 : 1), `${count} are held`); // the demo has one of its own
      await sees(wide.page, `${count} e-mails from before are held.`);
      await sees(narrow.page, `${count} E-Mails von vorher werden zurückgehalten.`);
      assert.ok((await sideways(narrow.page)) <= 0, "it scrolls sideways");
      for (const [name, { page }] of [["wide", wide], ["narrow", narrow]]) {
        assert.deepEqual(await accessibilityFaults(page), [], name);
        await page.screenshot({ path: `${shots}held-mail-${name}.png` });
      }
      assert.equal(await user.page.$(`section[aria-label="Held e-mail"]`), null);
      await press(wide.page, verb);
      await sees(wide.page, verb === "Send" ? "arrives for a second time" : "never arrives");
      assert.deepEqual(await accessibilityFaults(wide.page), []);
      await wide.page.screenshot({ path: `${shots}held-mail-${verb}.png` });
      await (await wide.page.waitForSelector(`dialog ::-p-xpath(.//form//button[normalize-space()='${verb}'])`)).click();
      await wide.page.waitForFunction(() => !document.querySelector("section[aria-label='Held e-mail']"), { timeout: 20_000 });

      // Who still sees the question is told that it was answered.
      await press(narrow.page, "Senden");
      await (await narrow.page.waitForSelector("dialog ::-p-xpath(.//form//button[normalize-space()='Senden'])")).click();
      await sees(narrow.page, "Seit einer Wiederherstellung zu dieser Zeit wird keine E-Mail zurückgehalten.");
      await narrow.page.waitForFunction(() => !document.querySelector("section[aria-label='Zurückgehaltene E-Mails']"), { timeout: 20_000 });
      for (const it of [wide, user]) {
        assert.deepEqual(it.wrong, []);
        await it.close();
      }
      await narrow.close();
    }
    assert.deepEqual(before.wrong, []);
    await before.close();
  } finally {
    await closeService(own);
  }
});
