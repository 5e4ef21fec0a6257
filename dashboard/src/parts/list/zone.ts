// Local times in a named time zone, such as the organization's, whatever zone the viewer reads times in.
import { language } from "../../i18n";

// offset returns how far a time zone is ahead of UTC at a moment, in milliseconds.
function offset(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat("en", {
    timeZone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
    hourCycle: "h23",
    calendar: "gregory",
    numberingSystem: "latn",
  });
  const { year, month, day, hour, minute, second } = Object.fromEntries(
    format.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
  );
  return Date.UTC(year!, month! - 1, day!, hour!, minute!, second!) - Math.floor(at / 1000) * 1000;
}

// momentIn is the moment at which clocks of the zone show a local time such as 2026-11-22T17:00.
export function momentIn(timeZone: string, local: string): string {
  const guess = Date.parse(`${local}:00Z`);
  return new Date(guess - offset(guess - offset(guess, timeZone), timeZone)).toISOString();
}

// localIn is the reverse, as a field for date and time shows it.
export const localIn = (timeZone: string, at: number): string =>
  new Date(at + offset(at, timeZone)).toISOString().slice(0, 16);

// inZone is a time with the name of its zone.
export const inZone = (time: string, timeZone: string): string =>
  `${new Intl.DateTimeFormat(language(), { timeZone, dateStyle: "medium", timeStyle: "short" }).format(new Date(time))} (${timeZone})`;
