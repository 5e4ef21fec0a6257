import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { fold } from "./fold";

interface Spelling {
  kind: "person" | "street" | "telephone";
  written: string;
  typed: string[];
  other: string[];
}

// The service's own searches go by the same table (internal/search/testdata).
const spellings = (JSON.parse(readFileSync("../internal/search/testdata/spellings.json", "utf8")) as Spelling[]).filter(
  ({ kind }) => kind !== "telephone",
);

test("what is typed on any keyboard finds what was written on another one", () => {
  expect(spellings.length).toBeGreaterThan(40);
  for (const { written, typed, other } of spellings) {
    for (const text of [...typed, written]) expect(fold(written), `${text} for ${written}`).toContain(fold(text));
    for (const text of other) expect(fold(written), `${text} for ${written}`).not.toContain(fold(text));
  }
});

test("folding again changes nothing, and marks alone are nothing", () => {
  for (const { written } of spellings) expect(fold(fold(written))).toBe(fold(written));
  for (const marks of ["", " ", "\u0301", "\u00ad\u200b", "ـ"]) expect(fold(marks)).toBe("");
  expect(fold("ᾳ Ⅷ ﬁ ½ ㎡")).toBe("αι viii fi 1/2 m2");
});
