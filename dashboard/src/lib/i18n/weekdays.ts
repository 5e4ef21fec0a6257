// The days of the week, as the service names them.
import { language } from ".";

export const weekdays = ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"] as const;
export type Weekday = (typeof weekdays)[number];

// nameOfWeekday is what a day is called. The first one of 2024 was a Monday.
export const nameOfWeekday = (it: Weekday): string =>
  new Intl.DateTimeFormat(language(), { weekday: "long", timeZone: "UTC" }).format(
    Date.UTC(2024, 0, 1 + weekdays.indexOf(it)),
  );
