// What somebody who reported wants to know first: how far it is, and what they were told.
import { CircleCheck, CircleDashed } from "lucide-react";

import { nodes } from "../../data/graph/nodes";
import { t } from "../../lib/i18n/more";
import { isOpen, isWaiting } from "../../lib/domain";
import { statusWord } from "../../parts/Status";
import { Ago } from "../../parts/Time";
import styles from "./complaint.module.css";
import type { Case } from "./data";

export function Answer({ complaint }: { complaint: Case }) {
  const { status, createdAt, assignedAt, resolvedAt, closedAt, movedAt } = complaint;
  const ended = !isOpen(status);
  const steps = [
    { word: statusWord("SUBMITTED"), at: createdAt },
    ...(ended && assignedAt === null
      ? []
      : [{ word: statusWord("ASSIGNED"), at: isWaiting(status) ? null : assignedAt }]),
    { word: statusWord(ended ? status : "RESOLVED"), at: ended ? (resolvedAt ?? closedAt ?? movedAt) : null },
  ];
  const told = nodes(complaint.latest).findLast((it) => it.publicNote);
  return (
    <div className={styles.answer}>
      <ol className={styles.steps} aria-label={t("complaint.steps")}>
        {steps.map(({ word, at }) => (
          <li key={word} data-done={at !== null || undefined}>
            {at === null ? <CircleDashed size={18} aria-hidden /> : <CircleCheck size={18} aria-hidden />}
            <span>
              {word}
              {at !== null && <Ago at={at} />}
            </span>
          </li>
        ))}
      </ol>
      {told && (
        <figure>
          <figcaption>
            {t("complaint.answer")} · <span translate="no">{told.actorName}</span> · <Ago at={told.createdAt} />
          </figcaption>
          <blockquote dir="auto">{told.publicNote}</blockquote>
        </figure>
      )}
    </div>
  );
}
