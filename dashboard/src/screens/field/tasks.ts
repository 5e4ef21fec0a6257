// The tasks of the solver who is signed in: as the service has them, else as this phone has shown them last, with what
// waits in the outbox laid over them.
import { useEffect, useSyncExternalStore } from "react";

import { liveTaskStatuses } from "../../lib/domain";
import { run } from "../../data/graph/client";
import { nodes } from "../../data/graph/nodes";
import { asGraphError } from "../../data/graph/errors";
import { onLive } from "../../data/graph/live";
import { isReachable, lost, onConnection, probe } from "../../data/outbox/connection";
import { database, type Entry } from "../../data/outbox/db";
import { resume } from "../../data/outbox/outbox";
import { onSent, sendSoon } from "../../data/outbox/send";
import * as session from "../../data/session/session";
import { viewerId } from "../../data/session/viewer";
import { FieldTasksDocument, type FieldMediaFragment, type FieldTaskFragment, type FieldTasksQuery } from "./generated";

export type FieldTask = FieldTaskFragment;
export type FieldMedia = FieldMediaFragment;
export type DeclineReason = FieldTasksQuery["reasonCodes"][number];

export interface List {
  account: string;
  at: number; // when it was asked for
  tasks: FieldTask[];
  reasons: DeclineReason[];
}

interface State {
  list?: List;
  error?: unknown;
  loading: boolean;
}

const interval = 2 * 60_000;
const mostPictures = 80;
const nothing: State = { loading: true };

// The day of whoever is signed in, kept while they move between its screens.
let state: State = nothing;
let owner = "";
const listeners = new Set<() => void>();

function become(account: string, next: State): void {
  if (account !== viewerId()) return;
  owner = account;
  state = next;
  for (const listener of [...listeners]) listener();
}

const current = (): State => (owner === viewerId() ? state : nothing);

export const useTasks = (): State =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, current);

// load asks the service, and keeps what it answers for when there is no connection.
export async function load(): Promise<void> {
  const account = viewerId();
  if (!account) return;
  const at = Date.now();
  become(account, { ...current(), loading: true });
  try {
    const { tasks, reasonCodes } = await run(
      FieldTasksDocument,
      { solver: account, live: [...liveTaskStatuses] },
      { account },
    );
    const list: List = { account, at, tasks: nodes(tasks), reasons: reasonCodes };
    become(account, { list, loading: false });
    if (!isReachable()) void probe();
    await (await database()).put("lists", list);
    if (await resume(new Set(list.tasks.filter((task) => task.complaint?.status !== "ON_HOLD").map(({ id }) => id))))
      sendSoon();
    await keepPictures(list);
  } catch (cause) {
    const error = asGraphError(cause);
    if (error.lost) lost();
    const away = error.lost || error.code === "OTHER_ACCOUNT" || session.current() !== "in";
    become(account, { ...current(), loading: false, error: away ? undefined : error });
  }
}

// restore shows what this phone has shown to the account last.
async function restore(): Promise<void> {
  const account = viewerId();
  const list = (await (await database()).get("lists", account)) as List | undefined;
  if (list && !current().list) become(account, { ...current(), list });
}

// keepPictures reads the thumbnails of the reporters' photos ahead, and forgets those of tasks that are gone.
async function keepPictures(list: List): Promise<void> {
  const wanted = list.tasks
    .flatMap((task) => (task.complaint ? nodes(task.complaint.media) : []))
    .filter((media) => media.thumbnailUrl)
    .slice(0, mostPictures);
  const db = await database();
  const kept = new Set(
    (await db.getAllKeys("pictures", IDBKeyRange.bound([list.account], [list.account, []]))).map(([, id]) => id),
  );
  const ids = new Set(wanted.map(({ id }) => id));
  for (const id of kept) if (!ids.has(id)) await db.delete("pictures", [list.account, id]);
  for (const { id, thumbnailUrl } of wanted) {
    if (kept.has(id)) continue;
    const response = await fetch(thumbnailUrl!, { credentials: "omit" }).catch(() => undefined);
    if (!response) return;
    if (response.ok) {
      await db.put("pictures", {
        account: list.account,
        id,
        bytes: await response.arrayBuffer(),
        type: response.headers.get("Content-Type") ?? "image/jpeg",
      });
    }
  }
}

// useFreshTasks keeps the list up to date while a component is shown.
export function useFreshTasks(account: string): void {
  useEffect(() => {
    let soon: ReturnType<typeof setTimeout> | undefined;
    const reload = (): void => {
      clearTimeout(soon);
      soon = setTimeout(() => {
        if (session.current() === "in" && navigator.onLine && !document.hidden) void load();
        else become(account, { ...current(), loading: false });
      }, 300);
    };
    void restore()
      .catch(() => undefined)
      .then(reload);
    const timer = setInterval(reload, interval);
    const stops = [
      onConnection(() => isReachable() && reload()),
      session.subscribe(reload),
      onSent(reload),
      onLive(({ kind }) => kind !== "cut" && reload()),
    ];
    document.addEventListener("visibilitychange", reload);
    return () => {
      clearTimeout(soon);
      clearInterval(timer);
      document.removeEventListener("visibilitychange", reload);
      for (const stop of stops) stop();
    };
  }, [account]);
}

export type Step = FieldTask["status"];

export interface Shown {
  task: FieldTask;
  status: Step; // with what waits in the outbox
  onHold: boolean;
  sentBack: string | undefined; // the note with which the last completion was rejected
  waiting: number;
  refused: number;
}

const leadsTo: Partial<Record<Entry["kind"], Step>> = {
  accept: "ACCEPTED",
  decline: "DECLINED",
  start: "IN_PROGRESS",
  return: "RETURNED",
  completion: "COMPLETION_SUBMITTED",
};

// shown lays what waits in the outbox, and what was sent since the list was read, over a task.
export function shown(task: FieldTask, entries: readonly Entry[], at: number): Shown {
  const own = entries.filter((entry) => entry.taskId === task.id);
  let status = task.status;
  for (const entry of own) {
    if (entry.state === "refused") {
      if (entry.kept) continue;
      break;
    }
    if (entry.state === "sent" && (entry.sentAt ?? 0) <= at) continue;
    status = leadsTo[entry.kind] ?? status;
  }
  const completion = nodes(task.updates)
    .filter(({ type }) => type === "COMPLETION")
    .at(-1);
  return {
    task,
    status,
    onHold: task.complaint?.status === "ON_HOLD",
    sentBack: status === "IN_PROGRESS" && completion?.status === "REJECTED" ? completion.reviewNote : undefined,
    waiting: own.filter((entry) => entry.state === "waiting").length,
    refused: own.filter((entry) => entry.state === "refused" && !entry.kept).length,
  };
}
