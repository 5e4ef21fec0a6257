// The desk as a whole: who signs in is signed in over a reload and until they sign out, no script can read what keeps the
// session, and every screen that the menu offers to a role opens without an error, a foreign request, a serious
// accessibility finding or sideways scroll: in English and German, light and dark, wide and narrow.
import assert from "node:assert/strict";
import { after, before } from "node:test";

import { test } from "./browsers.mjs";
import { accessibilityFaults, launch, openDesk, quiet, shots, sideways } from "./desk.mjs";
import { start } from "./service.mjs";

let service;
let browser;
before(async () => {
  service = await start();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await service?.close();
});

test("a session lasts over a reload, in a cookie that no script can read", { timeout: 90_000 }, async () => {
  const { page, wrong, close } = await openDesk(browser, service, "/desk/");
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  assert.doesNotMatch(kept, /eyJ|rrt_/, "a token is where scripts can read it");
  const cookies = await page.browserContext().cookies();
  cookies.sort((a, b) => (a.name < b.name ? -1 : 1));
  assert.deepEqual(cookies.map(({ name, httpOnly, sameSite, path }) => ({ name, httpOnly, sameSite, path })), [
    { name: "redress_device", httpOnly: true, sameSite: "Strict", path: "/desk/session" },
    { name: "redress_refresh", httpOnly: true, sameSite: "Strict", path: "/desk/session" },
  ]);
  await page.reload();
  await page.waitForSelector("main#main", { timeout: 20_000 });
  assert.deepEqual(wrong, []);

  await page.waitForSelector("button[class*=_account_]");
  await page.click("button[class*=_account_]");
  await page.waitForSelector("[role=menuitem]");
  await page.evaluate(() => [...document.querySelectorAll("[role=menuitem]")].find((it) => it.textContent.includes("Sign out")).click());
  await page.waitForSelector("input[name=email]", { timeout: 20_000 });
  assert.deepEqual((await page.browserContext().cookies()).map((it) => it.name), ["redress_device"]); // only signing in reads it
  await page.reload();
  await page.waitForSelector("input[name=email]", { timeout: 20_000 });
  await close();
});

test("a wrong password is refused in words, and an address of the desk leads there after the sign-in", { timeout: 90_000 }, async () => {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.goto(`${service.url}/desk/report?from=test`);
  await page.waitForSelector("input[name=email]");
  await page.type("input[name=email]", "user@example.com");
  await page.type("input[name=password]", "wrong");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("[role=alert]")?.textContent.length > 10, { timeout: 20_000 });
  await page.$eval("input[name=password]", (input) => input.select());
  await page.type("input[name=password]", service.password);
  await page.keyboard.press("Enter");
  await page.waitForSelector("#report-title", { timeout: 20_000 });
  await context.close();
});

test("something is reported with a photo", { timeout: 120_000 }, async () => {
  const { page, wrong, close } = await openDesk(browser, service, "/desk/report", { email: "user@example.com", width: 390 });
  await page.waitForSelector("#report-title");
  const title = `Lamp out at ${Date.now()}`;
  await page.type("form input[type=text], form input:not([type])", title);
  await page.waitForFunction(() => document.querySelectorAll("form select")[0].options.length > 3, { timeout: 20_000 });
  const photo = await page.screenshot({ path: `${shots}desk-report-390.png`, fullPage: true }) && `${shots}desk-report-390.png`;
  await (await page.$("input[type=file]")).uploadFile(photo);
  await page.click("form button[type=submit]");
  await page.waitForFunction(() => /\/desk\/complaints\//.test(location.pathname), { timeout: 30_000 });
  const token = await service.signIn("user@example.com");
  const { complaintPage } = await service.query(token, "query($t: String!) { complaintPage(where: {title: $t}) { complaints { reference source media { totalCount } } } }", { t: title });
  assert.equal(complaintPage.complaints.length, 1);
  assert.equal(complaintPage.complaints[0].media.totalCount, 1);
  assert.deepEqual(wrong, []);
  await close();
});

test("the first page is there in fewer than 30 requests, whoever signs in, with nothing kept from before", { timeout: 120_000 }, async () => {
  const counts = {};
  for (const role of ["admin", "superadmin", "user", "solver", "provider"]) {
    const { page, close } = await openDesk(browser, service, "/desk/", { email: `${role}@example.com` });
    const first = await page.browserContext().newPage();
    await first.setCacheEnabled(false);
    const asked = [];
    first.on("request", (request) => asked.push(`${request.method()} ${request.url().slice(service.url.length)}`));
    await first.goto(`${service.url}/desk/`);
    await first.waitForSelector("main h1");
    await quiet(first);
    // A browser with its cache fetches a file once; photos are as many as there is work with photos.
    const own = asked.filter((it, at) => !it.includes(" /media/") && (it.startsWith("POST ") || asked.indexOf(it) === at));
    counts[role] = own.length;
    assert.ok(own.length > 10 && own.length < 30, `${role}: ${own.length} requests\n${own.join("\n")}`);
    await close();
  }
  console.log(`# requests of the first page: ${JSON.stringify(counts)}`);
});

for (const [email, dark, language, width] of [
  ["superadmin@example.com", false, "en", 1440],
  ["superadmin@example.com", true, "de", 390],
  ["user@example.com", true, "en", 1440],
  ["user@example.com", false, "de", 390],
  ["solver@example.com", false, "de", 390],
  ["provider@example.com", true, "en", 768],
]) {
  test(`every screen of ${email} ${width} wide, ${dark ? "dark" : "light"}, ${language}`, { timeout: 240_000 }, async () => {
    const { page, wrong, close } = await openDesk(browser, service, "/desk/", { email, dark, language, width });
    await quiet(page);
    await page.setViewport({ width: 1440, height: 900 }); // where the whole menu is in the page
    const paths = await page.$$eval("nav a[href^='/desk/']", (links) => links.map((link) => link.getAttribute("href")));
    await page.setViewport({ width, height: 900 });
    const faults = [];
    for (const path of new Set(paths)) {
      await page.goto(service.url + path);
      await page.waitForSelector("main#main");
      await quiet(page);
      const name = path.replace(/^\/desk\//, "").replace(/\W+/g, "-") || "start";
      await page.screenshot({ path: `${shots}desk-${email.split("@")[0]}-${name}-${width}-${dark ? "dark" : "light"}-${language}.png` });
      const over = await sideways(page);
      if (over > 0) faults.push(`${path}: ${over} pixels wider than the window`);
      for (const fault of await accessibilityFaults(page)) faults.push(`${path}: ${fault}`);
      if ((await page.title()).length < 3) faults.push(`${path}: no title`);
    }
    console.log(`# ${email}: ${paths.length} screens`);
    assert.deepEqual(faults, []);
    assert.deepEqual(wrong, []);
    await close();
  });
}
