// Photographs every screen of the desk for people to look at (make shots): as each role, 1440, 768 and 390 wide, light and
// dark, in English and German. They lie in e2e/screenshots. With DOCS=1 only those of docs/desk.md are taken, into docs/desk; DOCS=inbox,queue takes some of them.
import { mkdir } from "node:fs/promises";

import { launch, openDesk, shots } from "./desk.mjs";
import { start } from "./service.mjs";

const roles = ["superadmin@example.com", "solver@example.com", "user@example.com", "provider@example.com"];
const pictures = new URL("../docs/desk/", import.meta.url).pathname;

const open = "status=submitted,assigned,in_progress,on_hold,reopened";

// The screens of docs/desk.md: name, role, address, width, dark, language, and what is done there first.
const documented = [
  ["inbox", "admin@example.com", "/desk/inbox", 1280, false, "en"],
  ["queue", "admin@example.com", `/desk/complaints?${open}`, 1280, false, "en", async (page) => { for (const key of ["j", "x", "j", "x", "j"]) await page.keyboard.press(key); }],
  ["queue-dark", "admin@example.com", `/desk/complaints?${open}`, 1280, true, "de", async (page) => { for (const key of ["j", "j", "j", "j", " "]) await page.keyboard.press(key); }],
  ["map", "admin@example.com", `/desk/complaints?${open}&sort=age&map=on`, 1280, false, "en"],
  ["complaint", "admin@example.com", "complaint", 1280, false, "en"],
  ["review", "admin@example.com", "/desk/reviews", 1280, false, "en"],
  ["intake", "admin@example.com", "/desk/intake", 1280, false, "en", call],
  ["reports", "admin@example.com", "/desk/reports?period=26w", 1280, false, "en"],
  ["providers", "admin@example.com", "/desk/payments/providers", 1280, false, "en", (page) => page.click("main tbody tr")],
  ["people", "superadmin@example.com", "/desk/people", 1280, false, "en"],
  ["today", "solver@example.com", "/desk/", 390, false, "en"],
  ["mine", "user@example.com", "/desk/mine", 390, false, "en"],
  ["report", "user@example.com", "/desk/report", 390, true, "de"],
];

// call is what a clerk has typed in the middle of a call: a known caller, and what may be the same as theirs.
async function call(page) {
  await page.type("[role=combobox]", "Chen Mei");
  await page.waitForFunction(() => document.querySelector("[role=option]")?.textContent.includes("Chen Mei-Ling"));
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "What is it about?");
  await page.keyboard.type("Drain overflows again");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Weir");
  await page.waitForFunction(() => [...document.querySelectorAll("[role=option]")].some((it) => it.textContent.includes("Weir path")));
  await page.keyboard.press("Enter");
  await page.waitForSelector("[role=radiogroup]");
}

const service = await start();
const browser = await launch();

// settle waits until the screen has what it asked for; the stream of live changes stays open.
async function settle(page) {
  await page.waitForSelector("main", { timeout: 20_000 });
  await page.waitForNetworkIdle({ idleTime: 500, concurrency: 1, timeout: 20_000 }).catch(() => undefined);
  await page.waitForFunction(() => !document.querySelector("main [class*=bones]") && [...document.images].every((it) => it.complete || it.getBoundingClientRect().top > innerHeight), { timeout: 20_000 }).catch(() => undefined);
}

// complaintOf returns the address of a complaint that the account sees and that has a photo.
async function complaintOf(email) {
  const { complaintPage } = await service.query(
    await service.signIn(email),
    "{ complaintPage(where: {statusIn: [ASSIGNED, IN_PROGRESS], hasMedia: true}, limit: 1) { complaints { id } } }",
  );
  return complaintPage.complaints[0] && `/desk/complaints/${complaintPage.complaints[0].id}`;
}

async function all() {
  let count = 0;
  for (const email of roles) {
    const extra = email.startsWith("provider") ? undefined : await complaintOf(email);
    const menu = await openDesk(browser, service, "/desk/", { email });
    await settle(menu.page);
    const paths = new Set(await menu.page.$$eval("nav a[href^='/desk/']", (links) => links.map((link) => link.getAttribute("href"))));
    if (extra) paths.add(extra);
    if (email.startsWith("superadmin")) paths.add("/desk/complaints?sort=age&map=on");
    await menu.close();
    for (const language of ["en", "de"]) {
      for (const dark of [false, true]) {
        const { page, close } = await openDesk(browser, service, "/desk/", { email, dark, language });
        for (const path of paths) {
          await page.goto(service.url + path);
          await settle(page);
          for (const width of [1440, 768, 390]) {
            await page.setViewport({ width, height: width === 390 ? 844 : 900 });
            await new Promise((resolve) => setTimeout(resolve, 250));
            const name = path === extra ? "complaint" : path.includes("map=") ? "map" : path.replace(/^\/desk\/|\?.*/g, "").replaceAll("/", "-") || "start";
            await page.screenshot({ path: `${shots}desk-${email.split("@")[0]}-${name}-${width}-${dark ? "dark" : "light"}-${language}.png` });
            count++;
          }
          await page.setViewport({ width: 1440, height: 900 });
        }
        await close();
      }
    }
  }
  console.log(`${count} pictures in ${shots}`);
}

async function docs() {
  await mkdir(pictures, { recursive: true });
  const wanted = documented.filter(([name]) => process.env.DOCS === "1" || process.env.DOCS.split(",").includes(name));
  for (const [name, email, path, width, dark, language, prepare] of wanted) {
    const { page, close } = await openDesk(browser, service, "/desk/", { email, dark, language, width, height: width === 390 ? 780 : 800 });
    await page.goto(service.url + (path === "complaint" ? await complaintOf(email) : path));
    await settle(page);
    await prepare?.(page);
    await settle(page);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await page.screenshot({ path: `${pictures}${name}.webp`, type: "webp", quality: 82 });
    await close();
  }
  console.log(`${wanted.length} pictures in ${pictures}`);
}

try {
  await (process.env.DOCS ? docs() : all());
} finally {
  await browser.close();
  await service.close();
}
