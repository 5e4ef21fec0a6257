// How far the delivery of a broadcast is, and whom it did not reach.
import { Link } from "wouter";

import { nodes } from "../../data/graph/nodes";
import { t } from "../../lib/i18n/office";
import { number } from "../../lib/i18n/format";
import { Download } from "../../parts/list/Download";
import styles from "../../parts/list/list.module.css";
import { Section } from "../../parts/list/Screen";
import type { Broadcast } from "./broadcast";

export function Delivery({ of: delivery }: { of: Broadcast["delivery"] }) {
  const handled = delivery.recipients - delivery.pending;
  const all = Math.max(delivery.expected ?? 0, delivery.recipients);
  return (
    <Section title={t("broadcasts.delivery")}>
      <label className={styles.progress}>
        <span>{t("broadcasts.progress", { done: number(handled), all: number(all) })}</span>
        <progress max={Math.max(all, 1)} value={handled} />
      </label>
      <Counts
        label={t("broadcasts.people")}
        rows={[
          { name: t("broadcasts.people"), ...delivery },
          ...delivery.byChannel.map((it) => ({ name: t(`broadcasts.channel.${it.channel}`), ...it })),
        ]}
      />
    </Section>
  );
}

interface Count {
  name: string;
  recipients: number;
  pending: number;
  sent: number;
  delivered: number;
  read: number;
  failed: number;
  skipped: number;
  cancelled: number;
}

function Counts({ label, rows }: { label: string; rows: Count[] }) {
  const kinds = ["recipients", "sent", "delivered", "read", "failed", "skipped", "pending", "cancelled"] as const;
  return (
    <table className={styles.counts} aria-label={label}>
      <thead>
        <tr>
          <td />
          {rows.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds
          .filter((kind) => kind === "recipients" || rows.some((row) => row[kind] > 0))
          .map((kind) => (
            <tr key={kind}>
              <th scope="row">{t(`broadcasts.count.${kind}`)}</th>
              {rows.map((row) => (
                <td key={row.name}>{number(row[kind])}</td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  );
}

export function Failures({ broadcast: { id, notifications } }: { broadcast: Broadcast }) {
  const failures = nodes(notifications);
  return (
    <Section
      title={t("broadcasts.failures", { n: notifications.totalCount })}
      actions={<Download of="BROADCAST_RECIPIENTS" filter={{ id, state: "FAILED" }} />}
    >
      <ul className={styles.rows}>
        {failures.map((it) => (
          <li key={it.id}>
            <span>
              <Link href={`/people?open=${it.recipient?.id}`} translate="no">
                {it.recipient?.name}
              </Link>
              <small>
                {t(`broadcasts.channel.${it.channel}`)} · {t("broadcasts.attempts", { n: it.attempts })}
                {it.lastError && ` · ${it.lastError}`}
              </small>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
