// The queue of the desk: operations on all that match, filters, views, what one looks after.
import assert from "node:assert/strict";

import { test } from "./browsers.mjs";
import { accessibilityFaults, call, chord, listed, openDesk, press, queue, shots, sideways } from "./desk.mjs";

const { service, browser, token, submit, statesOf } = await queue();

test("all 340 that match are assigned, 17 refused, also after a reload in the middle", { timeout: 240_000 }, async () => {
  const ids = await submit("Bulk probe", 340);
  const refused = ids.filter((_, number) => number % 20 === 7);
  assert.equal(refused.length, 17);
  await service.query(token, "mutation($items: [ComplaintItem!]!) { holdComplaints(input: {items: $items, reasonCode: \"waiting_for_parts\"}) { results { id } } }", { items: refused.map((id) => ({ id })) });
  const { page, wrong, close } = await openDesk(browser, service, "/desk/complaints?q=Bulk%20probe&sort=title");
  await listed(page);
  await chord(page, "Control", "a");
  await page.waitForFunction(() => /All 340 that match/.test(document.body.textContent));
  await press(page, "a");
  await page.waitForSelector("dialog [role=option]");
  const solver = await page.$eval("dialog [role=option][data-at] span", (option) => option.textContent);
  await press(page, "Enter");
  await page.waitForFunction(() => /\b[1-9]\d+ of 340/.test(document.body.textContent), { timeout: 60_000 });
  const before = await page.evaluate(() => /(\d+) of 340/.exec(document.body.textContent)[1]);
  await page.reload();
  await listed(page);
  const goOn = await page.waitForFunction(() => [...document.querySelectorAll("button")].find((button) => /Go on with|Tick the refused/.test(button.textContent)), { timeout: 20_000 });
  await goOn.click();
  await page.waitForFunction(() => /323 of 340/.test(document.body.textContent), { timeout: 120_000 });
  await page.waitForFunction(() => /17 refused/.test(document.body.textContent));
  // Also those that were assigned before the reload can be taken back.
  const offered = await page.waitForFunction(() => [...document.querySelectorAll("button")].find((button) => button.textContent.startsWith("Take the assignment back"))?.textContent);
  assert.equal(await offered.jsonValue(), "Take the assignment back (323)");
  await page.screenshot({ path: `${shots}desk-queue-bulk.png` });
  const rows = await statesOf("Bulk probe");
  const assigned = rows.filter((row) => row.status === "ASSIGNED");
  assert.equal(rows.length, 340);
  assert.equal(assigned.length, 323);
  for (const row of assigned) {
    assert.equal(row.tasks.totalCount, 1, `${row.reference} was assigned ${row.tasks.totalCount} times`);
    assert.equal(row.tasks.edges[0].node.solver.name, solver);
  }
  // Exactly those that were refused are ticked, each with its reason.
  const ticked = new Map();
  for (let top = 0; ; top += 600) {
    const end = await page.evaluate((to) => {
      const grid = document.querySelector("[role=grid]");
      grid.scrollTop = to;
      return to > grid.scrollHeight;
    }, top);
    await new Promise((resolve) => setTimeout(resolve, 250));
    for (const [id, reason] of await page.$$eval("[role=row][aria-selected=true]", (all) => all.map((row) => [row.id.slice(4), row.querySelector("[data-column=title] > span:last-child")?.textContent ?? ""]))) ticked.set(id, reason);
    if (end) break;
  }
  assert.deepEqual([...ticked.keys()].sort(), [...refused].sort());
  for (const reason of ticked.values()) assert.match(reason, /hold/i);
  console.log(`# reloaded after ${before} of 340; refused because: ${[...ticked.values()][0]}`);
  assert.deepEqual(wrong, []);
  await close();
});

// pressButton clicks the button that begins so, when it is there, and returns what it says.
async function pressButton(page, words) {
  const found = await page.waitForFunction((wanted) => [...document.querySelectorAll("button")].find((button) => button.checkVisibility() && button.textContent.startsWith(wanted)), { timeout: 60_000 }, words);
  const text = await found.evaluate((button) => button.textContent);
  await found.asElement().click();
  return text;
}

test("what was done to many is taken back: by the inverse what told nobody, else by its opposite", { timeout: 240_000 }, async () => {
  await submit("Undo probe", 124, (number) => ["LOW", "NORMAL", "HIGH"][number % 3]);
  const { page, wrong, close } = await openDesk(browser, service, "/desk/complaints?q=Undo%20probe&sort=title");
  await listed(page);
  const says = (words) => page.waitForFunction((wanted) => document.body.textContent.includes(wanted), { timeout: 60_000 }, words);

  // Priorities of all, back to what each was; somebody has changed three meanwhile.
  await chord(page, "Control", "a");
  await page.waitForFunction(() => /All 124 that match/.test(document.body.textContent));
  await press(page, "p");
  await page.waitForSelector("dialog [role=option]");
  await press(page, "1");
  await says("124 complaints: priority Urgent");
  const others = (await statesOf("Undo probe")).filter((row) => /(005|050|111)$/.test(row.title));
  for (const { id } of others) await service.query(token, "mutation($id: ID!) { triageComplaint(input: {id: $id, priority: NORMAL}) { complaint { id } } }", { id });
  await page.evaluate(() => document.querySelector("[role=grid]").focus());
  await chord(page, "Control", "z");
  await says("121 of 124");
  await says("3 refused");
  await page.screenshot({ path: `${shots}desk-queue-undone.png` });
  const restored = await statesOf("Undo probe");
  restored.forEach((row, number) => assert.equal(row.priority, [5, 50, 111].includes(number) ? "NORMAL" : ["LOW", "NORMAL", "HIGH"][number % 3], row.title));
  const ticked = await page.$$eval("[role=row][aria-selected=true]", (all) => all.map((row) => row.id.slice(4)));
  assert.ok(ticked.length > 0 && ticked.every((id) => others.some((row) => row.id === id)), "those that were refused are ticked");
  assert.match(await page.$eval("[role=row][aria-selected=true] [data-column=title] > span:last-child", (it) => it.textContent), /changed|meanwhile/i);
  await page.evaluate(() => document.querySelector("[role=region] button[aria-label=Close]").click());
  await press(page, "Escape");
  await page.waitForFunction(() => document.querySelectorAll("[role=row][aria-selected=true]").length === 0);

  // All are assigned, which tells the solver; the opposite says so, and how many.
  await chord(page, "Control", "a");
  await press(page, "a");
  await page.waitForSelector("dialog [role=option]");
  await press(page, "Enter");
  await says("124 complaints: assigned to");
  await chord(page, "Control", "z");
  assert.ok((await statesOf("Undo probe")).every((row) => row.status === "ASSIGNED"), "Ctrl+Z takes back only what told nobody");
  assert.equal(await pressButton(page, "Take the assignment back"), "Take the assignment back (124)");
  await says("124 complaints: the assignment was taken back");
  for (const row of await statesOf("Undo probe")) {
    assert.equal(row.status, "SUBMITTED", row.title);
    assert.equal(row.tasks.totalCount, 1);
  }

  // A few, of which one is refused: what was done to the others can be taken back all the same.
  const [held] = await statesOf("Undo probe 001");
  await service.query(token, "mutation($id: ID!) { holdComplaint(input: {id: $id, reasonCode: \"waiting_for_parts\"}) { complaint { id } } }", { id: held.id });
  await page.evaluate(() => document.querySelector("[role=grid]").focus());
  await press(page, "Home", "x", "j", "x", "j", "x");
  await press(page, "e");
  await page.waitForSelector("dialog textarea");
  await page.keyboard.type("Done");
  await chord(page, "Control", "Enter");
  await says("1 of 3 refused");
  assert.equal(await pressButton(page, "Reopen"), "Reopen (2)");
  await says("2 complaints: reopened");
  const states = (await statesOf("Undo probe 00")).map((row) => row.status);
  assert.deepEqual(states.slice(0, 4), ["REOPENED", "ON_HOLD", "REOPENED", "SUBMITTED"]);
  assert.deepEqual(wrong, []);
  await close();
});

test("filters, order, place and peek are in the address, and Back restores them", { timeout: 90_000 }, async () => {
  const { page, wrong, close } = await openDesk(browser, service, "/desk/complaints?sort=title");
  await listed(page);
  await page.evaluate(() => (document.querySelector("[role=grid]").scrollTop = 900));
  await new Promise((resolve) => setTimeout(resolve, 400));
  // A row in the middle of what is seen, which the pointer reaches without scrolling.
  const link = await page.evaluateHandle(() => {
    const { top, height } = document.querySelector("[role=grid]").getBoundingClientRect();
    return [...document.querySelectorAll("[role=row][id] a")].find((it) => it.getBoundingClientRect().top > top + height / 2);
  });
  const title = await link.evaluate((element) => element.textContent);
  await link.asElement().click();
  await page.waitForFunction(() => /complaints\/[0-9a-f-]{36}/.test(location.pathname));
  await page.goBack();
  await listed(page);
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal(await page.evaluate(() => Math.round(document.querySelector("[role=grid]").scrollTop)), 900);
  assert.ok(await page.evaluate((text) => document.querySelector("[role=grid]").textContent.includes(text), title));
  await page.waitForFunction(() => document.activeElement.getAttribute("role") === "grid");
  await press(page, " ");
  await page.waitForSelector("aside h2");
  await page.waitForFunction(() => /peek=/.test(location.search));
  await press(page, "Escape");
  await page.waitForSelector("aside", { hidden: true });
  await press(page, "/");
  await page.keyboard.type("no such words anywhere");
  await press(page, "Enter");
  await page.waitForFunction(() => /No complaint fits/.test(document.body.textContent));
  const clear = await page.waitForFunction(() => [...document.querySelectorAll("button")].find((button) => /^Clear/.test(button.textContent)));
  await clear.click();
  await page.waitForFunction(() => document.querySelectorAll("[role=row][id]").length > 10);
  assert.deepEqual(wrong, []);
  await close();
});

test("a view is saved, deleted and brought back", { timeout: 90_000 }, async () => {
  const { page, wrong, close } = await openDesk(browser, service, "/desk/complaints?status=closed&sort=-title");
  await listed(page);
  const total = await page.$eval("[role=grid]", (grid) => grid.getAttribute("aria-rowcount"));
  const first = await page.$eval("[role=row][id]", (row) => row.id);
  await press(page, "s");
  await page.waitForSelector("dialog input");
  await page.keyboard.type("What is done");
  await press(page, "Enter");
  await page.waitForFunction(() => /saved=/.test(location.search) && document.querySelector("nav [aria-current=true]")?.textContent.startsWith("What is done"));
  await listed(page);
  assert.equal(await page.$eval("[role=grid]", (grid) => grid.getAttribute("aria-rowcount")), total);
  assert.equal(await page.$eval("[role=row][id]", (row) => row.id), first);
  await page.waitForFunction((count) => document.querySelector("nav [aria-current=true] small").textContent === count, {}, String(total - 1));
  await page.evaluate(() => document.querySelector("nav button[aria-label*='What is done']").click());
  await page.waitForFunction(() => /was deleted/.test(document.querySelector("main").textContent));
  await chord(page, "Control", "z");
  await page.waitForSelector("[role=row][id]");
  assert.deepEqual(wrong, []);
  await close();
});

test("my work lists what one looks after, with counts, and what waits for review has a view of its own", { timeout: 120_000 }, async () => {
  const { complaintCountsFor: [{ count: before }] } = await service.query(token, '{ complaintCountsFor(views: [{key: "review", where: {toReview: true, status: IN_PROGRESS}}]) { count } }');
  assert.ok(before > 0);
  const { viewer } = await service.query(token, "{ viewer { id } }");
  const { complaints } = await service.query(token, "{ complaints(where: {toReview: true, status: IN_PROGRESS}, first: 1) { edges { node { id } } } }");
  const ids = [...await submit("Looked after", 3), complaints.edges[0].node.id];
  for (const id of ids) await service.query(token, "mutation($id: ID!) { claimComplaint(input: {id: $id}) { complaint { id } } }", { id });
  const own = async (where) => (await service.query(token, "query($where: ComplaintWhereInput!) { complaintCountsFor(views: [{key: \"own\", where: $where}]) { count } }", { where: { handlerId: viewer.id, ...where } })).complaintCountsFor[0].count;

  const { page, wrong, close } = await openDesk(browser, service, "/desk/inbox");
  await page.waitForSelector("main h1");
  await press(page, "g", "m");
  await page.waitForFunction(() => location.pathname === "/desk/work" && /handler=me/.test(location.search));
  await listed(page);
  const rows = () => page.$eval("[role=grid]", (grid) => Number(grid.getAttribute("aria-rowcount")) - 1);
  assert.equal(await rows(), await own({ statusIn: ["SUBMITTED", "ASSIGNED", "IN_PROGRESS", "ON_HOLD", "REOPENED"] }));
  await page.waitForFunction(() => [...document.querySelectorAll("nav ul[aria-label] small")].length === 7 && [...document.querySelectorAll("nav ul[aria-label] small")].every((it) => it.textContent !== ""));
  const counts = Object.fromEntries(await page.$$eval("nav ul[aria-label] a", (links) => links.map((it) => [it.querySelector("span").textContent, it.querySelector("small").textContent])));
  assert.equal(counts["To triage"], String(await own({ statusIn: ["SUBMITTED", "REOPENED"] })));
  assert.equal(counts["To review"], String(await own({ toReview: true, status: "IN_PROGRESS" })));

  // What somebody takes over with the page open is there after a look; a complaint leads back to the own list.
  await page.evaluate(() => [...document.querySelectorAll("nav ul[aria-label] a")].find((it) => it.textContent.startsWith("To review")).click());
  await page.waitForFunction(() => /to_review/.test(location.search) && location.pathname === "/desk/work");
  await listed(page);
  assert.deepEqual([...new Set(await page.$$eval("[role=row][id] [data-column=status]", (cells) => cells.map((it) => it.textContent.trim())))], ["To review"]);

  // Without the chip of the handler it is the list of all.
  const chip = await page.waitForFunction(() => [...document.querySelectorAll("ul[aria-label] button")].find((it) => /Handler|Looked after|: me/.test(it.getAttribute("aria-label") ?? "")));
  await chip.asElement().click();
  await page.waitForFunction(() => location.pathname === "/desk/complaints");
  await listed(page);
  assert.equal(await rows(), before);
  await page.waitForFunction((wanted) => [...document.querySelectorAll("nav ul[aria-label] a")].some((it) => it.getAttribute("aria-current") === "true" && it.textContent === `To review${wanted}`), {}, before);
  assert.deepEqual(wrong, []);
  await close();

  for (const [width, dark, language] of [[1440, false, "en"], [1440, true, "de"], [390, false, "de"], [390, true, "en"]]) {
    const it = await openDesk(browser, service, "/desk/work", { width, dark, language });
    await listed(it.page);
    assert.ok(await sideways(it.page) <= 0);
    assert.deepEqual(await accessibilityFaults(it.page), []);
    await it.page.screenshot({ path: `${shots}desk-work-${width}-${dark ? "dark" : "light"}-${language}.png` });
    assert.deepEqual(it.wrong, []);
    await it.close();
  }
});

test("beside the list one sees who else has the complaint open", { timeout: 90_000 }, async () => {
  const [id] = await submit("Seen by two", 1);
  const { page, wrong, close } = await openDesk(browser, service, `/desk/complaints?sort=age&q=${encodeURIComponent("Seen by two")}`);
  await listed(page);
  await press(page, " ");
  await page.waitForSelector("aside h2");
  const other = await openDesk(browser, service, `/desk/complaints/${id}`, { email: "superadmin@example.com" });
  const { viewer } = await service.query(await service.signIn("superadmin@example.com"), "{ viewer { name } }");
  await page.waitForFunction((name) => document.querySelector("aside [role=status]")?.textContent.trim() === `Also here: ${name}`, { timeout: 20_000 }, viewer.name);
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.screenshot({ path: `${shots}desk-queue-presence.png` });
  const mine = await service.query(token, "{ viewer { name } }");
  await other.page.waitForFunction((name) => document.body.innerText.includes(`Also here: ${name}`), { timeout: 20_000 }, mine.viewer.name);
  await other.close();
  await page.waitForFunction(() => !document.querySelector("aside [role=status]"), { timeout: 20_000 });
  assert.deepEqual(wrong, []);
  await close();
});

for (const [width, dark, language] of [[1440, false, "en"], [1440, true, "de"], [768, false, "de"], [390, true, "en"], [390, false, "de"], [390, false, "ar-XB"]]) {
  test(`the queue, ${width} wide, ${dark ? "dark" : "light"}, ${language}`, { timeout: 90_000 }, async () => {
    const { page, wrong, close } = await openDesk(browser, service, "/desk/complaints?sort=age", { width, dark, language });
    const name = `desk-queue-${width}-${dark ? "dark" : "light"}-${language}`;
    await listed(page);
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.ok(await sideways(page) <= 0);
    await page.screenshot({ path: `${shots}${name}.png` });
    if (width === 1440) {
      const rows = await page.$$eval("[role=row][id]", (all) => all.filter((row) => { const { top, bottom } = row.getBoundingClientRect(); return top >= 130 && bottom <= innerHeight; }).length);
      assert.ok(rows >= 21, `${rows} rows`);
    }
    assert.deepEqual(await accessibilityFaults(page), []);
    await press(page, "j", "x", " ");
    await page.waitForSelector("aside h2");
    await new Promise((resolve) => setTimeout(resolve, 500));
    await page.screenshot({ path: `${shots}${name}-peek.png` });
    assert.ok(await sideways(page) <= 0);
    assert.deepEqual(await accessibilityFaults(page), []);
    await press(page, "a");
    await page.waitForSelector("dialog [role=option]");
    await page.screenshot({ path: `${shots}${name}-assign.png` });
    assert.deepEqual(await accessibilityFaults(page), []);
    const text = await page.evaluate(() => document.body.innerText);
    assert.doesNotMatch(text, /\b(SUBMITTED|IN_PROGRESS|ON_HOLD|URGENT|queue\.\w+|shell\.\w+)\b/);
    assert.deepEqual(wrong, []);
    await close();
  });
}

test("a title is read whole at 1440 px; on a phone it stands above its reference, its zone and how late it is", { timeout: 90_000 }, async () => {
  const title = "The handrail of the steps to the ferry is loose at the top";
  const { zones: { edges: [{ node: zone }] } } = await service.query(token, "{ zones(first: 1) { edges { node { id name } } } }");
  await call(service, token, title, { name: "Caller", phone: "0912 346" }, { priority: "HIGH", zoneId: zone.id });
  const desk = await openDesk(browser, service, "/desk/complaints?sort=priority&q=handrail", {});
  await listed(desk.page);
  assert.ok(await desk.page.$eval("[role=row][id] a", (it) => it.scrollWidth <= it.clientWidth), "at 1440 px the title has the room");
  await desk.close();
  for (const [width, language] of [[390, "en"], [390, "de"], [320, "de"]]) {
    const { page, wrong, close } = await openDesk(browser, service, "/desk/complaints?sort=priority&q=handrail", { width, height: 844, language });
    await listed(page);
    const row = await page.$("[role=row][id]");
    await page.screenshot({ path: `${shots}queue-${width}-${language}.png` });
    const [found, cut] = await page.evaluate((it) => [it.innerText, ["title", "reference", "zone", "due"].map((column) => it.querySelector(`[data-column=${column}]`)).flatMap((cell) => [cell, ...cell.querySelectorAll("*")])
      .filter((all) => getComputedStyle(all).overflow !== "visible" && (all.scrollWidth > all.clientWidth + 1 || all.scrollHeight > all.clientHeight + 1) && all.innerText).map((all) => all.innerText)], row);
    assert.ok(found.includes(title), found);
    assert.match(found, /CMP-\d{4}-\d+/);
    assert.ok(found.includes(zone.name), found);
    assert.deepEqual(cut, [], `${width} px, ${language}`);
    assert.ok((await sideways(page)) <= 0);
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.deepEqual(wrong, []);
    await close();
  }
});
