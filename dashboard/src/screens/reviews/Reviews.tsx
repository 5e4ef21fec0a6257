// Work that was handed in, one at a time: before and after side by side, a verdict, the next.
import { ActionIcon, Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, ClipboardCheck } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { Link, useLocation, useParams } from "wouter";

import { run } from "../../data/graph/client";
import { nodes } from "../../data/graph/nodes";
import { keyOf } from "../../data/graph/keys";
import { useLive } from "../../data/graph/live";
import { needsMessages, t } from "../../lib/i18n/more";
import { Bones, Empty, ErrorNotice } from "../../parts/Notice";
import { Priority } from "../../parts/Priority";
import { Ago, Due } from "../../parts/Time";
import { usePanZoom } from "../../parts/zoom";
import { useKeys } from "../../lib/keyboard";
import { useTitle } from "../../parts/title";
import { ReviewListDocument, ReviewOfComplaintDocument } from "./generated";
import { Pairs } from "./Pairs";
import styles from "./reviews.module.css";
import { afterOf, beforeOf, completionOf, taskQuery, type Task } from "./task";
import { useVerdict, VerdictBar } from "./Verdict";

const ahead = 2; // so many of the next ones are read before they are shown, with their photos

const none: string[] = []; // the same at each render

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

function One({ task, again, ...place }: { task: Task; again: () => Promise<unknown> } & Place) {
  const { previous, next } = place;
  const complaint = task.complaint!;
  const before = useMemo(() => beforeOf(task), [task]);
  const after = useMemo(() => afterOf(task), [task]);
  const zoom = usePanZoom();
  const verdict = useVerdict(task, next, again);
  const [, navigate] = useLocation();
  useKeys({
    a: () => void verdict.send(true),
    s: verdict.sendBack,
    "[": () => previous?.(),
    "]": () => next(),
    "+": () => zoom.by(1.4),
    "-": () => zoom.by(1 / 1.4),
    "0": zoom.reset,
    Enter: () => navigate(`/complaints/${complaint.reference}`),
  });
  return (
    <article className={styles.page} aria-labelledby="review-title">
      <Head task={task} {...place} />
      <div className={styles.panes}>
        <Said task={task} />
        <Pairs before={before} after={after} zoom={zoom} />
      </div>
      <VerdictBar task={task} verdict={verdict} />
    </article>
  );
}

function Head({ task, n, total, previous, next, last }: { task: Task } & Place) {
  const complaint = task.complaint!;
  return (
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
  );
}

function Said({ task }: { task: Task }) {
  const completion = completionOf(task);
  return (
    <div className={styles.said}>
      <div>
        {task.complaint?.description && <p className={styles.words}>{task.complaint.description}</p>}
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
  );
}

export default needsMessages(Reviews);
