// Dates, times and numbers in the language of the desk and the time zone of the organisation (or of the account).
import { language, t } from ".";
import { dateIn, localIn } from "./zone";

// Of the organization or the account: functions outside of components write times too. There is none until one is known: a
// deadline that is read in a wrong one is another deadline.
let timeZone: string | undefined;
export const setTimeZone = (zone: string): void => void (timeZone = zone);
export const knowsTimeZone = (): boolean => timeZone !== undefined;
export function currentTimeZone(): string {
  if (timeZone === undefined) throw new Error("a time is shown or read before its time zone is known");
  return timeZone;
}

const made = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>();

function dates(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const zoned = { timeZone: options.timeZone ?? currentTimeZone(), ...options };
  const key = `${language()} ${JSON.stringify(zoned)}`;
  let format = made.get(key) as Intl.DateTimeFormat | undefined;
  if (!format) made.set(key, (format = new Intl.DateTimeFormat(language(), zoned)));
  return format;
}

function numbers(options?: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language()} number ${JSON.stringify(options)}`;
  let format = made.get(key) as Intl.NumberFormat | undefined;
  if (!format) made.set(key, (format = new Intl.NumberFormat(language(), options)));
  return format;
}

export const number = (value: number): string => numbers().format(value);

// counted is how many complaints a filter selects: of very many the service counts so many and says that there are more.
export const counted = ({ count, more }: { count: number; more: boolean }): string => number(count) + (more ? "+" : "");

// exact is a time with its day, for what a person points at.
export const exact = (time: string | number): string =>
  dates({ dateStyle: "full", timeStyle: "short" }).format(new Date(time));
export const dateTime = (time: string | number): string =>
  dates({ dateStyle: "medium", timeStyle: "short" }).format(new Date(time));
export const date = (time: string | number): string => dates({ dateStyle: "medium" }).format(new Date(time));
export const monthName = (time: string | number): string =>
  dates({ month: "long", year: "numeric" }).format(new Date(time));
export const clock = (time: string | number): string => dates({ timeStyle: "short" }).format(new Date(time));
export const weekday = (time: string | number): string => dates({ weekday: "long" }).format(new Date(time));

// dayOf is a day of a calendar, such as 2026-11-27: it has no time zone, and is the same wherever it is read.
export const dayOf = (day: string): string =>
  dates({ dateStyle: "medium", timeZone: "UTC" }).format(new Date(`${day}T00:00Z`));

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365.2425 * day;
const month = year / 12;

// amount is a duration in the largest unit that fits, such as 3 h; apart says that it stands after "in" or before "ago".
function amount(milliseconds: number, apart = false): string {
  if (milliseconds < hour) return t("time.minutes", { n: Math.max(1, Math.floor(milliseconds / minute)) });
  if (milliseconds < 2 * day) return t("time.hours", { n: Math.floor(milliseconds / hour) });
  if (milliseconds < 60 * day) return t("time.days", { n: Math.floor(milliseconds / day) });
  if (milliseconds < 24 * month) return t("time.months", { n: Math.floor(milliseconds / month) });
  return t(apart ? "time.yearsApart" : "time.years", { n: Math.floor(milliseconds / year) });
}

// due is how far a deadline is away, such as "in 3 h" or "2 d late".
export function due(time: string, now: number): { text: string; late: boolean; soon: boolean } {
  const left = Date.parse(time) - now;
  if (left < 0) return { text: t("time.late", { amount: amount(-left) }), late: true, soon: false };
  return { text: t("time.in", { amount: amount(left, true) }), late: false, soon: left < 4 * hour };
}

// age is how long ago something was, such as 3 d.
export const age = (time: string, now: number): string => amount(Math.max(0, now - Date.parse(time)));

// ago is the same in a sentence, such as "3 d ago".
export const ago = (time: string, now: number): string =>
  now - Date.parse(time) < minute ? t("time.now") : t("time.ago", { amount: amount(now - Date.parse(time), true) });

// zoned is the moment at which clocks of the time zone show a local time such as 2026-11-22T17:00.
export const zoned = (local: string): Date => dateIn(currentTimeZone(), local);

// localTime is the reverse of zoned: what <input type="datetime-local"> shows.
export const localTime = (at: number): string => localIn(currentTimeZone(), at);

// percent is a share from 0 to 1.
export const percent = (share: number): string => numbers({ style: "percent", maximumFractionDigits: 0 }).format(share);

// duration is a number of seconds in the largest unit that fits.
export const duration = (seconds: number): string => amount(seconds * 1000);
