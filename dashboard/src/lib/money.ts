// Money, exactly: amounts are decimals and minor units in text, never floating-point numbers.
import { otherMinorDigits } from "./domain";
import { language } from "./i18n";

export const digitsOf = (currency: string): number => otherMinorDigits[currency] ?? 2;

// money is a decimal of the service, such as -12.50, as people write it.
export function money(decimal: string, currency: string): string {
  const digits = decimal.split(".")[1]?.length ?? 0;
  const format = new Intl.NumberFormat(language(), {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(decimal as unknown as number); // a text is formatted exactly
}

// decimalOf is an amount of minor units as a decimal.
export function decimalOf(minor: string, currency: string): string {
  const digits = digitsOf(currency);
  const sign = minor.startsWith("-") ? "-" : "";
  const all = minor.replace("-", "").padStart(digits + 1, "0");
  return digits === 0 ? sign + all : `${sign}${all.slice(0, -digits)}.${all.slice(-digits)}`;
}

// minorOf reads an amount that a person typed, with the separators of the language; undefined if it is none.
export function minorOf(text: string, currency: string): string | undefined {
  const parts = new Intl.NumberFormat(language()).formatToParts(1234567.5);
  const group = parts.find(({ type }) => type === "group")?.value ?? ",";
  const point = parts.find(({ type }) => type === "decimal")?.value ?? ".";
  const digits = digitsOf(currency);
  const typed = text.trim().replace(/[\s\u00a0\u202f]/g, "");
  const [whole = "", fraction = "", ...more] = typed.split(point);
  if (more.length > 0 || fraction.length > digits || !/^\d*$/.test(fraction)) return undefined;
  const grouped = whole.split(group);
  const plain =
    grouped.length === 1
      ? /^\d+$/.test(whole)
      : /^\d{1,3}$/.test(grouped[0]!) && grouped.slice(1).every((it) => /^\d{3}$/.test(it));
  if (!plain || (typed.includes(point) && fraction === "")) return undefined;
  return (grouped.join("") + fraction.padEnd(digits, "0")).replace(/^0+(?=\d)/, "");
}

// currencies are those that a payment can have, the given ones first.
export function currencies(first: string[]): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(language(), { type: "currency" });
  return [...new Set([...first, ...Intl.supportedValuesOf("currency")])].map((code) => ({
    value: code,
    label: `${code} · ${names.of(code)}`,
  }));
}
