// Local times in a named time zone, such as the organization's, whatever zone the viewer reads times in.
import { language } from ".";

const clocks = new Map<string, Intl.DateTimeFormat>(); // by their zones: making one takes longer than using it

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat("en", {
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
    clocks.set(timeZone, clock);
  }
  return clock;
}

// offset returns how far a time zone is ahead of UTC at a moment, in milliseconds.
function offset(at: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  return Date.UTC(year!, month! - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

// dateIn is the moment at which clocks of the zone show a local time such as 2026-11-22T17:00.
export function dateIn(timeZone: string, local: string): Date {
  const guess = Date.parse(`${local}:00Z`);
  return new Date(guess - offset(guess - offset(guess, timeZone), timeZone));
}

// momentIn is the same as it is sent to the service.
export const momentIn = (timeZone: string, local: string): string => dateIn(timeZone, local).toISOString();

// localIn is the reverse, as a field for date and time shows it.
export const localIn = (timeZone: string, at: number): string =>
  new Date(at + offset(at, timeZone)).toISOString().slice(0, 16);

// inZone is a time with the name of its zone.
export const inZone = (time: string, timeZone: string): string =>
  `${new Intl.DateTimeFormat(language(), { timeZone, dateStyle: "medium", timeStyle: "short" }).format(new Date(time))} (${timeZone})`;
