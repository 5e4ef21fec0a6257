// An item of the stream: a move, a comment, a report of a task's solver, files, or an edit.
import { Menu } from "@mantine/core";
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
import type { ReactNode } from "react";

import { run } from "../../data/graph/client";
import { nodes } from "../../data/graph/nodes";
import { t, type MoreKey } from "../../lib/i18n/more";
import { exact } from "../../lib/i18n/format";
import { isAdminRole, isGivenUp, isWaiting, type ComplaintStatus } from "../../lib/domain";
import { useReasons } from "../../parts/reasons/reasons";
import type { Picture } from "../../parts/MediaViewer";
import { Ago } from "../../parts/Time";
import { uploader } from "../../parts/uploader";
import { failed } from "../../parts/undo";
import { verbatimIf } from "../../parts/Verbatim";
import styles from "./complaint.module.css";
import { useRefresh, type Case, type Entry } from "./data";
import { CaseRedactCommentDocument, CaseRedactLateDocument } from "./generated";
import { Thumbs, type ShowPictures } from "./Media";
import { Mentioning } from "./Mentions";

// Several entries are one item: a move with the step of the task that caused it, files sent in one go.
export interface Item {
  entry: Entry;
  step?: Entry;
  files?: Picture[];
}

interface ItemProps extends Item {
  complaint: Case;
  admin: boolean;
  open: ShowPictures;
}

// An entry has one of its parts, by its kind.
type Part<K extends keyof Entry> = NonNullable<Entry[K]>;

export function StreamItem({ entry, step, files, complaint, admin, open }: ItemProps) {
  const { statusLog, comment, taskUpdate, revision, lateEvidence, at } = entry;
  if (statusLog) return <Move move={statusLog} at={at} step={step} complaint={complaint} />;
  if (comment) return <Comment comment={comment} at={at} complaint={complaint} admin={admin} open={open} />;
  if (taskUpdate) return <Report update={taskUpdate} at={at} open={open} />;
  if (lateEvidence) return <LateReport late={lateEvidence} at={at} complaint={complaint} admin={admin} open={open} />;
  if (entry.kind === "TASK_STEP" && entry.task && entry.step)
    return <Step step={entry.step} task={entry.task} at={at} />;
  if (files) return <Files files={files} at={at} open={open} />;
  if (revision) return <Edit revision={revision} at={at} />;
  return null;
}

const icons: Partial<Record<ComplaintStatus, LucideIcon>> = {
  ASSIGNED: UserRoundCheck,
  RESOLVED: CircleCheck,
  CLOSED: CircleCheck,
};

interface MoveProps {
  move: Part<"statusLog">;
  at: string;
  step?: Entry; // of its task
  complaint: Case;
}

function Move({ move, at, step, complaint }: MoveProps) {
  const reasons = useReasons();
  const who = move.actorName;
  const solver = step?.task?.solver?.name;
  const first = Math.abs(Date.parse(at) - Date.parse(complaint.createdAt)) < 1000 && move.status === "SUBMITTED";
  // Whoever gives a task back leaves the complaint waiting as it was, a reopened one reopened.
  const back =
    isWaiting(move.status) && (step?.step ? step.step !== "ASSIGNED" : move.status === "SUBMITTED" && !first);
  const text =
    solver && move.status === "ASSIGNED" && step.step === "ASSIGNED"
      ? t("move.assignedTo", { who, solver })
      : back
        ? t("move.back", { who })
        : t(`move.${move.status}`, { who });
  const reason = move.reasonCode && move.reasonCode !== "reassigned" ? move.reasonCode : "";
  return (
    <>
      <Line icon={icons[move.status] ?? Flag} at={at}>
        {text}
        {reason && <span className={styles.reason}>{reasons.label(reason)}</span>}
        {step?.step && step.step !== "ASSIGNED" && solver !== who && (
          <span className={styles.stepBeside}>{t(`step.${step.step}`, { who: solver ?? "" })}</span>
        )}
      </Line>
      {move.publicNote && <Note kind="public">{move.publicNote}</Note>}
      {move.internalNote && <Note kind="internal">{move.internalNote}</Note>}
    </>
  );
}

interface CommentProps {
  comment: Part<"comment">;
  at: string;
  complaint: Case;
  admin: boolean;
  open: ShowPictures;
}

function Comment({ comment, at, complaint, admin, open }: CommentProps) {
  const internal = comment.visibility === "INTERNAL";
  return (
    <article className={styles.comment} data-internal={internal || undefined}>
      <header>
        {internal ? <Lock size={13} aria-hidden /> : <MessageSquare size={13} aria-hidden />}
        <strong {...verbatimIf(comment.author !== null)}>
          {comment.author?.name ?? t(comment.agent === "LINK" ? "agent.LINK" : "stream.system")}
        </strong>
        {comment.author?.role && !isAdminRole(comment.author.role) && (
          <span className={styles.role}>{t(`role.${comment.author.role}`)}</span>
        )}
        <span className={styles.badge}>{t(internal ? "stream.internal" : "stream.public")}</span>
        <span className={styles.when}>
          <Ago at={at} />
        </span>
        {admin && !comment.redacted && <Redact id={comment.id} complaint={complaint.id} />}
      </header>
      <p dir="auto" className={styles.text} data-removed={comment.redacted || undefined}>
        {comment.redacted ? (
          t("stream.redacted")
        ) : (
          <Mentioning text={comment.text} names={(comment.mentioned ?? []).map(({ name }) => name)} />
        )}
      </p>
      <Thumbs pictures={media(comment)} open={open} />
    </article>
  );
}

function Report({ update, at, open }: { update: Part<"taskUpdate">; at: string; open: ShowPictures }) {
  const who = update.author?.name ?? "";
  const completion = update.type === "COMPLETION";
  return (
    <article className={styles.report}>
      <Line
        icon={completion ? ClipboardCheck : Hammer}
        at={at}
        tone={completion && update.status === "SUBMITTED" ? "amber" : undefined}
      >
        {completion
          ? t("update.completion", { who })
          : update.percentageCompleted === null
            ? t("update.progress", { who })
            : t("update.percent", { who, percent: update.percentageCompleted })}
      </Line>
      {update.remarks && <Note kind="staff">{update.remarks}</Note>}
      <Thumbs pictures={media(update)} open={open} />
      {completion && update.status !== "SUBMITTED" && (
        <p className={styles.review} data-status={update.status}>
          {t(update.status === "APPROVED" ? "update.approved" : "update.rejected", {
            who: update.reviewedBy?.name ?? "",
          })}
          {update.reviewNote && <q>{update.reviewNote}</q>}
        </p>
      )}
    </article>
  );
}

interface LateProps {
  late: Part<"lateEvidence">;
  at: string;
  complaint: Case;
  admin: boolean;
  open: ShowPictures;
}

// LateReport is what came from a solver, who had no connection, when the task was already lost.
function LateReport({ late, at, complaint, admin, open }: LateProps) {
  const gone = late.redactedAt !== null;
  return (
    <article className={styles.report} data-late>
      <Line
        icon={ClockAlert}
        at={at}
        tone="amber"
        tools={admin && !gone && late.remarks && <Redact late id={late.id} complaint={complaint.id} />}
      >
        {t("stream.lateBy", { who: late.author?.name ?? "" })} <span className={styles.badge}>{t("stream.late")}</span>
      </Line>
      {(gone || late.remarks) && <Note kind="staff">{gone ? t("stream.redacted") : late.remarks}</Note>}
      <Thumbs pictures={media(late)} open={open} />
      <p className={styles.review}>
        {t("stream.lateTimes", { happened: exact(late.occurredAt), lost: exact(late.lostAt) })}
      </p>
    </article>
  );
}

function Step({ step, task, at }: { step: Part<"step">; task: Part<"task">; at: string }) {
  const reasons = useReasons();
  const ended = isGivenUp(step);
  return (
    <>
      <Line icon={Hammer} at={at}>
        {t(`step.${step}`, { who: task.solver?.name ?? "" })}
        {ended && task.endReason && <span className={styles.reason}>{reasons.label(task.endReason)}</span>}
      </Line>
      {ended && task.endNote && <Note kind="internal">{task.endNote}</Note>}
    </>
  );
}

function Files({ files, at, open }: { files: Picture[]; at: string; open: ShowPictures }) {
  return (
    <>
      <Line icon={Camera} at={at}>
        {t("stream.files", { who: files[0] ? uploader(files[0]) : "", n: files.length })}
      </Line>
      <Thumbs pictures={files} open={open} />
    </>
  );
}

function Edit({ revision, at }: { revision: Part<"revision">; at: string }) {
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
      <Line icon={Pencil} at={at}>
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

const place = (latitude: number | null, longitude: number | null): string | null =>
  latitude === null || longitude === null ? null : `${latitude}, ${longitude}`;

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
  nodes(it.media) as Picture[];

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
