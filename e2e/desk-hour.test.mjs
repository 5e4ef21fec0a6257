// An hour on the queue, in three minutes: the access tokens live one minute, the connection is cut three times, and all
// the while others change complaints. No change may be missed, nothing may pile up in the page's memory, and Back must lead
// to each list as it was.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { setTimeout as pause } from "node:timers/promises";

import { test } from "./browsers.mjs";
import { closeService, launch, listed, openDesk, shots } from "./desk.mjs";
import { connect } from "./desk-field.mjs";
import { start } from "./service.mjs";

const seconds = Number(process.env.REDRESS_E2E_HOUR_SECONDS ?? 190); // four tokens of a minute, renewed after 40 s
const count = 240;
const email = "root@example.org";
const password = "lamps on Mill Lane";

let service;
let browser;
let proxy;
let token;
before(async () => {
  service = await start({ REDRESS_ACCESS_TOKEN_TTL: "1m" }, { demo: false });
  const response = await fetch(`${service.url}/desk/session/setup`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ token: service.setup.split("#")[1], name: "Root", email, password, organization: "Oldhaven", language: "en", time_zone: "UTC" }),
  });
  assert.equal(response.status, 200, await response.text());
  token = service.briefToken(email, "1h");
  browser = await launch({ args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--js-flags=--expose-gc"] });
  proxy = await connect(service);
});
after(async () => {
  await browser?.close();
  await proxy?.close();
  await closeService(service);
});

const submit = async (number) => {
  const { submitComplaint } = await service.query(token, "mutation($input: SubmitComplaintInput!) { submitComplaint(input: $input) { complaint { id } } }", {
    input: { title: `Hour probe ${String(number).padStart(3, "0")}`, source: "PHONE", contact: { name: "Caller", phone: "0912 345" }, priority: ["LOW", "NORMAL", "HIGH"][number % 3] },
  });
  return submitComplaint.complaint.id;
};

// stored returns what the database holds, by id.
async function stored() {
  const rows = new Map();
  for (let after = null; ;) {
    const { complaints } = await service.query(token, `query($after: Cursor) { complaints(where: {search: "Hour probe"}, first: 100, after: $after) {
      pageInfo { hasNextPage endCursor } edges { node { id title status priority } } } }`, { after });
    for (const { node } of complaints.edges) rows.set(node.id, node);
    if (!complaints.pageInfo.hasNextPage) return rows;
    after = complaints.pageInfo.endCursor;
  }
}

const lists = ["q=Hour%20probe&sort=title", "q=Hour%20probe&priority=low,normal&sort=-title", "status=submitted&q=Hour%20probe&sort=age", "q=Hour%20probe&priority=high,urgent&sort=reference"];

test("an hour on the queue", { timeout: (seconds + 240) * 1000 }, async () => {
  const ids = [];
  for (let from = 0; from < count; from += 8) ids.push(...await Promise.all(Array.from({ length: 8 }, (_, at) => submit(from + at))));
  const refreshed = [];
  const { page, wrong, close } = await openDesk(browser, { ...service, url: proxy.url, password }, `/desk/complaints?${lists[0]}`, { email });
  page.on("response", (response) => { if (response.url().endsWith("/desk/session/refresh")) refreshed.push(response.status()); });
  await listed(page);
  // The whole list is read now, so that what it says later is what was told.
  for (let at = 0; at < 40 && await page.evaluate((n) => document.querySelector("[role=grid]").textContent.includes(`Hour probe ${n}`), count - 1) === false; at++) {
    await page.evaluate(() => (document.querySelector("[role=grid]").scrollTop += 3000));
    await pause(250);
  }
  await page.evaluate(() => (document.querySelector("[role=grid]").scrollTop = 0));
  const devtools = await page.createCDPSession();
  const heap = async () => {
    for (let round = 0; round < 3; round++) {
      await devtools.send("HeapProfiler.collectGarbage");
      await pause(200);
    }
    return (await devtools.send("Runtime.getHeapUsage")).usedSize;
  };

  // What a list looks like: address, scroll, order, and the rows in the window.
  const look = () => page.evaluate(() => {
    const grid = document.querySelector("[role=grid]");
    const { top, bottom } = grid.getBoundingClientRect();
    const inWindow = [...grid.querySelectorAll("[role=row][id]")].map((row) => [row, row.getBoundingClientRect()]).filter(([, box]) => box.top >= top + 28 && box.bottom <= bottom);
    return {
      address: location.search,
      scroll: Math.round(grid.scrollTop),
      sorted: grid.querySelector("[aria-sort]:not([aria-sort=none])")?.textContent ?? "",
      search: document.querySelector("input[type=search]").value,
      chips: [...document.querySelectorAll("[class*=chips] li")].map((chip) => chip.textContent),
      rows: inWindow.sort(([, a], [, b]) => a.top - b.top).map(([row]) => row.id).slice(0, 15), // the band of an interruption takes room at the end
    };
  });
  const visit = (path) => page.evaluate((to) => history.pushState(null, "", to), path);
  let rounds = 0;

  // round goes through the lists, into a complaint of each and back, and then back through the lists.
  async function round() {
    const seen = [];
    for (const [at, list] of lists.entries()) {
      if (at > 0) {
        await visit(`/desk/complaints?${list}`);
        await page.waitForFunction((search) => location.search === search, {}, `?${list}`);
        await listed(page);
      }
      await page.evaluate((to) => (document.querySelector("[role=grid]").scrollTop = to), 300 + 180 * at + 36 * (rounds % 5));
      await pause(500);
      const before = await look();
      assert.ok(before.rows.length > 5, `${list} shows ${before.rows.length} rows`);
      await page.evaluate((id) => document.getElementById(id).querySelector("a").click(), before.rows[3]);
      await page.waitForFunction(() => /complaints\/[0-9a-f-]{36}/.test(location.pathname) && document.querySelector("main h1") !== null, { timeout: 20_000 });
      await page.goBack();
      await listed(page);
      await pause(400);
      assert.deepEqual(await look(), before, "Back from a complaint");
      seen.push(before);
    }
    for (let at = lists.length - 2; at >= 0; at--) {
      await page.goBack();
      await page.waitForFunction((search) => location.search === search, {}, seen[at].address);
      await listed(page);
      await pause(400);
      assert.deepEqual(await look(), seen[at], `Back to ${lists[at]}`);
    }
    rounds++;
  }

  // Others: four changes a second, and now and then a new complaint.
  let working = true;
  let changes = 0;
  const others = (async () => {
    const held = new Set();
    for (let number = 0; working; number++) {
      const began = Date.now();
      const id = ids[(number * 7) % count];
      if (number % 40 === 39) ids.push(await submit(ids.length));
      else if (number % 2 === 0) await service.query(token, "mutation($id: ID!, $priority: Priority!) { triageComplaint(input: {id: $id, priority: $priority}) { complaint { id } } }", { id, priority: ["LOW", "NORMAL", "HIGH", "URGENT"][Math.floor(number / 2) % 4] });
      else if (held.delete(id)) await service.query(token, "mutation($id: ID!) { resumeComplaint(input: {id: $id}) { complaint { id } } }", { id });
      else {
        held.add(id);
        await service.query(token, "mutation($id: ID!) { holdComplaint(input: {id: $id, reasonCode: \"waiting_for_parts\"}) { complaint { id } } }", { id });
      }
      changes++;
      await pause(Math.max(0, 250 - (Date.now() - began)));
    }
  })();

  const began = Date.now();
  for (let warm = 0; warm < 5; warm++) await round(); // each complaint that is opened has been read once
  const first = await heap();
  let cuts = 0;
  while (Date.now() - began < seconds * 1000) {
    await round();
    if (cuts < 3 && Date.now() - began > ((cuts + 1) * seconds * 1000) / 4.5) {
      await proxy.cut();
      await pause(2500);
      await proxy.restore();
      cuts++;
      await pause(1500);
    }
  }
  working = false;
  await others;
  await pause(4000); // what is on its way arrives
  const last = await heap();

  // Each row of the list that was open first says what the database holds, without having been read anew.
  const rows = await stored();
  const shown = new Map();
  for (let top = 0; ; top += 500) {
    const end = await page.evaluate((to) => {
      const grid = document.querySelector("[role=grid]");
      grid.scrollTop = to;
      return to > grid.scrollHeight;
    }, top);
    await pause(300);
    for (const [id, text, priority] of await page.$$eval("[role=row][id]", (all) => all.map((row) => [row.id.slice(4), row.textContent, row.querySelector("[data-priority]")?.dataset.priority]))) shown.set(id, { text, priority });
    if (end) break;
  }
  const missed = [];
  const waiting = [];
  for (const [id, row] of rows) {
    const it = shown.get(id);
    if (!it) waiting.push(row.title);
    else if (it.priority !== row.priority || it.text.includes("On hold") !== (row.status === "ON_HOLD")) missed.push(`${row.title} is ${row.status} ${row.priority}, shown as ${it.priority} ${it.text}`);
  }
  const news = ids.length - count;
  const bar = await page.evaluate(() => /(\d+) new/.exec(document.body.textContent)?.[1] ?? "0");
  await page.screenshot({ path: `${shots}desk-hour.png` });
  console.log(`# ${changes} changes, ${news} new complaints, ${rounds} rounds through ${lists.length} lists, ${refreshed.length} tokens exchanged, ${cuts} cuts; heap ${(first / 1e6).toFixed(1)} MB, then ${(last / 1e6).toFixed(1)} MB`);
  assert.deepEqual(missed, []);
  assert.ok(news > 0);
  assert.deepEqual(waiting.sort(), Array.from({ length: news }, (_, at) => `Hour probe ${count + at}`), "what is not in the list is new");
  assert.equal(Number(bar), news, "the new ones wait in the bar");
  assert.equal(cuts, 3);
  assert.ok(refreshed.length >= Math.floor(seconds / 45) && refreshed.every((status) => status === 200), `tokens were exchanged: ${refreshed}`);
  assert.ok(last <= first * 1.1, `the heap grew from ${first} to ${last} bytes`);
  assert.deepEqual(wrong.filter((it) => !/net::ERR_|Failed to load resource: net|status of 401|: 401$/.test(it)), []);
  await close();
});
