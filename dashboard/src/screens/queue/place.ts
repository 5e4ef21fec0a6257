// Where somebody is in the queue, as the address says it: which list, what of it is peeked at, and whether as a map.
import { useCallback, useMemo } from "react";
import { useLocation } from "wouter";

import { format, isOwn, parse, type Filter } from "../../data/filters";
import { listFor } from "./list";
import { everyone } from "./Views";

export const own = "/work"; // those that the viewer looks after, beside everyone's

export type Place = ReturnType<typeof usePlace>;

// moreOf is what follows a filter in an address, so that a map stays one.
export const moreOf = (map: string | null): string => (map === null ? "" : `&map=${map}`);

export function usePlace(search: string, base: string) {
  const [, navigate] = useLocation();
  const params = new URLSearchParams(search);
  const peeking = params.get("peek");
  const map = params.get("map"); // what part of the map is shown, if it is
  const query = format(parse(search));
  const filter = useMemo(() => parse(query), [query]);
  const list = useMemo(() => listFor(query, filter), [query, filter]);
  // A filter that is not for the viewer's own any more leads to all complaints.
  const change = useCallback(
    (next: Filter) =>
      navigate(`${base === own && isOwn(next) ? own : everyone}?${format(next) || "sort=priority"}${moreOf(map)}`),
    [navigate, base, map],
  );
  const peek = useCallback(
    (id: string | undefined) =>
      navigate(`${base}?${[query, map !== null && `map=${map}`, id && `peek=${id}`].filter(Boolean).join("&")}`, {
        replace: true,
      }),
    [navigate, query, base, map],
  );
  const peekedOnMap = map === null ? null : peeking;
  const moveMap = useCallback(
    (at: string) =>
      navigate(`${base}?${[query, `map=${at}`, peekedOnMap && `peek=${peekedOnMap}`].filter(Boolean).join("&")}`, {
        replace: true,
      }),
    [navigate, query, base, peekedOnMap],
  );
  return { list, query, filter, map, peeking, change, peek, moveMap };
}
