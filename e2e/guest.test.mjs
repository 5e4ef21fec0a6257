// Whoever has no account reports something in a browser, and follows it by the link that they get.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";

import { browserName, test } from "./browsers.mjs";
import { accessibilityFaults, openAlone, openDesk, sees, serveTiles, shots, sideways } from "./desk.mjs";
import { begun, by, choose, letter, makePictures, presses, writes } from "./track.mjs";

const timeout = 180_000;
let all;
let service;
let browser;
let root;
let files; // a folder of them
let pictures;
before(async () => {
  files = await mkdtemp(join(tmpdir(), "redress-e2e-"));
  pictures = await makePictures(files);
  all = await begun();
  ({ service, browser } = all);
  root = await service.signIn("superadmin@example.com");
  await set({ guestReports: true });
});
after(async () => {
  await all?.close();
  await rm(files, { recursive: true });
});

const set = (input) => service.query(root, "mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { settings { version } } }", { input });
const open = (how = {}) => openAlone(browser, service, "/report", { width: 390, height: 800, ...how });
const found = async (title) => (await service.query(root, `query ($title: String!) { complaintPage(where: {title: $title}) { complaints {
  id reference title description address latitude source category { name } zone { name } contact { name email } media { totalCount } comments(first: 5) { edges { node { text agent } } } } } }`, { title })).complaintPage.complaints;

// fails has each request of the page fail, as without a connection, until it is called again.
const fails = (page, on) => page.evaluate((wanted) => {
  window.reach ??= window.fetch;
  window.fetch = wanted ? () => Promise.reject(new TypeError("offline")) : window.reach;
}, on);

// report reports something by itself, as other people of the same network do, and returns whether it was taken.
async function report() {
  const ask = async (query, variables) => (await fetch(`${service.url}/graphql`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ query, variables }) })).json();
  const { challenge } = (await ask("{ guestForm { challenge { algorithm challenge maxNumber salt signature } } }")).data.guestForm;
  let number = 0;
  while (createHash("sha256").update(challenge.salt + number).digest("hex") !== challenge.challenge) number++;
  const proof = btoa(JSON.stringify({ ...challenge, number }));
  const { errors } = await ask("mutation ($input: SubmitGuestReportInput!) { submitGuestReport(input: $input) { token } }", { input: { title: "The post is bent", proof } });
  return errors === undefined;
}

test("nobody reports where it is switched off", { timeout }, async () => {
  await set({ guestReports: false });
  const { page, wrong, close } = await open();
  await sees(page, "Reports without an account are not taken");
  assert.deepEqual([await accessibilityFaults(page), wrong], [[], []]);
  await choose(page, "Deutsch");
  await sees(page, "Hier kann nichts gemeldet werden");
  await close();
  await set({ guestReports: true });
});

test("somebody without an account reports by keyboard, with photos, and follows it", { timeout }, async () => {
  const address = "greta@callers.example";
  const { page, wrong, close } = await open();
  await sees(page, "You need no account");
  assert.deepEqual([await accessibilityFaults(page), await sideways(page)], [[], 0]);
  await page.screenshot({ path: `${shots}guest-form-${browserName}.png`, fullPage: true });

  await presses(page, "Send the report");
  await sees(page, "Say in a few words what is wrong.");
  assert.equal(await page.evaluate(() => document.activeElement.name), "title");
  await page.keyboard.type("The swing is broken");
  await writes(page, "Anything else", "One chain has come off.");
  await by(page, "Kind");
  await page.keyboard.press("ArrowDown");
  const kind = await page.$eval("select[name=categoryId]", (it) => it.selectedOptions[0].textContent.trim());
  assert.notEqual(kind, "Not sure");
  await writes(page, "The place in words", "Playground by the mill");
  await (await page.$("input[type=file]")).uploadFile(...pictures);
  await writes(page, "E-mail address", "greta");
  await writes(page, "Your name", "Greta");
  await presses(page, "Send the report");
  await sees(page, "Must be an e-mail address");
  assert.deepEqual(await page.evaluate(() => [document.activeElement.name, document.activeElement.ariaInvalid, document.querySelectorAll(".chosen li").length]), ["contact.email", "true", 2]);
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.screenshot({ path: `${shots}guest-refused-${browserName}.png`, fullPage: true });
  await page.keyboard.press("End");
  await page.keyboard.type("@callers.example");
  await presses(page, "Send the report");
  await sees(page, "Keep this link");
  await sees(page, "Your photos have arrived.");
  await sees(page, "a message there asks you to confirm it");
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "H1");
  assert.deepEqual([await accessibilityFaults(page), await sideways(page)], [[], 0]);
  await page.screenshot({ path: `${shots}guest-receipt-${browserName}.png`, fullPage: true });

  const [made, ...others] = await found("The swing is broken");
  assert.equal(others.length, 0);
  assert.deepEqual([made.description, made.address, made.source, made.contact, made.media.totalCount, made.category?.name], ["One chain has come off.", "Playground by the mill", "WEB", { name: "Greta", email: address }, 2, kind]);
  const link = await page.$eval(".address", (it) => it.textContent);
  assert.match(link, /^https:\/\/redress\.example\.org\/track#rdl_[\w-]{22}$/);
  const asks = await letter(all.mailServer, address, "Is this your e-mail address?");
  assert.ok(!asks.text.includes(link.split("#")[1]), "the message has the link of whoever reported");

  await page.evaluate(() => document.querySelector("main a.primary").focus());
  await page.keyboard.press("Enter");
  await sees(page, "We have your report");
  await sees(page, made.reference);
  await page.waitForFunction(() => document.querySelectorAll(".files img").length === 2, { timeout: 20_000 });
  await writes(page, "Your message", "It is the left one.");
  await presses(page, "Send");
  await sees(page, "We have got it.");
  assert.deepEqual((await found("The swing is broken"))[0].comments.edges.map(({ node }) => node), [{ text: "It is the left one.", agent: "LINK" }]);
  assert.deepEqual(wrong.filter((it) => !it.includes("greta")), []);
  await close();
});

test("what could not be sent stays, and is one report when it can", { timeout }, async () => {
  const { page, close } = await open({ language: "de", dark: true });
  await sees(page, "Sie brauchen kein Konto");
  await writes(page, "Was ist los?", "Die Bank wackelt");
  await fails(page, true);
  await presses(page, "Meldung senden");
  await sees(page, "nicht zu erreichen");
  await fails(page, false);
  await choose(page, "English");
  await sees(page, "Send the report");
  assert.equal(await page.$eval("[name=title]", (it) => it.value), "Die Bank wackelt");

  // The service is busy at first, and its answer is lost on its way back; the same is sent again.
  await page.evaluate(() => {
    window.fetch = async () => {
      window.fetch = async (...request) => {
        await window.reach(...request);
        window.fetch = window.reach;
        throw new TypeError("offline");
      };
      return Response.json({ errors: [{ message: "Busy.", extensions: { code: "UNAVAILABLE" } }], data: null }, { status: 503 });
    };
  });
  await presses(page, "Send the report");
  await sees(page, "cannot be reached");
  await presses(page, "Send the report");
  await sees(page, "Keep this link");
  assert.equal((await found("Die Bank wackelt")).length, 1);

  // The next one has work of its own.
  await presses(page, "Report something else");
  await sees(page, "You need no account");
  assert.equal(await page.$eval("[name=title]", (it) => it.value), "");
  await writes(page, "What is wrong?", "The bin is full");
  await presses(page, "Send the report");
  await sees(page, "Keep this link");
  const [bin, ...more] = await found("The bin is full");
  assert.equal(more.length, 0);
  await close();

  // Whoever answers is told how that is read.
  const desk = await openDesk(browser, service, `/desk/complaints/${bin.reference}`);
  await sees(desk.page, "left no address or number, and can read this only with a link");
  assert.deepEqual(desk.wrong, []);
  await desk.close();
});

test("what is old or was used is proved anew", { timeout }, async () => {
  const { page, close } = await open();
  await sees(page, "You need no account");
  // The service forgets what it has asked for when its key is another one; to the page that is the same as a proof that is too old.
  await page.evaluate(() => {
    const reach = window.fetch;
    let spoiled = 0;
    window.fetch = (url, request) => {
      const asked = JSON.parse(request.body);
      if (asked.variables?.input?.proof && spoiled++ === 0) asked.variables.input.proof = "b2xk";
      return reach(url, { ...request, body: JSON.stringify(asked) });
    };
  });
  await writes(page, "What is wrong?", "The tap drips");
  await presses(page, "Send the report");
  await sees(page, "Keep this link");
  assert.equal((await found("The tap drips")).length, 1);
  await close();
});

test("a place is set on the map, and what is known there is shown", { timeout }, async () => {
  const { categories } = (await service.query(root, "{ categoryPage(limit: 100) { categories { id } } }")).categoryPage;
  for (const { id } of categories) await service.query(root, "mutation ($input: UpdateCategoryInput!) { updateCategory(input: $input) { category { id } } }", { input: { id, shownNearby: true } });
  await set({ mapTiles: "https://tiles.example/{z}/{x}/{y}.png" });
  const { page, wrong, close } = await open({ prepare: (made) => serveTiles(made) });
  await sees(page, "Set on the map");
  await presses(page, "Set on the map");
  await page.waitForSelector(".leaflet-tile-loaded", { timeout: 20_000 });
  assert.deepEqual([await accessibilityFaults(page), await sideways(page)], [[], 0]);
  await presses(page, "Pin to the middle");
  await sees(page, "The place is set.");
  await sees(page, "Known already?");
  await sees(page, "no need to report it again");
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.screenshot({ path: `${shots}guest-map-${browserName}.png`, fullPage: true });
  await presses(page, "Remove the place");
  await page.waitForFunction(() => !document.body.innerText.includes("Known already?"));
  await page.evaluate(() => document.querySelector(".leaflet-container").scrollIntoView({ block: "center" }));
  await page.click(".leaflet-container");
  await sees(page, "The place is set.");
  await writes(page, "What is wrong?", "The kerb is loose");
  await presses(page, "Send the report");
  await sees(page, "Keep this link");
  const [made] = await found("The kerb is loose");
  assert.ok(made.latitude !== null, "the place was not sent");
  assert.deepEqual(wrong.filter((it) => !it.startsWith("foreign request https://tiles.example/")), []);
  await close();
  await set({ mapTiles: "" });
});

test("where the network has reported too much, it says so, and keeps what was typed", { timeout }, async () => {
  const { page, close } = await open({ width: 1280, dark: true });
  await sees(page, "You need no account");
  while (await report()); // until no more is taken
  await writes(page, "What is wrong?", "The fence is torn");
  await presses(page, "Send the report");
  await sees(page, "20 complaints within an hour");
  assert.match(await page.$eval("[name=title]", (it) => it.value), /^The fence is torn/);
  await page.screenshot({ path: `${shots}guest-limited-${browserName}.png`, fullPage: true });
  await close();
});
