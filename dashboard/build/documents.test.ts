import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import * as domain from "../src/lib/domain.generated";

const lists: (readonly string[])[] = Object.values(domain).filter((it) => Array.isArray(it));
const documents = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".graphql"));

// written returns the lists of a document whose words Go prints: they are given as variables.
const written = (document: string): string[] =>
  [...document.matchAll(/\[([A-Z_]+(?:[\s,]+[A-Z_]+)+)\]/g)]
    .map(([, words]) => words!)
    .filter((words) => lists.some((list) => words.split(/[\s,]+/).every((word) => list.includes(word))));

test("a list of words is found", () => {
  expect(written("{ complaints(where: { statusIn: [SUBMITTED, ON_HOLD] }, orderBy: [DUE_AT]) { id } }")).toEqual([
    "SUBMITTED, ON_HOLD",
  ]);
  expect(written("{ tasks(where: { statusIn: [ASSIGNED ACCEPTED] }) { id } }")).toEqual(["ASSIGNED ACCEPTED"]);
  expect(written("{ complaints(where: { statusIn: [MERGED], or: [A, B] }) { id } }")).toEqual([]);
});

test("no document writes out words that Go prints", () => {
  expect(documents.length).toBeGreaterThan(20);
  for (const file of documents) expect([file, written(readFileSync(join("src", file), "utf8"))]).toEqual([file, []]);
});
