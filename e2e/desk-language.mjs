// What the desk says on a screen that is not in its language: English where German or the pseudo-language is spoken, and
// values of the graph as they are, such as IN_PROGRESS. What people wrote is in any language: the strings that the
// service answers are taken off, but for its own prose.
import { readFileSync, readdirSync } from "node:fs";

const messages = (language) => {
  const folder = new URL(`../dashboard/src/lib/i18n/${language}/`, import.meta.url);
  return readdirSync(folder).map((file) => readFileSync(new URL(file, folder), "utf8").replaceAll(/"[\w.]+": /g, "").replaceAll(/\{\w+(, \w+,)?/g, "")).join(" ");
};
const wordsOf = (text) => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];

// English is what the English messages say and the German ones don't, and what English cannot do without.
const german = new Set(wordsOf(messages("de")));
const english = new Set([...wordsOf(messages("en")), ..."the and with not are was this that your you from has have been must cannot which who what when only already at least does should will".split(" ")].filter((word) => !german.has(word)));

// What an answer calls its own prose: it must be in the language that was asked for.
const isProse = (key, { code, extensions, action }) => key === "disabledReason" || (key === "message" && (code ?? extensions)) || (key === "label" && (code ?? action));
// What reads the same everywhere: names, keys, and what stands in for an example.
const everywhere = /\b(Redress|Firefox|English|Deutsch|Ctrl|Shift|Enter|Esc|Tab|Space|JPEG|PNG|CMP|CSV|PDF|UTC|GMT|TLS|SMTP|Chrome|Chromium|Linux|HeadlessChrome|REDRESS_[A-Z_]+)\b|https?:\/\/\S*|\S+@\S+/g;
// Dates, in English where the pseudo-language is spoken.
const dates = /\b(Jan(uary)?|Feb(ruary)?|Mar(ch)?|Apr(il)?|May|June?|July?|Aug(ust)?|Sep(tember)?|Oct(ober)?|Nov(ember)?|Dec(ember)?|(Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?|yesterday|today|tomorrow)\b/g;

// listen notes what the service answers to a page; the function that it returns gives the faults of what is shown.
export function listen(page, language) {
  const data = new Set();
  const take = (value, key, of = {}) => {
    if (typeof value === "string") {
      // A code is no data: on a screen it has a word.
      if (/^[A-Z][A-Z_]+$/.test(value) || /^[a-z]+(_[a-z]+)+$/.test(value) || (language === "de" && isProse(key, of))) return;
      for (const line of value.split("\n")) if (line.trim().length > 1) data.add(line.trim()).add(line.trim().replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()));
    } else if (Array.isArray(value)) for (const item of value) take(item, key, of);
    else if (value && typeof value === "object") for (const [name, item] of Object.entries(value)) take(item, name, value);
  };
  page.on("response", async (response) => {
    if (!/json/.test(response.headers()["content-type"] ?? "")) return;
    try {
      take(await response.json());
    } catch {
      // The page has gone on.
    }
  });
  return async function faults({ codes = false } = {}) {
    const shown = await page.evaluate(() => {
      const texts = new Set([document.title]);
      const visible = (element) => element?.checkVisibility({ visibilityProperty: true });
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node; (node = walker.nextNode());) {
        const parent = node.parentElement;
        if (["SCRIPT", "STYLE", "NOSCRIPT"].includes(parent.tagName)) continue;
        if (visible(parent) || (parent.tagName === "OPTION" && visible(parent.closest("select")))) texts.add(parent.querySelector(":scope > wbr") ? parent.textContent : node.data);
      }
      for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [alt], [aria-roledescription]")) {
        if (visible(element)) for (const name of ["aria-label", "title", "placeholder", "alt", "aria-roledescription"]) texts.add(element.getAttribute(name) ?? "");
      }
      return [...texts];
    });
    const values = [...data].sort((a, b) => b.length - a.length);
    const zones = new Set(["UTC", ...(await page.evaluate(() => Intl.supportedValuesOf("timeZone")))]); // as the browser names them
    const found = [];
    for (const text of shown) {
      if (zones.has(text.trim()) || /^[A-Z]\w+(\/[A-Z][\w+-]+)+$/.test(text.trim())) continue; // browsers know other names too
      let rest = text.replace(/^[A-Z]{3} · .*/, ""); // a currency, named by the browser
      for (const value of values) {
        if (!rest.includes(value)) continue;
        rest = value.length > 3 ? rest.replaceAll(value, " ") : rest.replaceAll(new RegExp(`(?<![\\p{L}\\d])${RegExp.escape?.(value) ?? value.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}\\d])`, "gu"), " ");
      }
      rest = rest.replaceAll(everywhere, " ");
      const raw = codes ? null : rest.match(/\b[A-Z]{2,}_[A-Z_]+\b|\b[a-z]+_[a-z_]+\b|\b[a-z]+\.[a-z]+[A-Z]\w*\b/);
      const words = language === "de"
        ? wordsOf(rest).filter((word) => english.has(word))
        : rest.replaceAll(dates, " ").match(/[A-Za-z]{3,}/g) ?? [];
      if (raw) found.push(`the raw ${raw[0]} in "${text.trim().slice(0, 120)}"`);
      else if (words.length > 0) found.push(`${words.join(", ")} in "${text.trim().slice(0, 160)}"`);
    }
    return found;
  };
}
