// What can be done with the complaints of the queue, one or many, through the mutations of several; and how it is
// undone: by the inverse where nobody was told, else by its opposite, which says its name.
import { run } from "../../graph/client";
import type { Action } from "../../graph/schema.generated";
import { GraphError } from "../../graph/errors";
import { getComplaint, putComplaint, type ComplaintRow } from "../../graph/rows";
import { language, t, type MessageKey } from "../../i18n";
import { done, failed } from "../../parts/undo";
import {
  QueueAssignDocument, QueueCloseDocument, QueueHoldDocument, QueueMergeDocument, QueueReasonsDocument, QueueRejectDocument,
  QueueReopenDocument, QueueResolveDocument, QueueResumeDocument, QueueTriageDocument, QueueUnassignDocument, QueueUnmergeDocument,
} from "./generated";
import type { QueueList } from "./list";

export type Verb = "assign" | "triage" | "hold" | "resume" | "resolve" | "close" | "reject" | "merge";

export interface Item {
  id: string;
  expectedVersion?: number;
  reference?: string;
}

// An order is an operation with its input, without the complaints that it is for.
export interface Order {
  verb: Verb;
  input: Record<string, unknown>;
  said: string; // what to say when it is done, such as "Assigned to Anna"
}

export interface Result {
  id: string;
  complaint: ComplaintRow | null;
  error: { code: string; message: string; fields: { field: string; message: string }[] } | null;
}

const documents = {
  assign: QueueAssignDocument,
  triage: QueueTriageDocument,
  hold: QueueHoldDocument,
  resume: QueueResumeDocument,
  resolve: QueueResolveDocument,
  close: QueueCloseDocument,
  reject: QueueRejectDocument,
  merge: QueueMergeDocument,
} as const;

// send runs an order for at most a hundred complaints.
export async function send({ verb, input }: Order, items: Item[]): Promise<Result[]> {
  const variables = { input: { ...input, items: items.map(({ id, expectedVersion }) => ({ id, expectedVersion })) } };
  const answer = (await run(documents[verb] as never, variables, { deadline: 60_000, keepalive: true })) as { done: { results: Result[] } };
  return answer.done.results;
}

export const refusal = (error: NonNullable<Result["error"]>): string =>
  error.fields.map((field) => field.message).filter(Boolean).join(" ") || error.message;

// firstReason is the code that an opposite is recorded with.
async function firstReason(action: Action): Promise<string> {
  const { reasonCodes } = await run(QueueReasonsDocument, { action, language: language() });
  return reasonCodes[0]?.code ?? "mistake";
}

// inverse returns how to take an order back: with a label if somebody was told, and nothing if it can't be.
function inverse(order: Order, before: ComplaintRow[], after: ComplaintRow[], list: QueueList): { label?: string; undo?: () => Promise<void> } {
  if (order.verb === "triage") {
    const byId = new Map(after.map((row) => [row.id, row]));
    const groups = new Map<string, { input: Record<string, unknown>; items: Item[] }>();
    for (const row of before) {
      const now = byId.get(row.id);
      if (!now) continue;
      const input: Record<string, unknown> = {};
      if ("priority" in order.input) input.priority = row.priority;
      if ("zoneId" in order.input) input.zoneId = row.zone?.id;
      if ("categoryId" in order.input) input.categoryId = row.category?.id;
      if ("categoryId" in order.input || "dueAt" in order.input || "noDueAt" in order.input) {
        if (row.dueAt) input.dueAt = row.dueAt;
        else input.noDueAt = true;
      }
      if (Object.entries(input).some(([, value]) => value === undefined)) return {}; // a complaint can't be without again
      const key = JSON.stringify(input);
      const group = groups.get(key) ?? { input, items: [] };
      group.items.push({ id: row.id, expectedVersion: now.version });
      groups.set(key, group);
    }
    return {
      undo: async () => {
        for (const { input, items } of groups.values()) await perform(list, { verb: "triage", input, said: t("queue.undone") }, items, false);
      },
    };
  }
  if (order.verb === "hold") {
    const items = after.map((row) => ({ id: row.id, expectedVersion: row.version }));
    return { label: t("queue.opposite.resume"), undo: async () => void (await perform(list, { verb: "resume", input: {}, said: t("queue.said.resume") }, items, false)) };
  }
  const [row] = after;
  if (after.length !== 1 || !row) return {};
  const finish = (next: ComplaintRow | null | undefined, said: string): void => {
    if (next) putComplaint(next);
    list.touched(row.id, t("queue.goneMeanwhile"));
    done({ text: `${row.reference}: ${said}` });
  };
  switch (order.verb) {
    case "assign": {
      const task = row.tasks.edges.at(-1)?.node;
      if (!task) return {};
      return {
        label: t("queue.opposite.assign"),
        undo: async () => {
          const answer = await run(QueueUnassignDocument, { input: { id: task.id, expectedVersion: task.version, reasonCode: await firstReason("CANCEL") } });
          finish(answer.done.task.complaint, t("queue.said.unassign"));
        },
      };
    }
    case "resolve":
    case "reject":
    case "close":
      return {
        label: t("queue.opposite.reopen"),
        undo: async () => {
          const answer = await run(QueueReopenDocument, { input: { id: row.id, expectedVersion: row.version, reasonCode: await firstReason("REOPEN") } });
          finish(answer.done.complaint, t("queue.said.reopen"));
        },
      };
    case "merge":
      return {
        label: t("queue.opposite.unmerge"),
        undo: async () => {
          const answer = await run(QueueUnmergeDocument, { input: { id: row.id, expectedVersion: row.version, reasonCode: await firstReason("UNMERGE") } });
          finish(answer.done.complaint, t("queue.said.unmerge"));
        },
      };
    default:
      return {};
  }
}

// take shows what came back: rows in their places, refusals with their reasons.
export function take(list: QueueList, results: Result[]): Map<string, string> {
  const refused = new Map<string, string>();
  for (const { id, complaint, error } of results) {
    if (complaint) {
      putComplaint(complaint);
      list.touched(id, t("queue.goneByYou", { status: t(`status.${complaint.status}` as MessageKey) }));
    }
    if (error) refused.set(id, refusal(error));
  }
  return refused;
}

// perform runs an order for up to a hundred complaints and offers to undo it. It returns whether all were accepted.
export async function perform(list: QueueList, order: Order, items: Item[], undoable = true): Promise<boolean> {
  const ids = items.map((item) => item.id);
  const before = ids.map(getComplaint).filter((row) => row !== undefined);
  const many = ids.length > 1 || list.selected.size > 0;
  list.setPending(ids, t("queue.doing"));
  for (const id of ids) list.setRefused(id, "");
  try {
    const results = await send(order, items);
    const refused = take(list, results);
    const after = results.map((result) => result.complaint).filter((row) => row !== null);
    if (many && undoable) list.select(refused.keys(), refused);
    else for (const [id, reason] of refused) list.setRefused(id, reason);
    if (refused.size > 0) {
      const [reason] = refused.values();
      failed(new GraphError(
        ids.length === 1 ? `${before[0]?.reference ?? ""}: ${reason}` : t("queue.someRefused", { n: refused.size, of: ids.length, reason }),
        "REFUSED",
      ));
    } else if (after.length > 0) {
      const which = after.length === 1 ? after[0]!.reference : t("queue.complaints", { n: after.length });
      done({ text: `${which}: ${order.said}`, ...(undoable ? inverse(order, before, after, list) : {}) });
    }
    return refused.size === 0;
  } catch (cause) {
    failed(cause);
    for (const id of ids) list.touched(id, t("queue.goneMeanwhile")); // it may have been done all the same
    return false;
  } finally {
    list.setPending(ids, "");
  }
}
