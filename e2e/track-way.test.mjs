// All that somebody without an account does by the links in their e-mails, on a phone and by keyboard, from the call to "that was not me".
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { setTimeout as pause } from "node:timers/promises";

import { browserName, openPage, prefer, test } from "./browsers.mjs";
import { accessibilityFaults, call, sees, shots, sideways } from "./desk.mjs";
import { addressIn, begun, by, choose, letter, makePictures, pathIn, presses, writes } from "./track.mjs";

const timeout = 180_000;
const withinASecond = 1_100; // milliseconds: instances may take a link for good so long after it has ended
const her = "berta@callers.example";
const byDriver = browserName === "webkit"; // which takes no screenshots and runs no axe-core
let all;
let folder;
let pictures;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "redress-e2e-"));
  pictures = await makePictures(folder);
  all = await begun();
});
after(async () => {
  await all?.close();
  await rm(folder, { recursive: true, force: true });
});

// looks checks what everybody who comes by needs of a page, and takes a picture of it.
async function looks(page, name) {
  assert.equal(await sideways(page), 0);
  if (byDriver) return;
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.screenshot({ path: `${shots}track-${name}-${browserName}.png`, fullPage: true });
}

test("a caller confirms, answers, sends photos, rates, reopens, gets a new link, takes it back, and says that it was somebody else", { timeout }, async () => {
  const { service, browser, mailServer } = all;
  const admin = await service.signIn("admin@example.com");
  const does = (verb, input) => service.query(admin, `mutation ($input: ${verb[0].toUpperCase()}${verb.slice(1)}Input!) { ${verb}(input: $input) { __typename } }`, { input });
  const { id, reference } = await call(service, admin, "The bench is broken", { name: "Berta Caller", email: her });
  await does("claimComplaint", { id });

  const context = await browser.createBrowserContext();
  const page = await openPage(context);
  await page.setViewport({ width: 390, height: 800 });
  if (!byDriver) await prefer(page, "dark");
  const asks = await letter(mailServer, her, "Is this your e-mail address?");
  await page.goto(addressIn(service, asks, /https:\S+\/confirm\/\S+/));
  await page.evaluate(() => localStorage.setItem("redress-language", "en"));
  await page.evaluate(() => document.querySelector("button").focus());
  await page.keyboard.press("Enter");
  await sees(page, "The address is confirmed.");
  const receipt = await letter(mailServer, her, `[${reference}] We have received your report`);
  await page.goto(service.url + pathIn(receipt));
  await sees(page, "Write to us");

  await presses(page, "Send");
  await sees(page, "Write something, or choose a photo.");
  await writes(page, "Your message", "It is the one by the pond.");
  await (await page.$("input[type=file]")).uploadFile(...pictures);
  await sees(page, "second.gif");
  await looks(page, "writing");
  // What happens meanwhile takes nothing away that is typed.
  await does("commentOnComplaint", { complaintId: id, text: "Which bench?", visibility: "PUBLIC" });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await sees(page, "Which bench?");
  await choose(page, "Deutsch");
  await sees(page, "Schreiben Sie uns");
  assert.equal(await page.evaluate(() => document.querySelector("textarea").value), "It is the one by the pond.");
  await looks(page, "writing-german");
  await choose(page, "English");
  await sees(page, "Write to us");
  await sees(page, "second.gif");
  await presses(page, "Send");
  await sees(page, "We have got it.");
  await page.waitForFunction(() => document.querySelectorAll(".story img").length === 2 && document.querySelector("textarea").value === "", { timeout: 20_000 });
  const { complaint } = await service.query(admin, "query ($id: ID!) { complaint(id: $id) { comments(first: 10) { edges { node { text agent media { totalCount } } } } } }", { id });
  assert.deepEqual(complaint.comments.edges.map(({ node }) => [node.text, node.agent, node.media.totalCount]), [["Which bench?", "ACCOUNT", 0], ["It is the one by the pond.", "LINK", 2]]);

  await does("resolveComplaint", { id, publicNote: "It has a new board." });
  await page.reload();
  await sees(page, "Are you satisfied?");
  await presses(page, "Send the rating");
  await sees(page, "Choose a number from 1 to 5.");
  await presses(page, "2, rather bad", " ");
  await writes(page, "What was good", "The board is loose.");
  await looks(page, "rating");
  await presses(page, "Send the rating");
  await sees(page, "2 of 5: The board is loose.");
  await presses(page, "It is not done");
  await by(page, "What is wrong");
  await page.select("select", "not_fixed");
  await writes(page, "Describe it", "One sits on a slope.");
  await looks(page, "reopening");
  await presses(page, "Open it again");
  await sees(page, "It is open again.");
  await sees(page, "One sits on a slope.");
  await does("resolveComplaint", { id, publicNote: "The board is screwed on." });
  // E-mails about it wait for each other for some minutes; a new link goes at once, and ends the others.
  await does("sendNewLink", { complaintId: id });
  const again = await letter(mailServer, her, `[${reference}] A new link to your report`);
  await pause(withinASecond);
  await page.reload();
  await sees(page, "leads nowhere any more");
  await page.goto("about:blank");
  await page.goto(service.url + pathIn(again));
  await sees(page, "The board is screwed on.");

  await presses(page, "Send me no more e-mail");
  await sees(page, "Send me e-mail again");
  await presses(page, "Send me e-mail again");
  await sees(page, "Send me no more e-mail");
  await does("reopenComplaint", { id, reasonCode: "by_mistake", publicNote: "That was the other bench." });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await sees(page, "Take the report back");
  await presses(page, "Take the report back");
  await writes(page, "Why, if you want", "I have moved.");
  await presses(page, "Take it back");
  await sees(page, "The report is taken back.");
  await sees(page, "I have moved.");
  await looks(page, "withdrawn");

  await page.goto(addressIn(service, asks, /https:\S+\/deny\/\S+/));
  await page.evaluate(() => document.querySelector("button").focus());
  await page.keyboard.press("Enter");
  await sees(page, "Thank you. Nothing more about it is sent to you.");
  await pause(withinASecond);
  await page.goto(service.url + pathIn(again));
  await sees(page, "leads nowhere any more");
  await context.close();
});
