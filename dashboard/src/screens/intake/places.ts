// Places that are known because something was reported there, found by their addresses.
import { useQuery } from "@tanstack/react-query";

import { run } from "../../data/graph/client";
import { nodes } from "../../data/graph/nodes";
import { keyOf } from "../../data/graph/keys";
import type { Draft } from "./draft";
import { IntakePlacesDocument, type IntakePlacesQuery } from "./generated";
import { useSettled } from "./settled";

interface Place {
  address: string;
  latitude: number;
  longitude: number;
  zoneId: string;
  zone: string;
}

// placesOf returns each address once, those with the wanted text in it first.
function placesOf(found: IntakePlacesQuery | undefined, wanted: string): Place[] {
  const known = new Map<string, Place>();
  for (const it of nodes(found?.complaints)) {
    if (it.address && it.latitude !== null && it.longitude !== null && !known.has(it.address)) {
      known.set(it.address, {
        address: it.address,
        latitude: it.latitude,
        longitude: it.longitude,
        zoneId: it.zone?.id ?? "",
        zone: it.zone?.name ?? "",
      });
    }
  }
  return [...known.values()]
    .toSorted(
      (a, b) => Number(b.address.toLowerCase().includes(wanted)) - Number(a.address.toLowerCase().includes(wanted)),
    )
    .slice(0, 6);
}

export type Places = ReturnType<typeof usePlaces>;

export function usePlaces({ address, position }: Draft) {
  const text = useSettled(address.trim(), 200);
  const places = useQuery({
    queryKey: keyOf("intake-places", text),
    queryFn: ({ signal }) => run(IntakePlacesDocument, { text }, { signal }),
    enabled: text.length > 2 && position === "",
    placeholderData: (before) => before,
  });
  return {
    found: position === "" && text.length > 2 ? placesOf(places.data, address.trim().toLowerCase()) : [],
    busy: places.isFetching,
  };
}
