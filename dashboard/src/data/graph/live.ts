// Live changes: one stream for all tabs of a browser (a browser opens six connections to a host at most). The tab
// that holds the lock reads it and passes each event to the others. After an interruption it goes on after the last
// event; where that is not possible, screens are told to read again.
import { useEffect, useRef, useSyncExternalStore } from "react";

import { LiveComplaintsDocument, type LiveComplaintsSubscription } from "./generated";
import { putComplaint } from "./rows";
import { follow } from "./stream";
import { channelOf, underLock } from "../../lib/tabs";

export type ComplaintEvent = LiveComplaintsSubscription["complaintChanged"]["changes"][number];
export type LiveEvent =
  | { kind: "complaint"; event: ComplaintEvent; id: string }
  | { kind: "resync" }
  | { kind: "connected" }
  | { kind: "cut" };

const name = "redress-live";
const channel = channelOf(name);
// One stream serves all components of the tab.
const handlers = new Set<(event: LiveEvent) => void>();
const statusListeners = new Set<() => void>();
let last: string | undefined; // the last event that any tab has seen
let connected = true; // until it is known to be cut

function deliver(event: LiveEvent): void {
  if (event.kind === "complaint") {
    last = event.id;
    putComplaint(event.event.complaint);
  }
  if (event.kind === "connected" || event.kind === "cut") {
    connected = event.kind === "connected";
    for (const listener of statusListeners) listener();
  }
  for (const handler of handlers) handler(event);
}

channel?.addEventListener("message", ({ data }: MessageEvent<LiveEvent>) => deliver(data));

function tell(event: LiveEvent): void {
  deliver(event);
  channel?.postMessage(event);
}

// start follows what happens until the signal aborts.
export function start(signal: AbortSignal): void {
  void underLock(
    name,
    () =>
      follow<LiveComplaintsSubscription>(signal, {
        document: LiveComplaintsDocument,
        after: () => last,
        onData: ({ complaintChanged }) => {
          for (const event of complaintChanged.changes)
            tell({ kind: "complaint", event, id: complaintChanged.eventId });
        },
        onGone: () => (last = undefined),
        onConnected: (missed) => {
          tell({ kind: "connected" });
          if (missed) tell({ kind: "resync" }); // what happened between reading a screen and the stream's beginning is read again
        },
        onCut: () => tell({ kind: "cut" }),
      }),
    signal,
  ).catch(() => undefined);
}

// onLive calls a handler with each event until it is told to stop.
export function onLive(handler: (event: LiveEvent) => void): () => void {
  handlers.add(handler);
  return () => void handlers.delete(handler);
}

// useLive calls a handler with each event while a component is shown.
export function useLive(handler: (event: LiveEvent) => void): void {
  const latest = useRef(handler);
  latest.current = handler;
  useEffect(() => {
    return onLive((event) => latest.current(event));
  }, []);
}

export const useConnected = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      statusListeners.add(listener);
      return () => statusListeners.delete(listener);
    },
    () => connected,
  );
