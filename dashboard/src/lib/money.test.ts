import { describe, expect, test } from "vitest";

import { activate } from "./i18n";
import { decimalOf, minorOf, money } from "./money";

describe("amounts that are typed", () => {
  test.each([
    ["en", "1,234.5", "EUR", "123450"],
    ["en", "1234.50", "EUR", "123450"],
    ["en", "0.05", "EUR", "5"],
    ["en", "007", "EUR", "700"],
    ["en", "12", "JPY", "12"],
    ["en", "1.234", "KWD", "1234"],
    ["de", "1.234,50", "EUR", "123450"],
    ["de", "1 234,5", "EUR", "123450"],
  ] as const)("in %s %s of %s is %s", async (language, text, currency, minor) => {
    await activate(language);
    expect(minorOf(text, currency)).toBe(minor);
  });

  test.each([
    ["en", "", "EUR"],
    ["en", "-1", "EUR"],
    ["en", "1.", "EUR"],
    ["en", "1.234", "EUR"], // three digits of cents
    ["en", "12,34", "EUR"], // no thousands
    ["en", "1.2.3", "EUR"],
    ["en", "1e3", "EUR"],
    ["en", "0.5", "JPY"],
    ["de", "1.5", "EUR"],
  ] as const)("in %s %s of %s is none", async (language, text, currency) => {
    await activate(language);
    expect(minorOf(text, currency)).toBeUndefined();
  });
});

test.each([
  ["5", "EUR", "0.05"],
  ["-1250", "EUR", "-12.50"],
  ["12", "JPY", "12"],
  ["1", "KWD", "0.001"],
  ["1", "CLF", "0.0001"],
])("%s minor units of %s are %s", (minor, currency, decimal) => {
  expect(decimalOf(minor, currency)).toBe(decimal);
});

test("an amount that no floating-point number holds is shown to the last digit", async () => {
  await activate("en");
  expect(money("90071992547409.93", "EUR")).toBe("€90,071,992,547,409.93");
  expect(money("12345678901234567890.12", "EUR")).toBe("€12,345,678,901,234,567,890.12");
});
