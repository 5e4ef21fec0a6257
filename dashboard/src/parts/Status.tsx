// The status of a complaint: icon, word and color together.
import {
  Archive,
  Ban,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CirclePause,
  Eye,
  GitMerge,
  RotateCcw,
  Undo2,
  UserCheck,
  type LucideIcon,
} from "lucide-react";

import type { ComplaintRow } from "../graph/rows";
import { t, type MessageKey } from "../i18n";
import styles from "./parts.module.css";

export type ShownStatus = ComplaintRow["status"] | "TO_REVIEW";

const looks: Record<ShownStatus, [LucideIcon, string]> = {
  SUBMITTED: [CircleDashed, "blue"],
  ASSIGNED: [UserCheck, "violet"],
  IN_PROGRESS: [CircleDot, "teal"],
  ON_HOLD: [CirclePause, "slate"],
  TO_REVIEW: [Eye, "amber"],
  RESOLVED: [CircleCheck, "green"],
  REOPENED: [RotateCcw, "orange"],
  REJECTED: [Ban, "red"],
  CLOSED: [Archive, "slate"],
  WITHDRAWN: [Undo2, "slate"],
  MERGED: [GitMerge, "slate"],
};

// shownStatus is the status as people think of it: work that was handed in is to be reviewed.
export function shownStatus(row: Pick<ComplaintRow, "status" | "tasks">): ShownStatus {
  const task = row.tasks.edges.at(-1)?.node;
  return row.status === "IN_PROGRESS" && task?.status === "COMPLETION_SUBMITTED" ? "TO_REVIEW" : row.status;
}

export const toneOf = (status: ShownStatus): string => looks[status][1];
export const statusWord = (status: ShownStatus): string => t(`status.${status}` as MessageKey);

export function Status({ status, compact = false }: { status: ShownStatus; compact?: boolean }) {
  const [Icon, tone] = looks[status];
  return (
    <span className={styles.status} data-tone={tone} data-compact={compact || undefined}>
      <Icon size={14} aria-hidden />
      <span className={styles.word}>{statusWord(status)}</span>
    </span>
  );
}
