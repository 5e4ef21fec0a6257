import { beforeEach, describe, expect, test, vi } from "vitest";

import { asked, serve, signIn } from "../fake";
import { GraphError } from "../graph/errors";
import { database, type Entry } from "./db";
import {
  add,
  drafts,
  held,
  keep,
  readDraft,
  refresh,
  resume,
  retry,
  tidy,
  waiting,
  writeDraft,
  discard,
} from "./outbox";
import { sendingNow, sendSoon } from "./send";

const lamp = { id: "t1", reference: "CMP-1", title: "Lamp" };
const drain = { id: "t2", reference: "CMP-2", title: "Drain" };

const entriesOf = async (account = "sam"): Promise<Entry[]> =>
  (await database()).getAllFromIndex("entries", "account", account);
const statesOf = async (account?: string): Promise<string[]> =>
  (await entriesOf(account)).map(({ kind, state, reason }) => `${kind} ${state}${reason ? ` ${reason.code}` : ""}`);

beforeEach(async () => {
  const db = await database();
  for (const store of ["entries", "drafts", "photos"] as const) await db.clear(store);
  await signIn("sam", "SOLVER");
  await refresh();
});

const refuse = (code: string) => (): never => {
  throw new GraphError(code.toLowerCase(), code);
};
const task = (it: object = {}) => ({
  task: {
    id: "t1",
    status: "IN_PROGRESS",
    acceptedAt: null,
    startedAt: null,
    complaint: { status: "IN_PROGRESS" },
    ...it,
  },
});
const update = (id: string) => ({ update: { id, uploadUrl: `/upload/${id}` } });

// sent sends what waits, until nothing is left that can be sent now.
async function sent(): Promise<void> {
  sendSoon();
  let before = "";
  let quiet = 0;
  await vi.waitFor(
    async () => {
      const now = JSON.stringify([await entriesOf(), asked.length, sendingNow()]);
      quiet = now === before && sendingNow() === undefined ? quiet + 1 : 0;
      before = now;
      if (quiet < 3) throw new Error("still sending");
    },
    { timeout: 10_000, interval: 100 },
  );
}

test("steps are sent in the order in which they were done", async () => {
  await add(lamp, "accept");
  await add(drain, "accept");
  await add(lamp, "start");
  serve({ OutboxAccept: () => ({ acceptTask: {} }), OutboxStart: () => ({ startTask: {} }) });
  await sent();
  expect(asked.map(({ name, variables }) => `${name} ${(variables.input as { id: string }).id}`)).toEqual([
    "OutboxAccept t1",
    "OutboxAccept t2",
    "OutboxStart t1",
  ]);
  expect(await statesOf()).toEqual(["accept sent", "accept sent", "start sent"]);
  expect(waiting()).toBe(0);
});

test("a refused step holds back the later ones of its task, and no others, until its author decides", async () => {
  await add(lamp, "accept");
  await add(lamp, "start");
  await add(drain, "accept");
  serve({
    OutboxAccept: ({ input: { id } }: { input: { id: string } }) =>
      id === "t1" ? refuse("FORBIDDEN")() : { acceptTask: {} },
    OutboxStart: () => ({ startTask: {} }),
  });
  await sent();
  expect(await statesOf()).toEqual(["accept refused FORBIDDEN", "start waiting", "accept sent"]);
  expect(waiting()).toBe(2);
  const [first, second] = await entriesOf();
  expect(held(second!, await entriesOf())?.seq).toBe(first!.seq);
  await keep(first!);
  await sent();
  expect(await statesOf()).toEqual(["accept refused FORBIDDEN", "start sent", "accept sent"]);
  expect(waiting()).toBe(0);
});

describe("a step that the service refuses", () => {
  test.each([
    ["accept", "INVALID_TRANSITION", task({ acceptedAt: "2026-01-01T00:00:00Z" }), "accept sent"], // its answer was lost
    ["start", "CONFLICT", task({ startedAt: "2026-01-01T00:00:00Z" }), "start sent"],
    ["accept", "INVALID_TRANSITION", task({ status: "CANCELLED" }), "accept refused CANCELLED"],
    ["start", "INVALID_TRANSITION", task({ complaint: { status: "ON_HOLD" } }), "start refused ON_HOLD"],
    ["start", "NOT_FOUND", { task: null }, "start refused GONE"],
    ["start", "INVALID_TRANSITION", task(), "start refused INVALID_TRANSITION"],
    ["start", "VALIDATION_FAILED", task({ startedAt: "2026-01-01T00:00:00Z" }), "start refused VALIDATION_FAILED"],
  ] as const)("%s, %s", async (kind, code, now, state) => {
    await add(lamp, kind);
    serve({ OutboxAccept: refuse(code), OutboxStart: refuse(code), OutboxTask: () => now });
    await sent();
    expect(await statesOf()).toEqual([state]);
  });
});

test("without a connection everything waits, and is the same when it is sent again", async () => {
  await writeDraft("sam", lamp, { finished: false, remarks: "half", percent: 50 });
  await add(lamp, "progress", { remarks: "half", percentageCompleted: 50 });
  expect((await readDraft("sam", lamp)).remarks).toBe(""); // the draft has become the entry
  serve({ OutboxProgress: refuse("OFFLINE") });
  await sent();
  expect(await statesOf()).toEqual(["progress waiting"]);
  const first = asked.at(-1)!.variables;
  serve({ OutboxProgress: () => ({ postTaskUpdate: update("u1") }) });
  await sent();
  expect(asked[0]!.variables).toEqual(first);
  expect(await statesOf()).toEqual(["progress sent"]);
});

test("a report whose task was lost goes as late evidence under the same name", async () => {
  await add(lamp, "completion", { remarks: "done" });
  serve({
    OutboxCompletion: refuse("INVALID_TRANSITION"),
    OutboxTask: () => task({ status: "CANCELLED" }),
    OutboxLate: () => ({ submitLateEvidence: { lateEvidence: { id: "l1", uploadUrl: "/upload/l1" } } }),
  });
  await sent();
  const [entry] = await entriesOf();
  expect(entry).toMatchObject({ state: "sent", lateId: "l1", late: { code: "CANCELLED" } });
  const late = asked.find(({ name }) => name === "OutboxLate")!.variables.input;
  expect(late).toMatchObject({ id: "t1", clientId: entry!.id, type: "COMPLETION", remarks: "done" });
});

test("what the service fails to do is refused after five attempts", async () => {
  await add(lamp, "accept");
  serve({ OutboxAccept: refuse("INTERNAL_ERROR") });
  for (let attempt = 0; attempt < 5; attempt++) await sent();
  expect(await statesOf()).toEqual(["accept refused INTERNAL_ERROR"]);
  expect(asked).toHaveLength(5);
  await retry((await entriesOf())[0]!);
  serve({ OutboxAccept: () => ({ acceptTask: {} }) });
  await sent();
  expect(await statesOf()).toEqual(["accept sent"]);
});

test("what was refused because of a hold waits again when that is over", async () => {
  await add(lamp, "start");
  serve({ OutboxStart: refuse("INVALID_TRANSITION"), OutboxTask: () => task({ complaint: { status: "ON_HOLD" } }) });
  await sent();
  expect(await resume(new Set(["t2"]))).toBe(false);
  expect(await resume(new Set(["t1"]))).toBe(true);
  expect(await statesOf()).toEqual(["start waiting"]);
});

test("the next person on the phone neither sees nor sends it", async () => {
  await add(lamp, "accept");
  await writeDraft("sam", drain, { finished: true, remarks: "mine", percent: null });
  await signIn("tom", "SOLVER");
  await refresh();
  serve({ OutboxAccept: () => ({ acceptTask: {} }) });
  await sent();
  expect([waiting(), asked.length, await drafts("tom")]).toEqual([0, 0, []]);
  expect(await statesOf("sam")).toEqual(["accept waiting"]);
  expect((await drafts("sam")).map(({ remarks }) => remarks)).toEqual(["mine"]);
});

test("what was sent is forgotten after three days, what waits never", async () => {
  await add(lamp, "accept");
  await add(lamp, "start");
  const db = await database();
  const [first, second] = await entriesOf();
  const days = 24 * 60 * 60_000;
  await db.put("entries", { ...first!, state: "sent", sentAt: Date.now() - 4 * days });
  await db.put("entries", { ...second!, at: Date.now() - 400 * days });
  await refresh();
  await tidy();
  expect(await statesOf()).toEqual(["start waiting"]);
  await discard((await entriesOf())[0]!);
  expect(await statesOf()).toEqual([]);
});
