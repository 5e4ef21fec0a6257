import { expect, test } from "vitest";

import { hoursOf } from "./hours";

test.each([
  ["", undefined],
  ["  ", undefined],
  ["48", 48],
  ["2 days", 48],
  ["2d", 48],
  ["one day", 24],
  ["36 hours", 36],
  ["1 hr", 1],
  ["1 week", 168],
  ["1.5 days", 36],
  ["0,5 Tage", 12],
  ["2 Tage", 48],
  ["ein Tag", 24],
  ["eine Stunde", 1],
  ["3 Std.", 3],
  ["2 Wochen", 336],
  ["0", 0],
  ["soon", Number.NaN],
  ["2 months", Number.NaN],
  ["-2", Number.NaN],
  ["0.3 days", Number.NaN],
  ["2 days 3 hours", Number.NaN],
])("%j are %s hours", (text, hours) => {
  expect(hoursOf(text)).toBe(hours);
});
