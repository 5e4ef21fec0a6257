// A solver's day on a phone: without a connection, with a browser that is killed, with answers that are lost, and with
// somebody else on the same phone. Each change must reach the service once and in order, or be shown with the reason.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";

import { test } from "./browsers.mjs";
import { accessibilityFaults, film, launch, openDesk, shots, sideways } from "./desk.mjs";
import { arrive, connect, entries, picture, pinch, press, shows, signIn, takePhone } from "./desk-field.mjs";
import { start } from "./service.mjs";

const solver = "solver@example.com";
let service;
let admin;
let folder;
let pictures;
before(async () => {
  service = await start();
  admin = await service.signIn("admin@example.com");
  folder = await mkdtemp(join(tmpdir(), "redress-pictures-"));
  pictures = ["#a33", "#3a3", "#33a"].map((_, index) => join(folder, `${index}.jpg`));
  const browser = await launch();
  for (const [index, color] of ["#a33", "#3a3", "#33a"].entries()) await picture(browser, pictures[index], color);
  await browser.close();
});
after(async () => {
  await service?.close();
  await rm(folder, { recursive: true, force: true });
});

// assign gives a solver a new task and returns its complaint and itself.
async function assign(title, email = solver) {
  const { users } = await service.query(admin, "query($email: String!) { users(where: { search: $email }) { edges { node { id } } } }", { email });
  const { submitComplaint } = await service.query(admin, "mutation($input: SubmitComplaintInput!) { submitComplaint(input: $input) { complaint { id reference uploadUrl } } }", {
    input: { title, source: "STAFF", address: "Quay 7", latitude: 43.95, longitude: 8.05, description: "Reported by phone." },
  });
  const { assignComplaint } = await service.query(admin, "mutation($input: AssignComplaintInput!) { assignComplaint(input: $input) { complaint { tasks(last: 1) { edges { node { id } } } } } }", {
    input: { id: submitComplaint.complaint.id, solverId: users.edges[0].node.id, instructions: "Bring the long ladder." },
  });
  return { ...submitComplaint.complaint, task: assignComplaint.complaint.tasks.edges[0].node.id };
}

// recorded returns what the service knows of a task.
async function recorded({ id, task }) {
  const data = await service.query(admin, `query($id: ID!, $task: ID!) {
    complaint(id: $id) { status statusLog(first: 50) { edges { node { status } } } }
    task(id: $task) { status acceptedAt startedAt updates(first: 20) { edges { node { type clientId remarks occurredAt createdAt media(first: 10) { edges { node { sha256 width height createdAt } } } } } } }
  }`, { id, task });
  const updates = data.task.updates.edges.map(({ node }) => ({ ...node, media: node.media.edges.map((edge) => edge.node).sort((a, b) => a.createdAt.localeCompare(b.createdAt)) }));
  return { status: data.complaint.status, log: data.complaint.statusLog.edges.map(({ node }) => node.status), task: data.task.status, steps: [data.task.acceptedAt, data.task.startedAt], updates };
}

// report fills in a report, from the page of a task, and hands it over.
async function report(page, { words, photos, button }) {
  await press(page, "Report");
  await shows(page, "0 of 10");
  if (button !== "Hand in") await press(page, "Still going on", "label");
  const input = await page.$("input[type=file][multiple]");
  await input.uploadFile(...photos);
  await shows(page, `${photos.length} of 10`);
  await page.type("textarea", words);
  const sums = await page.$$eval("li[data-photo]", (rows) => rows.map((row) => row.dataset.photo));
  await press(page, button, "button");
  return sums;
}

// online tells the page that there is a network, as the phone does.
const online = (page) => page.evaluate(() => window.dispatchEvent(new Event("online")));

// working waits until the service worker can open the page by itself, and the list of tasks is kept.
const working = (page, title) => page.waitForFunction(async (wanted) => {
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.active?.state === "activated" && document.body.innerText.includes(wanted);
}, { timeout: 20_000 }, title);

test("offline, killed, put on hold: everything arrives once and in order, the late part marked so", { timeout: 180_000 }, async (t) => {
  const job = await assign("Lamp dark at the quay");
  const proxy = await connect(service);
  const phone = await takePhone(proxy);
  t.after(async () => {
    await phone.throwAway();
    await proxy.close();
  });
  let page = await phone.open();
  await signIn(page, solver, service.password);
  await working(page, "Lamp dark at the quay");
  await phone.close();

  await proxy.cut();
  page = await phone.open();
  await press(page, "Lamp dark at the quay", "a");
  await shows(page, "Bring the long ladder.");
  await press(page, "Accept");
  await press(page, "Start");
  const begun = Date.now();
  const sums = await report(page, { words: "Lamp replaced, cable was torn.", photos: pictures, button: "Hand in" });
  assert.equal(new Set(sums).size, 3);
  await shows(page, "Waits in the outbox");
  await shows(page, "No connection. 3 entries wait");
  await phone.kill();

  await service.query(admin, "mutation($input: HoldComplaintInput!) { holdComplaint(input: $input) { complaint { id } } }", { input: { id: job.id, reasonCode: "waiting_for_parts" } });
  page = await phone.open("/desk/outbox");
  await arrive(page, "accept waiting, start waiting, completion waiting");
  assert.deepEqual((await entries(page))[2].photos, sums);

  await proxy.restore();
  await online(page);
  await arrive(page, "accept refused, start held, completion late");
  await shows(page, "Refused: The desk has put the complaint on hold.");
  await shows(page, "kept as late evidence");
  await shows(page, "The desk had put the complaint on hold before this arrived.");
  await page.screenshot({ path: `${shots}field-late-360.png` });
  assert.deepEqual(await accessibilityFaults(page), []);
  assert.deepEqual((await recorded(job)).updates, [], "it is no report");
  const { complaint } = await service.query(admin, `query($id: ID!) { complaint(id: $id) { lateEvidence(first: 10) { edges { node {
    type remarks occurredAt lostAt createdAt author { name } media(first: 10) { edges { node { sha256 width height createdAt } } } } } } } }`, { id: job.id });
  assert.equal(complaint.lateEvidence.edges.length, 1);
  const late = complaint.lateEvidence.edges[0].node;
  assert.deepEqual([late.type, late.remarks], ["COMPLETION", "Lamp replaced, cable was torn."]);
  assert.ok(Math.abs(Date.parse(late.occurredAt) - begun) < 30_000, `${late.occurredAt} is when it was done`);
  assert.ok(late.occurredAt < late.lostAt && late.lostAt < late.createdAt, JSON.stringify(late));
  const files = late.media.edges.map(({ node }) => node).sort((a, b) => a.createdAt.localeCompare(b.createdAt));
  assert.deepEqual(files.map(({ sha256 }) => sha256), sums, "the photos, in order, as they were shrunk");
  assert.deepEqual(files.map(({ width, height }) => [width, height]), sums.map(() => [2560, 1707]));

  // The desk reads it, marked, in the stream and in the strip.
  const desk = await launch();
  t.after(() => desk.close());
  const { page: clerk, wrong } = await openDesk(desk, service, `/desk/complaints/${job.reference}`);
  await shows(clerk, "reported in after the task was lost");
  await shows(clerk, "Lamp replaced, cable was torn.");
  await clerk.waitForFunction(() => [...document.querySelectorAll("main button img")].length >= 6 && document.body.innerText.match(/\bLate\b/g)?.length >= 7, { timeout: 20_000 });
  await clerk.screenshot({ path: `${shots}complaint-late-1440.png` });
  assert.deepEqual(await accessibilityFaults(clerk), []);
  assert.deepEqual(wrong, []);

  await service.query(admin, "mutation($input: ResumeComplaintInput!) { resumeComplaint(input: $input) { complaint { id } } }", { input: { id: job.id } });
  await page.reload(); // as one looks again
  await arrive(page, "completion late, start sent, accept sent");
  const { status, log, task, steps, updates } = await recorded(job);
  assert.equal(status, "IN_PROGRESS");
  assert.equal(task, "IN_PROGRESS");
  assert.deepEqual(log, ["SUBMITTED", "ASSIGNED", "ON_HOLD", "ASSIGNED", "IN_PROGRESS"]);
  for (const at of steps) assert.ok(Math.abs(Date.parse(at) - begun) < 15_000, `${at} is when it was done`);
  assert.deepEqual(updates, [], "what arrived as late evidence does not arrive again");
  const stored = await page.evaluate(async () => {
    const database = await new Promise((resolve, reject) => {
      const request = indexedDB.open("redress-field");
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    return new Promise((resolve) => { database.transaction("photos").objectStore("photos").count().onsuccess = (event) => resolve(event.target.result); });
  });
  assert.equal(stored, 0, "the phone has freed the photos");
  assert.deepEqual(phone.wrong, []);
});

test("answers that are lost, and a browser killed between photos, make nothing twice", { timeout: 180_000 }, async (t) => {
  const job = await assign("Bench broken at the pier");
  const proxy = await connect(service);
  const phone = await takePhone(proxy);
  t.after(async () => {
    await phone.throwAway();
    await proxy.close();
  });
  let page = await phone.open();
  await signIn(page, solver, service.password);
  await working(page, "Bench broken at the pier");
  await press(page, "Bench broken at the pier", "a");
  await phone.close(); // writes its profile
  page = await phone.open(`/desk/today/${job.task}`);
  await shows(page, "Bring the long ladder.");

  // Each of these is carried out, and the first answer to it gets lost.
  const lost = new Set();
  const matters = ({ method, path, body }) => method === "POST" && (path.startsWith("/api/solver/") || (path === "/graphql" && body.includes("mutation")));
  proxy.losing = (request) => {
    if (!matters(request)) return false;
    const key = `${request.path} ${request.body.toString("latin1").replace(/-{4}\S+/g, "")}`;
    if (lost.has(key)) return false;
    lost.add(key);
    return true;
  };
  await press(page, "Accept");
  await press(page, "Start");
  const sums = await report(page, { words: "Half of it stands.", photos: pictures.slice(0, 2), button: "Send the report" });
  await press(page, "Outbox", "nav a");
  const uploads = () => proxy.requests.filter(({ path }) => path.startsWith("/api/solver/"));
  for (const until = Date.now() + 60_000; uploads().length < 1 && Date.now() < until;) {
    await online(page);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await phone.kill(); // between the photos

  page = await phone.open("/desk/outbox");
  await page.waitForFunction(() => document.querySelector("main li[data-kind]") ?? document.querySelector("input[name=email]"), { timeout: 20_000 });
  if (await page.$("input[name=email]")) await signIn(page, solver, service.password); // the cookie may have died with the browser
  for (const until = Date.now() + 60_000; Date.now() < until;) {
    if ((await entries(page)).every(({ state }) => state === "sent")) break;
    await online(page);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await arrive(page, "progress sent, start sent, accept sent");
  assert.ok(lost.size >= 5, `${lost.size} answers were lost`);
  const { log, task, updates } = await recorded(job);
  assert.deepEqual(log, ["SUBMITTED", "ASSIGNED", "IN_PROGRESS"]);
  assert.equal(task, "IN_PROGRESS");
  assert.deepEqual(updates.map(({ type, remarks }) => [type, remarks]), [["PROGRESS", "Half of it stands."]]);
  assert.deepEqual(updates[0].media.map(({ sha256 }) => sha256), sums);
  assert.deepEqual(phone.wrong, []);
});

test("a video waits with a photo and arrives as it was taken; one that is too large is refused at once", { timeout: 180_000 }, async (t) => {
  const job = await assign("Pump rattles at the well");
  const proxy = await connect(service);
  const phone = await takePhone(proxy);
  t.after(async () => {
    await phone.throwAway();
    await proxy.close();
  });
  let page = await phone.open();
  const movie = join(folder, "pump.webm");
  const long = join(folder, "long.mp4");
  await film(phone.browser, movie);
  await writeFile(long, "");
  await truncate(long, 101 * 1024 * 1024);
  await signIn(page, solver, service.password);
  await working(page, "Pump rattles at the well");
  await phone.close(); // writes its profile
  page = await phone.open();
  await press(page, "Pump rattles at the well", "a");
  await shows(page, "Bring the long ladder.");
  await proxy.cut();
  await press(page, "Accept");
  await press(page, "Start");
  await press(page, "Report");
  await shows(page, "0 of 10");
  const input = await page.$("input[type=file][multiple]");
  await input.uploadFile(long);
  await shows(page, "a video may have");
  await input.uploadFile(movie, pictures[1]);
  await shows(page, "2 of 10");
  await page.screenshot({ path: `${shots}field-video-360.png` });
  assert.ok((await sideways(page)) <= 0);
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.type("textarea", "One can hear it.");
  await press(page, "Hand in", "button");
  await shows(page, "Waits in the outbox");
  await phone.kill();
  page = await phone.open("/desk/outbox");
  await arrive(page, "accept waiting, start waiting, completion waiting");
  await proxy.restore();
  await online(page);
  await arrive(page, "completion sent, start sent, accept sent");
  const { task } = await service.query(admin, "query($id: ID!) { task(id: $id) { updates(first: 1) { edges { node { media(first: 5) { edges { node { mediaType fileName url } } } } } } } }", { id: job.task });
  const media = task.updates.edges[0].node.media.edges.map(({ node }) => node);
  assert.deepEqual(media.map(({ mediaType }) => mediaType).sort(), ["IMAGE", "VIDEO"]);
  const stored = media.find(({ mediaType }) => mediaType === "VIDEO");
  assert.match(stored.fileName, /-1\.webm$/);
  const bytes = Buffer.from(await (await fetch(service.url + stored.url)).arrayBuffer());
  assert.equal(bytes.length, (await readFile(movie)).length);
  assert.deepEqual(phone.wrong, []);
});

test("a photo is zoomed with two fingers", { timeout: 120_000 }, async (t) => {
  const job = await assign("Pump rattles at the mill");
  const upload = new FormData();
  upload.append("media", new Blob([await readFile(pictures[0])], { type: "image/jpeg" }), "before.jpg");
  assert.equal((await fetch(service.url + job.uploadUrl, { method: "POST", headers: { Authorization: `Bearer ${admin}` }, body: upload })).status, 201);
  const proxy = await connect(service);
  const phone = await takePhone(proxy);
  t.after(async () => {
    await phone.throwAway();
    await proxy.close();
  });
  const page = await phone.open();
  await signIn(page, solver, service.password);
  await press(page, "Pump rattles at the mill", "a");
  await page.waitForSelector("main ul button img");
  await page.click("main ul button:has(img)");
  await page.waitForSelector("dialog[open] img");
  await page.click("dialog[open] button[aria-label^=Larger]");
  await page.waitForFunction(() => /scale\(1\.4\)/.test(document.querySelector("dialog[open] img").style.transform));
  await page.keyboard.press("0");
  // Two fingers: what is between them stays there; the one that is left goes on moving the picture.
  const seen = () => page.$eval("dialog[open] img", (img) => {
    const { left, top, width, height } = img.getBoundingClientRect();
    return { left, top, width, height };
  });
  const whole = await seen();
  const [x, y] = [Math.round(whole.left + whole.width * 0.7), Math.round(whole.top + whole.height * 0.4)];
  const finger = await pinch(page, [[[x - 20, y], [x - 60, y]], [[x + 20, y], [x + 60, y]]]);
  const close = await seen();
  assert.ok(Math.abs(close.width / whole.width - 3) < 0.1, `${close.width} pixels wide, ${whole.width} before`);
  assert.ok(Math.abs((x - close.left) / close.width - 0.7) < 0.02 && Math.abs((y - close.top) / close.height - 0.4) < 0.02, "the picture moved away from the fingers");
  assert.equal(await page.evaluate(() => visualViewport.scale), 1, "the page was zoomed");
  await page.screenshot({ path: `${shots}field-zoom-360.png` });
  await finger.move(x - 40, y + 30);
  const moved = await seen();
  assert.deepEqual([Math.round(moved.left - close.left), Math.round(moved.top - close.top)], [20, 30]);
  await finger.lift();
  await (await pinch(page, [[[x - 60, y], [x - 10, y]], [[x + 60, y], [x + 10, y]]])).lift();
  assert.deepEqual(await seen(), whole, "no smaller than the screen");
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.keyboard.press("Escape");
  assert.deepEqual(phone.wrong, []);
});

test("what waits belongs to its account: the next person neither sees nor sends it", { timeout: 180_000 }, async (t) => {
  const job = await assign("Fence bent at the school");
  const proxy = await connect(service);
  const phone = await takePhone(proxy);
  t.after(async () => {
    await phone.throwAway();
    await proxy.close();
  });
  const page = await phone.open();
  await signIn(page, solver, service.password);
  await working(page, "Fence bent at the school");
  await proxy.cut();
  await press(page, "Fence bent at the school", "a");
  await press(page, "Accept");
  await press(page, "Me", "nav a");
  await press(page, "Sign out");
  await shows(page, "1 entry is not sent");
  await page.screenshot({ path: `${shots}field-leaving-360.png` });
  await press(page, "Stay signed in");
  await press(page, "Sign out");
  await shows(page, "stays on this phone, only for you");
  await press(page, "Sign out", "dialog button");
  await page.waitForSelector("input[name=email]");

  await proxy.restore();
  await page.reload();
  await signIn(page, "solver2@example.com", service.password);
  await press(page, "Today", "nav a");
  await shows(page, " open");
  assert.ok(!(await page.evaluate(() => document.body.innerText)).includes("Fence"));
  await press(page, "Outbox", "nav a");
  await shows(page, "Everything is sent");
  await online(page);
  assert.ok(!(await page.evaluate(() => document.body.innerText)).includes("Fence"));
  assert.equal((await recorded(job)).task, "ASSIGNED");
  await press(page, "Me", "nav a");
  await press(page, "Sign out");

  await signIn(page, solver, service.password);
  await press(page, "Outbox", "nav a");
  await arrive(page, "accept sent");
  assert.equal((await recorded(job)).task, "ACCEPTED");
  assert.deepEqual(phone.wrong, []);
});

test("what is refused can be kept, retried or discarded", { timeout: 120_000 }, async (t) => {
  const job = await assign("Drain blocked at the market");
  const proxy = await connect(service);
  const phone = await takePhone(proxy);
  t.after(async () => {
    await phone.throwAway();
    await proxy.close();
  });
  const page = await phone.open();
  await signIn(page, solver, service.password);
  await working(page, "Drain blocked at the market");
  await proxy.cut();
  await press(page, "Drain blocked at the market", "a");
  await press(page, "Accept");
  await service.query(admin, "mutation($input: CancelTaskInput!) { cancelTask(input: $input) { task { id } } }", { input: { id: job.task, reasonCode: "overloaded" } });
  await press(page, "Outbox", "nav a");
  await arrive(page, "accept waiting");
  await proxy.restore();
  await online(page);
  await arrive(page, "accept refused");
  await shows(page, "Refused: The desk has cancelled the task or given it to somebody else.");
  await press(page, "Try again", "button");
  await arrive(page, "accept refused");
  await press(page, "Keep", "button");
  await arrive(page, "accept kept");
  await press(page, "Discard", "button");
  await shows(page, "The desk never gets it.");
  await press(page, "Discard", "dialog button");
  await shows(page, "Everything is sent");
  assert.deepEqual(phone.wrong, []);
});

test("a phone whose clock is an hour ahead reports the right time, and sorts by distance when it may", { timeout: 120_000 }, async (t) => {
  const job = await assign("Sign fallen at the bridge");
  const proxy = await connect(service);
  const phone = await takePhone(proxy);
  t.after(async () => {
    await phone.throwAway();
    await proxy.close();
  });
  let page = await phone.open();
  await signIn(page, solver, service.password);
  await page.evaluateOnNewDocument(() => {
    const Real = Date;
    const ahead = 3_600_000;
    globalThis.Date = class extends Real {
      constructor(...given) {
        super(...(given.length > 0 ? given : [Real.now() + ahead]));
      }
      static now() {
        return Real.now() + ahead;
      }
    };
  });
  await phone.browser.defaultBrowserContext().overridePermissions(proxy.url, ["geolocation"]);
  await page.setGeolocation({ latitude: 43.95, longitude: 8.0499 });
  await page.goto(`${proxy.url}/desk/today`);
  await shows(page, "Sign fallen at the bridge");
  await press(page, "Nearest first");
  await shows(page, " m\n");
  const metres = await page.$$eval("main section:last-of-type li b", (shown) => shown.map((it) => Number.parseFloat(it.textContent) * (it.textContent.includes("km") ? 1000 : 1)));
  assert.deepEqual(metres, [...metres].sort((a, b) => a - b));
  await press(page, "Sign fallen at the bridge", "a");
  await shows(page, "Navigate");
  assert.match(await page.$eval("a[href^='geo:']", (way) => way.href), /^geo:43\.95,8\.05\?q=/);
  await press(page, "Accept");
  await press(page, "Start");
  await report(page, { words: "It stands again.", photos: pictures.slice(0, 1), button: "Send the report" });
  await press(page, "Outbox", "nav a");
  await arrive(page, "progress sent, start sent, accept sent");
  const { steps, updates } = await recorded(job);
  for (const at of [...steps, updates[0].occurredAt]) assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000, at);
  assert.deepEqual(phone.wrong, []);
});

for (const [width, language, dark] of [[360, "en", false], [360, "de", true], [768, "de", false]]) {
  test(`the screens, ${width} wide, ${language}, ${dark ? "dark" : "light"}`, { timeout: 120_000 }, async (t) => {
    const proxy = await connect(service);
    const phone = await takePhone(proxy);
    t.after(async () => {
      await phone.throwAway();
      await proxy.close();
    });
    const page = await phone.open("/desk/", { width, language, dark, height: width > 500 ? 1024 : 740 });
    await signIn(page, solver, service.password);
    await page.waitForSelector('main a[href^="/desk/today/"]');
    const task = await page.$$eval('main a[href^="/desk/today/"]', (cards) => cards.map((card) => [card.getAttribute("href"), card.textContent]).find(([, text]) => /In progress|In Arbeit/.test(text))[0]);
    for (const [name, path] of [["today", "/desk/today"], ["task", task], ["report", `${task}/report`], ["outbox", "/desk/outbox"], ["me", "/desk/me"]]) {
      await page.goto(proxy.url + path);
      await page.waitForFunction(() => document.querySelector("main h1"), { timeout: 20_000 });
      assert.ok((await sideways(page)) <= 0, `${name} is wider than the window`);
      await page.screenshot({ path: `${shots}field-${name}-${width}-${dark ? "dark" : "light"}-${language}.png` });
      assert.deepEqual(await accessibilityFaults(page), [], name);
      const button = await page.evaluate(() => document.querySelector("main [class*=thumbButton]")?.getBoundingClientRect().height ?? 48);
      assert.ok(button >= 48, `the button of ${name} is ${button} pixels high`);
    }
    assert.deepEqual(phone.wrong, []);
  });
}

test("the service worker keeps the files of the page, and no answer of the API", { timeout: 60_000 }, async (t) => {
  const proxy = await connect(service);
  const phone = await takePhone(proxy);
  t.after(async () => {
    await phone.throwAway();
    await proxy.close();
  });
  const page = await phone.open();
  await signIn(page, solver, service.password);
  await page.waitForSelector('main a[href^="/desk/today/"]');
  const kept = await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const found = [];
    for (const name of await caches.keys()) for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
    return found;
  });
  assert.ok(kept.length > 10 && kept.every((path) => path === "/desk/" || /^\/desk\/(assets\/|app\.webmanifest|icon-|theme\.js)/.test(path)), kept.join());
  const manifest = JSON.parse(await readFile(new URL("../dashboard/public/app.webmanifest", import.meta.url), "utf8"));
  for (const { src } of manifest.icons) assert.equal((await fetch(`${service.url}/desk/${src}`)).headers.get("Content-Type"), "image/png");
  assert.deepEqual(phone.wrong, []);
});

test("a solver changes the password and ends another session", { timeout: 120_000 }, async (t) => {
  const proxy = await connect(service);
  const phone = await takePhone(proxy);
  t.after(async () => {
    await phone.throwAway();
    await proxy.close();
  });
  const email = "solver2@example.com";
  const page = await phone.open("/desk/me", { language: "de", dark: true });
  await signIn(page, email, service.password);
  await press(page, "Ich", "nav a");
  await service.signIn(email); // elsewhere
  await press(page, "Passwort, Sitzungen und Benachrichtigungen");
  await page.waitForSelector("input[name=current]");
  await shows(page, "Diese Sitzung");
  await page.screenshot({ path: `${shots}field-me-safety-360-dark-de.png`, fullPage: true });
  assert.ok((await sideways(page)) <= 0);
  assert.deepEqual(await accessibilityFaults(page), []);
  const sessions = () => page.$$eval("main ul[class*=rows] > li", (rows) => rows.length);
  const before = await sessions();
  assert.ok(before >= 2);
  await press(page, "Alle anderen beenden", "button");
  await page.waitForSelector("dialog[open] button[type=submit]");
  await page.click("dialog[open] button[type=submit]");
  await page.waitForFunction(() => document.querySelectorAll("main ul[class*=rows] > li").length === 1);
  for (const [name, text] of [["current", service.password], ["next", "lamps on Mill Lane"], ["again", "lamps on Mill Lane"]]) await page.type(`input[name=${name}]`, text);
  await page.keyboard.press("Enter");
  await shows(page, "Ihr Passwort ist geändert");
  const answer = await fetch(`${service.url}/api/auth/login/`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ email, password: "lamps on Mill Lane" }) });
  assert.equal(answer.status, 200);
  assert.deepEqual(phone.wrong, []);
});
