// The list that somebody came from: what stands before and after a complaint in it, and the way back. It survives a
// reload of the tab.
interface Trail {
  ids: string[];
  back: string; // the address of the list
}

const key = "redress-trail";

export function setTrail(ids: string[], back: string): void {
  sessionStorage.setItem(key, JSON.stringify({ ids: ids.slice(0, 2000), back } satisfies Trail));
}

export interface Place {
  previous?: string;
  next?: string;
  position: number; // from 1
  of: number;
  back: string;
}

// placeOf returns where a complaint stands in the list, or nothing if it isn't in it.
export function placeOf(id: string): Place | undefined {
  const text = sessionStorage.getItem(key);
  if (!text) return undefined;
  const { ids, back } = JSON.parse(text) as Trail;
  const at = ids.indexOf(id);
  return at < 0 ? undefined : { previous: ids[at - 1], next: ids[at + 1], position: at + 1, of: ids.length, back };
}
