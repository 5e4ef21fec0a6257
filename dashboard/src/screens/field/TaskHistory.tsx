// What was done on a task: what waits on this phone, what it has just sent, and what the service knows.
import { nodes } from "../../data/graph/nodes";
import { t } from "../../lib/i18n/more";
import { exact } from "../../lib/i18n/format";
import type { Entry } from "../../data/outbox/db";
import { open as openEntry } from "../../data/outbox/outbox";
import { useNow } from "../../parts/Time";
import styles from "./field.module.css";
import { EntryRow } from "./Outbox";
import { when } from "./parts";
import { Strip, type OnView } from "./TaskMedia";
import type { FieldTask } from "./tasks";

export function TaskHistory({ task, entries, onView }: { task: FieldTask; entries: Entry[]; onView: OnView }) {
  const now = useNow();
  const own = entries.filter((entry) => entry.taskId === task.id && openEntry(entry));
  const known = new Set(nodes(task.updates).map(({ clientId }) => clientId));
  const just = entries.filter(
    (entry) =>
      entry.taskId === task.id &&
      entry.state === "sent" &&
      (entry.kind === "progress" || entry.kind === "completion") &&
      !known.has(entry.id),
  );
  const updates = nodes(task.updates).toReversed();
  if (own.length === 0 && just.length === 0 && updates.length === 0) return null;
  return (
    <section className={styles.panel}>
      <h2>{t("solver.done")}</h2>
      <ol className={styles.history}>
        {[...own, ...just].map((entry) => (
          <EntryRow key={entry.seq} entry={entry} all={entries} brief />
        ))}
        {updates.map((update) => (
          <li key={update.id} className={styles.update}>
            <p className={styles.updateHead}>
              <strong>
                {t(update.type === "COMPLETION" ? "solver.status.COMPLETION_SUBMITTED" : "solver.kind.progress")}
              </strong>
              {update.percentageCompleted !== null && update.type === "PROGRESS" && (
                <span>{t("solver.percent", { n: update.percentageCompleted })}</span>
              )}
              {update.type === "COMPLETION" && <span>{t(`solver.review.${update.status}`)}</span>}
              <time dateTime={update.occurredAt} title={exact(update.occurredAt)}>
                {when(Date.parse(update.occurredAt), now)}
              </time>
            </p>
            {update.remarks && (
              <p className={styles.text} dir="auto">
                {update.remarks}
              </p>
            )}
            {update.media.edges.length > 0 && <Strip media={nodes(update.media)} onView={onView} />}
          </li>
        ))}
      </ol>
    </section>
  );
}
