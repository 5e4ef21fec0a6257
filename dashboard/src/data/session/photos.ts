// The photos of something that is being written, kept on this device as its words are (drafts.ts): they live through a reload.
// Each belongs to the account that chose it, and to one draft.
import { openDB, type DBSchema, type IDBPDatabase } from "idb";

interface Schema extends DBSchema {
  photos: {
    key: string;
    value: { id: string; account: string; draft?: string; name: string; type: string; bytes: ArrayBuffer; at: number };
  };
}

const longest = 30 * 86_400_000; // milliseconds that a photo is kept which was never sent
const report = "report"; // the draft of photos that were kept when reports alone had them

// One connection to IndexedDB for the tab.
let opened: Promise<IDBPDatabase<Schema>> | undefined;

function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>("redress-report", 1, {
    upgrade: (db) => void db.createObjectStore("photos", { keyPath: "id" }),
    terminated: () => (opened = undefined),
  });
  opened.catch(() => (opened = undefined));
  return opened;
}

export async function keepPhoto(account: string, draft: string, id: string, file: File): Promise<void> {
  const { name, type } = file;
  await (
    await database()
  ).put("photos", { id, account, draft, name, type, bytes: await file.arrayBuffer(), at: Date.now() });
}

// keptPhotos returns the photos of an account's draft in the order in which they were chosen.
export async function keptPhotos(account: string, draft: string): Promise<{ id: string; file: File }[]> {
  const db = await database();
  const all = await db.getAll("photos");
  for (const { id, at } of all) if (at < Date.now() - longest) await db.delete("photos", id);
  return all
    .filter((it) => it.account === account && (it.draft ?? report) === draft && it.at >= Date.now() - longest)
    .toSorted((a, b) => a.at - b.at)
    .map(({ id, name, type, bytes }) => ({ id, file: new File([bytes], name, { type }) }));
}

export async function forgetPhotos(...ids: string[]): Promise<void> {
  const db = await database();
  for (const id of ids) await db.delete("photos", id);
}
