// The desk of a city with more zones, categories and members of a group than one answer holds: each of them can be chosen.
import assert from "node:assert/strict";
import { after, before } from "node:test";

import { test } from "./browsers.mjs";
import { accessibilityFaults, closeService, launch, listed, openDesk, shots, sideways } from "./desk.mjs";
import { start } from "./service.mjs";

const timeout = 120_000;
let service;
let browser;
let token;

// many runs a mutation for each input, as many at a time as the service is glad to take.
async function many(text, inputs, atOnce = 4) {
  const results = [];
  for (let from = 0; from < inputs.length; from += atOnce) results.push(...await Promise.all(inputs.slice(from, from + atOnce).map((input) => service.query(token, text, { input }))));
  return results;
}

before(async () => {
  service = await start();
  browser = await launch();
  token = await service.signIn("superadmin@example.com");
  const numbered = (name) => Array.from({ length: 120 }, (_, at) => ({ name: `${name} ${String(at).padStart(3, "0")}` }));
  await many("mutation($input: CreateZoneInput!) { createZone(input: $input) { zone { id } } }", [...numbered("Block"), { name: "Zebra Quarter" }]);
  await many("mutation($input: CreateCategoryInput!) { createCategory(input: $input) { category { id } } }", [...numbered("Matter"), { name: "Zinc roofs" }]);
});
after(async () => {
  await browser?.close();
  await closeService(service);
});

const open = (path, options = {}) => openDesk(browser, service, `/desk${path}`, { email: "superadmin@example.com", ...options });
const sees = (page, text) => page.waitForFunction((wanted) => document.body.innerText.includes(wanted), { timeout: 15_000 }, text);

// find types into a field that finds, and takes the first that it finds.
async function find(page, label, text) {
  const field = await page.waitForFunction((wanted) => {
    const place = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
    return [...place.querySelectorAll("input[role=combobox]")].find((it) => it.getAttribute("aria-label") === wanted || it.labels?.[0]?.textContent.trim() === wanted);
  }, { timeout: 15_000 }, label);
  await field.asElement().click({ count: 3 });
  await page.keyboard.type(text);
  await page.waitForFunction((wanted) => [...document.querySelectorAll("[role=option]")].some((it) => it.checkVisibility() && it.textContent.includes(wanted)), { timeout: 15_000 }, text);
  await page.waitForFunction((wanted) => [...document.querySelectorAll("[role=option]")].filter((it) => it.checkVisibility()).every((it) => it.textContent.includes(wanted)), { timeout: 15_000 }, text);
  await page.keyboard.press("Enter");
}

test("a filter finds a zone beyond the first hundred, and its chip has its name after a reload", { timeout }, async () => {
  const { page, wrong, close } = await open("/complaints?sort=age");
  await listed(page);
  const button = await page.waitForFunction(() => [...document.querySelectorAll("main button")].find((it) => it.innerText.trim() === "Filter"));
  await button.asElement().click();
  const facet = await page.waitForFunction(() => [...document.querySelectorAll("[role=dialog] button")].find((it) => it.innerText.trim() === "Zone"));
  await facet.asElement().click();
  await (await page.waitForSelector("[role=dialog] input[type=search]")).type("zebra");
  const box = await page.waitForFunction(() => {
    const found = [...document.querySelectorAll("[role=dialog] label")].filter((it) => it.textContent !== "None");
    return found.length === 1 && found[0].textContent === "Zebra Quarter" && found[0];
  }, { timeout: 15_000 });
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.screenshot({ path: `${shots}desk-many-filter.png` });
  await box.asElement().click();
  await sees(page, "Zone: Zebra Quarter");
  await page.reload();
  await sees(page, "Zone: Zebra Quarter");
  assert.deepEqual(wrong, []);
  await close();
});

test("a filter is for a solver, or for what another administrator looks after", { timeout }, async () => {
  const { users } = await service.query(token, '{ users(where: {role: ADMIN, state: ACTIVE}, first: 1) { edges { node { id name } } } }');
  const { complaints } = await service.query(token, "{ complaints(where: {status: SUBMITTED}, first: 1) { edges { node { id } } } }");
  const [admin, looked] = [users.edges[0].node, complaints.edges[0].node.id];
  await service.query(token, "mutation($input: ClaimComplaintInput!) { claimComplaint(input: $input) { complaint { id } } }", { input: { id: looked, handlerId: admin.id } });
  const { page, wrong, close } = await open("/complaints?sort=age");
  await listed(page);
  const choose = async (facetName, option) => {
    const pressed = async (text) => (await page.waitForFunction((wanted) => [...document.querySelectorAll("main button, [role=dialog] button, [role=dialog] label")].find((it) => it.checkVisibility() && it.innerText.trim() === wanted), { timeout: 15_000 }, text)).asElement().click();
    await pressed("Filter");
    await pressed(facetName);
    await pressed(option);
    await page.keyboard.press("Escape");
    await page.waitForSelector("[role=dialog]", { hidden: true });
    await sees(page, `${facetName}: ${option}`);
  };
  await choose("Looked after by", admin.name);
  await page.waitForFunction((id) => [...document.querySelectorAll("[role=row][id]")].map((row) => row.id).join() === `row-${id}`, {}, looked);
  await page.goto(`${service.url}/desk/complaints?sort=age`);
  await listed(page);
  await choose("Solver", "Joaquim Teixeira");
  await listed(page);
  assert.ok((await page.$$eval("[role=row][id] [data-column=solver]", (cells) => cells.map((it) => it.textContent))).includes("Joaquim Teixeira"));
  await page.reload();
  await sees(page, "Solver: Joaquim Teixeira");
  assert.deepEqual(wrong, []);
  await close();
});

test("a complaint is given to an administrator beyond the first hundred", { timeout }, async () => {
  await many("mutation($input: CreateUserInput!) { createUser(input: $input) { user { id } } }", [
    ...Array.from({ length: 100 }, (_, at) => ({ name: `Clerk ${String(at).padStart(3, "0")}`, email: `clerk${at}@example.org`, role: "ADMIN" })),
    { name: "Zoltan Zeman", email: "zeman@example.org", role: "ADMIN" },
  ], 2); // each draws the cost of a password
  const { submitComplaint: { complaint: { id } } } = await service.query(token, "mutation($input: SubmitComplaintInput!) { submitComplaint(input: $input) { complaint { id } } }", {
    input: { title: "Needs a clerk", source: "PHONE", contact: { name: "Caller", phone: "0912 345" } },
  });
  const handler = async () => (await service.query(token, "query($id: ID!) { complaint(id: $id) { handler { name } } }", { id })).complaint.handler?.name;
  const { page, wrong, close } = await open(`/complaints/${id}`);
  const choose = async () => {
    await (await page.waitForSelector("button[aria-label='Hand over']")).click();
    await page.waitForSelector("dialog [role=option]");
  };
  await choose();
  await page.keyboard.press("Enter"); // oneself stands first
  await page.waitForSelector("dialog", { hidden: true });
  assert.ok(await handler());
  await choose();
  await find(page, "Looks after it", "Zoltan");
  await page.waitForSelector("dialog [role=option][aria-selected=true]");
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.screenshot({ path: `${shots}desk-many-handler.png` });
  await page.keyboard.press("Enter");
  await page.waitForSelector("dialog", { hidden: true });
  assert.equal(await handler(), "Zoltan Zeman");
  assert.deepEqual(wrong, []);
  await close();
});

test("a complaint is moved to such a category by the keyboard, and to such a zone on its page", { timeout }, async () => {
  const { submitComplaint: { complaint: { id } } } = await service.query(token, "mutation($input: SubmitComplaintInput!) { submitComplaint(input: $input) { complaint { id } } }", {
    input: { title: "Roof is loose", source: "PHONE", contact: { name: "Caller", phone: "0912 345" } },
  });
  const { page, wrong, close } = await open(`/complaints?sort=age&q=${encodeURIComponent("Roof is loose")}`);
  await listed(page);
  await page.click("button[aria-label='Columns']");
  await (await page.waitForSelector("::-p-xpath(//*[@role='menuitemcheckbox'][contains(., 'Category')])")).click();
  await page.keyboard.press("Escape");
  await page.waitForSelector("[role=menu]", { hidden: true });
  await page.focus("[role=grid]");
  await page.keyboard.press("c");
  await page.waitForSelector("dialog [role=option]");
  await page.keyboard.type("zinc");
  await page.waitForFunction(() => [...document.querySelectorAll("dialog [role=option]")].map((it) => it.textContent).join() .startsWith("Zinc roofs"));
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("[role=row][id] [data-column=category]")?.textContent === "Zinc roofs");

  await page.goto(`${service.url}/desk/complaints/${id}`);
  await (await page.waitForSelector("button[aria-label='Change the zone']")).click();
  await find(page, "Zone", "Zebra");
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.screenshot({ path: `${shots}desk-many-form.png` });
  await page.click("dialog button[type=submit]");
  await page.waitForSelector("dialog", { hidden: true });
  const { complaint } = await service.query(token, "query($id: ID!) { complaint(id: $id) { zone { name } category { name } } }", { id });
  assert.deepEqual(complaint, { zone: { name: "Zebra Quarter" }, category: { name: "Zinc roofs" } });
  assert.deepEqual(wrong, []);
  await close();
});

for (const [width, dark, language] of [[1440, false, "en"], [390, true, "de"]]) {
  test(`reports, a call and somebody's own report choose among many, ${width} wide, ${language}`, { timeout }, async () => {
    const words = language === "en"
      ? { zone: "Zone", category: "Category" }
      : { zone: "Gebiet", category: "Kategorie" };
    const { page, wrong, close } = await open("/intake", { width, dark, language });
    await find(page, words.category, "Zinc");
    await find(page, words.zone, "Zebra");
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.ok(await sideways(page) <= 0);
    await page.screenshot({ path: `${shots}desk-many-intake-${width}-${language}.png` });

    await page.goto(`${service.url}/desk/reports`);
    await page.waitForSelector("main h1");
    const zone = await page.waitForFunction(() => document.querySelectorAll("main input[role=combobox]")[0]);
    await find(page, await zone.evaluate((it) => it.getAttribute("aria-label")), "Zebra");
    await page.waitForFunction(() => /zone=[0-9a-f-]{36}/.test(location.search));
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.ok(await sideways(page) <= 0);
    await page.screenshot({ path: `${shots}desk-many-reports-${width}-${language}.png` });
    assert.deepEqual(wrong, []);
    await close();

    const user = await open("/report", { width, dark, language, email: "user@example.com" });
    const field = await user.page.waitForFunction(() => document.querySelectorAll("main form input[role=combobox]")[1]);
    await find(user.page, await field.evaluate((it) => it.labels[0].textContent.trim()), "Zebra");
    assert.deepEqual(await accessibilityFaults(user.page), []);
    assert.deepEqual(user.wrong, []);
    await user.close();
  });
}

test("a group shows its members beyond the first fifty", { timeout }, async () => {
  const { createGroup: { group: { id } } } = await service.query(token, "mutation($input: CreateGroupInput!) { createGroup(input: $input) { group { id } } }", { input: { name: "Everybody" } });
  const created = await many("mutation($input: CreateUserInput!) { createUser(input: $input) { user { id } } }", Array.from({ length: 55 }, (_, at) => ({ name: `Member ${String(at).padStart(2, "0")}`, email: `member${at}@example.org`, role: "USER" })), 1); // each draws the cost of a password
  await service.query(token, "mutation($input: AddGroupMembersInput!) { addGroupMembers(input: $input) { group { id } } }", { input: { id, userIds: created.map(({ createUser }) => createUser.user.id) } });
  const { page, wrong, close } = await open(`/people/groups?open=${id}`);
  await sees(page, "Member 49");
  assert.doesNotMatch(await page.$eval("main", (it) => it.innerText), /Member 5\d/);
  const more = await page.waitForFunction(() => [...document.querySelectorAll("main button")].find((it) => it.innerText.trim() === "Show 5 more of 5"));
  await more.asElement().click();
  await sees(page, "Member 54");
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.screenshot({ path: `${shots}desk-many-group.png`, fullPage: true });
  // Whoever is taken off beyond the first fifty is gone, and the others stay.
  await (await page.waitForSelector("button[aria-label*='Member 54']")).click();
  await page.waitForFunction(() => !document.querySelector("main").innerText.includes("Member 54\n") && document.querySelector("main").innerText.includes("Member 53"));
  assert.deepEqual(wrong, []);
  await close();
});
