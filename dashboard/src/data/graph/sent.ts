// What was sent to change something, the latest few: a screen that fails says what became of it.
import { useSyncExternalStore } from "react";

import { asGraphError, sentence } from "./errors";
import { getComplaint } from "./rows";

export interface Sent {
  number: number;
  at: number;
  of: string[]; // the references of its complaints, as far as they are known
  state: "waiting" | "done" | "refused" | "unknown"; // unknown: it may have been carried out
  text?: string; // what the person was told when it was done, or why it was refused
}

const most = 5;
const recent = 5 * 60_000;
// Of the whole tab, since the screen that sent something may have failed since.
let latest: Sent[] = [];
let count = 0;
const listeners = new Set<() => void>();

function replace(next: Sent[]): void {
  latest = next;
  for (const listener of listeners) listener();
}

const change = (number: number, part: Partial<Sent>): void =>
  replace(latest.map((it) => (it.number === number ? { ...it, ...part } : it)));

// follow notes a mutation and what is answered to it.
export function follow(variables: Record<string, unknown>, answer: Promise<unknown>): void {
  const { id, items } = (variables.input ?? {}) as { id?: string; items?: { id: string }[] };
  const ids = [...(id ? [id] : []), ...(items ?? []).map((it) => it.id)];
  const of = ids.slice(0, 3).flatMap((it) => getComplaint(it)?.reference ?? []);
  const number = ++count;
  replace([...latest.slice(1 - most), { number, at: Date.now(), of, state: "waiting" }]);
  answer.then(
    () => change(number, { state: "done" }),
    (cause: unknown) =>
      change(number, asGraphError(cause).lost ? { state: "unknown" } : { state: "refused", text: sentence(cause) }),
  );
}

// told notes what the person was told about what is done.
export function told(text: string): void {
  if (latest.some((it) => it.state === "done" && it.text === undefined))
    replace(latest.map((it) => (it.state === "done" ? { ...it, text: it.text ?? text } : it)));
}

// useSent is what was sent in the minutes before, the latest first.
export function useSent(until: number): Sent[] {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => latest,
  );
  return all.filter(({ at }) => at > until - recent).toReversed();
}
