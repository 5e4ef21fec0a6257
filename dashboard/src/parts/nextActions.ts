import type { ComplaintRow } from "../data/graph/rows";
import { isWaiting } from "../lib/domain";
import { shownStatus } from "./Status";

export type NextAction = "REVIEW_COMPLETION" | "RESUME" | "CLOSE" | "ASSIGN" | "UNMERGE" | "RESOLVE" | "REOPEN";

// nextActions returns what an administrator usually does next with a complaint; the second where the first is not possible now.
export function nextActions(it: Pick<ComplaintRow, "status" | "tasks">): NextAction[] {
  if (shownStatus(it) === "TO_REVIEW") return ["REVIEW_COMPLETION"];
  if (isWaiting(it.status)) return ["ASSIGN"];
  switch (it.status) {
    case "ON_HOLD":
      return ["RESUME"];
    case "RESOLVED":
      return ["CLOSE"];
    case "MERGED":
      return ["UNMERGE"];
    default:
      return ["RESOLVE", "REOPEN"];
  }
}
