// A payment beside the ledger: what it was for, and reversing it.
import { Button } from "@mantine/core";
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";

import { run } from "../../data/graph/client";
import { nodes } from "../../data/graph/nodes";
import { t } from "../../lib/i18n/office";
import { dateTime, dayOf } from "../../lib/i18n/format";
import { Confirm } from "../../parts/list/Form";
import styles from "../../parts/list/list.module.css";
import { money } from "../../lib/money";
import { useOnce, useRefresh } from "../../parts/list/once";
import { useGraph } from "../../parts/list/page";
import { Facts, Panel, Section } from "../../parts/list/Screen";
import { waitingPanel } from "../../parts/list/unread";
import type { List } from "../../parts/list/url";
import { done } from "../../parts/undo";
import { Titled, Verbatim } from "../../parts/Verbatim";
import { PaymentPanelDocument, ReversePaymentDocument } from "./generated";
import { Kind } from "./payment";

export function PaymentPanel({ id, list }: { id: string; list: List }) {
  const { data, error, refetch } = useGraph("payment", PaymentPanelDocument, { id }, { keep: false });
  const [reversing, setReversing] = useState(false);
  const refresh = useRefresh();
  const key = useOnce();
  const close = (): void => list.set({ open: undefined });
  const payment = data?.payment;
  if (!payment) return waitingPanel({ title: t("payments.payment"), error, retry: refetch, onClose: close });
  const { provider, period, reverses, reversedBy } = payment;
  const amount = money(payment.amount, payment.currency);
  const reverse = payment.availableActions.find(({ action }) => action === "REVERSE");
  const tasks = nodes(payment.tasks);
  return (
    <Panel
      title={amount}
      about={
        <>
          {provider && <Verbatim>{provider.name}</Verbatim>}
          <Kind payment={payment} />
        </>
      }
      onClose={close}
    >
      <Facts
        of={[
          [t("payments.reference"), payment.paymentReference && <Verbatim>{payment.paymentReference}</Verbatim>],
          [t("payments.date"), dayOf(payment.paymentDate)],
          [t("payments.method"), t(`payments.method.${payment.paymentMethod}`)],
          [t("payments.invoice"), payment.invoiceNumber && <Verbatim>{payment.invoiceNumber}</Verbatim>],
          [
            t("payments.period"),
            period && [period.from && dayOf(period.from), period.to && dayOf(period.to)].filter(Boolean).join(" – "),
          ],
          [payment.type === "REVERSAL" ? t("payments.reason") : t("payments.remarks"), payment.remarks],
          [
            t("payments.recordedBy"),
            <>
              {payment.recordedBy ? <Verbatim>{payment.recordedBy.name}</Verbatim> : t("list.import")},{" "}
              {dateTime(payment.createdAt)}
            </>,
          ],
          [
            t("payments.reverses"),
            reverses && (
              <Link href={list.href({ open: reverses.id })} translate="no">
                {reverses.paymentReference}
              </Link>
            ),
          ],
          [
            t("payments.reversedBy"),
            reversedBy && (
              <Link href={list.href({ open: reversedBy.id })}>
                {t("payments.reversedOn", { day: dayOf(reversedBy.paymentDate), reason: reversedBy.remarks })}
              </Link>
            ),
          ],
        ]}
      />
      <Section title={t("payments.paidFor")}>
        {tasks.length > 0 ? (
          <ul className={styles.rows}>
            {tasks.map((task) => (
              <li key={task.id}>
                <span>
                  {task.complaint ? (
                    <Link href={`/complaints/${task.complaint.id}`}>
                      <Titled of={task.complaint} />
                    </Link>
                  ) : (
                    t("payments.task")
                  )}
                  <small>
                    <Verbatim>{task.solver?.name}</Verbatim>
                    {task.endedAt && ` · ${dateTime(task.endedAt)}`}
                  </small>
                </span>
              </li>
            ))}
          </ul>
        ) : (
          <p className={styles.hint}>{t("payments.noTasks")}</p>
        )}
      </Section>
      {reverse && payment.type === "SETTLEMENT" && (
        <div className={styles.section}>
          <div>
            <Button
              variant="default"
              leftSection={<RotateCcw size={15} />}
              disabled={!reverse.enabled}
              onClick={() => setReversing(true)}
            >
              {t("payments.reverse")}
            </Button>
          </div>
          <p className={styles.hint}>{reverse.enabled ? t("payments.reverseHint") : reverse.disabledReason}</p>
        </div>
      )}
      {reversing && (
        <Confirm<{ reason: string }>
          title={t("payments.reverseTitle", { amount })}
          action={t("payments.reverse")}
          onClose={() => setReversing(false)}
          text={<p>{t("payments.reverseText", { reference: payment.paymentReference, n: tasks.length })}</p>}
          fields={[{ name: "reason", label: t("payments.reason"), kind: "area", rows: 3, required: true, max: 2000 }]}
          initial={{ reason: "" }}
          confirm={async ({ reason }) => {
            const input = { id, reason };
            await run(ReversePaymentDocument, { input: { ...input, idempotencyKey: key(input) } });
            refresh("payments", "payment", "providers", "provider", "unpaid", "tasks");
            done({ text: t("payments.wasReversed", { reference: payment.paymentReference }) });
          }}
        />
      )}
    </Panel>
  );
}
