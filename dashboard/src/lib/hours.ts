// A time for work as people write it: hours, days or weeks, in the languages of the desk.
const units: [RegExp, number][] = [
  [/^(?:h|hrs?|hours?|std\.?|stunden?)?$/, 1], // without a unit, hours
  [/^(?:d|days?|t|tage?|tagen)$/, 24],
  [/^(?:w|wks?|weeks?|wo\.?|wochen?)$/, 24 * 7],
];

// hoursOf returns the whole hours that a text means, undefined for an empty one, and NaN for what means none.
export function hoursOf(text: string): number | undefined {
  const plain = text.trim().toLowerCase();
  if (plain === "") return undefined;
  const [, amount = "", unit = ""] = /^(\d+(?:[.,]\d+)?|one|an?|eine?n?)\s*(.*)$/.exec(plain) ?? [];
  const number = /^\d/.test(amount) ? Number(amount.replace(",", ".")) : amount === "" ? Number.NaN : 1;
  const hours = number * (units.find(([words]) => words.test(unit))?.[1] ?? Number.NaN);
  return Number.isInteger(hours) ? hours : Number.NaN;
}
