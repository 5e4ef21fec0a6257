// The photos of a report that is being written, kept on this device as its words are: they live through a reload. Each belongs
// to the account that chose it.
import { openDB, type DBSchema, type IDBPDatabase } from "idb";

interface Schema extends DBSchema {
  photos: {
    key: string;
    value: { id: string; account: string; name: string; type: string; bytes: ArrayBuffer; at: number };
  };
}

const longest = 30 * 86_400_000; // milliseconds that a photo is kept which was never sent

let opened: Promise<IDBPDatabase<Schema>> | undefined;

function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>("redress-report", 1, {
    upgrade: (db) => void db.createObjectStore("photos", { keyPath: "id" }),
    terminated: () => (opened = undefined),
  });
  opened.catch(() => (opened = undefined));
  return opened;
}

export async function keepPhoto(account: string, id: string, file: File): Promise<void> {
  const { name, type } = file;
  await (await database()).put("photos", { id, account, name, type, bytes: await file.arrayBuffer(), at: Date.now() });
}

// keptPhotos returns the photos of an account in the order in which they were chosen.
export async function keptPhotos(account: string): Promise<{ id: string; file: File }[]> {
  const db = await database();
  const all = await db.getAll("photos");
  for (const { id, at } of all) if (at < Date.now() - longest) await db.delete("photos", id);
  return all
    .filter((it) => it.account === account && it.at >= Date.now() - longest)
    .sort((a, b) => a.at - b.at)
    .map(({ id, name, type, bytes }) => ({ id, file: new File([bytes], name, { type }) }));
}

export async function forgetPhotos(...ids: string[]): Promise<void> {
  const db = await database();
  for (const id of ids) await db.delete("photos", id);
}
