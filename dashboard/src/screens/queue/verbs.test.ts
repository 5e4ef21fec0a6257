import { beforeEach, describe, expect, test } from "vitest";

import { parse } from "../../data/filters";
import { asked, serve, signIn } from "../../data/fake";
import { GraphError } from "../../data/graph/errors";
import { clear, getComplaint, putComplaint, type ComplaintRow } from "../../data/graph/rows";
import { QueueList } from "./list";
import { page, row } from "./rows.fake";
import { backOf, perform, refusal, runOf, send, type Item, type Order } from "./verbs";

beforeEach(async () => {
  await signIn("anna", "ADMIN");
  clear();
});

const order = (verb: Order["verb"], input: Record<string, unknown> = {}): Order => ({ verb, input, said: "done" });
const item = (id: string, it: Partial<Item> = {}): Item => ({ id, expectedVersion: 1, ...it });

test("many are sent in one mutation, with their versions", async () => {
  serve({ QueueHold: () => ({ done: { results: [] } }) });
  await send(order("hold", { reasonCode: "weather" }), [item("a"), item("b", { expectedVersion: 4 })]);
  expect(asked).toEqual([
    {
      name: "QueueHold",
      variables: {
        input: {
          reasonCode: "weather",
          items: [
            { id: "a", expectedVersion: 1 },
            { id: "b", expectedVersion: 4 },
          ],
        },
      },
    },
  ]);
});

test("values are restored by groups of those that had the same", async () => {
  const was = { priority: "LOW" as const, dueAt: null, zone: { id: "z", name: "Z" }, category: null };
  serve({
    QueueTriage: ({ input: { items } }: { input: { items: { id: string }[] } }) => ({
      done: { results: items.map(({ id }) => ({ id, complaint: row(id), error: null })) },
    }),
  });
  const results = await send(order("restore", { priority: "HIGH", zoneId: "y", categoryId: "k" }), [
    item("a", { was }),
    item("b", { was: { ...was, zone: null } }),
    item("c", { was }),
  ]);
  expect(asked.map(({ variables }) => variables.input)).toEqual([
    expect.objectContaining({
      priority: "LOW",
      zoneId: "z",
      noCategory: true,
      noDueAt: true,
      items: [
        { id: "a", expectedVersion: 1 },
        { id: "c", expectedVersion: 1 },
      ],
    }),
    expect.objectContaining({
      priority: "LOW",
      noZone: true,
      noCategory: true,
      noDueAt: true,
      items: [{ id: "b", expectedVersion: 1 }],
    }),
  ]);
  expect(results.map(({ id }) => id)).toEqual(["a", "c", "b"]);
});

test("of those that are sent one by one, one that is refused does not stop the others; a lost connection does", async () => {
  serve({
    QueueReopen: ({ input: { id } }: { input: { id: string } }) => {
      if (id === "b") throw new GraphError("Somebody was faster.", "CONFLICT");
      return { done: { complaint: row(id) } };
    },
  });
  const results = await send(
    order("reopen", { reasonCode: "other" }),
    ["a", "b", "c"].map((id) => item(id)),
  );
  expect(results.map(({ id, error }) => [id, error?.code])).toEqual([
    ["a", undefined],
    ["b", "CONFLICT"],
    ["c", undefined],
  ]);
  serve({
    QueueReopen: () => {
      throw new GraphError("", "OFFLINE");
    },
  });
  await expect(send(order("reopen", { reasonCode: "other" }), [item("a")])).rejects.toMatchObject({ code: "OFFLINE" });
});

describe("what takes an order back", () => {
  const task = { id: "t", status: "ASSIGNED", version: 7, solver: null };
  const assigned = row("a", { version: 3, tasks: { edges: [{ node: task }] } as ComplaintRow["tasks"] });
  const was = { priority: "LOW" as const, dueAt: null, zone: null, category: null };
  test.each([
    ["hold", undefined, { id: "a", expectedVersion: 3, reference: "CMP-a" }],
    ["assign", undefined, { id: "a", expectedVersion: 3, reference: "CMP-a", task: { id: "t", expectedVersion: 7 } }],
    ["triage", was, { id: "a", expectedVersion: 3, reference: "CMP-a", was }],
    ["triage", undefined, undefined],
    ["resume", undefined, undefined],
  ] as const)("%s", (verb, before, back) => expect(backOf(order(verb), before, assigned)).toEqual(back));

  test("nothing takes back what takes back", () =>
    expect(backOf({ ...order("hold"), last: true }, undefined, assigned)).toBeUndefined());
});

test("how many are sent at a time", () => {
  expect(runOf(order("assign"))).toBe(100);
  expect(runOf(order("restore"))).toBe(100);
  expect(runOf(order("reopen"))).toBe(20);
});

test("a refusal is said with the fields at fault, but for a version that somebody else has changed", () => {
  const fields = [{ field: "items.0.expectedVersion", message: "is 3" }];
  expect(refusal({ code: "VALIDATION_FAILED", message: "Wrong.", fields })).toBe("is 3");
  expect(refusal({ code: "CONFLICT", message: "Changed meanwhile.", fields })).toBe("Changed meanwhile.");
});

test("an order marks its rows while it is sent, keeps those selected that were refused, and puts the others into the store", async () => {
  const list = new QueueList(parse(""));
  serve({ Queue: () => page([row("a"), row("b")]) });
  await list.load();
  list.select(["a", "b"]);
  const seen: string[] = [];
  serve({
    QueueResolve: () => {
      seen.push(list.look("a").pending);
      return {
        done: {
          results: [
            { id: "a", complaint: row("a", { status: "RESOLVED", version: 2 }), error: null },
            { id: "b", complaint: null, error: { code: "INVALID_TRANSITION", message: "It is closed.", fields: [] } },
          ],
        },
      };
    },
    QueueMatches: () => page([]),
  });
  putComplaint(row("b"));
  expect(await perform(list, order("resolve"), [item("a"), item("b")])).toBe(false);
  expect(seen).not.toEqual([""]);
  expect(list.look("a").pending).toBe("");
  expect([...list.selected]).toEqual(["b"]);
  expect(list.look("b").refused).toBe("It is closed.");
  expect(getComplaint("a")?.status).toBe("RESOLVED");
});
