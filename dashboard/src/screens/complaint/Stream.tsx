// One stream of all that happened to a complaint, newest last: moves, comments, steps of its task, reports, files, edits.
import { Button, Menu } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import {
  Camera,
  CircleCheck,
  ClipboardCheck,
  ClockAlert,
  Ellipsis,
  Flag,
  Hammer,
  Lock,
  MessageSquare,
  Pencil,
  UserRoundCheck,
  type LucideIcon,
} from "lucide-react";
import { useLayoutEffect, useMemo, useRef, type ReactNode, type RefObject } from "react";

import { run } from "../../data/graph/client";
import { t, type MoreKey } from "../../lib/i18n/more";
import { exact } from "../../lib/i18n/format";
import { isAdminRole, isGivenUp, type ComplaintStatus } from "../../lib/domain";
import { viewerId } from "../../data/session/viewer";
import { useReasons } from "../../parts/reasons/reasons";
import { ErrorNotice, Bones, Empty } from "../../parts/Notice";
import type { Picture } from "../../parts/MediaViewer";
import { Ago } from "../../parts/Time";
import { failed } from "../../parts/undo";
import { verbatimIf } from "../../parts/Verbatim";
import styles from "./complaint.module.css";
import { useRefresh, useTimeline, type Case, type Entry, type TimelineKind } from "./data";
import { CaseRedactCommentDocument, CaseRedactLateDocument } from "./generated";
import { Thumbs, type ShowPictures } from "./Media";

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

// together joins what belongs to one operation, of entries from the newest on, and returns it newest last: a move with the step
// of the task that caused it, files sent in one go.
interface Item {
  entry: Entry;
  step?: Entry;
  files?: Picture[];
}

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

interface ItemProps extends Item {
  complaint: Case;
  admin: boolean;
  open: ShowPictures;
}

function Line({
  icon: Icon,
  tone,
  at,
  children,
  tools,
}: {
  icon: LucideIcon;
  tone?: string;
  at: string;
  children: ReactNode;
  tools?: ReactNode;
}) {
  return (
    <div className={styles.line}>
      <span className={styles.dot} data-tone={tone}>
        <Icon size={13} aria-hidden />
      </span>
      <p>
        {children}{" "}
        <span className={styles.when}>
          <Ago at={at} />
        </span>
      </p>
      {tools}
    </div>
  );
}

const media = (it: { media: { edges: ({ node: unknown } | null)[] | null } }): Picture[] =>
  (it.media.edges ?? []).flatMap((edge) => (edge?.node ? [edge.node as Picture] : []));

const icons: Partial<Record<ComplaintStatus, LucideIcon>> = {
  ASSIGNED: UserRoundCheck,
  RESOLVED: CircleCheck,
  CLOSED: CircleCheck,
};

function StreamItem({ entry, step, files, complaint, admin, open }: ItemProps) {
  const reasons = useReasons();
  const { statusLog, comment, taskUpdate, revision, lateEvidence } = entry;
  if (statusLog) {
    const who = statusLog.actorName;
    const solver = step?.task?.solver?.name;
    const first =
      Math.abs(Date.parse(entry.at) - Date.parse(complaint.createdAt)) < 1000 && statusLog.status === "SUBMITTED";
    const text =
      solver && statusLog.status === "ASSIGNED" && step.step === "ASSIGNED"
        ? t("move.assignedTo", { who, solver })
        : statusLog.status === "SUBMITTED" && !first
          ? t("move.back", { who })
          : t(`move.${statusLog.status}`, { who });
    const reason = statusLog.reasonCode && statusLog.reasonCode !== "reassigned" ? statusLog.reasonCode : "";
    return (
      <>
        <Line icon={icons[statusLog.status] ?? Flag} at={entry.at}>
          {text}
          {reason && <span className={styles.reason}>{reasons.label(reason)}</span>}
          {step?.step && step.step !== "ASSIGNED" && solver !== who && (
            <span className={styles.stepBeside}>{t(`step.${step.step}`, { who: solver ?? "" })}</span>
          )}
        </Line>
        {statusLog.publicNote && <Note kind="public">{statusLog.publicNote}</Note>}
        {statusLog.internalNote && <Note kind="internal">{statusLog.internalNote}</Note>}
      </>
    );
  }
  if (comment) {
    const internal = comment.visibility === "INTERNAL";
    return (
      <article className={styles.comment} data-internal={internal || undefined}>
        <header>
          {internal ? <Lock size={13} aria-hidden /> : <MessageSquare size={13} aria-hidden />}
          <strong {...verbatimIf(comment.author !== null)}>{comment.author?.name ?? t("stream.system")}</strong>
          {comment.author?.role && !isAdminRole(comment.author.role) && (
            <span className={styles.role}>{t(`role.${comment.author.role}`)}</span>
          )}
          <span className={styles.badge}>{t(internal ? "stream.internal" : "stream.public")}</span>
          <span className={styles.when}>
            <Ago at={entry.at} />
          </span>
          {admin && !comment.redacted && <Redact id={comment.id} complaint={complaint.id} />}
        </header>
        <p dir="auto" className={styles.text} data-removed={comment.redacted || undefined}>
          {comment.redacted ? t("stream.redacted") : comment.text}
        </p>
        <Thumbs pictures={media(comment)} open={open} />
      </article>
    );
  }
  if (taskUpdate) {
    const who = taskUpdate.author?.name ?? "";
    const completion = taskUpdate.type === "COMPLETION";
    return (
      <article className={styles.report}>
        <Line
          icon={completion ? ClipboardCheck : Hammer}
          at={entry.at}
          tone={completion && taskUpdate.status === "SUBMITTED" ? "amber" : undefined}
        >
          {completion
            ? t("update.completion", { who })
            : taskUpdate.percentageCompleted === null
              ? t("update.progress", { who })
              : t("update.percent", { who, percent: taskUpdate.percentageCompleted })}
        </Line>
        {taskUpdate.remarks && <Note kind="staff">{taskUpdate.remarks}</Note>}
        <Thumbs pictures={media(taskUpdate)} open={open} />
        {completion && taskUpdate.status !== "SUBMITTED" && (
          <p className={styles.review} data-status={taskUpdate.status}>
            {t(taskUpdate.status === "APPROVED" ? "update.approved" : "update.rejected", {
              who: taskUpdate.reviewedBy?.name ?? "",
            })}
            {taskUpdate.reviewNote && <q>{taskUpdate.reviewNote}</q>}
          </p>
        )}
      </article>
    );
  }
  if (lateEvidence) {
    const gone = lateEvidence.redactedAt !== null;
    return (
      <article className={styles.report} data-late>
        <Line
          icon={ClockAlert}
          at={entry.at}
          tone="amber"
          tools={
            admin && !gone && lateEvidence.remarks && <Redact late id={lateEvidence.id} complaint={complaint.id} />
          }
        >
          {t("stream.lateBy", { who: lateEvidence.author?.name ?? "" })}{" "}
          <span className={styles.badge}>{t("stream.late")}</span>
        </Line>
        {(gone || lateEvidence.remarks) && (
          <Note kind="staff">{gone ? t("stream.redacted") : lateEvidence.remarks}</Note>
        )}
        <Thumbs pictures={media(lateEvidence)} open={open} />
        <p className={styles.review}>
          {t("stream.lateTimes", { happened: exact(lateEvidence.occurredAt), lost: exact(lateEvidence.lostAt) })}
        </p>
      </article>
    );
  }
  if (entry.kind === "TASK_STEP" && entry.task && entry.step) {
    const ended = isGivenUp(entry.step);
    return (
      <>
        <Line icon={Hammer} at={entry.at}>
          {t(`step.${entry.step}`, { who: entry.task.solver?.name ?? "" })}
          {ended && entry.task.endReason && (
            <span className={styles.reason}>{reasons.label(entry.task.endReason)}</span>
          )}
        </Line>
        {ended && entry.task.endNote && <Note kind="internal">{entry.task.endNote}</Note>}
      </>
    );
  }
  if (files) {
    return (
      <>
        <Line icon={Camera} at={entry.at}>
          {t("stream.files", { who: files[0]?.uploadedBy?.name ?? t("media.nobody"), n: files.length })}
        </Line>
        <Thumbs pictures={files} open={open} />
      </>
    );
  }
  if (revision) {
    const rows: [MoreKey, string | null, string | null][] = [
      ["field.title", revision.titleBefore, revision.titleAfter],
      ["field.description", revision.descriptionBefore, revision.descriptionAfter],
      ["field.address", revision.addressBefore, revision.addressAfter],
      [
        "field.position",
        place(revision.latitudeBefore, revision.longitudeBefore),
        place(revision.latitudeAfter, revision.longitudeAfter),
      ],
    ];
    return (
      <>
        <Line icon={Pencil} at={entry.at}>
          {t("stream.edited", { who: revision.actor?.name ?? t("stream.system") })}
        </Line>
        <dl className={styles.edit}>
          {revision.redactedAt && (
            <div>
              <dd>{t("stream.redacted")}</dd>
            </div>
          )}
          {rows
            .filter(([, before, after]) => before !== null || after !== null)
            .map(([label, before, after]) => (
              <div key={label}>
                <dt>{t(label)}</dt>
                <dd>
                  {before && <del>{before}</del>} {after && <ins>{after}</ins>}
                </dd>
              </div>
            ))}
        </dl>
      </>
    );
  }
  return null;
}

const place = (latitude: number | null, longitude: number | null): string | null =>
  latitude === null || longitude === null ? null : `${latitude}, ${longitude}`;

function Note({ kind, children }: { kind: "public" | "internal" | "staff"; children: ReactNode }) {
  return (
    <div className={styles.note} data-kind={kind}>
      {kind === "internal" && (
        <span className={styles.badge}>
          <Lock size={11} aria-hidden /> {t("stream.internal")}
        </span>
      )}
      <p dir="auto" className={styles.text}>
        {children}
      </p>
    </div>
  );
}

// Redact removes the text of a comment, or of late evidence, for everybody.
function Redact({ id, complaint, late = false }: { id: string; complaint: string; late?: boolean }) {
  const refresh = useRefresh(complaint);
  const redact = useMutation({
    mutationFn: async (reason: string) =>
      void (late
        ? await run(CaseRedactLateDocument, { input: { id, reason } })
        : await run(CaseRedactCommentDocument, { input: { id, reason } })),
    onSuccess: () => void refresh(),
    onError: failed,
  });
  return (
    <Menu width={240} withinPortal={false}>
      <Menu.Target>
        <button type="button" className={styles.more} aria-label={t("common.more")}>
          <Ellipsis size={15} />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={styles.float}>
        <Menu.Label>{t("stream.redact")}</Menu.Label>
        {(["personal", "insult", "other"] as const).map((reason) => (
          <Menu.Item key={reason} onClick={() => redact.mutate(t(`redact.${reason}`))}>
            {t(`redact.${reason}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
