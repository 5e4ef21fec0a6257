// Where the phone is, asked for only when somebody wants distances, and ways to the places of tasks.
import { useSyncExternalStore } from "react";

import { t } from "../../lib/i18n/more";
import { number } from "../../lib/i18n/format";

export interface Position {
  latitude: number;
  longitude: number;
}

type State = { position?: Position; fault?: "denied" | "failed"; asking?: boolean };
// Asked of the phone once for all screens.
let state: State = {};
const listeners = new Set<() => void>();

function become(next: State): void {
  state = next;
  for (const listener of [...listeners]) listener();
}

export const usePosition = (): State =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );

export function locate(): void {
  if (!("geolocation" in navigator)) return become({ fault: "failed" });
  become({ ...state, asking: true });
  navigator.geolocation.getCurrentPosition(
    ({ coords: { latitude, longitude } }) => become({ position: { latitude, longitude } }),
    (error) => become({ fault: error.code === error.PERMISSION_DENIED ? "denied" : "failed" }),
    { maximumAge: 60_000, timeout: 15_000 },
  );
}

// distance returns the metres between two places.
export function distance(a: Position, b: Position): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const dLat = radians(b.latitude - a.latitude);
  const dLong = radians(b.longitude - a.longitude);
  const h =
    Math.sin(dLat / 2) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(dLong / 2) ** 2;
  return 2 * 6_371_000 * Math.asin(Math.sqrt(h));
}

export function distanceWords(metres: number): string {
  if (metres < 1000) return t("solver.metres", { n: number(Math.max(10, Math.round(metres / 10) * 10)) });
  return t("solver.kilometres", {
    n: number(metres < 10_000 ? Math.round(metres / 100) / 10 : Math.round(metres / 1000)),
  });
}

interface Target {
  latitude: number | null;
  longitude: number | null;
  address: string;
}

export const positionOf = (it: Target): Position | undefined =>
  it.latitude === null || it.longitude === null ? undefined : { latitude: it.latitude, longitude: it.longitude };

// wayTo returns a link that opens the phone's own navigation; nothing is asked for until it is tapped.
export function wayTo(it: Target): string | undefined {
  const position = positionOf(it);
  if (!position && !it.address) return undefined;
  const apple = /iPhone|iPad|Macintosh/.test(navigator.userAgent);
  const point = position ? `${position.latitude},${position.longitude}` : "";
  const place = encodeURIComponent(it.address);
  if (apple) return `maps:?daddr=${point || place}`;
  return position ? `geo:${point}?q=${point}${it.address ? `(${place})` : ""}` : `geo:0,0?q=${place}`;
}
