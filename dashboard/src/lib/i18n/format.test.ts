import { afterEach, beforeAll, expect, test, vi } from "vitest";

import { activate } from ".";
import { dayOf, setTimeZone } from "./format";

beforeAll(() => activate("en"));
afterEach(() => setTimeZone("UTC"));

test.each(["UTC", "Pacific/Kiritimati", "Pacific/Auckland", "Asia/Tokyo", "America/Los_Angeles", "Pacific/Pago_Pago"])(
  "a day of a calendar is the same day in %s",
  (zone) => {
    setTimeZone(zone);
    expect(["2026-01-01", "2026-06-30", "2028-02-29"].map(dayOf)).toEqual([
      "Jan 1, 2026",
      "Jun 30, 2026",
      "Feb 29, 2028",
    ]);
  },
);

test("no time is shown or read before its time zone is known, but days of a calendar are", async () => {
  vi.resetModules();
  await (await import(".")).activate("en");
  const format = await import("./format");
  const { date, dateTime, exact, clock, weekday, monthName, localTime, zoned, currentTimeZone } = format;
  for (const show of [date, dateTime, exact, clock, weekday, monthName, localTime])
    expect(() => show(0)).toThrow("before its time zone is known");
  expect(() => zoned("2027-01-15T17:00")).toThrow("before its time zone is known");
  expect(currentTimeZone).toThrow("before its time zone is known");
  expect(format.dayOf("2026-11-27")).toBe("Nov 27, 2026");
  format.setTimeZone("America/New_York");
  expect(zoned("2027-01-15T17:00").toISOString()).toBe("2027-01-15T22:00:00.000Z");
});
