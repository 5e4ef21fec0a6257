// The language of the page: what its reader's browser speaks, or what they chose here.
import { setupI18n, type Messages } from "@lingui/core";

import { keepChosen, preferredAmong } from "../lib/i18n/chosen";
import type { TrackKey } from "../lib/i18n/keys";

export const languages = { en: "English", de: "Deutsch" };
export type Language = keyof typeof languages;

const i18n = setupI18n();
const loaders: Record<Language, () => Promise<{ default: Messages }>> = {
  en: () => import("virtual:messages/en/track"),
  de: () => import("virtual:messages/de/track"),
};

const known = (tag: string | null | undefined): Language | undefined =>
  (Object.keys(languages) as Language[]).find((language) => tag?.toLowerCase().startsWith(language));

export const preferred = (): Language => preferredAmong<Language>(known, "en");

export const language = (): Language => i18n.locale as Language;

export async function activate(next: Language): Promise<void> {
  i18n.loadAndActivate({ locale: next, messages: (await loaders[next]()).default });
  document.documentElement.lang = next;
}

export async function choose(next: Language): Promise<void> {
  keepChosen(next);
  await activate(next);
}

export const t = (key: TrackKey, values?: Record<string, unknown>): string => i18n._(key, values);

const format = (time: string, timeZone: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(language(), { timeZone, ...options }).format(new Date(time));

export const day = (time: string, timeZone: string): string => format(time, timeZone, { dateStyle: "long" });
export const moment = (time: string, timeZone: string): string =>
  format(time, timeZone, { dateStyle: "medium", timeStyle: "short" });
