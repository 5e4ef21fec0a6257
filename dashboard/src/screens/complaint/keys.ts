// The keys of a complaint's page.
import type { RefObject } from "react";

import { useKeys } from "../../lib/keyboard";
import { shownStatus } from "../../parts/Status";
import type { Open } from "./actions";
import type { ComposerHandle } from "./Composer";
import { offerOf, type Action, type Case } from "./data";
import { copyReference } from "./Head";
import { useLevel } from "./Level";
import type { Ways } from "./ways";

const assigning = (it: Case): Action =>
  offerOf(it, "ASSIGN")?.enabled || !offerOf(it, "REASSIGN")?.enabled ? "ASSIGN" : "REASSIGN";

const ending = (it: Case): Action =>
  shownStatus(it) === "TO_REVIEW" ? "REVIEW_COMPLETION" : it.status === "RESOLVED" ? "CLOSE" : "RESOLVE";

export function usePageKeys(
  complaint: Case,
  admin: boolean,
  ways: Ways,
  open: Open,
  composer: RefObject<ComposerHandle | null>,
): void {
  const setLevel = useLevel(complaint);
  const triage = (field: string) => () => open("TRIAGE", { fields: [field] });
  useKeys({
    "[": ways.toPrevious,
    "]": ways.toNext,
    y: () => copyReference(complaint),
    Escape: ways.toList,
    n: () => composer.current?.note(),
    w: () => composer.current?.reply(),
    ...(admin
      ? {
          a: () => open(assigning(complaint)),
          p: triage("priority"),
          c: triage("categoryId"),
          z: triage("zoneId"),
          d: triage("dueAt"),
          h: () => open(complaint.status === "ON_HOLD" ? "RESUME" : "HOLD"),
          e: () => open(ending(complaint)),
          r: () => open("REJECT"),
          m: () => open("MERGE"),
          b: () => setLevel(complaint.notificationLevel === "WATCHING" ? "NORMAL" : "WATCHING"),
        }
      : {}),
  });
}
