// The map of the desk in Chromium: the queue's filter on a map, by pointer and by keyboard, the place of a complaint, and
// setting one while somebody calls.
import assert from "node:assert/strict";
import { after, before } from "node:test";

import { test } from "./browsers.mjs";
import { accessibilityFaults, closeService, launch, openDesk, quiet, serveTiles, shots, sideways } from "./desk.mjs";
import { start } from "./service.mjs";

const timeout = 180_000;
let service;
let browser;
let token;
const far = { latitude: -33.9, longitude: 151.2 }; // far from all others

before(async () => {
  service = await start();
  browser = await launch();
  token = await service.signIn("admin@example.com");

  // 130 at one corner, so that there are groups.
  for (let from = 0; from < 130; from += 5) {
    await Promise.all(Array.from({ length: 5 }, (_, at) => submit(`Pothole ${from + at}`, { latitude: 44.09 + (from + at) / 1e5, longitude: 8.25 })));
  }
  await submit("Far away", far);
});
after(async () => {
  await browser?.close();
  await closeService(service);
});

async function submit(title, position) {
  const { submitComplaint } = await service.query(token, "mutation($input: SubmitComplaintInput!) { submitComplaint(input: $input) { complaint { id reference } } }", {
    input: { title, source: "PHONE", contact: { name: "Caller", phone: "0912 345" }, ...position },
  });
  return submitComplaint.complaint;
}

const open = (path, options = {}) => openDesk(browser, service, `/desk${path}`, options);
const settled = async (page) => {
  await page.waitForSelector("section[aria-busy=false] [role=status]", { timeout: 20_000 });
  await page.waitForFunction(() => /\d/.test(document.querySelector("section[aria-busy] [role=status]").textContent) || /No complaint|Keine Meldung/.test(document.querySelector("section[aria-busy] [role=status]").textContent), { timeout: 20_000 });
};
const counted = (page) => page.$eval("section[aria-busy] [role=status]", (it) => Number(/^\d+/.exec(it.textContent)?.[0] ?? 0));
const map = "[role=group][aria-label='Map of these complaints']";

test("the map shows what the filter has: groups zoom, a complaint opens beside it, and the address keeps the place", { timeout }, async () => {
  const { page, wrong, close } = await open("/complaints?sort=age");
  await page.waitForSelector("[role=row][id]");
  await (await page.waitForSelector("a[aria-label='Show on the map']")).click();
  await page.waitForFunction(() => /map=\d+\//.test(location.search), { timeout: 20_000 });
  await settled(page);
  const { complaintMap } = await service.query(token, "{ complaintMap(bounds: {south: 43, west: 7, north: 45, east: 9}, zoom: 8) { count } }");
  assert.equal(await counted(page), complaintMap.count, "the one that is far away moved the map");
  await page.waitForSelector(`${map} path`);
  await page.waitForSelector(`${map} button[data-cluster]`);

  // A group zooms in, until its complaints stand alone.
  const zoom = () => page.evaluate(() => Number(/map=(\d+)/.exec(location.search)[1]));
  const before = await zoom();
  const largest = await page.$$eval(`${map} button[data-cluster]`, (all) => all.map((it) => Number(it.textContent)).indexOf(Math.max(...all.map((it) => Number(it.textContent)))));
  await (await page.$$(`${map} button[data-cluster]`))[largest].click();
  await page.waitForFunction((was) => Number(/map=(\d+)/.exec(location.search)[1]) > was, {}, before);
  await settled(page);

  // A filter holds for the map too.
  await page.goto(`${service.url}/desk/complaints?status=submitted,assigned,in_progress,on_hold,reopened&map=on&q=pothole%201`);
  await settled(page);
  assert.ok(await counted(page) < 100);
  const points = await page.$$(`${map} button[data-tone]`);
  assert.equal(points.length, await counted(page));
  const name = await points[0].evaluate((it) => it.getAttribute("aria-label"));
  await points.at(-1).click();
  await page.waitForSelector("aside h2");
  await page.waitForFunction(() => /peek=[0-9a-f-]{36}/.test(location.search));
  assert.match(name, /^CMP-\S+ Pothole \d+, Submitted$/);
  await page.keyboard.press("a"); // what can be done with a row can be done here
  await page.waitForSelector("dialog [role=option]");
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { hidden: true });
  await page.reload();
  await page.waitForSelector("aside h2");
  await settled(page);
  await page.keyboard.press("Escape");
  await page.waitForSelector("aside", { hidden: true });
  const back = await page.evaluate(() => location.search);
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => location.search), back);
  await (await page.waitForSelector("a[aria-label='Show as a table']")).click();
  await page.waitForSelector("[role=row][id]");
  assert.match(await page.evaluate(() => location.search), /q=pothole/);
  assert.deepEqual(wrong, []);
  await close();
});

test("by keyboard alone: what is on the map is listed, and a change shows by itself", { timeout }, async () => {
  const { page, wrong, close } = await open(`/complaints?sort=age&map=17/${far.latitude}/${far.longitude}`);
  await settled(page);
  assert.equal(await counted(page), 1);
  await page.focus("section[aria-busy] li button");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("aside h2")?.textContent === "Far away");
  await submit("Far away too", { latitude: far.latitude + 0.0003, longitude: far.longitude });
  await page.waitForFunction(() => /^2 /.test(document.querySelector("section[aria-busy] [role=status]").textContent), { timeout: 20_000 });
  await page.focus(map);
  const before = await page.evaluate(() => location.search);
  await page.keyboard.press("ArrowUp");
  await page.waitForFunction((was) => location.search !== was, {}, before);
  assert.deepEqual(wrong, []);
  await close();
});

test("the page of a complaint shows its place, which is corrected on the map", { timeout }, async () => {
  const { id, reference } = await submit("Wrong corner", { latitude: 44.05, longitude: 8.22 });
  const { page, wrong, close } = await open(`/complaints/${reference}`);
  await page.waitForSelector("aside [role=group][aria-label='Map of the place'] .leaflet-marker-icon", { timeout: 20_000 });
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.screenshot({ path: `${shots}desk-map-complaint-1440.png` });
  await page.click("button[aria-label='Correct the place']");
  const set = await page.waitForSelector("dialog [role=group][aria-label='Map to set the place on']");
  await page.waitForSelector("dialog .leaflet-marker-icon");
  const { x, y, width, height } = await set.boundingBox();
  await page.mouse.click(x + width / 2 + 60, y + height / 2 + 40);
  await page.waitForFunction(() => [...document.querySelectorAll("dialog input")].some((it) => /^44\.04\d+$/.test(it.value)));
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.click("dialog button[type=submit]");
  await page.waitForSelector("dialog", { hidden: true });
  const { complaint } = await service.query(token, "query($id: ID!) { complaint(id: $id) { latitude longitude } }", { id });
  assert.ok(complaint.latitude < 44.05 && complaint.latitude > 44.045, String(complaint.latitude));
  assert.ok(complaint.longitude > 8.22 && complaint.longitude < 8.225, String(complaint.longitude));
  assert.deepEqual(wrong, []);
  await close();
});

test("while somebody calls, the position is set on the map, also without a pointer", { timeout }, async () => {
  const { page, wrong, close } = await open("/intake");
  await page.waitForSelector("main form fieldset");
  await page.waitForSelector("[role=group][aria-label='Map to set the place on'] path", { timeout: 20_000 });
  await page.focus("[role=group][aria-label='Map to set the place on']");
  await page.keyboard.press("ArrowUp");
  const middle = await page.waitForFunction(() => [...document.querySelectorAll("main form button")].find((it) => it.innerText.trim() === "Pin to the middle"));
  await middle.asElement().focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector("main form .leaflet-marker-icon");
  const position = () => page.evaluate(() => [...document.querySelectorAll("main form input")].map((it) => it.value).find((it) => /^-?\d+\.\d+, -?\d+\.\d+$/.test(it)));
  assert.ok(await position());
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.screenshot({ path: `${shots}desk-map-intake-1440.png`, fullPage: true });
  assert.deepEqual(wrong, []);
  await close();
});

test("who reports something sets the place on the map of their phone", { timeout }, async () => {
  const { page, wrong, close } = await open("/report", { email: "user@example.com", width: 390, height: 1400, language: "de" });
  const button = await page.waitForFunction(() => [...document.querySelectorAll("main form button")].find((it) => it.innerText.trim() === "Auf der Karte setzen"));
  await button.asElement().click();
  const set = await page.waitForSelector("[role=group][aria-label='Karte, auf der der Ort gesetzt wird']");
  await page.waitForSelector("main form path");
  await quiet(page);
  await set.evaluate((it) => it.scrollIntoView({ block: "center" }));
  const { x, y, width, height } = await set.boundingBox();
  await page.mouse.click(x + width / 2, y + height / 2);
  await page.waitForFunction(() => /Der Ort auf der Karte ist dabei/.test(document.querySelector("main form").innerText));
  assert.deepEqual(await accessibilityFaults(page), []);
  assert.ok(await sideways(page) <= 0);
  await page.screenshot({ path: `${shots}desk-map-report-390.png` });
  assert.deepEqual(wrong, []);
  await close();
});

test("tiles come from the host of the settings alone, which the page's policy allows", { timeout }, async () => {
  const root = await service.signIn("superadmin@example.com");
  const setTiles = (mapTiles) => service.query(root, "mutation($input: UpdateSettingsInput!) { updateSettings(input: $input) { settings { mapTiles } } }", { input: { mapTiles } });
  const policy = async () => (await fetch(`${service.url}/desk/`)).headers.get("content-security-policy");
  assert.doesNotMatch(await policy(), /tiles\.example/);
  await setTiles("https://tiles.example/{z}/{x}/{y}.png");
  while (!/img-src [^;]*https:\/\/tiles\.example[ ;]/.test(await policy())) await new Promise((resolve) => setTimeout(resolve, 100)); // at most two seconds
  const asked = [];
  const { page, wrong, close } = await open("/inbox", {
    prepare: (made) => serveTiles(made, asked),
  });
  await page.goto(`${service.url}/desk/complaints?sort=age&map=14/44.05/8.22`);
  await settled(page);
  await page.waitForSelector(`${map} .leaflet-tile-loaded`, { timeout: 20_000 });
  assert.ok(asked.length > 0);
  for (const [url, referer] of asked) {
    assert.match(url, /^https:\/\/tiles\.example\/14\/\d+\/\d+\.png$/);
    assert.equal(referer, `${service.url}/`, "a tile's host learns more than the site");
  }
  assert.match(await page.$eval(map, (it) => it.innerText), /tiles\.example/);
  assert.deepEqual(wrong.filter((it) => !it.startsWith("foreign request https://tiles.example/")), []);
  await close();
  await setTiles("");
});

for (const [width, dark, language] of [[1440, false, "en"], [1440, true, "de"], [390, true, "en"], [390, false, "de"], [390, false, "ar-XB"]]) {
  test(`the map, ${width} wide, ${dark ? "dark" : "light"}, ${language}`, { timeout }, async () => {
    const { page, wrong, close } = await open("/complaints?sort=age&map=on", { width, dark, language });
    const name = `desk-map-${width}-${dark ? "dark" : "light"}-${language}`;
    await page.waitForFunction(() => /map=\d+\//.test(location.search), { timeout: 20_000 });
    await page.waitForSelector("[role=group] path");
    await quiet(page);
    assert.ok(await sideways(page) <= 0);
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.screenshot({ path: `${shots}${name}.png` });
    await page.goto(`${service.url}/desk/complaints?sort=age&map=14/44.0545/8.211`);
    await page.waitForSelector("[role=group] button[data-tone]", { timeout: 20_000 });
    if (width > 1000) {
      await (await page.$("section[aria-busy] li button")).click();
      await page.waitForSelector("aside h2");
    }
    await quiet(page);
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.ok(await sideways(page) <= 0);
    await page.screenshot({ path: `${shots}${name}-near.png` });
    assert.doesNotMatch(await page.evaluate(() => document.body.innerText), /\b(SUBMITTED|IN_PROGRESS|map\.\w+|queue\.\w+)\b/);
    assert.deepEqual(wrong, []);
    await close();
  });
}
