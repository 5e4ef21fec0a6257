import type { ComplaintRow } from "../data/graph/rows";
import type { ShownStatus } from "../lib/domain";
import { shownStatus } from "./Status";

export type NextAction = "REVIEW_COMPLETION" | "RESUME" | "CLOSE" | "ASSIGN" | "UNMERGE" | "RESOLVE" | "REOPEN";

// What an administrator usually does next; the second where the first is not possible now.
const next: Record<ShownStatus, NextAction[]> = {
  SUBMITTED: ["ASSIGN"],
  REOPENED: ["ASSIGN"],
  ASSIGNED: ["RESOLVE"],
  IN_PROGRESS: ["RESOLVE"],
  TO_REVIEW: ["REVIEW_COMPLETION"],
  ON_HOLD: ["RESUME"],
  RESOLVED: ["CLOSE"],
  CLOSED: ["REOPEN"],
  REJECTED: ["REOPEN"],
  WITHDRAWN: [],
  MERGED: ["UNMERGE"],
};

export const nextActions = (it: Pick<ComplaintRow, "status" | "tasks">): NextAction[] => next[shownStatus(it)];
