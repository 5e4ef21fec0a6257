// What is known already: what the caller has reported, and what is open close by.
import { useQuery } from "@tanstack/react-query";

import { run } from "../../data/graph/client";
import { keyOf } from "../../data/graph/keys";
import { isOpen } from "../../lib/domain";
import { positionOf, type Caller, type Draft } from "./draft";
import { IntakeNearbyDocument, type IntakeNearbyQuery } from "./generated";

export type Known = Caller["complaints"][number];
export type Similar = Known & { distance: number | undefined; theirs: boolean };

// similarOf returns what may be the same, the nearest first, each once.
function similarOf(theirs: Caller | undefined, nearby: IntakeNearbyQuery | undefined): Similar[] {
  const near = (nearby?.nearbyComplaints ?? []).flatMap((it) =>
    it.complaint && isOpen(it.complaint.status) ? [{ ...it.complaint, distance: it.distance, theirs: false }] : [],
  );
  const own = (theirs?.openComplaints ?? []).map((it) => ({
    ...it,
    distance: near.find((other) => other.id === it.id)?.distance,
    theirs: true,
  }));
  return [...own, ...near.filter((it) => !own.some((other) => other.id === it.id))].toSorted(
    (a, b) => (a.distance ?? 1e9) - (b.distance ?? 1e9),
  );
}

export function useKnown(draft: Draft, theirs: Caller | undefined) {
  const position = positionOf(draft.position);
  const nearby = useQuery({
    queryKey: keyOf("intake-nearby", draft.position),
    queryFn: ({ signal }) => run(IntakeNearbyDocument, position!, { signal }),
    enabled: position !== undefined,
  });
  return {
    same: similarOf(theirs, nearby.data),
    earlier: (theirs?.complaints ?? []).filter((it) => !isOpen(it.status)),
    placed: position !== undefined,
    busy: nearby.isFetching,
  };
}
