// The day of a solver and of somebody who reports something, on a phone, as far as every browser goes: signing in, the list,
// the work with a photo, the answer, signing out.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";

import { launch, openPage, test } from "./browsers.mjs";
import { arrive, press, shows, signIn } from "./desk-field.mjs";
import { closeService, readSlowly } from "./desk.mjs";
import { start } from "./service.mjs";

const timeout = 180_000;
// A photo of one pixel.
const photo = Buffer.from("/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z", "base64");
let service;
let browser;
let admin;
let folder;
let path;
before(async () => {
  service = await start();
  admin = await service.signIn("admin@example.com");
  folder = await mkdtemp(join(tmpdir(), "redress-day-"));
  path = join(folder, "lamp.jpg");
  await writeFile(path, photo);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await closeService(service);
  await rm(folder, { recursive: true, force: true });
});

// open opens the desk on a phone of somebody who speaks English.
async function open() {
  const context = await browser.createBrowserContext();
  const page = await openPage(context);
  await page.setViewport({ width: 390, height: 800 });
  await page.goto(`${service.url}/desk/theme.js`); // a page of the same origin
  await page.evaluate(() => localStorage.setItem("redress-language", "en"));
  await page.goto(`${service.url}/desk/`);
  return { page, close: () => context.close() };
}

const well = async (page) => assert.equal(await page.evaluate(() => document.querySelector("main[role=alert]")?.innerText ?? ""), "");

test("a solver accepts a task, reports with a photo, hands it in and signs out", { timeout }, async () => {
  const { users } = await service.query(admin, '{ users(where: {search: "solver@example.com"}) { edges { node { id } } } }');
  const { submitComplaint } = await service.query(admin, "mutation($input: SubmitComplaintInput!) { submitComplaint(input: $input) { complaint { id } } }", {
    input: { title: "Lamp dark in the lane", source: "STAFF", address: "Quay 7", latitude: 43.95, longitude: 8.05 },
  });
  const { assignComplaint } = await service.query(admin, "mutation($input: AssignComplaintInput!) { assignComplaint(input: $input) { complaint { tasks(last: 1) { edges { node { id } } } } } }", {
    input: { id: submitComplaint.complaint.id, solverId: users.edges[0].node.id, instructions: "Bring the ladder." },
  });
  const task = assignComplaint.complaint.tasks.edges[0].node.id;

  const { page, close } = await open();
  await signIn(page, "solver@example.com", service.password);
  await press(page, "Lamp dark in the lane", "a");
  await shows(page, "Bring the ladder.");
  await press(page, "Accept");
  await press(page, "Start");
  await press(page, "Report");
  await shows(page, "0 of 10");
  await (await page.$("input[type=file][multiple]")).uploadFile(path);
  await shows(page, "1 of 10");
  await page.type("textarea", "The lamp burns again.");
  await press(page, "Hand in", "button");
  await press(page, "Outbox", "nav a");
  await arrive(page, "completion sent, start sent, accept sent");
  await well(page);
  const { task: recorded } = await service.query(admin, "query($id: ID!) { task(id: $id) { updates(first: 5) { edges { node { type remarks media(first: 5) { totalCount } } } } } }", { id: task });
  assert.deepEqual(recorded.updates.edges.map(({ node }) => [node.type, node.remarks, node.media.totalCount]), [["COMPLETION", "The lamp burns again.", 1]]);
  await press(page, "Me", "nav a");
  await press(page, "Sign out");
  await page.waitForSelector("input[name=email]");
  await page.reload();
  await page.waitForSelector("input[name=email]");
  await close();
});

test("a citizen reports something with a photo, reads the answer and replies", { timeout }, async () => {
  const { page, close } = await open();
  await page.waitForSelector("input[name=email]");
  await page.type("input[name=email]", "user@example.com");
  await page.type("input[name=password]", service.password);
  await page.keyboard.press("Enter");
  await page.waitForSelector("main#main h1");
  await page.goto(`${service.url}/desk/report`);
  await page.waitForSelector("#report-title");
  const title = `Lamp dark in the lane ${Date.now()}`;
  await page.type("form input[type=text], form input:not([type])", title);
  await page.evaluate(readSlowly);
  await (await page.$("input[type=file]")).uploadFile(path); // and is sent in the same moment
  await page.evaluate(() => document.querySelector("form button[type=submit]").click());
  await page.waitForFunction(() => /\/desk\/complaints\//.test(location.pathname));
  await shows(page, title);
  const { complaintPage } = await service.query(admin, "query($t: String!) { complaintPage(where: {title: $t}) { complaints { id media { totalCount } } } }", { t: title });
  assert.deepEqual(complaintPage.complaints.map((it) => it.media.totalCount), [1]);
  const [{ id }] = complaintPage.complaints;

  await service.query(admin, 'mutation($id: ID!) { commentOnComplaint(input: {complaintId: $id, text: "Which side of the lane?", visibility: PUBLIC}) { comment { id } } }', { id });
  await shows(page, "Which side of the lane?"); // by itself
  await page.waitForSelector("textarea");
  await page.type("textarea", "The left one.");
  await press(page, "Send", "main button");
  await shows(page, "Sent. Thank you.");
  const { complaint } = await service.query(admin, "query($id: ID!) { complaint(id: $id) { comments(last: 1) { edges { node { text author { name } } } } } }", { id });
  assert.equal(complaint.comments.edges[0].node.text, "The left one.");
  await page.goto(`${service.url}/desk/mine`);
  await shows(page, title);
  await well(page);
  await close();
});
