// What tests of the page behind a link share: whoever telephones, the e-mails to them, and what they press.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { simpleParser } from "mailparser";

import { call, launch } from "./desk.mjs";
import { startMailServer } from "./mailbox.mjs";
import { start } from "./service.mjs";

const publicUrl = "https://redress.example.org";

// begun starts a service that sends e-mail, the server that receives it, and a browser.
export async function begun() {
  const mailServer = await startMailServer();
  const service = await start({ REDRESS_SMTP_URL: mailServer.url, REDRESS_PUBLIC_URL: publicUrl });
  const browser = await launch();
  return {
    mailServer, service, browser,
    async close() {
      await browser.close();
      await service.close();
      await mailServer.close();
    },
  };
}

// letter waits for the message to an address whose subject has these words.
export async function letter(mailServer, to, words) {
  for (let tries = 0; tries < 200; tries++) {
    const parsed = await Promise.all(mailServer.received.filter((it) => it.to.includes(to)).map((mail) => simpleParser(mail.raw)));
    const found = parsed.find(({ subject }) => subject.includes(words));
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail(`no message to ${to}: ${words}`);
}

// addressIn is an address of the service in a message, as the service has it here.
export const addressIn = (service, { text }, which) => text.match(which)[0].replace(publicUrl, service.url);

// pathIn is the path of the page to which the link of a message leads.
export const pathIn = (mail) => mail.text.match(/https:\S+\/track#rdl_[\w-]{22}/)[0].replace(publicUrl, "");

// linked takes a call, whose caller confirms the address, and returns its id, its reference and the path of a link to it.
export async function linked({ service, mailServer }, admin, title, email) {
  const { id, reference } = await call(service, admin, title, { name: "Carla Caller", email });
  const asks = await letter(mailServer, email, "Is this your e-mail address?");
  await fetch(addressIn(service, asks, /https:\S+\/confirm\/\S+/), { method: "POST" });
  const receipt = await letter(mailServer, email, `[${reference}] We have received your report`);
  return { id, reference, path: pathIn(receipt) };
}

// makePictures makes two different ones in a folder, and returns their paths.
export async function makePictures(folder) {
  const paths = ["first.gif", "second.gif"].map((name) => join(folder, name));
  await writeFile(paths[0], Buffer.from("R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAkQBADs=", "base64"));
  await writeFile(paths[1], Buffer.from("R0lGODlhAQABAIAAAAAA/////ywAAAAAAQABAAACAkQBADs=", "base64"));
  return paths;
}

// choose presses the button of a language.
export const choose = (page, language) => page.evaluate((wanted) => [...document.querySelectorAll("footer button")].find((it) => it.textContent === wanted).click(), language);

// by focuses what a label or a button says, as who presses Tab until it is reached.
export const by = (page, text) => page.evaluate((wanted) => {
  const named = [...document.querySelectorAll("main button, main summary, main label, main legend")].find((it) => it.textContent.trim().startsWith(wanted) || it.querySelector(`[aria-label^="${wanted}"]`));
  const field = named.querySelector("textarea, select, input") ?? named;
  field.focus();
  if (document.activeElement !== field) throw new Error(`${wanted} takes no focus`);
}, text);

export async function writes(page, label, text) {
  await by(page, label);
  await page.keyboard.type(text);
}

export async function presses(page, label, key = "Enter") {
  await by(page, label);
  await page.keyboard.press(key);
}
