// An operation on all that match: the complaints are noted first, then changed in runs of a hundred, each with the
// version that was noted. It is taken back in the same way, by its opposite. What is left stands in the tab's storage, so that a reload in the middle loses nothing and
// changes nothing twice.
import { useSyncExternalStore } from "react";

import { run } from "../../data/graph/client";
import { nodes } from "../../data/graph/nodes";
import { asGraphError, sentence } from "../../data/graph/errors";
import { getComplaint, putComplaint } from "../../data/graph/rows";
import { t } from "../../lib/i18n";
import { viewerId } from "../../data/session/viewer";
import { QueueItemsDocument, QueueMatchesDocument } from "./generated";
import type { QueueList } from "./list";
import { backOf, offer, runOf, send, take, type Item, type Order } from "./verbs";
import { inTab } from "../../lib/storage";

interface Saved {
  order: Order;
  query: string; // of the list that it was started in
  total: number;
  left: Item[];
  sending: number; // how many of those that are left were being sent
  changed: number;
  back: Item[]; // what can be taken back
  refused: [id: string, reference: string, reason: string][];
}

export interface Bulk extends Saved {
  state: "collecting" | "running" | "paused" | "finished";
  problem: string;
}

// A bulk order goes on while other screens are shown, and there is one at a time.
let current: Bulk | undefined;
let stopping = false;
const listeners = new Set<() => void>();
const key = (): string => `redress-bulk:${viewerId()}`;

function set(next: Bulk | undefined): void {
  current = next;
  if (!next) inTab.remove(key());
  else if (next.state !== "collecting") {
    const { order, query, total, left, sending, changed, back, refused } = next;
    inTab.set(key(), JSON.stringify({ order, query, total, left, sending, changed, back, refused } satisfies Saved));
  }
  for (const listener of listeners) listener();
}

export const useBulk = (): Bulk | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );

// restore finds what a reload interrupted.
export function restore(): void {
  if (current) return;
  const text = inTab.get(key());
  if (!text) return;
  const saved = JSON.parse(text) as Saved;
  set({ ...saved, state: saved.left.length > 0 ? "paused" : "finished", problem: "" });
}

export const dismiss = (): void => set(undefined);
export const stop = (): void => void (stopping = true);

// startBulk runs an order for some complaints, or for all that a list's filter selects.
export async function startBulk(list: QueueList, query: string, order: Order, some?: Item[]): Promise<void> {
  if (current && current.state !== "finished") return;
  set({
    order,
    query,
    total: some?.length ?? list.total,
    left: [],
    sending: 0,
    changed: 0,
    back: [],
    refused: [],
    state: "collecting",
    problem: "",
  });
  try {
    const items: Item[] = some ?? [];
    for (let after: string | null = null, more = !some; more;) {
      const { complaints }: Awaited<ReturnType<typeof collect>> = await collect(list, order, after);
      for (const row of nodes(complaints)) {
        const { id, version, reference, priority, dueAt = null, zone = null, category = null } = row;
        items.push({
          id,
          expectedVersion: version,
          reference,
          ...(priority ? { was: { priority, dueAt, zone, category } } : {}),
        });
      }
      after = complaints.pageInfo.endCursor;
      more = complaints.pageInfo.hasNextPage;
    }
    const unique = [...new Map(items.map((item) => [item.id, item])).values()];
    set({ ...current!, total: unique.length, left: unique, state: "running" });
  } catch (cause) {
    set(undefined);
    throw cause;
  }
  await go(list);
}

const collect = (list: QueueList, { verb }: Order, after: string | null) =>
  run(QueueItemsDocument, { where: list.where, orderBy: list.orderBy, after, was: verb === "triage" });

// resume goes on after a reload, an interruption or a stop.
export async function resume(list: QueueList): Promise<void> {
  if (current?.state !== "paused") return;
  set({ ...current, state: "running", problem: "" });
  try {
    await settle(list);
  } catch (cause) {
    return set({ ...current, state: "paused", problem: sentence(cause) });
  }
  await go(list, true);
}

// finishedOf returns those of some complaints that the order has changed already: their version is not the one noted,
// and who assigns finds their own solver. With each comes what takes the order back, where that can be.
async function finishedOf(list: QueueList, order: Order, items: Item[]): Promise<Map<string, Item | undefined>> {
  const { complaints } = await run(QueueMatchesDocument, {
    where: { idIn: items.map((item) => item.id) },
    first: items.length,
  });
  const finished = new Map<string, Item | undefined>();
  for (const row of nodes(complaints)) {
    putComplaint(row);
    const item = items.find((it) => it.id === row.id)!;
    const task = row.tasks.edges.at(-1)?.node;
    if (row.version === item.expectedVersion || (order.verb === "assign" && task?.solver?.id !== order.input.solverId))
      continue;
    finished.set(row.id, backOf(order, item.was, row));
    list.touched(row.id, t("queue.goneMeanwhile"));
  }
  return finished;
}

const known = (items: Iterable<Item | undefined>): Item[] => [...items].filter((item) => item !== undefined);

// settle takes those off that were changed by the run that was being sent when the page was left.
async function settle(list: QueueList): Promise<void> {
  const bulk = current!;
  if (bulk.sending === 0) return;
  const finished = await finishedOf(list, bulk.order, bulk.left.slice(0, bulk.sending));
  set({
    ...bulk,
    left: bulk.left.filter((item) => !finished.has(item.id)),
    changed: bulk.changed + finished.size,
    back: [...bulk.back, ...known(finished.values())],
    sending: 0,
  });
}

async function go(list: QueueList, resumed = false): Promise<void> {
  stopping = false;
  while (current && current.left.length > 0) {
    if (stopping) return set({ ...current, state: "paused", problem: "" });
    const batch = current.left.slice(0, runOf(current.order));
    set({ ...current, sending: batch.length });
    try {
      const was = new Map(batch.map((item) => [item.id, item.was ?? getComplaint(item.id)]));
      const results = await send(current.order, batch);
      const refused = take(list, results);
      const { order } = current;
      const back = results.map(({ complaint }) =>
        complaint ? backOf(order, was.get(complaint.id), complaint) : undefined,
      );
      if (resumed && refused.size > 0) {
        // The run of before may still have been at work: what it has changed was not refused.
        for (const [id, item] of await finishedOf(
          list,
          current.order,
          batch.filter((it) => refused.has(it.id)),
        )) {
          refused.delete(id);
          back.push(item);
        }
        resumed = false;
      }
      const names = new Map(batch.map((item) => [item.id, item.reference ?? ""]));
      set({
        ...current,
        left: current.left.slice(batch.length),
        sending: 0,
        changed: current.changed + batch.length - refused.size,
        back: [...current.back, ...known(back)],
        refused: [
          ...current.refused,
          ...[...refused].map(([id, reason]): [string, string, string] => [id, names.get(id)!, reason]),
        ],
      });
    } catch (cause) {
      const problem = asGraphError(cause);
      return set({
        ...current,
        sending: problem.lost ? current.sending : 0,
        state: "paused",
        problem: sentence(cause),
      });
    }
  }
  if (!current) return;
  const { changed, refused, order, back, query } = current;
  list.select(
    refused.map(([id]) => id),
    new Map(refused.map(([id, , reason]) => [id, reason])),
  );
  set({ ...current, state: "finished" });
  offer(order, changed, `${t("queue.complaints", { n: changed })}: ${order.said}`, back, (next, items) =>
    startBulk(list, query, next, items),
  );
  if (refused.length === 0) set(undefined);
}

// showRefused ticks those that were refused, also after a reload.
export function showRefused(list: QueueList): void {
  if (current?.state !== "finished") return;
  list.select(
    current.refused.map(([id]) => id),
    new Map(current.refused.map(([id, , reason]) => [id, reason])),
  );
}
