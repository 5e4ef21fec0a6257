import { alike, marks } from "./fold.generated";

const plain: Record<string, string> = { ß: "ss", ς: "σ" };
for (const [written, as] of Object.entries(alike)) for (const letter of written) plain[letter] = as;
const known = new RegExp(`[${Object.keys(plain).join("")}]`, "gu");
const unseen = new RegExp(`[\\p{Cf}\\p{DI}${marks}]`, "gu");

// replaced writes letters that are taken for one as one of them.
const replaced = (text: string): string => text.replace(known, (letter) => plain[letter] ?? letter);

// digit is the value of a digit of any script, in which they stand in their order from zero.
function digit(one: string): string {
  let n = 0;
  for (let code = (one.codePointAt(0) ?? 0) - 1; /\p{Nd}/u.test(String.fromCodePoint(code)); code--) n++;
  return String(n % 10);
}

// fold makes texts comparable that differ in what a reader does not see or has no key for, as the service's searches do
// (internal/search).
export const fold = (text: string): string =>
  replaced(replaced(text).normalize("NFKD").toLowerCase().normalize("NFKD"))
    .replace(unseen, "")
    .replace(/\p{Nd}/gu, digit)
    .replace(/([0-9])ー/gu, "$1-")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .normalize("NFC");
