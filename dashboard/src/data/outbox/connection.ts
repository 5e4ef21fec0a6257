// Whether the service can be reached, and how far the clock of the phone is off. The browser's own word on the
// connection says only that there is a network.
import { useSyncExternalStore } from "react";

import * as session from "../session/session";

// Of the phone, whichever screen is shown.
let reachable = navigator.onLine && session.current() !== "unreachable";
let skew = 0; // milliseconds that the phone is ahead of the service
const listeners = new Set<() => void>();
const tolerated = 30_000;

function become(next: boolean): void {
  if (reachable === next) return;
  reachable = next;
  for (const listener of [...listeners]) listener();
}

export function onConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isReachable = (): boolean => reachable;
export const lost = (): void => become(false);
export const useReachable = (): boolean => useSyncExternalStore(onConnection, isReachable);

// serviceTime is a moment of the phone's clock by the clock of the service, never later than now.
export function serviceTime(at: number): string {
  return new Date(Math.min(at, Date.now()) - (Math.abs(skew) > tolerated ? skew : 0)).toISOString();
}

// probe asks the service for a sign of life.
export async function probe(): Promise<boolean> {
  if (!navigator.onLine) {
    become(false);
    return false;
  }
  try {
    const begun = Date.now();
    const response = await fetch("/healthz", {
      cache: "no-store",
      credentials: "omit",
      signal: AbortSignal.timeout(8000),
    });
    const told = Date.parse(response.headers.get("Date") ?? "");
    if (response.ok && !Number.isNaN(told)) skew = (begun + Date.now()) / 2 - told;
    become(response.ok);
    if (response.ok && session.current() === "unreachable") void session.start();
  } catch {
    become(false);
  }
  return reachable;
}

session.subscribe(() => {
  if (session.current() === "unreachable") become(false);
  if (session.current() === "in") void probe();
});
window.addEventListener("offline", () => become(false));
window.addEventListener("online", () => void probe());
setInterval(() => {
  if (!reachable && navigator.onLine && !document.hidden) void probe();
}, 8000);
