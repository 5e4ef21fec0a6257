import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";

import { setTimeZone } from "../lib/i18n/format";
import {
  before,
  choices,
  facets,
  format,
  isOwn,
  isSpan,
  keepSaved,
  listOf,
  orderOf,
  ownViews,
  parse,
  sortOf,
  views,
  whereOf,
  type Comparable,
  type Facet,
} from "./filters";

beforeAll(() => setTimeZone("Europe/Berlin"));
afterEach(() => void vi.useRealTimers());

describe("an address that is read is written the same way", () => {
  test.each([
    "",
    "status=submitted,to_review&priority=urgent,high",
    "status=on_hold&sort=-moved",
    "reported=2026-01-01..2026-01-31&zone=none,only-abc",
    "reporter=~anna%40example.org&q=broken%20lamp",
    "saved=view-1&handler=me&due=overdue",
    "openAt=2026-03-29",
  ])("%s", (query) => expect(format(parse(query))).toBe(query));

  test("of all views", () => {
    for (const { query } of [...views, ...ownViews]) expect(format(parse(query))).toBe(query);
  });
});

test.each([
  ["status=submitted,nonsense", "status=submitted"],
  ["status=nonsense", ""],
  ["reported=yesterday", ""],
  ["reported=2026-01-01..,2026-02-01..", "reported=2026-01-01.."],
  ["openAt=2026-1-1", ""],
  ["due=nonsense,week", "due=week"],
  ["mark=nonsense", ""],
  ["sort=nonsense", ""],
  ["sort=priority", ""],
  ["report=%7Bbroken", ""],
])("of %s what makes no sense is left out", (query, rest) => expect(format(parse(query))).toBe(rest));

describe("a filter as the graph takes it", () => {
  test.each([
    ["", {}],
    ["status=submitted,on_hold", { statusIn: ["SUBMITTED", "ON_HOLD"] }],
    ["status=to_review", { status: "IN_PROGRESS", toReview: true }],
    ["status=closed,to_review", { or: [{ statusIn: ["CLOSED"] }, { status: "IN_PROGRESS", toReview: true }] }],
    ["handler=me", { handlerId: "anna" }],
    ["handler=none,boris", { or: [{ hasHandler: false }, { handlerId: "boris" }] }],
    ["zone=center", { zone: { within: "center" } }],
    ["zone=only-center", { zoneId: "center" }],
    ["zone=none", { zoneIdIsNil: true }],
    ["notZone=center", { not: { or: [{ zoneIdNotNil: true, zone: { within: "center" } }] } }],
    ["reporter=~0151 2345", { contactPhone: "0151 2345" }],
    ["reporter=~anna@example.org", { contactEmail: "anna@example.org" }],
    ["reporter=~Anna", { contactName: "Anna" }],
    ["reporter=u1", { submittedById: "u1" }],
    ["q=lamp&mark=photo", { and: [{ hasMedia: true }, { search: "lamp" }] }],
    // Days are those of the organization: in Berlin the clocks go forward on 29 March.
    [
      "reported=2026-03-29..2026-03-29",
      { createdAtGTE: "2026-03-28T23:00:00.000Z", createdAtLT: "2026-03-29T22:00:00.000Z" },
    ],
    [
      "ended=2026-03-29..2026-03-29",
      {
        or: [
          { resolvedAtGTE: "2026-03-28T23:00:00.000Z", resolvedAtLT: "2026-03-29T22:00:00.000Z" },
          {
            statusIn: ["REJECTED", "WITHDRAWN", "MERGED"],
            resolvedAtIsNil: true,
            movedAtGTE: "2026-03-28T23:00:00.000Z",
            movedAtLT: "2026-03-29T22:00:00.000Z",
          },
          {
            statusIn: ["REJECTED", "WITHDRAWN", "MERGED"],
            resolvedAtIsNil: true,
            movedAtIsNil: true,
            updatedAtGTE: "2026-03-28T23:00:00.000Z",
            updatedAtLT: "2026-03-29T22:00:00.000Z",
          },
        ],
      },
    ],
    ["openAt=2026-03-29", { selection: { openAt: "2026-03-29T22:00:00.000Z" } }],
  ])("%s", (query, where) => expect(whereOf(parse(query), "anna")).toEqual(where));

  test("of each facet, and each of its values, is another one", () => {
    const given = (facet: Facet): readonly string[] =>
      choices[facet] ?? (facet === "openAt" ? ["2026-03-29"] : isSpan(facet) ? ["2026-03-29.."] : ["some"]);
    const all = facets.flatMap((facet) => given(facet).map((value) => `${facet}=${value.toLowerCase()}`));
    const wheres = all.map((query) => JSON.stringify(whereOf(parse(query), "anna")));
    expect(wheres).not.toContain("{}");
    expect(new Set(wheres).size).toBe(all.length);
  });

  test("what is due today ends at midnight, also on the day on which the clocks go back", () => {
    vi.useFakeTimers({ now: Date.parse("2026-10-25T12:00:00Z") });
    expect(whereOf(parse("due=today"), "")).toEqual({
      dueAtGTE: "2026-10-24T22:00:00.000Z",
      dueAtLT: "2026-10-25T23:00:00.000Z",
    });
    expect(whereOf(parse("due=week"), "")).toEqual({
      dueAtGTE: "2026-10-24T22:00:00.000Z",
      dueAtLT: "2026-10-31T23:00:00.000Z",
    });
  });

  test("the rest narrows a saved view", () => {
    keepSaved("v1", { priority: "HIGH" });
    expect(whereOf(parse("saved=v1&status=submitted"), "")).toEqual({
      and: [{ priority: "HIGH" }, { statusIn: ["SUBMITTED"] }],
    });
    expect(whereOf(parse("saved=unknown"), "")).toEqual({});
  });
});

describe("the figure of a report", () => {
  test.each([
    [
      { createdAtGTE: "2026-03-28T23:00:00.000Z", createdAtLT: "2026-03-29T22:00:00.000Z" },
      "reported=2026-03-29..2026-03-29",
    ],
    [{ selection: { openAt: "2026-03-29T22:00:00.000Z", zoneWithin: "center" } }, "zone=center&openAt=2026-03-29"],
    [{ zone: { within: "center" }, categoryIdIsNil: true }, "zone=center&category=none"],
    [{ not: { or: [{ zoneIdIsNil: true }, { zoneId: "a" }] } }, "notZone=none,only-a"],
    [{ providerId: "p", solverGroupId: "g" }, "group=g&provider=p"],
  ])("%o is %s", (where, query) => {
    expect(listOf(where)).toBe(`/complaints?${query}`);
    expect(format(parse(`report=${encodeURIComponent(JSON.stringify(where))}`))).toBe(query);
  });

  test.each([{ createdAtGTE: "2026-03-28T10:30:00.000Z" }, { flagged: true }, { not: { or: [{ flagged: true }] } }])(
    "%o is no more than a filter of the graph",
    (where) => {
      expect(listOf(where)).toBe(`/complaints?report=${encodeURIComponent(JSON.stringify(where))}`);
      expect(whereOf(parse(listOf(where).split("?")[1]!), "")).toEqual(where);
    },
  );
});

test("an order that a saved view has is found again, the usual one is none", () => {
  for (const sort of ["due", "-due", "age", "-age", "-priority", "moved"])
    expect(sortOf(orderOf({ values: {}, search: "", sort }))).toBe(sort);
  expect(sortOf(orderOf({ values: {}, search: "", sort: "priority" }))).toBe("");
  expect(sortOf([{ field: "NO_SUCH" }])).toBe("");
  expect(sortOf(undefined)).toBe("");
});

test("only what the viewer looks after is their own", () => {
  expect(isOwn(parse("handler=me&status=submitted"))).toBe(true);
  expect(isOwn(parse("handler=me,none"))).toBe(false);
  expect(isOwn(parse(""))).toBe(false);
});

describe("which of two rows comes first", () => {
  const row = (it: Partial<Comparable>): Comparable => ({
    priority: "NORMAL",
    reference: "CMP-1",
    title: "a",
    status: "SUBMITTED",
    dueAt: null,
    createdAt: "2026-01-01T00:00:00Z",
    movedAt: null,
    rating: null,
    zone: null,
    category: null,
    handler: null,
    ...it,
  });
  test.each([
    ["priority", { priority: "URGENT" }, { priority: "LOW" }],
    ["-priority", { priority: "LOW" }, { priority: "URGENT" }],
    ["priority", { dueAt: "2026-01-02T00:00:00Z" }, { dueAt: null }], // of one priority the earliest deadline, at last those without
    ["age", { createdAt: "2026-02-01T00:00:00Z" }, { createdAt: "2026-01-01T00:00:00Z" }],
    ["zone", { zone: { name: "Z" } }, { zone: null }],
    ["rating", { rating: 5 }, { rating: null }],
  ] as const)("by %s", (sort, first, second) => {
    const order = orderOf({ values: {}, search: "", sort });
    expect(before(row(first), row(second), order)).toBe(true);
    expect(before(row(second), row(first), order)).toBe(false);
    expect(before(row(first), row(first), order)).toBe(false);
  });
});
