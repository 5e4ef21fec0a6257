// The head of a complaint's page: where one is, and beside the title what is known at a glance.
import { ActionIcon } from "@mantine/core";
import { ArrowLeft, ChevronLeft, ChevronRight, Copy, GitMerge, Printer, Users } from "lucide-react";
import { Link } from "wouter";

import { t } from "../../lib/i18n/more";
import { isRunning } from "../../lib/domain";
import presence from "../../parts/presence/presence.module.css";
import { usePresence } from "../../parts/presence/presence";
import { Priority } from "../../parts/Priority";
import { shownStatus, Status } from "../../parts/Status";
import { Due } from "../../parts/Time";
import { done } from "../../parts/undo";
import styles from "./complaint.module.css";
import type { Case } from "./data";
import { Level } from "./Level";
import type { Ways } from "./ways";

export function copyReference({ reference }: Case): void {
  void navigator.clipboard?.writeText(reference);
  done({ text: t("complaint.copied", { reference }), seconds: 3 });
}

export function Path({ complaint, admin, ways }: { complaint: Case; admin: boolean; ways: Ways }) {
  return (
    <div className={styles.path}>
      <Link href={ways.back} className={styles.back}>
        <ArrowLeft size={14} className={styles.flip} aria-hidden /> {t(admin ? "shell.complaints" : "shell.mine")}
      </Link>
      <span className={styles.ref} translate="no">
        {complaint.reference}
      </span>
      <ActionIcon size={24} onClick={() => copyReference(complaint)} aria-label={t("keys.copy")}>
        <Copy size={13} />
      </ActionIcon>
      <ActionIcon size={24} className={styles.print} onClick={() => window.print()} aria-label={t("complaint.print")}>
        <Printer size={13} />
      </ActionIcon>
      <Level complaint={complaint} admin={admin} />
      <Turner ways={ways} />
    </div>
  );
}

function Turner({ ways: { place, toPrevious, toNext } }: { ways: Ways }) {
  if (!place) return null;
  return (
    <nav className={styles.turner} aria-label={t("keys.page")}>
      <span>{t("complaint.place", { n: place.n, total: place.total })}</span>
      <ActionIcon
        size={26}
        variant="default"
        disabled={!place.previous}
        onClick={toPrevious}
        aria-label={t("complaint.previous")}
      >
        <ChevronLeft size={15} className={styles.flip} />
      </ActionIcon>
      <ActionIcon size={26} variant="default" disabled={!place.next} onClick={toNext} aria-label={t("complaint.next")}>
        <ChevronRight size={15} className={styles.flip} />
      </ActionIcon>
    </nav>
  );
}

export function Marks({ complaint, admin }: { complaint: Case; admin: boolean }) {
  const others = usePresence(complaint.id, admin);
  return (
    <div className={styles.marks}>
      <Status status={shownStatus(complaint)} />
      {admin && <Priority priority={complaint.priority} word />}
      {admin && <Due at={complaint.dueAt} running={isRunning(complaint.status)} />}
      {complaint.flagged && <span className={styles.flagged}>{t("complaint.flagged")}</span>}
      {complaint.duplicateOf && (
        <Link href={`/complaints/${complaint.duplicateOf.reference}`} className={styles.into}>
          <GitMerge size={14} aria-hidden /> {t("complaint.mergedInto", { reference: complaint.duplicateOf.reference })}
        </Link>
      )}
      {others.length > 0 && (
        <span className={presence.here} role="status">
          <Users size={13} aria-hidden /> {t("complaint.alsoHere", { names: others.join(", ") })}
        </span>
      )}
      {complaint.handler && admin && (
        <span className={styles.handler}>{t("complaint.handler", { name: complaint.handler.name })}</span>
      )}
    </div>
  );
}
