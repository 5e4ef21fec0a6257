// The store: rows by type and id. Lists hold ids only, so that a change from whatever source (a query, a mutation, a
// live event) repaints the rows that show it and nothing else. An older version never replaces a newer one.
import { useSyncExternalStore } from "react";

import type { ComplaintRowFragment } from "./generated";

interface Row {
  id: string;
  version?: number;
}

// One store for all screens, so that they show the same.
const rows = new Map<string, Row>();
const listeners = new Map<string, Set<() => void>>();

export function put<T extends Row>(type: string, row: T): void {
  const key = `${type}:${row.id}`;
  const known = rows.get(key);
  if (known?.version !== undefined && row.version !== undefined && row.version < known.version) return;
  rows.set(key, row);
  for (const listener of listeners.get(key) ?? []) listener();
}

export function get<T extends Row>(type: string, id: string): T | undefined {
  return rows.get(`${type}:${id}`) as T | undefined;
}

export function watch(type: string, id: string, listener: () => void): () => void {
  const key = `${type}:${id}`;
  let set = listeners.get(key);
  if (!set) listeners.set(key, (set = new Set()));
  set.add(listener);
  return () => {
    set.delete(listener);
    if (set.size === 0) listeners.delete(key);
  };
}

// clear forgets all rows, when somebody else signs in.
export function clear(): void {
  rows.clear();
}

export type ComplaintRow = ComplaintRowFragment;

export const putComplaint = (row: ComplaintRow): void => put("Complaint", row);
export const getComplaint = (id: string): ComplaintRow | undefined => get<ComplaintRow>("Complaint", id);

// useComplaint is the row as the desk knows it now; the component is rendered again when that changes.
export function useComplaint(id: string): ComplaintRow | undefined {
  return useSyncExternalStore(
    (listener) => watch("Complaint", id, listener),
    () => getComplaint(id),
  );
}
