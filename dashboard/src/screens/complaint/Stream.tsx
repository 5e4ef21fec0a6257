// One stream of all that happened to a complaint, newest last: moves, comments, steps of its task, reports, files, edits.
import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useLayoutEffect, useMemo, useRef, type RefObject } from "react";

import { t } from "../../lib/i18n/more";
import { viewerId } from "../../data/session/viewer";
import { ErrorNotice, Bones, Empty } from "../../parts/Notice";
import styles from "./complaint.module.css";
import { useTimeline, type Case, type Entry, type TimelineKind } from "./data";
import type { ShowPictures } from "./Media";
import { StreamItem, type Item } from "./StreamItem";

export type Tab = "all" | "public" | "internal" | "history";
export const tabs: Tab[] = ["all", "public", "internal", "history"];

const kindsOf: Record<Tab, TimelineKind[] | undefined> = {
  all: undefined,
  public: ["MOVE", "COMMENT", "MEDIA"],
  internal: ["MOVE", "COMMENT", "TASK_STEP", "UPDATE", "MEDIA", "LATE_EVIDENCE"],
  history: ["MOVE", "TASK_STEP", "EDIT"],
};

function fits(tab: Tab, entry: Entry): boolean {
  if (tab === "public")
    return entry.kind === "MOVE" || entry.comment?.visibility === "PUBLIC" || entry.media?.visibility === "PUBLIC";
  if (tab === "internal") {
    return (
      entry.kind === "TASK_STEP" ||
      entry.kind === "UPDATE" ||
      entry.kind === "LATE_EVIDENCE" ||
      Boolean(entry.statusLog?.internalNote) ||
      entry.comment?.visibility === "INTERNAL" ||
      entry.media?.visibility === "INTERNAL"
    );
  }
  return true;
}

// together joins what belongs to one operation, of entries from the newest on, and returns it newest last.
function together(entries: Entry[], alone: boolean): Item[] {
  const items: Item[] = [];
  for (const entry of entries) {
    const last = items.at(-1);
    if (!alone && last && last.entry.at === entry.at && !last.step) {
      if (last.entry.kind === "MOVE" && entry.kind === "TASK_STEP") {
        last.step = entry;
        continue;
      }
      if (last.entry.kind === "TASK_STEP" && entry.kind === "MOVE") {
        items[items.length - 1] = { entry, step: last.entry };
        continue;
      }
    }
    if (
      entry.kind === "MEDIA" &&
      last?.entry.kind === "MEDIA" &&
      entry.media &&
      last.files &&
      last.entry.media?.uploadedBy?.id === entry.media.uploadedBy?.id &&
      last.entry.media?.agent === entry.media.agent &&
      Date.parse(last.entry.at) - Date.parse(entry.at) < 600_000
    ) {
      last.files.push(entry.media);
      continue;
    }
    items.push({ entry, files: entry.media ? [entry.media] : undefined });
  }
  return items.map((it) => ({ ...it, files: it.files?.toReversed() })).toReversed();
}

const keyOfItem = ({ entry }: Item): string =>
  `${entry.kind}${entry.at}${entry.statusLog?.id ?? entry.comment?.id ?? entry.taskUpdate?.id ?? entry.media?.id ?? entry.revision?.id ?? entry.lateEvidence?.id ?? entry.step}`;

// useNewest keeps the newest item in view: at first, after one's own comment, and when one comes after another that is in
// view. Whoever reads further up stays there.
function useNewest(list: RefObject<HTMLOListElement | null>, newest: Item | undefined): void {
  const before = useRef<Element>(undefined);
  const key = newest && keyOfItem(newest);
  const own = newest?.entry.comment?.author?.id === viewerId();
  useLayoutEffect(() => {
    const last = list.current?.lastElementChild;
    if (!last) return;
    const { top = 0, bottom = 0 } = before.current?.isConnected ? before.current.getBoundingClientRect() : {};
    before.current = last;
    if (own || (top < innerHeight && bottom >= 0)) last.scrollIntoView({ block: "nearest" });
  }, [list, key, own]);
}

export function Stream({
  complaint,
  tab,
  admin,
  open,
}: {
  complaint: Case;
  tab: Tab;
  admin: boolean;
  open: ShowPictures;
}) {
  const kinds = admin ? kindsOf[tab] : undefined;
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useTimeline(
    complaint.id,
    kinds,
  );
  const items = useMemo(
    () =>
      together(
        (data?.pages ?? []).flatMap((page) => page.entries).filter((entry) => fits(tab, entry)),
        tab === "internal",
      ),
    [data, tab],
  );
  const list = useRef<HTMLOListElement>(null);
  const wide = useMediaQuery("(min-width: 861px)", undefined, { getInitialValueInEffect: false }); // as in complaint.module.css
  useNewest(list, admin && wide ? items.at(-1) : undefined); // who has reported it reads the answer first
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (isPending)
    return (
      <div className={styles.streamWait}>
        <Bones lines={6} />
      </div>
    );
  return (
    <>
      {items.length === 0 && <Empty title={t(`stream.none.${tab}`)} />}
      {hasNextPage && (
        <Button
          variant="default"
          className={styles.older}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t("stream.older")}
        </Button>
      )}
      <ol ref={list} className={styles.stream}>
        {items.map((it) => (
          <li key={keyOfItem(it)}>
            <StreamItem {...it} complaint={complaint} admin={admin} open={open} />
          </li>
        ))}
      </ol>
    </>
  );
}
