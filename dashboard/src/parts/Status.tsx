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

import { t } from "../lib/i18n";
import { tones, type ComplaintStatus, type ShownStatus, type TaskStatus } from "../lib/domain";
import styles from "./parts.module.css";

const icons: Record<ShownStatus, LucideIcon> = {
  SUBMITTED: CircleDashed,
  ASSIGNED: UserCheck,
  IN_PROGRESS: CircleDot,
  ON_HOLD: CirclePause,
  TO_REVIEW: Eye,
  RESOLVED: CircleCheck,
  REOPENED: RotateCcw,
  REJECTED: Ban,
  CLOSED: Archive,
  WITHDRAWN: Undo2,
  MERGED: GitMerge,
};

// Worked is what a row tells of its status.
interface Worked {
  status: ComplaintStatus;
  tasks: { edges: ({ node: { status: TaskStatus } | null } | null)[] };
}

// shownStatus is the status as people think of it: work that was handed in is to be reviewed.
export function shownStatus(row: Worked): ShownStatus {
  const task = row.tasks.edges.at(-1)?.node;
  return row.status === "IN_PROGRESS" && task?.status === "COMPLETION_SUBMITTED" ? "TO_REVIEW" : row.status;
}

export const statusWord = (status: ShownStatus): string => t(`status.${status}`);

export function Status({ status, compact = false }: { status: ShownStatus; compact?: boolean }) {
  const Icon = icons[status];
  return (
    <span className={styles.status} data-tone={tones[status]} data-compact={compact || undefined}>
      <Icon size={14} aria-hidden />
      <span className={styles.word}>{statusWord(status)}</span>
    </span>
  );
}
