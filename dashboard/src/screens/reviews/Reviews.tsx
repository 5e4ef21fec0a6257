// Work that was handed in, one at a time: before and after side by side, a verdict, the next.
import { ActionIcon, Button, Textarea } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, ChevronLeft, ChevronRight, ClipboardCheck, Undo2 } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { Link, useLocation, useParams } from "wouter";

import { run } from "../../data/graph/client";
import { keyOf } from "../../data/graph/keys";
import { asGraphError } from "../../data/graph/errors";
import { useLive } from "../../data/graph/live";
import { needsMessages, t } from "../../lib/i18n/more";
import { Bones, Empty, ErrorNotice } from "../../parts/Notice";
import { Priority } from "../../parts/Priority";
import { Ago, Due } from "../../parts/Time";
import { done } from "../../parts/undo";
import { usePanZoom } from "../../parts/zoom";
import { useDraft } from "../../data/session/drafts";
import { serviceNow } from "../../data/session/viewer";
import { useKeys } from "../../lib/keyboard";
import { useTitle } from "../../parts/title";
import {
  ReviewListDocument,
  ReviewOfComplaintDocument,
  ReviewTaskDocument,
  ReviewVerdictDocument,
  type ReviewPhotoFragment,
  type ReviewTaskQuery,
} from "./generated";
import { Pairs } from "./Pairs";
import styles from "./reviews.module.css";
import { useBusy } from "../../parts/busy";

type Task = NonNullable<ReviewTaskQuery["task"]>;

const ahead = 2; // so many of the next ones are read before they are shown, with their photos

const none: string[] = []; // the same at each render

const taskQuery = (id: string) => ({
  queryKey: keyOf("review", id),
  staleTime: 4 * 60_000, // links to photos work a little longer
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { task } = await run(ReviewTaskDocument, { id }, { signal });
    for (const photo of task ? [...beforeOf(task), ...afterOf(task)] : [])
      if (photo.mediaType === "IMAGE") new Image().src = photo.url;
    return task;
  },
});

type Edges<T> = { edges: ({ node: T | null } | null)[] | null };
const nodes = <T,>(it: Edges<T>): T[] => (it.edges ?? []).flatMap((edge) => (edge?.node ? [edge.node] : []));
const completionOf = (task: Task) => nodes(task.updates).findLast((it) => it.type === "COMPLETION");
const afterOf = (task: Task): ReviewPhotoFragment[] => {
  const completion = completionOf(task);
  return completion ? nodes(completion.media) : [];
};
const beforeOf = (task: Task): ReviewPhotoFragment[] => [
  ...(task.complaint ? nodes(task.complaint.media) : []),
  ...nodes(task.updates)
    .filter((it) => it.id !== completionOf(task)?.id)
    .flatMap((it) => nodes(it.media)),
];

function Reviews() {
  const { id: named } = useParams<{ id?: string }>();
  const [order, setOrder] = useState<string[]>(); // stays as it is while one works; new ones are added at the end
  const [at, setAt] = useState(0);
  const [judged, setJudged] = useState<ReadonlySet<string>>(new Set());
  const queries = useQueryClient();
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useTitle(t("shell.reviews"));

  const list = useQuery({
    queryKey: keyOf("reviews", named ?? ""),
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const [{ tasks }, wanted] = await Promise.all([
        run(ReviewListDocument, {}, { signal }),
        named ? run(ReviewOfComplaintDocument, { reference: named }, { signal }) : undefined,
      ]);
      const first = wanted && nodes(wanted.complaints).flatMap((it) => nodes(it.tasks))[0];
      const ids = nodes(tasks).map((it) => it.id);
      return first ? [first.id, ...ids.filter((it) => it !== first.id)] : ids;
    },
  });
  const found = list.data;
  useEffect(() => {
    if (found) setOrder((now) => (now ? [...now, ...found.filter((it) => !now.includes(it))] : found));
  }, [found]);
  useLive((event) => {
    if (
      event.kind !== "resync" &&
      (event.kind !== "complaint" || !event.event.changed.some((it) => it === "TASKS" || it === "STATUS"))
    )
      return;
    waiting.current ??= setTimeout(() => {
      waiting.current = undefined;
      void list.refetch();
    }, 1000);
  });

  const ids = order ?? none;
  const id = ids[at];
  useEffect(() => {
    for (const next of ids.slice(at + 1, at + 1 + ahead)) void queries.prefetchQuery(taskQuery(next));
  }, [at, ids, queries]);

  const next = (verdict?: string): void => {
    const now = verdict ? new Set([...judged, verdict]) : judged;
    setJudged(now);
    const after = ids.findIndex((it, index) => index > at && !now.has(it));
    setAt(
      after >= 0 ? after : ids.findIndex((it) => !now.has(it)) >= 0 ? ids.findIndex((it) => !now.has(it)) : ids.length,
    );
  };

  if (list.error && !order) return <ErrorNotice error={list.error} retry={() => void list.refetch()} />;
  if (!order)
    return (
      <div className={styles.wait}>
        <Bones lines={8} />
      </div>
    );
  const left = ids.filter((it) => !judged.has(it)).length;
  if (!id || left === 0) {
    return (
      <Empty icon={ClipboardCheck} title={t(judged.size > 0 ? "reviews.allDone" : "reviews.none", { n: judged.size })}>
        <p>{t("reviews.noneText")}</p>
        <Link href="/complaints">{t("complaint.toList")}</Link>
      </Empty>
    );
  }
  return (
    <OneOf
      key={id}
      id={id}
      n={judged.size + 1}
      total={ids.length}
      previous={at > 0 ? () => setAt(at - 1) : undefined}
      next={next}
      last={left === 1}
    />
  );
}

interface Place {
  n: number;
  total: number;
  previous?: () => void;
  next: (judged?: string) => void;
  last: boolean; // none is left beside it
}

function OneOf({ id, ...place }: { id: string } & Place) {
  const { data: task, error, isPending, refetch } = useQuery(taskQuery(id));
  if (error && !task) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (isPending)
    return (
      <div className={styles.wait}>
        <Bones lines={8} />
      </div>
    );
  if (!task?.complaint)
    return (
      <Empty title={t("reviews.gone")}>
        <Button variant="default" onClick={() => place.next(id)}>
          {t("reviews.next")}
        </Button>
      </Empty>
    );
  return <One task={task} {...place} again={refetch} />;
}

function One({ task, n, total, previous, next, last, again }: { task: Task; again: () => Promise<unknown> } & Place) {
  const complaint = task.complaint!;
  const before = useMemo(() => beforeOf(task), [task]);
  const after = useMemo(() => afterOf(task), [task]);
  const completion = completionOf(task);
  const zoom = usePanZoom();
  const [note, setNote] = useDraft(`review:${task.id}`);
  const [publicNote, setPublicNote] = useDraft(`review:${task.id}:public`);
  const [back, setBack] = useState(note !== "");
  const [busy, once] = useBusy();
  const [fault, setFault] = useState<unknown>();
  const [, navigate] = useLocation();
  const noteArea = useRef<HTMLTextAreaElement>(null);
  const bar = useRef<HTMLElement>(null);
  const offer = task.availableActions.find((it) => it.action === "REVIEW_COMPLETION");
  const may = offer?.enabled === true;

  const send = async (approved: boolean): Promise<void> => {
    if (busy || !may) return;
    if (approved && after.length === 0) return setFault(new Error(t("reviews.noPhoto")));
    if (!approved && note.trim() === "") return noteArea.current?.focus();
    return once(async () => {
      setFault(undefined);
      try {
        await run(ReviewVerdictDocument, {
          input: { id: task.id, expectedVersion: task.version, approved, ...(approved ? { publicNote } : { note }) },
        });
        setNote("");
        setPublicNote("");
        done({
          text: t(approved ? "reviews.approved" : "reviews.sentBack", {
            reference: complaint.reference,
            name: task.solver?.name ?? "",
          }),
          label: complaint.reference,
          undo: () => navigate(`/complaints/${complaint.reference}`),
        });
        next(task.id);
      } catch (cause) {
        if (["CONFLICT", "INVALID_TRANSITION"].includes(asGraphError(cause).code)) await again();
        setFault(cause);
      }
    });
  };
  const sendBack = (): void => {
    setBack(true);
    requestAnimationFrame(() => noteArea.current?.focus());
  };
  useKeys({
    a: () => void send(true),
    s: sendBack,
    "[": () => previous?.(),
    "]": () => next(),
    "+": () => zoom.by(1.4),
    "-": () => zoom.by(1 / 1.4),
    "0": zoom.reset,
    Enter: () => navigate(`/complaints/${complaint.reference}`),
  });
  const reporter = complaint.submittedBy?.name || complaint.contact?.name;
  return (
    <article className={styles.page} aria-labelledby="review-title">
      <header className={styles.head}>
        <div className={styles.facts}>
          <Link href={`/complaints/${complaint.reference}`} className={styles.ref} translate="no">
            {complaint.reference}
          </Link>
          <Priority priority={complaint.priority} />
          <Due at={task.dueAt} running />
          <span>{[complaint.category?.name, complaint.zone?.name, complaint.address].filter(Boolean).join(" · ")}</span>
          <nav className={styles.turner} aria-label={t("keys.page")}>
            <span role="status">{t("complaint.place", { n, total })}</span>
            <ActionIcon
              size={28}
              variant="default"
              disabled={!previous}
              onClick={previous}
              aria-label={t("complaint.previous")}
            >
              <ChevronLeft size={16} className={styles.flip} />
            </ActionIcon>
            <ActionIcon
              size={28}
              variant="default"
              disabled={last}
              onClick={() => next()}
              aria-label={t("complaint.next")}
            >
              <ChevronRight size={16} className={styles.flip} />
            </ActionIcon>
          </nav>
        </div>
        <h1 id="review-title" dir="auto">
          {complaint.title}
        </h1>
      </header>
      <div className={styles.panes}>
        <div className={styles.said}>
          <div>
            {complaint.description && <p className={styles.words}>{complaint.description}</p>}
            {task.instructions && (
              <p className={styles.words}>
                <strong>{t("field.instructions")}:</strong> <bdi>{task.instructions}</bdi>
              </p>
            )}
          </div>
          <p className={styles.words}>
            <strong translate="no">{task.solver?.name}</strong>
            {completion && (
              <>
                {" · "}
                <Ago at={completion.occurredAt} />
              </>
            )}
            {completion?.remarks && (
              <>
                <br />
                {completion.remarks}
              </>
            )}
          </p>
        </div>
        <Pairs before={before} after={after} zoom={zoom} />
      </div>
      <footer className={styles.bar} ref={bar}>
        {fault !== undefined && <ErrorNotice error={fault} />}
        {!may && (
          <p className={styles.refused} role="alert">
            {offer?.disabledReason ?? t("reviews.gone")}
          </p>
        )}
        {back ? (
          <form
            className={styles.noteForm}
            onSubmit={(event) => {
              event.preventDefault();
              void send(false);
            }}
          >
            <Textarea
              ref={noteArea}
              className={styles.note}
              label={t("reviews.note", { name: task.solver?.name ?? "" })}
              required
              maxLength={serviceNow()?.limits.note}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === "Enter" && !event.shiftKey) {
                  event.preventDefault();
                  void send(false);
                } else if (event.key === "Escape") {
                  setBack(false);
                  bar.current?.querySelector("button")?.focus();
                }
              }}
            />
            <div className={styles.buttons}>
              <Button variant="default" onClick={() => setBack(false)}>
                {t("common.cancel")}
              </Button>
              <Button
                type="submit"
                loading={busy}
                disabled={!may}
                leftSection={<Undo2 size={16} />}
                rightSection={<kbd className={styles.kbd}>↵</kbd>}
              >
                {t("reviews.sendBack")}
              </Button>
            </div>
          </form>
        ) : (
          <div className={styles.verdict}>
            <label className={styles.public}>
              <span>
                {complaint.contact?.phone && !complaint.submittedBy
                  ? t("reviews.noAccount", { name: reporter || t("complaint.caller"), phone: complaint.contact.phone })
                  : t("reviews.publicNote", { name: reporter || t("complaint.caller") })}
              </span>
              <input
                value={publicNote}
                maxLength={serviceNow()?.limits.note}
                onChange={(event) => setPublicNote(event.target.value)}
                onKeyDown={(event) => {
                  if (event.key === "Enter") void send(true);
                  else if (event.key === "Escape") event.currentTarget.blur();
                }}
              />
            </label>
            <div className={styles.buttons}>
              <Button
                variant="default"
                size="md"
                disabled={!may || busy}
                onClick={sendBack}
                leftSection={<Undo2 size={16} />}
                rightSection={<kbd className={styles.kbd}>S</kbd>}
              >
                {t("reviews.sendBack")}
              </Button>
              <Button
                size="md"
                loading={busy}
                disabled={!may || after.length === 0}
                onClick={() => void send(true)}
                leftSection={<Check size={17} />}
                rightSection={<kbd className={styles.kbd}>A</kbd>}
              >
                {t("reviews.approve")}
              </Button>
            </div>
          </div>
        )}
      </footer>
    </article>
  );
}

export default needsMessages(Reviews);
