// What was sent to whoever is signed in: newest first, read or not, and where each leads. A broadcast opens whole.
import { Button } from "@mantine/core";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Bell, CheckCheck, Mail, MailOpen, TriangleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";

import { run } from "../../data/graph/client";
import { keyOf } from "../../data/graph/keys";
import { needsMessages, t } from "../../lib/i18n/more";
import { dateTime } from "../../lib/i18n/format";
import { useKeys } from "../../lib/keyboard";
import { leadsTo, mark, useBell } from "../../data/notifications/unread";
import {
  MarkAllReadDocument,
  NotificationDocument,
  NotificationsDocument,
  type NotificationRowFragment,
} from "../../data/notifications/generated";
import listStyles from "../../parts/list/list.module.css";
import { step, useSuccessor } from "../../parts/list/focus";
import { useGraph } from "../../parts/list/page";
import { Facts, Panel, Screen } from "../../parts/list/Screen";
import { useList, type List } from "../../parts/list/url";
import { Bones, Empty, ErrorNotice } from "../../parts/Notice";
import { PlainButton } from "../../parts/Plain";
import { Ago } from "../../parts/Time";
import { done, failed } from "../../parts/undo";
import { Titled, Verbatim } from "../../parts/Verbatim";
import { useOrganization, useViewer } from "../../data/session/viewer";
import styles from "./notifications.module.css";
import { useBusy } from "../../parts/busy";

function Notifications() {
  const list = useList();
  const unreadOnly = list.filters.show === "unread";
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: keyOf("notifications", unreadOnly),
    queryFn: ({ signal, pageParam }) =>
      run(NotificationsDocument, { after: pageParam, where: unreadOnly ? { readAtIsNil: true } : null }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ notifications: { pageInfo } }) =>
      pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined,
    staleTime: 5_000,
  });
  const rows = useGrouped(
    data?.pages.flatMap(({ notifications }) => notifications.edges?.map(({ node }) => node!) ?? []),
  );
  const place = useRef<HTMLUListElement>(null);
  const queries = useQueryClient();
  // The keys go from title to title, and mark the one that has the focus.
  const go = (by: number): boolean => step(place.current, "[data-notification] a", by);
  const read = (): void => {
    const id = document.activeElement?.closest<HTMLElement>("[data-notification]")?.dataset.notification;
    const row = rows?.find((it) => it.id === id);
    if (!row) return;
    go(1);
    void mark(queries, row.id, row.readAt === null).catch(failed);
  };
  useKeys({ j: () => go(1), k: () => go(-1), ArrowDown: () => go(1), ArrowUp: () => go(-1), e: read });
  return (
    <Screen
      title={t("notifications.title")}
      actions={<AllRead />}
      panel={list.open && <Whole key={list.open} id={list.open} list={list} />}
    >
      <nav className={listStyles.tabs} aria-label={t("notifications.show")}>
        <Link href={list.href({ show: undefined, open: undefined })} aria-current={unreadOnly ? undefined : "page"}>
          {t("notifications.all")}
        </Link>
        <Link href={list.href({ show: "unread", open: undefined })} aria-current={unreadOnly ? "page" : undefined}>
          {t("notifications.unread")}
        </Link>
      </nav>
      {error && <ErrorNotice error={error} retry={() => void refetch()} />}
      {!rows && !error && <Bones lines={9} />}
      {rows?.length === 0 && (
        <Empty icon={Bell} title={t(unreadOnly ? "notifications.noneUnread" : "notifications.none")}>
          {unreadOnly ? (
            <Link href="/notifications">{t("notifications.showAll")}</Link>
          ) : (
            <p>{t("notifications.noneText")}</p>
          )}
        </Empty>
      )}
      <ul ref={place} className={styles.list} aria-label={t("notifications.title")}>
        {rows?.map((row, at) => (
          <Row
            key={row.id}
            row={row}
            list={list}
            follows={row.complaint != null && rows[at - 1]?.complaint?.reference === row.complaint.reference}
          />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("notifications.older")}
        </Button>
      )}
    </Screen>
  );
}

// useGrouped brings together what is about one complaint, in the order of the newest of each. While the list is shown groups
// keep their places, so that nobody who works through it is led back: what is new stands above them, what is older below.
function useGrouped(rows: NotificationRowFragment[] | undefined): NotificationRowFragment[] | undefined {
  const shown = useRef<string[]>([]);
  const groups = new Map<string, NotificationRowFragment[]>();
  for (const row of rows ?? []) {
    const about = row.complaint?.reference ?? row.id;
    groups.set(about, [...(groups.get(about) ?? []), row]);
  }
  const names = [...groups.keys()];
  const known = shown.current.filter((name) => groups.has(name));
  const from = Math.max(
    0,
    names.findIndex((name) => known.includes(name)),
  );
  const order = [...names.slice(0, from), ...known, ...names.slice(from).filter((name) => !known.includes(name))];
  useEffect(() => {
    shown.current = order;
  });
  return rows && order.flatMap((name) => groups.get(name)!);
}

interface RowProps {
  row: NotificationRowFragment;
  list: List;
  follows: boolean; // another one about the same complaint
}

function Row({ row, list, follows }: RowProps) {
  const viewer = useViewer();
  const queries = useQueryClient();
  const [busy, once] = useBusy();
  const to = row.broadcastId ? undefined : leadsTo(row, viewer);
  const line = useSuccessor<HTMLLIElement>("button");
  const set = (read: boolean): void => void once(() => mark(queries, row.id, read).catch(failed));
  return (
    <li
      ref={line}
      data-notification={row.id}
      data-follows={follows || undefined}
      data-unread={row.readAt === null || undefined}
      data-open={row.id === list.open || undefined}
    >
      <span className={styles.dot} aria-hidden />
      <div>
        {row.complaint && !follows && (
          <p className={styles.about}>
            <Titled of={row.complaint} />
          </p>
        )}
        <p className={styles.title}>
          {row.urgent && <TriangleAlert size={14} aria-label={t("notifications.urgent")} />}
          <Link href={to ?? list.href({ open: row.id })} onClick={() => row.readAt === null && to && set(true)}>
            <bdi>{row.title}</bdi>
          </Link>
          {row.readAt === null && <span className="visually-hidden">{t("notifications.isUnread")}</span>}
        </p>
        {row.message && row.message !== row.complaint?.title && (
          <p className={styles.message} dir="auto">
            {row.message}
          </p>
        )}
        <p className={styles.soft}>
          {row.sender && (
            <>
              <Verbatim>{row.sender}</Verbatim> ·{" "}
            </>
          )}
          <Ago at={row.createdAt} />
        </p>
      </div>
      <PlainButton
        quiet
        small
        aria-disabled={busy || undefined /* disabled, it would lose the focus */}
        aria-label={t(row.readAt ? "notifications.markUnread" : "notifications.markRead")}
        title={t(row.readAt ? "notifications.markUnread" : "notifications.markRead")}
        onClick={() => set(row.readAt === null)}
      >
        {row.readAt ? <Mail size={16} aria-hidden /> : <MailOpen size={16} aria-hidden />}
      </PlainButton>
    </li>
  );
}

// AllRead marks what is there when it is pressed, step by step; what comes meanwhile stays unread.
function AllRead() {
  const { unread } = useBell();
  const queries = useQueryClient();
  const [marked, setMarked] = useState<number>();
  const all = async (): Promise<void> => {
    let count = 0;
    try {
      for (let until: string | undefined, more = true; more;) {
        setMarked(count);
        ({
          markAllNotificationsRead: { more, until },
        } = await run(MarkAllReadDocument, { input: until ? { until } : null }).then((it) => {
          count += it.markAllNotificationsRead.marked;
          return it;
        }));
      }
      done({ text: t("notifications.allMarked", { n: count }) });
    } catch (cause) {
      failed(cause);
    }
    setMarked(undefined);
    for (const key of ["bell", "notifications", "notification"] as const)
      void queries.invalidateQueries({ queryKey: keyOf(key) });
  };
  return (
    <Button
      variant="default"
      leftSection={<CheckCheck size={15} aria-hidden />}
      disabled={unread === 0 || marked !== undefined}
      onClick={() => void all()}
    >
      {marked ? t("notifications.marking", { n: marked }) : t("notifications.markAll")}
    </Button>
  );
}

// Whole is one notification with all of its text. Who opens it has read it.
function Whole({ id, list }: { id: string; list: List }) {
  const viewer = useViewer();
  const organization = useOrganization();
  const queries = useQueryClient();
  const { data, error, refetch } = useGraph("notification", NotificationDocument, { where: { id } }, { keep: false });
  const found = data?.notifications.edges?.[0]?.node;
  // What is urgent is known before: it is there at once, and where there is no connection.
  const { urgent } = useBell();
  const row = data ? found : urgent.find((it) => it.id === id);
  const unread = found?.readAt === null;
  const close = (): void => list.set({ open: undefined });
  useEffect(() => {
    if (unread) void mark(queries, id).catch(failed);
    // oxlint-disable-next-line react/exhaustive-deps -- marked when it is opened, and not when it is marked as unread again
  }, [found?.id]);
  if (!row) {
    return (
      <Panel title={t("notifications.one")} onClose={close}>
        {error ? (
          <ErrorNotice error={error} retry={refetch} />
        ) : data ? (
          <p>{t("notifications.gone")}</p>
        ) : (
          <Bones lines={5} />
        )}
      </Panel>
    );
  }
  const to = leadsTo(row, viewer);
  const from = <Verbatim>{row.sender || organization}</Verbatim>;
  return (
    <Panel
      title={row.title}
      about={row.urgent ? <strong>{t("notifications.urgent")}</strong> : undefined}
      onClose={close}
    >
      <Facts
        of={[
          [t("notifications.from"), from],
          [t("notifications.at"), dateTime(row.createdAt)],
          [t("notifications.about"), row.complaint && <Titled of={row.complaint} />],
        ]}
      />
      <p className={styles.whole}>{row.message || row.title}</p>
      <div className={listStyles.buttons}>
        {to && (
          <Button component={Link} href={to}>
            {t(
              row.broadcastId
                ? "notifications.toBroadcast"
                : row.taskId && viewer?.role === "SOLVER"
                  ? "notifications.toTask"
                  : "notifications.toComplaint",
            )}
          </Button>
        )}
        <Button
          variant="default"
          onClick={() =>
            void mark(queries, id, unread)
              .then(() => unread || close())
              .catch(failed)
          }
        >
          {t(unread ? "notifications.markRead" : "notifications.markUnread")}
        </Button>
      </div>
    </Panel>
  );
}

export default needsMessages(Notifications);
