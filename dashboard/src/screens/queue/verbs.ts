// What can be done with the complaints of the queue, one or many, through the mutations of several; and how it is
// undone: by the inverse where nobody was told, else by its opposite, which says its name.
import { run } from "../../data/graph/client";
import type { Action } from "../../data/graph/schema.generated";
import { asGraphError } from "../../data/graph/errors";
import { getComplaint, putComplaint, type ComplaintRow } from "../../data/graph/rows";
import { language, t, type FirstKey } from "../../lib/i18n";
import { number } from "../../lib/i18n/format";
import { done, failed } from "../../parts/undo";
import {
  QueueAssignDocument,
  QueueCloseDocument,
  QueueHoldDocument,
  QueueMergeDocument,
  QueueReasonsDocument,
  QueueRejectDocument,
  QueueReopenDocument,
  QueueResolveDocument,
  QueueResumeDocument,
  QueueTriageDocument,
  QueueUnassignDocument,
  QueueUnmergeDocument,
} from "./generated";
import type { QueueList } from "./list";

export type Verb = "assign" | "triage" | "hold" | "resume" | "resolve" | "close" | "reject" | "merge";
// Back is what takes an order back: "restore" gives each complaint the values that it had.
type Back = "resume" | "restore" | "unassign" | "reopen" | "unmerge";

// What triage changes, as it was before.
type Was = Pick<ComplaintRow, "priority" | "dueAt" | "zone" | "category">;

export interface Item {
  id: string;
  expectedVersion?: number;
  reference?: string;
  was?: Was;
  task?: { id: string; expectedVersion: number }; // that unassigning cancels
}

// An order is an operation with its input, without the complaints that it is for.
export interface Order {
  verb: Verb | Back;
  input: Record<string, unknown>;
  said: string; // what to say when it is done, such as "Assigned to Anna"
  last?: boolean; // it takes another one back, and is not taken back itself
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

const options = { deadline: 60_000, keepalive: true };
const abreast = 4; // mutations of one complaint that run at a time

// runOf is how many complaints an order is sent for at a time: the graph takes a hundred, or else each by itself.
export const runOf = ({ verb }: Order): number => (verb in documents || verb === "restore" ? 100 : 20);

// send runs an order for at most a hundred complaints.
export async function send(order: Order, items: Item[]): Promise<Result[]> {
  const { verb, input } = order;
  if (verb === "restore") {
    const groups = new Map<string, Item[]>();
    for (const item of items) {
      const group = JSON.stringify(restored(input, item.was!));
      groups.set(group, [...(groups.get(group) ?? []), item]);
    }
    const results: Result[] = [];
    for (const [group, some] of groups)
      results.push(...(await send({ ...order, verb: "triage", input: JSON.parse(group) }, some)));
    return results;
  }
  if (verb === "unassign" || verb === "reopen" || verb === "unmerge") {
    const results: Result[] = [];
    for (let from = 0; from < items.length; from += abreast) {
      results.push(...(await Promise.all(items.slice(from, from + abreast).map((item) => sendOne(verb, input, item)))));
    }
    return results;
  }
  const variables = { input: { ...input, items: items.map(({ id, expectedVersion }) => ({ id, expectedVersion })) } };
  const answer = await run<{ done: { results: Result[] } }, typeof variables>(
    documents[verb] as never,
    variables,
    options,
  );
  return answer.done.results;
}

async function sendOne(
  verb: "unassign" | "reopen" | "unmerge",
  input: Record<string, unknown>,
  { id, expectedVersion, task }: Item,
): Promise<Result> {
  const reasonCode = String(input.reasonCode);
  try {
    if (verb === "unassign") {
      const { done: answer } = await run(QueueUnassignDocument, { input: { ...task!, reasonCode } }, options);
      return { id, complaint: answer.task.complaint, error: null };
    }
    const { done: answer } = await run(
      verb === "reopen" ? QueueReopenDocument : QueueUnmergeDocument,
      { input: { id, expectedVersion, reasonCode } },
      options,
    );
    return { id, complaint: answer.complaint, error: null };
  } catch (cause) {
    const { code, message, fields, lost } = asGraphError(cause);
    if (lost) throw cause;
    return { id, complaint: null, error: { code, message, fields } };
  }
}

// restored is the input that gives a complaint the values that it had, of those that the input has changed.
function restored(input: Record<string, unknown>, was: Was): Record<string, unknown> {
  return {
    ...("priority" in input ? { priority: was.priority } : {}),
    ...("zoneId" in input ? (was.zone ? { zoneId: was.zone.id } : { noZone: true }) : {}),
    ...("categoryId" in input ? (was.category ? { categoryId: was.category.id } : { noCategory: true }) : {}),
    ...("categoryId" in input || "dueAt" in input || "noDueAt" in input
      ? was.dueAt
        ? { dueAt: was.dueAt }
        : { noDueAt: true }
      : {}),
  };
}

// refusal is why a complaint was not changed; of one that somebody else has changed the version says nothing to a person.
export const refusal = ({ code, message, fields }: NonNullable<Result["error"]>): string =>
  (code === "CONFLICT"
    ? ""
    : fields
        .map((field) => field.message)
        .filter(Boolean)
        .join(" ")) || message;

// firstReason is the code that an opposite is recorded with.
async function firstReason(action: Action): Promise<string> {
  const { reasonCodes } = await run(QueueReasonsDocument, { action, language: language() });
  return reasonCodes[0]?.code ?? "mistake";
}

interface Opposite {
  verb: Back;
  label?: FirstKey; // of what tells somebody; the inverse of what told nobody is called Undo
  said: FirstKey;
  reason?: Action;
}

const opposites: Partial<Record<Order["verb"], Opposite>> = {
  triage: { verb: "restore", said: "queue.undone" },
  hold: { verb: "resume", label: "queue.opposite.resume", said: "queue.said.resume" },
  assign: { verb: "unassign", label: "queue.opposite.assign", said: "queue.said.unassign", reason: "CANCEL" },
  resolve: { verb: "reopen", label: "queue.opposite.reopen", said: "queue.said.reopen", reason: "REOPEN" },
  reject: { verb: "reopen", label: "queue.opposite.reopen", said: "queue.said.reopen", reason: "REOPEN" },
  close: { verb: "reopen", label: "queue.opposite.reopen", said: "queue.said.reopen", reason: "REOPEN" },
  merge: { verb: "unmerge", label: "queue.opposite.unmerge", said: "queue.said.unmerge", reason: "UNMERGE" },
};

// backOf returns what takes an order back for a complaint that it has changed, and nothing where that can't be.
export function backOf(order: Order, was: Was | undefined, row: ComplaintRow): Item | undefined {
  const opposite = opposites[order.verb];
  if (!opposite || order.last) return undefined;
  const item: Item = { id: row.id, expectedVersion: row.version, reference: row.reference };
  if (opposite.verb === "restore") {
    if (!was) return undefined;
    return { ...item, was: { priority: was.priority, dueAt: was.dueAt, zone: was.zone, category: was.category } };
  }
  if (opposite.verb === "unassign") {
    const task = row.tasks.edges.at(-1)?.node;
    return task ? { ...item, task: { id: task.id, expectedVersion: task.version } } : undefined;
  }
  return item;
}

// offer says what was done, how many are concerned, and offers to take it back for those for which that can be.
export function offer(
  order: Order,
  changed: number,
  text: string,
  back: Item[],
  takeBack: (order: Order, items: Item[]) => unknown,
  partly = false, // the others were refused
): void {
  const opposite = opposites[order.verb];
  if (!opposite || order.last || back.length === 0) return done({ text, failed: partly });
  const label = opposite.label && t(opposite.label);
  done({
    text:
      back.length < changed ? `${text.replace(/[.]?$/, ".")} ${t("queue.partly", { n: changed - back.length })}` : text,
    failed: partly,
    label: label && changed > 1 ? `${label} (${number(back.length)})` : label,
    undo: async () => {
      const reason = opposite.reason ? { reasonCode: await firstReason(opposite.reason) } : {};
      await takeBack(
        {
          verb: opposite.verb,
          input: opposite.verb === "restore" ? order.input : reason,
          said: t(opposite.said),
          last: true,
        },
        back,
      );
    },
  });
}

// take shows what came back: rows in their places, refusals with their reasons.
export function take(list: QueueList, results: Result[]): Map<string, string> {
  const refused = new Map<string, string>();
  for (const { id, complaint, error } of results) {
    if (complaint) {
      putComplaint(complaint);
      list.touched(id, t("queue.goneByYou", { status: t(`status.${complaint.status}`) }));
    }
    if (error) refused.set(id, refusal(error));
  }
  return refused;
}

// perform runs an order for up to a hundred complaints and offers to take it back. It returns whether all were accepted.
export async function perform(list: QueueList, order: Order, items: Item[]): Promise<boolean> {
  const ids = items.map((item) => item.id);
  const before = new Map(ids.map((id) => [id, getComplaint(id)]));
  const many = !order.last && (ids.length > 1 || list.selected.size > 0);
  list.setPending(ids, t("queue.doing"));
  for (const id of ids) list.setRefused(id, "");
  try {
    const results = await send(order, items);
    const refused = take(list, results);
    const after = results.map((result) => result.complaint).filter((row) => row !== null);
    if (many) list.select(refused.keys(), refused);
    else for (const [id, reason] of refused) list.setRefused(id, reason);
    const reference = (id: string): string =>
      before.get(id)?.reference ?? items.find((item) => item.id === id)?.reference ?? "";
    const [reason] = refused.values();
    const text =
      reason !== undefined
        ? ids.length === 1
          ? `${reference(ids[0]!)}: ${reason}`
          : t("queue.someRefused", { n: refused.size, of: ids.length, reason })
        : `${after.length === 1 ? after[0]!.reference : t("queue.complaints", { n: after.length })}: ${order.said}`;
    const back = after.map((row) => backOf(order, before.get(row.id), row)).filter((item) => item !== undefined);
    offer(order, after.length, text, back, (next, some) => perform(list, next, some), refused.size > 0);
    return refused.size === 0;
  } catch (cause) {
    failed(cause);
    for (const id of ids) list.touched(id, t("queue.goneMeanwhile")); // it may have been done all the same
    return false;
  } finally {
    list.setPending(ids, "");
  }
}
