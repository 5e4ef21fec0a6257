// Whoever reported something follows it by the link in an e-mail, in a browser and without an account.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";

import { browserName, test } from "./browsers.mjs";
import { accessibilityFaults, call, openAlone, openDesk, openPage, sees, shots, sideways } from "./desk.mjs";
import { addressIn, begun, choose, letter, linked, makePictures, pathIn, presses, writes } from "./track.mjs";

const timeout = 180_000;
const her = "carla@callers.example";
let all;
let service;
let browser;
let mailServer;
let files; // a folder of them
let picture;
let picture2;
let noPicture;
before(async () => {
  files = await mkdtemp(join(tmpdir(), "redress-e2e-"));
  [picture, picture2] = await makePictures(files);
  noPicture = join(files, "notes.png");
  await writeFile(noPicture, "These are words.");
  all = await begun();
  ({ service, browser, mailServer } = all);
});
after(async () => {
  await all?.close();
  await rm(files, { recursive: true });
});

// open opens an address as a telephone does, and also notes whatever tells the token of the link.
async function open(path, { language = "en", ...how } = {}) {
  const told = [];
  const opened = await openAlone(browser, service, path, {
    width: 390, height: 800, ...how, language: null,
    async prepare(page) {
      page.on("request", (request) => {
        if (request.url().replace(/#.*/, "").includes("rdl_") || /rdl_/.test(request.headers().referer ?? "")) told.push(request.url());
      });
      await page.evaluateOnNewDocument((tag) => Object.defineProperty(navigator, "languages", { get: () => [tag] }), language);
    },
  });
  return { ...opened, told };
}

test("a caller confirms, follows the report, and is asked no password", { timeout }, async () => {
  const admin = await service.signIn("admin@example.com");
  const { id, reference } = await call(service, admin, "The lamp is out", { name: "Carla Caller", email: her }, { description: "It has been dark since Monday.\n\nThe whole street.", address: "Mill Lane 7" });
  const asks = await letter(mailServer, her, "Is this your e-mail address?");
  assert.doesNotMatch(asks.text, /rdl_/, "whoever has not confirmed the address gets no link");
  await fetch(addressIn(service, asks, /https:\S+\/confirm\/\S+/), { method: "POST" });
  const receipt = await letter(mailServer, her, `[${reference}] We have received your report`);
  const path = pathIn(receipt);

  // Programs that read mail open every link, in each way.
  const token = path.split("#")[1];
  for (const method of ["HEAD", "GET"]) {
    for (const url of [service.url + path, `${service.url}/track`, `${service.url}/track?${new URLSearchParams({ a: "1", utm_source: "mail" })}`]) assert.equal((await fetch(url, { method })).status, 200);
  }
  assert.equal((await fetch(`${service.url}/track?token=${token}`)).status, 400);

  const { page, wrong, told, close } = await open(path);
  await sees(page, "The lamp is out");
  await sees(page, reference);
  await sees(page, "We have your report");
  await sees(page, "Mill Lane 7");
  assert.equal(await sideways(page), 0);
  assert.deepEqual(await accessibilityFaults(page), []);
  const text = await page.evaluate(() => document.body.innerText);
  for (const hidden of ["Carla", her, "Admin"]) assert.ok(!text.includes(hidden), `the page tells ${hidden}`);
  await page.screenshot({ path: `${shots}track-${browserName}.png`, fullPage: true });

  await service.query(admin, `mutation ($input: CommentOnComplaintInput!) { commentOnComplaint(input: $input) { comment { id } } }`, { input: { complaintId: id, text: "Which of the two lamps?", visibility: "PUBLIC" } });
  await service.query(admin, `mutation ($input: CommentOnComplaintInput!) { commentOnComplaint(input: $input) { comment { id } } }`, { input: { complaintId: id, text: "She calls every week.", visibility: "INTERNAL" } });
  await service.query(admin, `mutation ($input: ResolveComplaintInput!) { resolveComplaint(input: $input) { complaint { id } } }`, { input: { id, publicNote: "It burns again." } });
  await page.reload();
  await sees(page, "It burns again.");
  await sees(page, "Which of the two lamps?");
  assert.ok(!(await page.evaluate(() => document.body.innerText)).includes("every week"));
  await page.screenshot({ path: `${shots}track-resolved-${browserName}.png`, fullPage: true });
  assert.deepEqual([wrong, told], [[], []]);
  await close();

  const german = await open(path, { language: "de", dark: true, width: 320 });
  await sees(german.page, "Was geschehen ist");
  assert.equal(await sideways(german.page), 0);
  assert.equal(await german.page.evaluate(() => document.documentElement.lang), "de");
  assert.deepEqual(await accessibilityFaults(german.page), []);
  await german.page.screenshot({ path: `${shots}track-dark-${browserName}.png`, fullPage: true });
  await german.page.evaluate(() => [...document.querySelectorAll("footer button")].find((it) => it.textContent === "English").focus());
  await german.page.keyboard.press("Enter");
  await sees(german.page, "What has happened");
  assert.deepEqual([german.wrong, german.told], [[], []]);
  await german.close();
});

test("what could not be sent stays, and is sent once when it can", { timeout }, async () => {
  const admin = await service.signIn("admin@example.com");
  const { id, path } = await linked(all, admin, "The gate does not close", "doris@callers.example");
  const { page, close } = await open(path);
  await sees(page, "Write to us");
  await writes(page, "Your message", "It squeaks, too.");
  await page.evaluate(() => {
    window.reach = window.fetch;
    window.fetch = () => Promise.reject(new TypeError("offline"));
  });
  await presses(page, "Send");
  await sees(page, "cannot be reached");
  assert.equal(await page.evaluate(() => document.querySelector("textarea").value), "It squeaks, too.");
  await page.evaluate(() => { window.fetch = window.reach; });
  await presses(page, "Send");
  await sees(page, "We have got it.");
  await (await page.$("input[type=file]")).uploadFile(noPicture, picture);
  await presses(page, "Send");
  await page.waitForFunction(() => /notes\.png: /.test(document.querySelector("form .fault:not(:empty)")?.textContent ?? ""), { timeout: 20_000 });
  await page.screenshot({ path: `${shots}track-refused-${browserName}.png`, fullPage: true });
  const { complaint } = await service.query(admin, `query ($id: ID!) { complaint(id: $id) { comments(first: 10) { totalCount } media { totalCount } } }`, { id });
  assert.deepEqual([complaint.comments.totalCount, complaint.media.totalCount], [1, 1]);
  await presses(page, "Remove");
  await page.waitForFunction(() => document.querySelectorAll(".chosen li").length === 0);

  // The page may change while something is on its way: it is sent once, and what has been sent does not stay in the form.
  await page.evaluate(() => {
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function slowly(...all) { setTimeout(() => send.apply(this, all), 2_000); };
  });
  await writes(page, "Your message", "The hinge is loose.");
  await (await page.$("input[type=file]")).uploadFile(picture2);
  await presses(page, "Send");
  await sees(page, "Sending…");
  await choose(page, "Deutsch");
  await sees(page, "Wird gesendet …");
  await presses(page, "Wird gesendet");
  await page.keyboard.type("x");
  await sees(page, "Ist angekommen.");
  assert.deepEqual(await page.evaluate(() => [document.querySelector("textarea").value, document.querySelectorAll(".chosen li").length, document.querySelector("main form button[type=submit]").textContent]), ["", 0, "Senden"]);
  const after = await service.query(admin, `query ($id: ID!) { complaint(id: $id) { comments(first: 10) { edges { node { text media { totalCount } } } } media { totalCount } } }`, { id });
  assert.deepEqual(after.complaint.comments.edges.map(({ node }) => [node.text, node.media.totalCount]), [["It squeaks, too.", 0], ["The hinge is loose.", 1]]);
  await close();
});

test("a merged report tells how the other one goes on", { timeout }, async () => {
  const admin = await service.signIn("admin@example.com");
  const { id, path } = await linked(all, admin, "The fountain leaks", "emma@callers.example");
  const other = await call(service, admin, "Water on the square", { name: "Frida", email: "frida@callers.example" });
  const { page, wrong, close } = await open(path, { width: 320 });
  await sees(page, "Take the report back");
  await writes(page, "Your message", "Since Sunday.");
  await service.query(admin, `mutation ($input: MergeComplaintInput!) { mergeComplaint(input: $input) { complaint { id } } }`, { input: { id, intoId: other.id, reasonCode: "duplicate" } });
  await service.query(admin, `mutation ($input: ResolveComplaintInput!) { resolveComplaint(input: $input) { complaint { id } } }`, { input: { id: other.id, publicNote: "The pipe is new." } });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await sees(page, "The other report: Resolved");
  await sees(page, "The pipe is new.");
  const left = await page.evaluate(() => [document.querySelector("textarea").value, document.body.innerText]);
  assert.equal(left[0], "Since Sunday.");
  for (const hidden of ["Frida", "Water on the square", other.reference, "Take the report back"]) assert.ok(!left[1].includes(hidden), `the page tells ${hidden}`);
  assert.equal(await sideways(page), 0);
  assert.deepEqual([await accessibilityFaults(page), wrong], [[], []]);
  await page.screenshot({ path: `${shots}track-merged-${browserName}.png`, fullPage: true });
  await close();
});

test("a clerk notes another address, and hands links over on paper and by telephone", { timeout }, async () => {
  const admin = await service.signIn("admin@example.com");
  const { id, reference, path } = await linked(all, admin, "The swing creaks", "gisa@callers.example");
  const desk = await openDesk(browser, service, `/desk/complaints/${reference}`);
  const inDialog = (text) => desk.page.waitForFunction((wanted) => document.querySelector("dialog")?.innerText.includes(wanted), { timeout: 15_000 }, text);
  const click = (text) => desk.page.evaluate((wanted) => {
    const all = [...(document.querySelector("dialog") ?? document).querySelectorAll("button")];
    all.findLast((it) => [it.textContent.trim(), it.getAttribute("aria-label")].includes(wanted)).click();
  }, text);
  await sees(desk.page, "Can follow it by link since");

  await click("Send new link");
  await inDialog("goes to gisa@callers.example");
  await click("Send new link");
  const sent = pathIn(await letter(mailServer, "gisa@callers.example", "A new link to"));
  await sees(desk.page, "A new link is on its way to gisa@callers.example.");

  await click("Change contact");
  await inDialog("all links to this complaint end");
  await desk.page.$eval("dialog input[type=email]", (it) => it.select());
  await desk.page.type("dialog input[type=email]", "gisela@");
  await click("Save contact");
  await inDialog("Must be an e-mail address");
  await desk.page.type("dialog input[type=email]", "callers.example");
  await click("Save contact");
  await sees(desk.page, "Not confirmed yet.");
  await sees(desk.page, "Has no link to follow it.");
  for (const gone of [path, sent]) {
    const { page, close } = await open(gone);
    await sees(page, "leads nowhere any more");
    await close();
  }

  await click("Print a link");
  await inDialog(`Your report ${reference}`);
  assert.deepEqual(await accessibilityFaults(desk.page), []);
  const address = await desk.page.evaluate(() => document.querySelector("dialog").innerText.match(/https:\S+\/track#rdl_[\w-]{22}/)[0]);
  await desk.page.screenshot({ path: `${shots}hand-over-sheet-${browserName}.png` });
  const paper = await open(new URL(address).pathname + new URL(address).hash);
  await sees(paper.page, "The swing creaks");
  assert.ok(!(await paper.page.evaluate(() => document.body.innerText)).includes("E-mail"), "a link on paper switches e-mail");
  await paper.close();
  await click("Close");

  await click("Read out a link");
  await inDialog("redress.example.org/track");
  const first = await desk.page.$$eval("dialog ol strong", (all) => all.map((it) => it.textContent).join(""));
  await click("Other letters");
  await desk.page.waitForFunction((was) => [...document.querySelectorAll("dialog ol strong")].map((it) => it.textContent).join("") !== was, {}, first);
  const letters = await desk.page.$$eval("dialog ol li", (all) => all.map((it) => it.innerText.split(/\s+/)));
  assert.ok(letters.every(([one, word]) => word.startsWith(one)), `spelled ${letters}`);
  const code = letters.map(([one]) => one).join("");
  assert.deepEqual(await accessibilityFaults(desk.page), []);
  await desk.page.screenshot({ path: `${shots}hand-over-letters-${browserName}.png` });

  const { page, wrong, told, close } = await open("/track", { width: 320, dark: true });
  await sees(page, "Were you given letters on the telephone?");
  assert.deepEqual([await accessibilityFaults(page), await sideways(page)], [[], 0]);
  await presses(page, "Open the report");
  await sees(page, "Enter the reference and the eight letters.");
  await writes(page, "Reference", reference.toLowerCase());
  await writes(page, "The eight letters", first);
  await presses(page, "The eight letters");
  await sees(page, "The letters are not right");
  await page.screenshot({ path: `${shots}letters-wrong-${browserName}.png`, fullPage: true });
  await page.evaluate(() => document.querySelector("input[name=code]").select());
  await writes(page, "The eight letters", `${code.slice(0, 4).toLowerCase()} ${code.slice(4)}`);
  await presses(page, "The eight letters");
  await sees(page, "The swing creaks");
  await sees(page, "the letters are good only once");
  await page.reload();
  await sees(page, "The swing creaks");
  assert.equal(await page.evaluate(() => /^#rdl_[\w-]{22}$/.test(location.hash)), true);
  assert.deepEqual([wrong.filter((it) => !it.includes("404")), told], [[], []]);
  await close();
  assert.deepEqual(desk.wrong, []);
  await desk.close();
  const { complaint } = await service.query(admin, "query ($id: ID!) { complaint(id: $id) { links { lastUsedAt } } }", { id });
  assert.notEqual(complaint.links, null);
});

test("a sheet with a link is printed alone, on one page", { timeout }, async () => {
  const admin = await service.signIn("admin@example.com");
  const { reference } = await call(service, admin, "The slide is wet", { name: "Hanna", phone: "030 12345" });
  const { page, close } = await openDesk(browser, service, `/desk/complaints/${reference}`, { dark: true });
  await sees(page, "Has no link to follow it.");
  await page.evaluate(() => [...document.querySelectorAll("button")].find((it) => it.textContent === "Print a link").click());
  await page.waitForSelector("dialog svg[role=img]");
  await page.emulateMediaType("print");
  const printed = await page.evaluate(() => [document.body.innerText, getComputedStyle(document.querySelector("dialog p")).color]);
  assert.ok(printed[0].includes(`Your report ${reference}`) && printed[0].includes("/track#rdl_"));
  for (const other of ["Details", "Print", "Public reply"]) assert.ok(!printed[0].includes(other), `${other} is printed, too`);
  assert.equal(printed[1], "rgb(0, 0, 0)");
  await page.screenshot({ path: `${shots}hand-over-paper-${browserName}.png` });
  await page.emulateMediaType(null);
  const pdf = Buffer.from(await page.pdf({ format: "A4", preferCSSPageSize: true })).toString("latin1");
  assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, 1);
  await close();
});

test("a link that has ended, one that never was and none say what to do", { timeout }, async () => {
  const pages = [];
  for (const [what, address] of [["none", "/track"], ["never", `/track#rdl_${"A".repeat(22)}`], ["broken", "/track#rdl_x"]]) {
    const { page, close } = await open(address);
    await page.waitForFunction(() => document.querySelector("main h1"), { timeout: 15_000 });
    pages.push([what, await page.evaluate(() => document.querySelector("main").innerText)]);
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.screenshot({ path: `${shots}track-${what}-${browserName}.png` });
    await close();
  }
  assert.match(pages[0][1], /Open the link in your e-mail/);
  assert.match(pages[1][1], /leads nowhere any more/);
  assert.equal(pages[1][1], pages[2][1]);
});

test("without JavaScript the page says what it needs", { timeout }, async () => {
  const context = await browser.createBrowserContext();
  const page = await openPage(context);
  await page.setJavaScriptEnabled(false);
  await page.goto(`${service.url}/track`);
  const shown = await page.evaluate(() => document.body.innerText);
  assert.match(shown, /needs JavaScript[^]*braucht sie JavaScript/);
  await context.close();
});
