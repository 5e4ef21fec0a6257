// The outbox: what a solver did, written down on the phone before anything is sent, and what became of it.
import { useEffect, useSyncExternalStore } from "react";

import { viewerId } from "../session/viewer";
import { database, lostCodes, reports, type Content, type Draft, type Entry, type Kind, type Photo } from "./db";
import { keepVideo, shrink } from "./shrink";
import { channelOf } from "../../lib/tabs";

const days = 24 * 60 * 60_000;
const keepSent = 3 * days; // what was sent is shown for so long

// What was read last, for useSyncExternalStore, which must get the same array until something changes.
let entries: Entry[] = [];
let shownAccount = "";
const listeners = new Set<() => void>();
const changes = channelOf("redress-outbox");
changes?.addEventListener("message", () => void refresh());

// refresh reads the entries of the account that is signed in.
export async function refresh(): Promise<void> {
  const account = viewerId();
  const found = account ? await (await database()).getAllFromIndex("entries", "account", account) : [];
  if (viewerId() !== account) return; // somebody else, meanwhile
  shownAccount = account;
  entries = found;
  for (const listener of [...listeners]) listener();
}

export async function changed(): Promise<void> {
  changes?.postMessage("changed");
  await refresh();
}

export function onOutbox(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const none: Entry[] = [];
const current = (): Entry[] => (shownAccount === viewerId() ? entries : none);

export const useOutbox = (): Entry[] => useSyncExternalStore(onOutbox, current);

// open reports whether an entry still asks for something: to be sent, or for a decision of its author.
export const open = (entry: Entry): boolean => entry.state === "waiting" || (entry.state === "refused" && !entry.kept);

const lost = (entry: Entry): boolean => entry.state === "refused" && lostCodes.has(entry.reason?.code ?? "");

// held returns the entry that an entry waits for: an earlier step of the same task that was refused. A report does not wait
// for a step whose task is lost: it goes as late evidence.
export const held = (entry: Entry, all: readonly Entry[]): Entry | undefined =>
  all.find(
    (it) =>
      it.seq < entry.seq &&
      it.taskId === entry.taskId &&
      it.state === "refused" &&
      !it.kept &&
      !(reports(entry.kind) && lost(it)),
  );

// waiting counts what an account has not sent, drafts left aside.
export const waiting = (all: readonly Entry[] = current()): number => all.filter(open).length;

export interface Task {
  id: string;
  reference: string;
  title: string;
}

const askedToPersist = (): void => void navigator.storage?.persist?.().catch(() => false);

// add writes down what was done. The draft of a report becomes its entry in one transaction.
export async function add(task: Task, kind: Kind, content: Content = {}): Promise<void> {
  const account = viewerId();
  const db = await database();
  const tx = db.transaction(["entries", "drafts"], "readwrite");
  const draft = reports(kind) ? await tx.objectStore("drafts").get([account, task.id]) : undefined;
  const entry: Omit<Entry, "seq"> = {
    id: crypto.randomUUID(),
    account,
    kind,
    taskId: task.id,
    reference: task.reference,
    title: task.title,
    content,
    at: Date.now(),
    state: "waiting",
    attempts: 0,
    photos: draft?.photos ?? [],
  };
  await tx.objectStore("entries").add(entry as Entry);
  if (draft) await tx.objectStore("drafts").delete([account, task.id]);
  await tx.done;
  askedToPersist();
  await changed();
}

// update changes an entry unless it is gone.
export async function update(seq: number, change: (entry: Entry) => void): Promise<void> {
  const db = await database();
  const tx = db.transaction("entries", "readwrite");
  const entry = await tx.store.get(seq);
  if (entry) {
    change(entry);
    await tx.store.put(entry);
  }
  await tx.done;
  await changed();
}

function again(entry: Entry): void {
  entry.state = "waiting";
  entry.attempts = 0;
  delete entry.kept;
  delete entry.reason;
  for (const photo of entry.photos) {
    if (photo.state !== "refused") continue;
    photo.state = "waiting";
    delete photo.reason;
  }
}

export const retry = (entry: Entry): Promise<void> => update(entry.seq, again);
export const keep = (entry: Entry): Promise<void> => update(entry.seq, (it) => void (it.kept = true));

// revive has the steps before a report wait again that were refused because the task was lost, since it is not any more.
export async function revive(report: Entry): Promise<boolean> {
  const before = current().filter(
    (entry) => entry.seq < report.seq && entry.taskId === report.taskId && !entry.kept && lost(entry),
  );
  for (const entry of before) await retry(entry);
  return before.length > 0;
}

// resume has what was refused only because the complaint was on hold wait again, and reports whether there was anything.
export async function resume(taskIds: ReadonlySet<string>): Promise<boolean> {
  const paused = current().filter(
    (entry) => entry.state === "refused" && entry.reason?.code === "ON_HOLD" && taskIds.has(entry.taskId),
  );
  for (const entry of paused) await retry(entry);
  return paused.length > 0;
}

export async function discard(entry: Entry): Promise<void> {
  const db = await database();
  const tx = db.transaction(["entries", "photos"], "readwrite");
  await Promise.all([
    tx.objectStore("entries").delete(entry.seq),
    ...entry.photos.map((photo) => tx.objectStore("photos").delete(photo.id)),
    tx.done,
  ]);
  await changed();
}

// tidy forgets what was sent some days ago.
export async function tidy(): Promise<void> {
  for (const entry of current()) {
    if (entry.state === "sent" && (entry.sentAt ?? 0) < Date.now() - keepSent) await discard(entry);
  }
}

const empty = (account: string, { id: taskId, reference, title }: Task): Draft => ({
  account,
  taskId,
  reference,
  title,
  finished: true,
  remarks: "",
  percent: null,
  photos: [],
});

export async function readDraft(account: string, task: Task): Promise<Draft> {
  return (await (await database()).get("drafts", [account, task.id])) ?? empty(account, task);
}

// writeDraft keeps what is typed. The photos of a draft are those that were added and not removed.
export async function writeDraft(
  account: string,
  task: Task,
  change: Pick<Draft, "finished" | "remarks" | "percent">,
): Promise<void> {
  const tx = (await database()).transaction("drafts", "readwrite");
  const draft = (await tx.store.get([account, task.id])) ?? empty(account, task);
  await Promise.all([tx.store.put({ ...draft, ...change }), tx.done]);
}

// addPhoto shrinks a picture, or takes a video as it is, and puts it into the draft of a report, with its bytes, in one transaction.
export async function addPhoto(account: string, task: Task, file: Blob): Promise<Photo> {
  const { bytes, ...shrunk } = await (file.type.startsWith("video/") ? keepVideo(file) : shrink(file));
  const photo: Photo = {
    id: crypto.randomUUID(),
    size: bytes instanceof Blob ? bytes.size : bytes.byteLength,
    state: "waiting",
    ...shrunk,
  };
  const tx = (await database()).transaction(["drafts", "photos"], "readwrite");
  const store = tx.objectStore("drafts");
  const draft = (await store.get([account, task.id])) ?? empty(account, task);
  await Promise.all([
    tx.objectStore("photos").put({ id: photo.id, account, bytes }),
    store.put({ ...draft, photos: [...draft.photos, photo] }),
    tx.done,
  ]);
  askedToPersist();
  return photo;
}

export async function removePhoto(account: string, taskId: string, id: string): Promise<void> {
  const tx = (await database()).transaction(["drafts", "photos"], "readwrite");
  const store = tx.objectStore("drafts");
  const draft = await store.get([account, taskId]);
  if (draft) await store.put({ ...draft, photos: draft.photos.filter((photo) => photo.id !== id) });
  await Promise.all([tx.objectStore("photos").delete(id), tx.done]);
}

// drafts returns the reports that an account has begun and not handed over.
export async function drafts(account: string): Promise<Draft[]> {
  const all = await (await database()).getAll("drafts", IDBKeyRange.bound([account], [account, []]));
  return all.filter((draft) => draft.remarks.trim() !== "" || draft.photos.length > 0);
}

export async function discardDraft(draft: Draft): Promise<void> {
  const tx = (await database()).transaction(["drafts", "photos"], "readwrite");
  await Promise.all([
    tx.objectStore("drafts").delete([draft.account, draft.taskId]),
    ...draft.photos.map((photo) => tx.objectStore("photos").delete(photo.id)),
    tx.done,
  ]);
}

// useOutboxOf reads the outbox anew when another account is shown.
export function useOutboxOf(account: string): Entry[] {
  useEffect(() => {
    void refresh();
  }, [account]);
  return useOutbox();
}
