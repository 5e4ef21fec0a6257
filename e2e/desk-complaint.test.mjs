// The page of a complaint in the desk: everything a clerk does there, in Chromium against the running service.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";

import { test } from "./browsers.mjs";
import { accessibilityFaults, film, lateFrames, launch, openDesk, quiet, readSlowly, shots, sideways } from "./desk.mjs";
import { start } from "./service.mjs";

const timeout = 120_000;
let service;
let browser;
let admin;
before(async () => {
  service = await start();
  browser = await launch();
  admin = await service.signIn("admin@example.com");
});
after(async () => {
  await browser?.close();
  await service?.close();
});

const page = (reference) => `/desk/complaints/${reference}`;

// byReference returns what the tests compare the page with.
async function byReference(reference, fields) {
  const { complaints } = await service.query(admin, `query($reference: String!) { complaints(where: {reference: $reference}) { edges { node { id version status ${fields} } } } }`, { reference });
  return complaints.edges[0].node;
}

// submitted returns a new complaint, so that tests do not depend on each other.
async function submitted(title, input = {}, token = admin) {
  const reporter = token === admin ? { contact: { name: "Nadia Ferreira", phone: "+351 21 555 0182" }, source: "PHONE" } : {};
  const { submitComplaint } = await service.query(token, "mutation($input: SubmitComplaintInput!) { submitComplaint(input: $input) { complaint { id reference version } } }", {
    input: { title, description: "Since Monday. It is getting worse.", ...reporter, ...input },
  });
  return submitComplaint.complaint;
}

const shows = (tab, text) => tab.waitForFunction((wanted) => document.body.innerText.includes(wanted), { timeout: 15_000 }, text);
const press = (tab, key) => tab.keyboard.press(key);
const inDialog = (tab) => tab.waitForSelector("dialog[open] form");

async function chord(tab, key) {
  await tab.keyboard.down("Control");
  await tab.keyboard.press(key);
  await tab.keyboard.up("Control");
}

for (const { width, dark, language } of [
  { width: 1440, dark: false, language: "en" },
  { width: 768, dark: true, language: "de" },
  { width: 390, dark: false, language: "de" },
  { width: 390, dark: true, language: "en" },
]) {
  test(`a complaint, ${width} wide, ${dark ? "dark" : "light"}, ${language}`, { timeout }, async () => {
    const { page: tab, wrong, close } = await openDesk(browser, service, page("CMP-2026-000026"), { width, dark, language });
    for (const reference of ["CMP-2026-000026", "CMP-2026-000001", "CMP-2026-000042", "CMP-2026-000034"]) {
      await tab.goto(service.url + page(reference));
      await tab.waitForSelector("#stream li");
      await shows(tab, reference);
      assert.match(await tab.title(), new RegExp(`^${reference} .+ · .+`));
      assert.ok((await sideways(tab)) <= 0, "no sideways scroll");
      assert.equal(await tab.$eval("#main", (main) => main.scrollWidth - main.clientWidth), 0, "no sideways scroll inside");
      assert.deepEqual(await accessibilityFaults(tab), [], reference);
      assert.doesNotMatch(await tab.$eval("main", (main) => main.innerText), /\b(IN_PROGRESS|ON_HOLD|SUBMITTED|COMPLETION_SUBMITTED|waiting_for_\w+)\b/, "no raw value");
    }
    await tab.screenshot({ path: `${shots}desk-complaint-${width}-${dark ? "dark" : "light"}-${language}.png` });
    await press(tab, "r");
    await tab.evaluate(() => document.activeElement?.blur?.());
    assert.deepEqual(wrong, []);
    await close();
  });
}

test("a complaint from intake to closing by the visible labels, undo and edits", { timeout }, async () => {
  const { reference } = await submitted("Bench without a seat");
  const { page: tab, wrong, close } = await openDesk(browser, service, page(reference));
  await shows(tab, "Nadia Ferreira has no account: call +351 21 555 0182.");

  // The title where it stands, taken back by Ctrl+Z.
  await (await tab.waitForSelector("h1 button")).click();
  await chord(tab, "a");
  await tab.keyboard.type("Bench without a seat at the ferry");
  await press(tab, "Enter");
  await shows(tab, `${reference} is corrected.`);
  assert.equal((await byReference(reference, "title")).title, "Bench without a seat at the ferry");
  await tab.evaluate(() => document.activeElement?.blur());
  await chord(tab, "z");
  await tab.waitForFunction(() => document.querySelector("h1")?.textContent === "Bench without a seat");
  assert.equal((await byReference(reference, "title")).title, "Bench without a seat");

  // Priority and category by their keys; the first is undone.
  await press(tab, "p");
  await inDialog(tab);
  await tab.click("dialog input[value=URGENT]");
  await chord(tab, "Enter");
  await shows(tab, `${reference} is changed.`);
  assert.equal((await byReference(reference, "priority")).priority, "URGENT");
  await chord(tab, "z");
  await tab.waitForFunction(() => !document.querySelector("header")?.parentElement.querySelector("[class*=marks]")?.innerText.includes("Urgent"));
  assert.equal((await byReference(reference, "priority")).priority, "NORMAL");

  // Assigned by keyboard: the first one that is proposed.
  await press(tab, "a");
  await tab.waitForSelector("dialog [role=option]");
  await press(tab, "Enter");
  await tab.waitForSelector("dialog [role=option][aria-selected=true]");
  await chord(tab, "Enter");
  await shows(tab, `${reference} is assigned.`);
  const { status, tasks } = await byReference(reference, "tasks(last: 1) { edges { node { solver { name } } } }");
  assert.equal(status, "ASSIGNED");
  await shows(tab, `assigned it to ${tasks.edges[0].node.solver.name}`);

  // A note for colleagues, and a reply; the drafts survive a reload.
  await press(tab, "n");
  await tab.waitForFunction(() => document.activeElement?.tagName === "TEXTAREA");
  await tab.keyboard.type("Ask for the key at the harbour office.");
  await tab.reload();
  await tab.waitForFunction(() => document.querySelector("textarea")?.value === "Ask for the key at the harbour office.");
  await tab.focus("textarea");
  await chord(tab, "Enter");
  await shows(tab, "Note saved.");
  const { comments } = await byReference(reference, "comments(last: 1) { edges { node { text visibility } } }");
  assert.deepEqual(comments.edges[0].node, { text: "Ask for the key at the harbour office.", visibility: "INTERNAL" });

  // On hold with a reason, and on again.
  await tab.evaluate(() => document.activeElement?.blur());
  await press(tab, "h");
  await inDialog(tab);
  await tab.click("dialog input[value=waiting_for_parts]");
  await chord(tab, "Enter");
  await shows(tab, `${reference} is on hold.`);
  await shows(tab, "Waiting for parts");
  await press(tab, "h");
  await inDialog(tab);
  await chord(tab, "Enter");
  await shows(tab, `${reference} goes on.`);

  // What is not possible says why.
  await press(tab, "Escape");
  await tab.goto(service.url + page(reference));
  await shows(tab, "Nadia Ferreira");
  await (await tab.waitForSelector("aside button[aria-haspopup=menu]")).click();
  await shows(tab, "Not possible now");
  await press(tab, "Escape");
  await tab.waitForSelector("[role=menu]", { hidden: true });

  // Resolved, then closed by the one primary action.
  await press(tab, "e");
  await inDialog(tab);
  await tab.type("dialog textarea", "The bench has a new seat.");
  await chord(tab, "Enter");
  await shows(tab, `${reference} is resolved.`);
  await (await tab.waitForFunction(() => [...document.querySelectorAll("aside button")].find((it) => it.textContent.startsWith("Close")))).click();
  await inDialog(tab);
  await chord(tab, "Enter");
  await shows(tab, `${reference} is closed.`);
  assert.equal((await byReference(reference, "")).status, "CLOSED");
  assert.deepEqual(wrong, []);
  await close();
});

test("photos are sent with a reply and shown in the viewer", { timeout }, async () => {
  const { reference } = await submitted("Lamp post leans");
  const picture = join(tmpdir(), `redress-e2e-${process.pid}.gif`);
  await writeFile(picture, Buffer.from("R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAkQBADs=", "base64"));
  const { page: tab, wrong, close } = await openDesk(browser, service, page(reference));
  await shows(tab, reference);
  const [strip] = await tab.$$("input[type=file]");
  await strip.uploadFile(picture);
  await tab.waitForSelector("button[aria-label^='Open redress-e2e']");
  await tab.click("button[aria-label^='Open redress-e2e']");
  await tab.waitForSelector("dialog[open] img");
  for (const key of ["+", "r", "-", "0"]) await press(tab, key);
  assert.deepEqual(await accessibilityFaults(tab), []);
  await press(tab, "Escape");
  await tab.waitForSelector("dialog", { hidden: true });
  const { media } = await byReference(reference, "media(first: 5) { totalCount }");
  assert.equal(media.totalCount, 1);

  await tab.type("textarea", "We come tomorrow.");
  await tab.evaluate(readSlowly); // what is chosen just before a reply is sent goes with it
  await (await tab.$$("input[type=file]"))[1].uploadFile(picture);
  await tab.focus("textarea");
  await chord(tab, "Enter");
  await shows(tab, "Reply sent.");
  await tab.waitForSelector("#stream article button[aria-label^='Open redress-e2e']");
  assert.deepEqual(wrong, []);
  await close();
});

test("a video is played, and a file is removed for good with a reason, its own by who sent it without", { timeout }, async () => {
  const user = await service.signIn("user@example.com");
  const { reference } = await submitted("Fountain runs over", {}, user);
  const movie = join(tmpdir(), `redress-e2e-${process.pid}.webm`);
  await film(browser, movie);
  const reporter = await openDesk(browser, service, page(reference), { email: "user@example.com", width: 390 });
  await shows(reporter.page, reference);
  const opener = "button[aria-label^='Open redress-e2e']";
  const send = async (tab) => {
    await (await tab.$("input[type=file]")).uploadFile(movie);
    await tab.waitForSelector(opener);
  };
  const plays = async (tab) => {
    await tab.click(opener);
    await tab.waitForSelector("dialog[open] video");
    assert.ok(await tab.$eval("dialog[open] video", async (video) => {
      video.muted = true;
      await video.play();
      const began = video.currentTime;
      for (let at = 0; at < 50 && video.currentTime === began; at++) await new Promise((resolve) => setTimeout(resolve, 100));
      return video.currentTime > began && video.videoWidth === 320;
    }), "the video plays");
  };
  await send(reporter.page);
  await plays(reporter.page);
  await reporter.page.screenshot({ path: `${shots}desk-complaint-video-390.png` });
  assert.deepEqual(await accessibilityFaults(reporter.page), []);
  await reporter.page.click("dialog[open] button[aria-label='Remove the file']");
  await shows(reporter.page, "The file is deleted, at once and for good.");
  await reporter.page.click("dialog[open] button[type=submit]");
  await shows(reporter.page, "was removed.");
  await reporter.page.waitForSelector(opener, { hidden: true });
  assert.equal((await byReference(reference, "media(first: 5) { totalCount }")).media.totalCount, 0);
  await send(reporter.page);
  assert.deepEqual(reporter.wrong, []);
  await reporter.close();

  const { page: tab, wrong, close } = await openDesk(browser, service, page(reference), { dark: true, language: "de" });
  await tab.waitForSelector("[aria-label^='redress-e2e'][class*=thumb], button[class*=thumb]");
  await tab.click("button[class*=thumb]");
  await tab.waitForSelector("dialog[open] video");
  await tab.click("dialog[open] button[aria-label='Datei entfernen']");
  await tab.waitForSelector("dialog[open] textarea");
  await tab.click("dialog[open] button[type=submit]");
  await tab.waitForSelector("dialog[open] textarea[aria-invalid=true]");
  await tab.screenshot({ path: `${shots}desk-complaint-remove-dark-de.png` });
  assert.deepEqual(await accessibilityFaults(tab), []);
  await tab.type("dialog[open] textarea", "Ein Gesicht ist zu erkennen");
  await tab.click("dialog[open] button[type=submit]");
  await shows(tab, "wurde entfernt.");
  assert.equal((await byReference(reference, "media(first: 5) { totalCount }")).media.totalCount, 0);
  const { auditEvents } = await service.query(await service.signIn("superadmin@example.com"), '{ auditEvents(first: 1, where: {action: "media.removed"}) { edges { node { details } } } }').catch(() => ({}));
  if (auditEvents) assert.match(JSON.stringify(auditEvents), /Gesicht/);
  assert.deepEqual(wrong, []);
  await close();
});

test("a stale resolve shows both versions, keeps 600 characters and sends them with one click", { timeout }, async () => {
  const { id, reference } = await submitted("Railing is loose");
  const words = "The railing was fastened with new bolts. ".repeat(15).slice(0, 599) + ".";
  const second = await openDesk(browser, service, page(reference));
  await shows(second.page, reference);
  await press(second.page, "e");
  await inDialog(second.page);
  await second.page.type("dialog textarea", words);

  const first = await openDesk(browser, service, page(reference), { email: "superadmin@example.com" });
  await shows(first.page, "Also here: Lucía Fernández Ibarra");
  await press(first.page, "p");
  await inDialog(first.page);
  await first.page.click("dialog input[value=HIGH]");
  await chord(first.page, "Enter");
  await shows(first.page, `${reference} is changed.`);

  await second.page.focus("dialog textarea");
  await chord(second.page, "Enter");
  await shows(second.page, "It has changed since you began");
  const rows = await second.page.$$eval("dialog [role=alert] tbody tr", (all) => all.map((row) => [...row.children].map((cell) => cell.innerText)));
  assert.deepEqual(rows, [["Priority", "Normal", "High"]]);
  assert.equal(await second.page.$eval("dialog textarea", (area) => area.value), words);
  assert.deepEqual(await accessibilityFaults(second.page), []);
  await second.page.screenshot({ path: `${shots}desk-stale.png` });
  await new Promise((resolve) => setTimeout(resolve, 500)); // a person looks at it; what changes under the pointer is not clicked
  await second.page.click("dialog button[type=submit]");
  await shows(second.page, `${reference} is resolved.`);
  const { status, statusLog } = await byReference(reference, "statusLog(last: 1) { edges { node { publicNote actor { name } } } }");
  assert.equal(status, "RESOLVED");
  assert.equal(statusLog.edges[0].node.publicNote, words);

  // Now it is resolved: the other one's rejection is not possible any more, and the text is a reply with one click.
  await service.query(admin, "mutation($input: ReopenComplaintInput!) { reopenComplaint(input: $input) { complaint { id } } }", { input: { id, reasonCode: "not_fixed" } });
  await first.page.reload();
  await shows(first.page, "Reopened");
  await press(first.page, "r");
  await inDialog(first.page);
  await first.page.click("dialog input[type=radio]");
  await first.page.type("dialog textarea", words);
  await service.query(admin, "mutation($input: ResolveComplaintInput!) { resolveComplaint(input: $input) { complaint { id } } }", { input: { id, publicNote: "Done meanwhile." } });
  await shows(first.page, "Done meanwhile.");
  await (await first.page.waitForFunction(() => [...document.querySelectorAll("dialog button")].find((it) => it.textContent === "Send the text as a public reply"))).click();
  await shows(first.page, "Reply sent.");
  const { comments } = await byReference(reference, "comments(last: 1) { edges { node { text } } }");
  assert.equal(comments.edges[0].node.text, words);
  assert.deepEqual(first.wrong, []);
  assert.deepEqual(second.wrong, []);
  await first.close();
  await second.close();
});

test("a session that ends in mid-sentence goes on at the same place; two tabs need one sign-in and one refresh", { timeout }, async () => {
  const { page: tab, close } = await openDesk(browser, service, page("CMP-2026-000001"));
  await tab.waitForSelector("#stream li");
  const other = await tab.browserContext().newPage();
  const asked = { "": 0, "/refresh": 0 };
  for (const it of [tab, other]) {
    it.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (request.method() === "POST" && pathname.startsWith("/desk/session")) asked[pathname.slice("/desk/session".length)]++;
    });
  }
  await other.goto(service.url + page("CMP-2026-000026"));
  await other.waitForSelector("#stream li");
  assert.deepEqual(asked, { "": 0, "/refresh": 0 }, "the other tab has got the token from the first one");

  await tab.bringToFront();
  await tab.focus("textarea");
  await tab.keyboard.type("We have looked at it, and ");
  await tab.evaluate(() => document.querySelector("#main").scrollTo(0, 300));
  const scrolled = await tab.$eval("#main", (main) => main.scrollTop);
  assert.ok(scrolled > 100, `scrolled by ${scrolled}`);
  await service.query(await service.signIn("admin@example.com"), "mutation { revokeAllSessions(input: {}) { __typename } }");
  admin = await service.signIn("admin@example.com");
  // Where somebody types the sign-in waits until it is asked for.
  await (await tab.waitForSelector("::-p-xpath(//p[@role='status']//button)", { timeout: 30_000 })).click();
  await tab.waitForSelector("input[name=email]", { timeout: 30_000 });
  await other.waitForSelector("input[name=email]", { timeout: 30_000 });
  await tab.waitForFunction(() => document.querySelector("input[name=email]").value === "admin@example.com");
  await tab.type("input[name=password]", service.password);
  await press(tab, "Enter");
  await tab.waitForFunction(() => !document.querySelector("input[name=email], [inert]") && document.activeElement?.tagName === "TEXTAREA", { timeout: 20_000 });
  await other.waitForFunction(() => !document.querySelector("input[name=email]"), { timeout: 20_000 });
  assert.equal(asked[""], 1, "one sign-in for two tabs");
  assert.equal(await tab.evaluate(() => location.pathname), page("CMP-2026-000001"));
  await tab.keyboard.type("the sentence goes on");
  assert.equal(await tab.$eval("textarea", (area) => area.value), "We have looked at it, and the sentence goes on");
  assert.equal(await tab.$eval("#main", (main) => main.scrollTop), scrolled);

  const before = asked["/refresh"];
  await Promise.all([tab.reload(), other.reload()]);
  await Promise.all([tab.waitForSelector("#stream li"), other.waitForSelector("#stream li")]);
  assert.equal(asked["/refresh"] - before, 1, "one refresh for two tabs");
  assert.match(await tab.$eval("textarea", (area) => area.value), /^We have looked at it, and the sentence goes on$/, "the draft is there after a reload");
  await close();
});

test("a reopened complaint whose task is declined is shown as returned, and as reopened once", { timeout }, async () => {
  const { id, reference } = await submitted("Hinge squeaks");
  const solver = await service.signIn("solver2@example.com");
  const { viewer } = await service.query(solver, "{ viewer { id name } }");
  const on = async (verb, input, token = admin, returns = "complaint { id }") =>
    (await service.query(token, `mutation($input: ${verb[0].toUpperCase()}${verb.slice(1)}Input!) { ${verb}(input: $input) { ${returns} } }`, { input }))[verb];
  await on("resolveComplaint", { id, publicNote: "Oiled." });
  await on("reopenComplaint", { id, reasonCode: "not_fixed" });
  const { complaint } = await on("assignComplaint", { id, solverId: viewer.id }, admin, "complaint { tasks(last: 1) { edges { node { id } } } }");
  await on("declineTask", { id: complaint.tasks.edges[0].node.id, reasonCode: "too_far" }, solver, "task { id }");
  const { page: tab, wrong, close } = await openDesk(browser, service, page(reference));
  await shows(tab, `${viewer.name} returned it to the queue`);
  const lines = await tab.$$eval("#stream li", (all) => all.map((line) => line.innerText).filter((line) => line.includes("reopened")));
  assert.equal(lines.length, 1, lines.join("\n"));
  assert.deepEqual(wrong, []);
  await close();
});

test("a change of somebody else is shown at once", { timeout }, async () => {
  const { id, reference } = await submitted("Hedge grows over the path");
  const { page: tab, wrong, close } = await openDesk(browser, service, page(reference));
  await tab.waitForSelector("#stream li");
  const began = Date.now();
  await service.query(admin, "mutation($input: HoldComplaintInput!) { holdComplaint(input: $input) { complaint { id } } }", { input: { id, reasonCode: "weather", publicNote: "It rains." } });
  await shows(tab, "It rains.");
  console.log(`  a change was visible after ${Date.now() - began} ms`);
  assert.ok(Date.now() - began < 3000);
  assert.deepEqual(wrong, []);
  await close();
});

test("who has reported something follows it, comments, withdraws and rates", { timeout }, async () => {
  const user = await service.signIn("user@example.com");
  const { id, reference } = await submitted("Manhole cover rattles", { source: "WEB" }, user);
  const { page: tab, wrong, close } = await openDesk(browser, service, page(reference), { email: "user@example.com", width: 390, language: "de" });
  await tab.waitForSelector("#stream li");
  assert.deepEqual(await accessibilityFaults(tab), []);
  assert.equal(await tab.$("[role=tablist]"), null, "no internal views");
  await tab.type("textarea", "Nachts ist es sehr laut.");
  await (await tab.waitForFunction(() => [...document.querySelectorAll("button")].find((it) => it.textContent === "Senden" && !it.disabled))).click();
  await shows(tab, "Gesendet. Danke.");
  await service.query(admin, "mutation($input: ResolveComplaintInput!) { resolveComplaint(input: $input) { complaint { id } } }", { input: { id, publicNote: "Sie klappert nicht mehr." } });
  await shows(tab, "Sie klappert nicht mehr.");
  await (await tab.waitForFunction(() => [...document.querySelectorAll("aside button")].find((it) => it.textContent === "Bewerten"))).click();
  await inDialog(tab);
  await tab.click("dialog input[value='4']");
  await tab.click("dialog button[type=submit]");
  await shows(tab, `${reference} ist bewertet.`);
  assert.deepEqual(await byReference(reference, "rating"), { ...(await byReference(reference, "")), rating: 4 });

  const { reference: withdrawn } = await submitted("Puddle", { source: "WEB" }, user);
  await tab.goto(service.url + page(withdrawn));
  await (await tab.waitForFunction(() => [...document.querySelectorAll("aside button")].find((it) => it.textContent === "Zurückziehen"))).click();
  await inDialog(tab);
  await tab.click("dialog button[type=submit]");
  await shows(tab, `${withdrawn} ist zurückgezogen.`);
  assert.equal((await byReference(withdrawn, "")).status, "WITHDRAWN");
  assert.ok((await sideways(tab)) <= 0);
  assert.deepEqual(wrong, []);
  await close();
});

test("who has reported something reads how far it is and the answer first, and not what is the office's", { timeout }, async () => {
  const user = await service.signIn("user@example.com");
  const { id, reference } = await submitted("The swing has lost its chain", { source: "WEB" }, user);
  await service.query(admin, "mutation($input: TriageComplaintInput!) { triageComplaint(input: $input) { complaint { id } } }", { input: { id, priority: "HIGH", dueAt: "2040-03-01T12:00:00Z" } });
  const { page: tab, wrong, close } = await openDesk(browser, service, page(reference), { email: "user@example.com", width: 390, height: 844 });
  const steps = () => tab.$$eval("ol[aria-label='How far it is'] li", (all) => all.map((it) => `${it.querySelector("span").firstChild.data}${it.dataset.done ? " done" : ""}`));
  await tab.waitForSelector("ol[aria-label='How far it is']");
  assert.deepEqual(await steps(), ["Submitted done", "Assigned", "Resolved"]);
  assert.doesNotMatch(await tab.$eval("main", (it) => it.innerText), /High|Priority|Due|2040/);
  await service.query(admin, "mutation($input: ResolveComplaintInput!) { resolveComplaint(input: $input) { complaint { id } } }", { input: { id, publicNote: "The chain is new." } });
  await tab.waitForFunction(() => [...document.querySelectorAll("main blockquote")].some((it) => it.checkVisibility() && it.innerText === "The chain is new."), { timeout: 20_000 });
  assert.deepEqual(await steps(), ["Submitted done", "Resolved done"]);
  const tops = await tab.evaluate(() => ["main blockquote", "main aside", "#stream", "main aside[aria-label]"].map((it) => document.querySelector(it).getBoundingClientRect().top));
  assert.deepEqual(tops, [...tops].sort((a, b) => a - b), "the answer stands above the conversation and the details");
  assert.ok(tops[0] < 844, "the answer is on the first screen");
  assert.deepEqual(await accessibilityFaults(tab), []);
  assert.ok((await sideways(tab)) <= 0);
  await tab.screenshot({ path: `${shots}reporter-answer.png` });
  assert.deepEqual(wrong, []);
  await close();
});

test("the conversation stands with its newest message in view and the composer at its foot, and stays where somebody reads", { timeout }, async () => {
  const { id, reference } = await submitted("The fountain foams", { source: "PHONE", description: "Foam over the whole square. ".repeat(20) });
  const colleague = await service.signIn("superadmin@example.com");
  const say = (text) => service.query(colleague, "mutation($input: CommentOnComplaintInput!) { commentOnComplaint(input: $input) { comment { id } } }", { input: { complaintId: id, text } });
  for (let n = 1; n <= 24; n++) await say(`Message ${n}`);
  const { page: tab, wrong, close } = await openDesk(browser, service, page(reference), { prepare: lateFrames });
  await shows(tab, "Message 24");
  const place = () => tab.evaluate(() => {
    const box = (it) => it.getBoundingClientRect();
    const texts = [...document.querySelectorAll("#stream article")];
    const composer = box(document.querySelector("section[aria-label=Write]"));
    return { order: texts.map((it) => it.querySelector("p").innerText), newest: box(texts.at(-1)).bottom, first: box(texts[0]).top, composer: composer.top, foot: composer.bottom, title: box(document.querySelector("main h1")).top };
  });
  const first = await place();
  assert.deepEqual(first.order, Array.from({ length: 24 }, (_, n) => `Message ${n + 1}`));
  assert.ok(first.newest <= first.composer && first.newest > 0, JSON.stringify(first));
  assert.ok(first.foot <= 900 && first.foot > 850, "the composer stands at the foot");
  assert.ok(first.title >= 0, "the title is in view");
  await say("Message 25"); // the end is in view, and what comes is too
  await shows(tab, "Message 25");
  assert.ok((await place()).newest <= first.composer);
  await tab.$eval("#stream article", (it) => it.scrollIntoView({ block: "center" }));
  const top = (await place()).first;
  await say("Message 26");
  await shows(tab, "Message 26");
  await quiet(tab);
  assert.equal((await place()).first, top, "who reads further up stays there");
  assert.ok((await place()).foot <= 900);
  await tab.keyboard.press("w");
  await tab.keyboard.type("My own");
  await chord(tab, "Enter");
  await tab.waitForFunction(() => [...document.querySelectorAll("#stream article")].at(-1).innerText.includes("My own"));
  const own = await place();
  assert.ok(own.newest <= own.composer, JSON.stringify(own));
  await tab.screenshot({ path: `${shots}conversation.png` });
  assert.deepEqual(wrong, []);
  await close();
});

test("a call about something known ends as added to it, by keyboard", { timeout }, async () => {
  await submitted("Parapet of the ferry steps is broken", { address: "Ferry steps 4", latitude: 44.0412, longitude: 8.2199 });
  const { reference } = await submitted("Stones fall from the ferry steps", { address: "Ferry steps 9", latitude: 44.04155, longitude: 8.2199 });
  const { page: tab, wrong, close } = await openDesk(browser, service, "/desk/intake", { slow: 4 });
  await tab.waitForSelector("[role=combobox]");
  assert.deepEqual(await accessibilityFaults(tab), []);
  let keys = 0;
  const key = async (name) => {
    keys++;
    await press(tab, name);
  };
  const began = Date.now();
  await tab.keyboard.type("Chen Mei");
  await tab.waitForFunction(() => document.querySelector("[role=option]")?.textContent.includes("Chen Mei-Ling"));
  await key("Enter");
  await tab.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "What is it about?");
  await tab.keyboard.type("Stones on the steps");
  await key("Tab");
  await tab.keyboard.type("Ferry steps 4");
  await tab.waitForFunction(() => [...document.querySelectorAll("[role=option]")].some((it) => it.textContent.includes("Ferry steps 4")));
  await key("Enter");
  await tab.waitForFunction((wanted) => document.querySelector("[role=radiogroup]")?.textContent.includes(wanted), {}, reference);
  await key("Tab");
  for (;;) {
    await key("ArrowDown");
    const chosen = await tab.$eval("[role=radiogroup] label:has(:checked)", (label) => label.innerText);
    if (chosen.includes(reference)) {
      assert.match(chosen, /\b50 m\b/, "40 m, rounded up");
      break;
    }
    assert.ok(keys < 25, `the duplicate is not to be had with ${keys} keys`);
  }
  await tab.screenshot({ path: `${shots}desk-intake.png` });
  keys++;
  await chord(tab, "Enter");
  await shows(tab, `Chen Mei-Ling was added to ${reference}.`);
  const seconds = (Date.now() - began) / 1000;
  console.log(`  a known caller was added with ${keys} keys beside the text, in ${seconds.toFixed(1)} s`);
  assert.ok(keys <= 25);
  assert.ok(seconds < 60);
  const { duplicates } = await byReference(reference, "duplicates(last: 1) { edges { node { title status source submittedBy { name } } } }");
  assert.deepEqual(duplicates.edges[0].node, { title: "Stones on the steps", status: "MERGED", source: "PHONE", submittedBy: { name: "Chen Mei-Ling" } });

  // Somebody new, who reports something new.
  await key("Enter");
  await tab.waitForSelector("[role=combobox]");
  await tab.keyboard.type("0912 555 777");
  await tab.waitForFunction(() => document.querySelector("[role=option]")?.textContent.startsWith("Somebody new"));
  await press(tab, "Enter");
  await tab.waitForFunction(() => document.activeElement?.tagName === "INPUT" && document.activeElement.getAttribute("role") !== "combobox");
  await tab.keyboard.type("Jo Brandt");
  await tab.type("[aria-label='What is it about?']", "Street sign turned around");
  await chord(tab, "Enter");
  await shows(tab, "is submitted.");
  const { complaints } = await service.query(admin, '{ complaints(where: {search: "Street sign turned around"}) { edges { node { source contact { name phone } } } } }');
  assert.deepEqual(complaints.edges[0].node, { source: "PHONE", contact: { name: "Jo Brandt", phone: "0912 555 777" } });
  assert.deepEqual(wrong, []);
  await close();
});
