// The columns of the queue.
import { Copy, Image, MessageSquare } from "lucide-react";
import type { ReactNode } from "react";

import type { ComplaintRow } from "../../data/graph/rows";
import { t, type Suffix } from "../../lib/i18n";
import { isGivenUp, isRunning, isWaiting } from "../../lib/domain";
import { Age, Due } from "../../parts/Time";
import { Priority } from "../../parts/Priority";
import { shownStatus, Status } from "../../parts/Status";
import styles from "./queue.module.css";

export type ColumnKey = Suffix<"queue.column.">;

export interface Column {
  key: ColumnKey;
  width: string;
  show: (row: ComplaintRow) => ReactNode;
  fixed?: boolean; // always there
  verbatim?: boolean; // names and the like, which no browser translates
  extra?: true; // by choice, and not in narrow lists
}

// solverOf is who works on it or has done so; nobody while it waits to be assigned.
export function solverOf(row: ComplaintRow): string {
  if (isWaiting(row.status)) return "";
  const task = row.tasks.edges.at(-1)?.node;
  return task && !isGivenUp(task.status) ? (task.solver?.name ?? "") : "";
}

export function Marks({ row }: { row: ComplaintRow }) {
  return (
    <span className={styles.marks}>
      {row.media.edges.length > 0 && <Image size={13} role="img" aria-label={t("queue.mark.photo")} />}
      {row.comments.edges.length > 0 && <MessageSquare size={13} role="img" aria-label={t("queue.mark.comment")} />}
      {row.duplicateOf && (
        <Copy size={13} role="img" aria-label={t("queue.mark.duplicate", { reference: row.duplicateOf.reference })} />
      )}
    </span>
  );
}

export const columns: Column[] = [
  { key: "priority", width: "28px", fixed: true, show: (row) => <Priority priority={row.priority} /> },
  { key: "reference", width: "134px", fixed: true, verbatim: true, show: (row) => row.reference },
  { key: "title", width: "minmax(140px, 1fr)", fixed: true, show: (row) => row.title },
  { key: "status", width: "142px", show: (row) => <Status status={shownStatus(row)} /> },
  { key: "zone", width: "112px", show: (row) => row.zone?.name },
  { key: "category", width: "128px", extra: true, show: (row) => row.category?.name },
  { key: "due", width: "112px", show: (row) => <Due at={row.dueAt} running={isRunning(row.status)} /> },
  { key: "solver", width: "124px", verbatim: true, show: solverOf },
  { key: "handler", width: "124px", extra: true, verbatim: true, show: (row) => row.handler?.name },
  { key: "source", width: "84px", extra: true, show: (row) => t(`source.${row.source}`) },
  { key: "moved", width: "72px", extra: true, show: (row) => row.movedAt && <Age at={row.movedAt} /> },
  { key: "rating", width: "64px", extra: true, show: (row) => (row.rating ? `${row.rating} / 5` : "") },
  { key: "age", width: "64px", show: (row) => <Age at={row.createdAt} /> },
];

export const columnName = (key: ColumnKey): string => t(`queue.column.${key}`);
