// Live changes: one stream for all tabs of a browser (a browser opens six connections to a host at most). The tab
// that holds the lock reads it and passes each event to the others. After an interruption it goes on after the last
// event; where that is not possible, screens are told to read again.
import { createClient } from "graphql-sse";
import { useEffect, useRef, useSyncExternalStore } from "react";

import { language } from "../i18n";
import * as session from "../session/session";
import { endpoint } from "./client";
import { LiveComplaintsDocument, type LiveComplaintsSubscription } from "./generated";
import { putComplaint } from "./rows";

export type ComplaintEvent = LiveComplaintsSubscription["complaintChanged"]["changes"][number];
export type LiveEvent = { kind: "complaint"; event: ComplaintEvent; id: string } | { kind: "resync" } | { kind: "connected" } | { kind: "cut" };

const name = "redress-live";
const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(name);
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
  void navigator.locks.request(name, { signal }, () => follow(signal)).catch(() => undefined);
}

async function follow(signal: AbortSignal): Promise<void> {
  let used = "";
  const client = createClient({
    url: endpoint,
    retryAttempts: 0,
    credentials: "omit",
    headers: async () => ({ Authorization: `Bearer ${(used = await session.token())}`, "Accept-Language": language() }),
  });
  let pause = 500;
  let begun = false;
  while (!signal.aborted) {
    const resumed = last;
    const opened = Date.now();
    try {
      await new Promise<void>((resolve, reject) => {
        const stop = client.subscribe<LiveComplaintsSubscription>(
          { query: LiveComplaintsDocument.toString(), variables: { after: last } },
          {
            next: ({ data, errors }) => {
              if (errors?.length) {
                if (errors.some((error) => JSON.stringify(error.extensions ?? {}).includes('"gone"'))) last = undefined;
                return reject(errors[0]);
              }
              if (data) for (const event of data.complaintChanged.changes) tell({ kind: "complaint", event, id: data.complaintChanged.eventId });
            },
            error: reject,
            complete: resolve,
          },
          {
            connected: () => {
              pause = 500;
              tell({ kind: "connected" });
              // Whatever happened between reading a screen and the stream's beginning is read again.
              if (resumed === undefined && begun) tell({ kind: "resync" });
              begun = true;
            },
          },
        );
        signal.addEventListener("abort", () => {
          stop();
          resolve();
        }, { once: true });
      });
    } catch (cause) {
      // A token that has expired is renewed as the next connection asks for one. Whether the session has ended is
      // found out by renewing it, so that a page on which nobody does anything says so too.
      const { code, extensions, response } = cause as { code?: string; extensions?: { code?: string }; response?: Response };
      if ((extensions?.code ?? code) === "PERMISSION_DENIED") return; // service providers follow no complaints
      if ((extensions?.code ?? code) === "SESSION_REVOKED" || response?.status === 401) await session.renew(used).catch(() => undefined);
    }
    if (signal.aborted) return;
    if (Date.now() - opened > 60_000) pause = 500;
    const cut = setTimeout(() => tell({ kind: "cut" }), 3000);
    await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
    clearTimeout(cut);
    pause = Math.min(pause * 2, 20_000);
    if (pause >= 4000) tell({ kind: "cut" });
  }
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
