// The days of the week, as the service names them, in words.
import { language } from ".";
import { weekdays, type Weekday } from "../domain";

// nameOfWeekday is what a day is called. The first one of 2024 was a Monday.
export const nameOfWeekday = (it: Weekday): string =>
  new Intl.DateTimeFormat(language(), { weekday: "long", timeZone: "UTC" }).format(
    Date.UTC(2024, 0, 1 + weekdays.indexOf(it)),
  );
