import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { setTimeZone } from "../lib/i18n/format";
import { beforeOf, chosenPeriod, daysOf, isPart, periodOf, timesOf } from "./period";

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-27T12:00:00Z") });
  setTimeZone("Europe/Berlin");
});
afterEach(() => void vi.useRealTimers());

test.each([
  ["period=2026-10", "2026-09-01", "2026-09-30"],
  ["period=2026-11", "2026-10-01", "2026-10-27"], // goes on still
  ["period=2026-03", "2026-02-01", "2026-02-28"],
  ["period=2025", "2024-01-01", "2024-12-31"],
  ["period=2026", "2025-01-01", "2025-11-27"],
  ["period=30d", "2026-09-27", "2026-10-27"], // as many days, today among them
  ["period=days&from=2026-01-11&to=2026-01-20", "2026-01-01", "2026-01-10"],
])("%s is compared with %s to %s", (address, from, to) => {
  expect(beforeOf(periodOf(new URLSearchParams(address)))).toEqual({ from, to });
});

test("on 29 February a year before is the 28th", () => {
  vi.setSystemTime(Date.parse("2028-02-29T12:00:00Z"));
  expect(beforeOf(periodOf(new URLSearchParams("period=2028"))).to).toBe("2027-02-28");
});

test.each([
  ["DAY", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z", false], // of 25 hours
  ["DAY", "2026-11-26T23:00:00Z", "2026-11-27T12:00:00Z", true],
  ["WEEK", "2026-11-15T23:00:00Z", "2026-11-22T23:00:00Z", false],
  ["WEEK", "2026-11-17T23:00:00Z", "2026-11-22T23:00:00Z", true],
  ["MONTH", "2026-09-30T22:00:00Z", "2026-10-31T23:00:00Z", false],
  ["MONTH", "2026-10-31T23:00:00Z", "2026-11-27T12:00:00Z", true],
  ["QUARTER", "2026-06-30T22:00:00Z", "2026-09-30T22:00:00Z", false],
  ["YEAR", "2024-12-31T23:00:00Z", "2025-12-31T23:00:00Z", false],
] as const)("%s from %s to %s is a part: %s", (bucket, from, to, part) => {
  expect(isPart({ from, to }, bucket)).toBe(part);
});

test("a bar is about its days, the last one included", () => {
  expect(daysOf({ from: "2026-09-30T22:00:00Z", to: "2026-10-31T23:00:00Z" })).toBe("2026-10-01..2026-10-31");
  expect(daysOf({ from: "2026-11-26T23:00:00Z", to: "2026-11-27T12:00:00Z" })).toBe("2026-11-27..2026-11-27");
});

test("however long, there are some hundred parts at most", () => {
  for (const [from, to] of [
    ["1900-01-01", "2199-12-31"],
    ["2000-01-01", "2026-11-27"],
    ["2024-01-01", "2026-11-27"],
  ] as const) {
    const { bucket } = timesOf({ name: "days", from, to, rolls: false });
    const days = { HOUR: 1 / 24, DAY: 1, WEEK: 7, MONTH: 30, QUARTER: 91, YEAR: 365 }[bucket];
    expect((Date.parse(to) - Date.parse(from)) / 86_400_000 / days).toBeLessThan(400);
  }
});

test.each([
  ["", undefined],
  ["period=2026-10", ["2026-10", "2026-10-01", "2026-10-31"]],
  ["period=30d&from=2020-01-01", ["30d", "2026-10-28", "2026-11-27"]],
  ["from=2026-11-01&to=2026-11-05", ["days", "2026-11-01", "2026-11-05"]], // links from before there were periods
  ["from=2026-11-01", ["days", "2026-11-01", ""]],
  ["to=2026-11-05", ["days", "", "2026-11-05"]],
  ["from=soon", undefined],
  ["period=soon", undefined],
])("a list with %s is about %o", (address, chosen) => {
  const period = chosenPeriod(Object.fromEntries(new URLSearchParams(address)));
  expect(period && [period.name, period.from, period.to]).toEqual(chosen);
});
