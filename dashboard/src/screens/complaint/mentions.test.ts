import { expect, test } from "vitest";

import { mentionsOf } from "./Mentions";

const people = [
  { id: "1", name: "Anna Meyer" },
  { id: "2", name: "Anna Meyer-Lang" },
  { id: "3", name: "Ó Neill (night) *" },
  { id: "4", name: "佐藤" },
  { id: "5", name: "Anna Meyer" },
];

test.each([
  ["", []],
  ["@Anna Meyer, is this ours?", ["1", "5"]], // of two people with one name both were chosen
  ["@Anna Meyer-Lang and @佐藤", ["2", "4"]],
  ["(@Ó Neill (night) *)", ["3"]],
  ["Anna Meyer", []],
  ["@Anna Meyers and @Anna", []],
  ["@Anna Meyer-Lang @Anna Meyer @Anna Meyer", ["1", "2", "5"]],
])("mentionsOf(%j)", (text, ids) => expect(mentionsOf(text, people).toSorted()).toEqual(ids));

test("mentionsOf nobody", () => expect(mentionsOf("@Anna Meyer", [])).toEqual([]));
