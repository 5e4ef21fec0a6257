// Whoever reported something follows it by the link in an e-mail, in a browser and without an account.
import assert from "node:assert/strict";
import { after, before } from "node:test";

import { simpleParser } from "mailparser";

import { browserName, test } from "./browsers.mjs";
import { accessibilityFaults, call, launch, openAlone, openPage, sees, shots, sideways } from "./desk.mjs";
import { startMailServer } from "./mailbox.mjs";
import { start } from "./service.mjs";

const timeout = 180_000;
const publicUrl = "https://redress.example.org";
const her = "carla@callers.example";
let service;
let browser;
let mailServer;
before(async () => {
  mailServer = await startMailServer();
  service = await start({ REDRESS_SMTP_URL: mailServer.url, REDRESS_PUBLIC_URL: publicUrl });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await service?.close();
  await mailServer.close();
});

// letter waits for the message to an address whose subject has these words.
async function letter(to, words) {
  for (let tries = 0; tries < 200; tries++) {
    for (const mail of mailServer.received.filter((it) => it.to.includes(to))) {
      const parsed = await simpleParser(mail.raw);
      if (parsed.subject.includes(words)) return parsed;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail(`no message to ${to}: ${words}`);
}

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
  const asks = await letter(her, "Is this your e-mail address?");
  assert.doesNotMatch(asks.text, /rdl_/, "whoever has not confirmed the address gets no link");
  const confirm = asks.text.match(/https:\S+\/confirm\/\S+/)[0].replace(publicUrl, service.url);
  await fetch(confirm, { method: "POST" });
  const receipt = await letter(her, `[${reference}] We have received your report`);
  const path = receipt.text.match(/https:\S+\/track#rdl_[\w-]{22}/)[0].replace(publicUrl, "");

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
