// The list that a complaint was opened from: its place in it, and the ones before and after. A list says what it is
// when one of its rows is opened; it lives as long as the tab.
export interface Origin {
  ids: () => readonly string[]; // as they stand in the list, loaded so far
  total: () => number;
  back: string; // the address of the list
  wanted?: (id: string) => void; // the row to go back to, once another one is shown
}

// It outlives the list: the page of the complaint stands in its place.
let origin: Origin | undefined;

export const openedFrom = (it: Origin): void => void (origin = it);
export const originNow = (): Origin | undefined => origin;

export interface Neighbours {
  n: number;
  total: number;
  previous?: string;
  next?: string;
  back: string;
}

// neighboursOf is undefined where a complaint was not opened from a list.
export function neighboursOf(id: string): Neighbours | undefined {
  const ids = origin?.ids() ?? [];
  const at = ids.indexOf(id);
  if (!origin || at < 0) return undefined;
  return {
    n: at + 1,
    total: Math.max(origin.total(), ids.length),
    previous: ids[at - 1],
    next: ids[at + 1],
    back: origin.back,
  };
}
