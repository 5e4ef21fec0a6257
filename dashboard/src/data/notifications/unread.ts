// What has been sent to whoever is signed in: how much of it is unread, which of it is urgent. One stream for all tabs of a
// browser says when that changes, on whichever device it was read.
import { useQuery, type QueryClient } from "@tanstack/react-query";

import { nodes } from "../graph/nodes";
import { run } from "../graph/client";
import { keyOf } from "../graph/keys";
import { follow } from "../graph/stream";
import { current, subscribe } from "../session/session";
import { isAdmin, viewerId, viewerNow, type Viewer } from "../session/viewer";
import {
  BellDocument,
  LiveNotificationsDocument,
  MarkReadDocument,
  MarkUnreadDocument,
  type BellQuery,
  type LiveNotificationsSubscription,
  type NotificationRowFragment,
} from "./generated";
import { isLive } from "../../lib/domain";
import { onDevice } from "../../lib/storage";
import { channelOf, underLock } from "../../lib/tabs";

const name = "redress-bell";
const most = 99; // what the bell counts to
// The last change that any tab has seen: the stream goes on after it when another tab reads it.
let last: string | undefined;

export type Received = NonNullable<LiveNotificationsSubscription["notificationsChanged"]["notification"]>;

// startBell follows what changes until the signal aborts. What is new is told in one tab of the browser.
export function startBell(
  signal: AbortSignal,
  queries: QueryClient,
  onNew: (it: Received, unread: number) => void,
): void {
  const channel = channelOf(name);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let before = false; // whether the stream was connected before
  const readAgain = (unread?: number): void => {
    if (unread !== undefined)
      queries.setQueryData<BellQuery>(keyOf("bell"), (it) => it && { ...it, unreadNotifications: unread });
    timer ??= setTimeout(() => {
      // many at once are read once
      timer = undefined;
      for (const key of ["bell", "notifications"] as const) void queries.invalidateQueries({ queryKey: keyOf(key) });
    }, 250);
  };
  channel?.addEventListener("message", ({ data }: MessageEvent<{ unread?: number; id?: string }>) => {
    last = data.id ?? last;
    readAgain(data.unread);
  });
  signal.addEventListener(
    "abort",
    () => {
      clearTimeout(timer);
      channel?.close();
    },
    { once: true },
  );
  const tell = (change: { unread?: number; id?: string }): void => {
    if (signal.aborted) return;
    readAgain(change.unread);
    channel?.postMessage(change);
  };
  void underLock(
    name,
    () =>
      follow<LiveNotificationsSubscription>(signal, {
        document: LiveNotificationsDocument,
        after: () => last,
        onData: ({ notificationsChanged: { eventId, unread, notification } }) => {
          last = eventId;
          tell({ unread, id: eventId });
          if (notification) onNew(notification, unread);
        },
        onGone: () => (last = undefined),
        onConnected: (missed) => {
          if (missed) tell({});
          if (before) void queries.invalidateQueries({ queryKey: keyOf("held-mail") }); // the service may have been restored meanwhile
          before = true;
        },
        onCut: () => undefined,
      }),
    signal,
  ).catch(() => undefined);
}

const keptKey = "redress-bell"; // what a solver's phone shows where there is no connection

subscribe(() => current() === "out" && onDevice.remove(keptKey));

function kept(): BellQuery | undefined {
  const it = JSON.parse(onDevice.get(keptKey) ?? "{}") as { account?: string; bell?: BellQuery };
  return it.account === viewerId() ? it.bell : undefined;
}

export function useBell(): { unread: number; words: string; urgent: NotificationRowFragment[]; more: number } {
  const { data } = useQuery({
    queryKey: keyOf("bell"),
    queryFn: async ({ signal }) => {
      const bell = await run(BellDocument, {}, { signal });
      if (viewerNow()?.role === "SOLVER") onDevice.set(keptKey, JSON.stringify({ account: viewerId(), bell }));
      return bell;
    },
    staleTime: 60_000,
    initialData: kept,
    initialDataUpdatedAt: 0,
  });
  const unread = data?.unreadNotifications ?? 0;
  const urgent = nodes(data?.urgent);
  return {
    unread,
    words: unread > most ? `${most}+` : String(unread),
    urgent,
    more: (data?.urgent.totalCount ?? 0) - urgent.length,
  };
}

// mark sets the read mark of a notification; what shows it is read again at once, elsewhere by the stream.
export async function mark(queries: QueryClient, id: string, read = true): Promise<void> {
  await (read ? run(MarkReadDocument, { id }, { keepalive: true }) : run(MarkUnreadDocument, { id }));
  await Promise.all(
    (["bell", "notifications", "notification"] as const).map((key) =>
      queries.invalidateQueries({ queryKey: keyOf(key) }),
    ),
  );
}

// leadsTo is the page of what a notification is about, or undefined where it is only to be read.
export function leadsTo(
  { broadcastId, complaintId, taskId, task }: NotificationRowFragment,
  viewer: Viewer | undefined,
): string | undefined {
  if (broadcastId) return isAdmin(viewer) ? `/broadcasts?open=${broadcastId}` : undefined;
  if (viewer?.role === "SOLVER") return taskId && task && isLive(task.status) ? `/today/${taskId}` : undefined;
  if (viewer?.role === "PROVIDER") return taskId ? `/tasks?open=${taskId}` : undefined;
  return complaintId ? `/complaints/${complaintId}` : undefined;
}
