// What has changed since somebody began: as it was then, and as it is now.
import { GitCompare } from "lucide-react";
import type { ReactNode } from "react";

import { nodes } from "../../data/graph/nodes";
import { t } from "../../lib/i18n/more";
import { dateTime } from "../../lib/i18n/format";
import { priorityWord } from "../../parts/Priority";
import { shownStatus, Status, statusWord } from "../../parts/Status";
import styles from "./complaint.module.css";
import { liveTask, type Case } from "./data";

export interface Change {
  label: string;
  before: ReactNode;
  now: ReactNode;
  by?: string;
}

// differences is empty where nothing has changed that a person would see.
export function differences(before: Case, now: Case): Change[] {
  if (before.version === now.version && liveTask(before)?.version === liveTask(now)?.version) return [];
  const out: Change[] = [];
  const text = (label: string, a: string | null | undefined, b: string | null | undefined): void => {
    if ((a ?? "") !== (b ?? "")) out.push({ label, before: a || t("common.none"), now: b || t("common.none") });
  };
  const seen = new Set(nodes(before.latest).map(({ id }) => id));
  const moves = nodes(now.latest).filter(({ id }) => !seen.has(id));
  if (shownStatus(before) !== shownStatus(now) || moves.length > 0) {
    const last = moves.at(-1);
    out.push({
      label: t("field.status"),
      before: <Status status={shownStatus(before)} />,
      now: (
        <>
          <Status status={shownStatus(now)} />
          {last && (
            <span className={styles.staleBy}>
              {t("stale.by", { name: last.actorName, status: statusWord(last.status), time: dateTime(last.createdAt) })}
            </span>
          )}
          {last?.publicNote && <q>{last.publicNote}</q>}
        </>
      ),
    });
  }
  text(t("field.title"), before.title, now.title);
  text(t("field.description"), before.description, now.description);
  text(t("field.priority"), priorityWord(before.priority), priorityWord(now.priority));
  text(t("field.categoryId"), before.category?.name, now.category?.name);
  text(t("field.zoneId"), before.zone?.name, now.zone?.name);
  text(t("field.dueAt"), before.dueAt && dateTime(before.dueAt), now.dueAt && dateTime(now.dueAt));
  text(t("field.address"), before.address, now.address);
  text(t("field.solverId"), liveTask(before)?.solver?.name, liveTask(now)?.solver?.name);
  text(t("field.handlerId"), before.handler?.name, now.handler?.name);
  return out;
}

export function Stale({ changes }: { changes: Change[] }) {
  return (
    <section className={styles.stale} role="alert">
      <h3>
        <GitCompare size={15} aria-hidden /> {t("stale.title")}
      </h3>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">{t("stale.before")}</th>
            <th scope="col">{t("stale.now")}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.label}>
              <th scope="row">{change.label}</th>
              <td>{change.before}</td>
              <td>{change.now}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{t("stale.kept")}</p>
    </section>
  );
}
