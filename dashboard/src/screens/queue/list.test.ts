import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { parse } from "../../data/filters";
import { asked, serve, signIn } from "../../data/fake";
import { GraphError } from "../../data/graph/errors";
import { clear, type ComplaintRow } from "../../data/graph/rows";
import { QueueList, listFor } from "./list";
import { page, row } from "./rows.fake";

// matching serves a queue of which these rows fit the filter.
const matching = (rows: ComplaintRow[]) => ({
  Queue: () => page(rows),
  QueueMatches: ({ where }: { where: { and?: { idIn?: string[] }[]; idIn?: string[] } }) => {
    const ids = where.and?.[1]?.idIn ?? where.idIn ?? [];
    return page(rows.filter(({ id }) => ids.includes(id)));
  },
});

beforeEach(async () => {
  await signIn("anna", "ADMIN");
  clear();
});
afterEach(() => void vi.useRealTimers());

async function loaded(rows: ComplaintRow[], query = "status=submitted"): Promise<QueueList> {
  const list = new QueueList(parse(query));
  serve(matching(rows));
  await list.load();
  return list;
}

// settled waits for the check that follows what others have changed.
const settled = (list: QueueList): Promise<void> =>
  new Promise((resolve) => {
    const stop = list.subscribe(() => {
      stop();
      resolve();
    });
  });

describe("a list that others change", () => {
  test("keeps its order, and dims what fits no more with the reason", async () => {
    const list = await loaded([row("a"), row("b"), row("c")]);
    serve(matching([row("a"), row("c")]));
    list.touched("b", "Boris assigned it");
    await settled(list);
    expect(list.ids).toEqual(["a", "b", "c"]);
    expect(list.look("b").gone).toBe("Boris assigned it");
    expect([list.total, list.goneCount]).toEqual([2, 1]);
  });

  test("shows what fits again in its place", async () => {
    const list = await loaded([row("a"), row("b")]);
    serve(matching([row("a")]));
    list.touched("b", "gone");
    await settled(list);
    serve(matching([row("a"), row("b")]));
    list.touched("b", "back");
    await settled(list);
    expect(list.look("b").gone).toBe("");
    expect([list.total, list.goneCount]).toEqual([2, 0]);
  });

  test("has what is new wait until it is asked for", async () => {
    const list = await loaded([row("a")]);
    serve(matching([row("a"), row("n")]));
    list.touched("n", "");
    await settled(list);
    expect([list.ids, [...list.fresh]]).toEqual([["a"], ["n"]]);
    await list.load();
    expect([list.ids, [...list.fresh]]).toEqual([["a", "n"], []]);
  });

  test("asks once for many changes, and again later where the service was away", async () => {
    const list = await loaded([row("a"), row("b")]);
    asked.length = 0;
    for (const id of ["a", "b", "a", "x"]) list.touched(id, "");
    await settled(list);
    expect(asked.map(({ name }) => name)).toEqual(["QueueMatches"]);
    vi.useFakeTimers();
    serve({
      QueueMatches: () => {
        throw new GraphError("away", "OFFLINE");
      },
    });
    list.touched("b", "gone");
    await vi.advanceTimersByTimeAsync(250);
    serve(matching([row("a")]));
    await vi.advanceTimersByTimeAsync(4000);
    expect(list.look("b").gone).toBe("");
    await vi.advanceTimersByTimeAsync(1100);
    expect(list.look("b").gone).toBe("gone");
  });

  test("after changes were missed is read again with its rows in their places", async () => {
    const list = await loaded([row("a"), row("b"), row("c")]);
    serve(matching([row("n"), row("c"), row("a")]));
    await list.resync();
    expect(list.ids).toEqual(["a", "b", "c"]);
    expect([...list.fresh]).toEqual(["n"]);
    expect(list.look("b").gone).not.toBe("");
    expect(list.total).toBe(3);
  });
});

test("of a long list, what would stand behind the last loaded row is not announced", async () => {
  const list = new QueueList(parse("sort=reference"));
  serve({ Queue: () => page([row("a"), row("m")], { more: true, total: 9 }) });
  await list.load();
  serve(matching([row("b"), row("z")]));
  list.touched("b", "");
  list.touched("z", "");
  await settled(list);
  expect([...list.fresh]).toEqual(["b"]);
});

test("the next page goes on after the last row; a page of a list that was read anew meanwhile is dropped", async () => {
  const list = new QueueList(parse(""));
  serve({ Queue: () => page([row("a"), row("b")], { more: true, total: 3 }) });
  await list.load();
  serve({ Queue: () => page([row("b"), row("c")], { total: 3 }) });
  await list.more();
  expect(list.ids).toEqual(["a", "b", "c"]);
  expect(asked.at(-1)?.variables.after).toBe("b");
  expect(list.hasMore).toBe(false);

  const other = new QueueList(parse(""));
  serve({ Queue: () => page([row("a")], { more: true }) });
  await other.load();
  const late = other.more();
  serve({ Queue: () => page([row("x")]) });
  await Promise.all([late, other.load()]);
  expect(other.ids).toEqual(["x"]);
});

test("the cursor stays on its row when the list is read anew, and inside the list", async () => {
  const list = await loaded([row("a"), row("b"), row("c")]);
  list.move(2);
  serve(matching([row("c"), row("a")]));
  await list.load();
  expect(list.cursorId).toBe("c");
  list.move(99);
  expect(list.cursorId).toBe("a");
  list.move(-5);
  expect(list.cursorId).toBe("c");
});

test("without one row of all that match, the loaded others are selected, and those that are gone are not", async () => {
  const list = await loaded([row("a"), row("b"), row("c")]);
  serve(matching([row("a"), row("b")]));
  list.touched("c", "gone");
  await settled(list);
  list.selectAll();
  expect(list.selectedCount).toBe(2);
  expect(list.look("c").selected).toBe(false);
  list.toggle("a");
  expect([list.everything, [...list.selected]]).toEqual([false, ["b"]]);
  expect(list.targets()).toEqual(["b"]);
  list.selectNone();
  expect(list.targets()).toEqual(["a"]); // the row under the cursor
});

test("a row is rendered again only when it looks different", async () => {
  const list = await loaded([row("a"), row("b"), row("c")]);
  const painted: string[] = [];
  for (const id of list.ids) list.watchRow(id, () => painted.push(id));
  list.move(1);
  expect(painted.splice(0)).toEqual(["a", "b"]);
  list.setPending(["c"], "sending");
  list.setPending(["c"], "sending");
  expect(painted.splice(0)).toEqual(["c"]);
  list.select(["b"], new Map([["c", "refused"]]));
  expect(painted.splice(0)).toEqual(["b", "c"]);
  expect(list.look("c").refused).toBe("refused");
});

test("the lists that were shown last stay for Back, each for its account", async () => {
  const first = listFor("/complaints?", parse(""));
  for (let n = 0; n < 11; n++) listFor(`other ${n}`, parse(""));
  expect(listFor("/complaints?", parse(""))).toBe(first);
  await signIn("boris", "ADMIN");
  expect(listFor("/complaints?", parse(""))).not.toBe(first);
  await signIn("anna", "ADMIN");
  for (let n = 0; n < 12; n++) listFor(`another ${n}`, parse(""));
  expect(listFor("/complaints?", parse(""))).not.toBe(first);
});
