// The ways that lead from the page of a complaint: back to the list that it was opened from, and to its neighbours there.
import { useEffect } from "react";
import { useLocation } from "wouter";

import { neighboursOf, originNow } from "../../data/graph/neighbours";

export type Ways = ReturnType<typeof useWays>;

export function useWays(id: string, admin: boolean) {
  const [, navigate] = useLocation();
  const place = neighboursOf(id);
  const back = place?.back ?? (admin ? "/complaints" : "/mine");
  const go = (to: string | undefined): void => {
    if (to) navigate(`/complaints/${to}`, { replace: true });
  };
  useEffect(() => {
    originNow()?.wanted?.(id);
  }, [id]);
  return {
    place,
    back,
    toList: () => navigate(back),
    toPrevious: () => go(place?.previous),
    toNext: () => go(place?.next),
  };
}
