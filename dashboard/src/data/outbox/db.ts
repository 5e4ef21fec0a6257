// What a phone keeps while it has no connection, in IndexedDB. Every row names the account that it belongs to, and is
// read and sent for that account only: the next person on the same phone neither sees nor sends it.
import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import { endedTaskStatuses, type VideoFormat } from "../../lib/domain";

export type Kind = "accept" | "decline" | "start" | "return" | "progress" | "completion";

// A reason is why the service refused something: a code, for our own words, and what the service said.
export interface Reason {
  code: string;
  text: string;
}

// A Photo is a file of a report: a photo that was made small, or a video as it was taken.
export interface Photo {
  id: string; // also the idempotency key of its upload
  video?: VideoFormat;
  width: number;
  height: number;
  size: number;
  sha256: string; // of what is sent, in hexadecimal digits
  thumb: ArrayBuffer; // a small JPEG, which stays when the photo itself was sent
  state: "waiting" | "sent" | "refused";
  mediaId?: string;
  reason?: Reason;
}

// lostCodes are the reasons why a task is not its solver's any more: what is reported on it becomes late evidence.
export const lostCodes: ReadonlySet<string> = new Set(["ON_HOLD", ...endedTaskStatuses]);

export const reports = (kind: Kind): boolean => kind === "progress" || kind === "completion";

export interface Content {
  remarks?: string;
  percentageCompleted?: number | null;
  reasonCode?: string;
  note?: string;
}

// An Entry is one thing that somebody did. Entries are sent in the order of seq.
export interface Entry {
  seq: number;
  id: string; // a UUID, the clientId of an update
  account: string;
  kind: Kind;
  taskId: string;
  reference: string;
  title: string;
  content: Content;
  at: number; // when it was done, by the clock of the phone
  occurredAt?: string; // the same by the clock of the service; set with the first attempt and never changed after it
  state: "waiting" | "sent" | "refused";
  kept?: boolean; // refused, and left as it is by its author
  reason?: Reason;
  attempts: number;
  updateId?: string;
  uploadUrl?: string;
  lateId?: string; // of the late evidence as which a report is kept whose task was lost
  late?: Reason; // why it is only that
  photos: Photo[];
  sentAt?: number;
}

// A Draft is a report that was begun.
export interface Draft {
  account: string;
  taskId: string;
  reference: string;
  title: string;
  finished: boolean;
  remarks: string;
  percent: number | null;
  photos: Photo[];
}

interface Schema extends DBSchema {
  entries: { key: number; value: Entry; indexes: { account: string } };
  drafts: { key: [string, string]; value: Draft };
  photos: { key: string; value: { id: string; account: string; bytes: ArrayBuffer | Blob } }; // of drafts and entries, until they are sent
  lists: { key: string; value: { account: string; at: number; tasks: unknown[] } }; // the tasks as last shown
  pictures: { key: [string, string]; value: { account: string; id: string; bytes: ArrayBuffer; type: string } }; // thumbnails of these tasks
}

// One connection to IndexedDB for the tab, opened anew when it was closed.
let opened: Promise<IDBPDatabase<Schema>> | undefined;

export function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>("redress-field", 1, {
    upgrade(db) {
      db.createObjectStore("entries", { keyPath: "seq", autoIncrement: true }).createIndex("account", "account");
      db.createObjectStore("drafts", { keyPath: ["account", "taskId"] });
      db.createObjectStore("photos", { keyPath: "id" });
      db.createObjectStore("lists", { keyPath: "account" });
      db.createObjectStore("pictures", { keyPath: ["account", "id"] });
    },
    blocking() {
      void opened?.then((db) => db.close()); // a newer version of the desk in another tab changes the database
      opened = undefined;
    },
    terminated() {
      opened = undefined;
    },
  });
  opened.catch(() => (opened = undefined));
  return opened;
}

const ofAccount = (account: string): IDBKeyRange => IDBKeyRange.bound([account], [account, []]);

// forgetList removes what was shown to an account. What it did and has not sent stays.
export async function forgetList(account: string): Promise<void> {
  const db = await database();
  const tx = db.transaction(["lists", "pictures"], "readwrite");
  await Promise.all([
    tx.objectStore("lists").delete(account),
    tx.objectStore("pictures").delete(ofAccount(account)),
    tx.done,
  ]);
}
