// The language of the desk: messages (ICU, compiled by build/messages.ts), the language that the service is
// asked for, and the direction of writing.
import { setupI18n, type Messages } from "@lingui/core";

import { chosenAmong, keepChosen, preferredAmong } from "./chosen";
import type { FirstKey, MoreKey, OfficeKey } from "./keys";

export type Language = "en" | "de" | "ar-XB"; // the last one is English made to look foreign, from right to left, for tests

export const languages: { code: Language; name: string }[] = [
  { code: "en", name: "English" },
  { code: "de", name: "Deutsch" },
];

const i18n = setupI18n({ missing: (_, key) => key });
// The language of the tab, in which functions outside of components speak too.
let active: Language = "en";
const listeners = new Set<() => void>();

export const language = (): string => (active === "ar-XB" ? "en" : active);
export const activeLanguage = (): Language => active;
export const onLanguage = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

// Parts of the messages: those that come first, those of screens that are loaded when they are opened, and those of an office.
type Part = "first" | "more" | "office";
type Loader = Record<Part, () => Promise<{ default: Messages }>>;

const loaders: Record<Language, Loader> = {
  en: {
    first: () => import("virtual:messages/en/first"),
    more: () => import("virtual:messages/en/more"),
    office: () => import("virtual:messages/en/office"),
  },
  de: {
    first: () => import("virtual:messages/de/first"),
    more: () => import("virtual:messages/de/more"),
    office: () => import("virtual:messages/de/office"),
  },
  "ar-XB": {
    first: async () => (await import("./pseudo")).load(await loaders.en.first()),
    more: async () => (await import("./pseudo")).load(await loaders.en.more()),
    office: async () => (await import("./pseudo")).load(await loaders.en.office()),
  },
};

// Loaded once for a language, whichever screen asks first.
let loaded: Partial<Record<Part, Promise<void>>> = {};

function load(part: Part): Promise<void> {
  return (loaded[part] ??= loaders[active][part]().then(({ default: messages }) => i18n.load(language(), messages)));
}

// moreMessages resolves when the messages of screens are there that are loaded when they are opened, officeMessages when all are.
export const moreMessages = (): Promise<void> => load("more");
export const officeMessages = (): Promise<unknown> => Promise.all([load("more"), load("office")]);

const known = (tag: string | null | undefined): Language | undefined => {
  if (tag === "ar-XB") return tag;
  const base = tag?.slice(0, 2).toLowerCase();
  return base === "en" || base === "de" ? base : undefined;
};

// chosen is the language that was chosen on this device.
export const chosen = (): Language | undefined => chosenAmong(known);

// preferred is what to start with: what was chosen here, else what the browser speaks.
export const preferred = (): Language => preferredAmong<Language>(known, "en");

export async function activate(next: Language): Promise<void> {
  const { default: messages } = await loaders[next].first();
  const before = Object.keys(loaded) as Part[];
  active = next;
  loaded = {};
  i18n.load(language(), messages);
  await Promise.all(before.map(load)); // of a screen that is shown
  i18n.activate(language());
  document.documentElement.lang = next;
  document.documentElement.dir = next === "ar-XB" ? "rtl" : "ltr";
  for (const listener of listeners) listener();
}

export async function choose(next: Language): Promise<void> {
  keepChosen(next);
  await activate(next);
}

// t is a message in the language of the desk, one of those that come first; t of more.ts and office.ts knows theirs too.
export const t = (key: FirstKey, values?: Record<string, unknown>): string => i18n._(key, values);
export const tOfMore = (key: MoreKey, values?: Record<string, unknown>): string => i18n._(key, values);
export const tOfOffice = (key: OfficeKey, values?: Record<string, unknown>): string => i18n._(key, values);

// messageOf is the message of a key with a word that the service wrote, if there is one.
export const messageOf = (key: string): string | undefined => (key in i18n.messages ? i18n._(key) : undefined);

// Suffix is what follows a prefix in the keys of messages.
export type Suffix<Prefix extends string> = OfficeKey extends infer Key
  ? Key extends `${Prefix}${infer Rest}`
    ? Rest
    : never
  : never;
export type { FirstKey, MoreKey, OfficeKey };
