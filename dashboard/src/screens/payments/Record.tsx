// Recording a payment: to whom, how much, and for which tasks.
import { Checkbox } from "@mantine/core";

import { run } from "../../data/graph/client";
import { GraphError } from "../../data/graph/errors";
import { organizationToday } from "../../data/session/viewer";
import { t } from "../../lib/i18n/office";
import { date, number } from "../../lib/i18n/format";
import type { PaymentMethod } from "../../lib/domain";
import { Form, type Field } from "../../parts/list/Form";
import styles from "../../parts/list/list.module.css";
import { providers, useName, type Picked } from "../../parts/list/lookups";
import { currencies, decimalOf, minorOf, money } from "../../lib/money";
import { useOnce, useRefresh } from "../../parts/list/once";
import { useGraph } from "../../parts/list/page";
import { Panel } from "../../parts/list/Screen";
import type { List } from "../../parts/list/url";
import { Bones } from "../../parts/Notice";
import { done } from "../../parts/undo";
import { Titled, Verbatim } from "../../parts/Verbatim";
import { RecordPaymentDocument, UnpaidTasksDocument } from "./generated";
import { methodOptions } from "./payment";

interface RecordValues extends Record<string, string | string[] | Picked | null> {
  provider: Picked | null;
  amount: string;
  currency: string;
  paymentDate: string;
  method: string;
  reference: string;
  invoiceNumber: string;
  periodFrom: string;
  periodTo: string;
  taskIds: string[];
  remarks: string;
}

export function Record({ list, known }: { list: List; known: string[] | undefined }) {
  const refresh = useRefresh();
  const key = useOnce();
  const preset = list.filters.provider;
  const name = useName(preset);
  const close = (): void => list.set({ open: undefined });
  if ((preset && !name) || !known)
    return (
      <Panel title={t("payments.record")} onClose={close}>
        <Bones lines={8} />
      </Panel>
    );
  const fields: Field<RecordValues>[] = [
    {
      name: "provider",
      label: t("payments.provider"),
      kind: "lookup",
      source: providers,
      required: true,
      wire: ["providerId"],
    },
    {
      name: "taskIds",
      label: t("payments.tasks"),
      show: ({ provider }) => provider !== null,
      render: ({ value, values, error, onChange }) => (
        <TaskTicks provider={values.provider!.id} value={value as string[]} error={error} onChange={onChange} />
      ),
    },
    { name: "amount", label: t("payments.amount"), kind: "money", required: true, wire: ["amountMinor"] },
    { name: "currency", label: t("payments.currency"), kind: "select", required: true, options: currencies(known) },
    { name: "paymentDate", label: t("payments.date"), kind: "date", required: true },
    { name: "method", label: t("payments.method"), kind: "select", required: true, options: methodOptions() },
    {
      name: "reference",
      label: t("payments.reference"),
      hint: t("payments.referenceHint"),
      required: true,
      max: 100,
      wire: ["paymentReference"],
    },
    { name: "invoiceNumber", label: t("payments.invoice"), max: 100 },
    { name: "periodFrom", label: t("payments.periodFrom"), kind: "date" },
    { name: "periodTo", label: t("payments.periodTo"), kind: "date" },
    { name: "remarks", label: t("payments.remarks"), kind: "area", rows: 3, max: 2000 },
  ];
  return (
    <Panel title={t("payments.record")} about={t("payments.recordAbout")} onClose={close}>
      <Form<RecordValues>
        draft={`payments:new:${preset ?? ""}`}
        fields={fields}
        label={t("payments.recordIt")}
        onCancel={close}
        initial={{
          provider: preset ? { id: preset, name } : null,
          amount: "",
          currency: known[0] ?? "",
          paymentDate: organizationToday(),
          method: "BANK_TRANSFER",
          reference: "",
          invoiceNumber: "",
          periodFrom: "",
          periodTo: "",
          taskIds: [],
          remarks: "",
        }}
        submit={async (values) => {
          const amountMinor = minorOf(values.amount, values.currency);
          if (amountMinor === undefined)
            throw new GraphError("", "VALIDATION_ERROR", [
              {
                field: "amount",
                code: "invalid",
                message: t("payments.amountInvalid", {
                  example: money(decimalOf("123450", values.currency), values.currency),
                }),
              },
            ]);
          const input = {
            providerId: values.provider!.id,
            amountMinor,
            currency: values.currency,
            paymentDate: values.paymentDate,
            method: values.method as PaymentMethod,
            reference: values.reference,
            invoiceNumber: values.invoiceNumber,
            periodFrom: values.periodFrom || undefined,
            periodTo: values.periodTo || undefined,
            taskIds: values.taskIds,
            remarks: values.remarks,
          };
          const { recordPayment } = await run(RecordPaymentDocument, {
            input: { ...input, idempotencyKey: key(input) },
          });
          refresh("payments", "providers", "provider", "unpaid", "tasks");
          list.set({ open: recordPayment.payment.id }, true);
          done({ text: t("payments.recorded", { reference: values.reference }) });
        }}
      >
        {(values) => {
          const minor = values.currency ? minorOf(values.amount, values.currency) : undefined;
          return minor !== undefined && values.provider ? (
            <p className={styles.info}>
              {t("payments.preview", {
                amount: money(decimalOf(minor, values.currency), values.currency),
                name: values.provider.name,
                n: values.taskIds.length,
              })}
            </p>
          ) : null;
        }}
      </Form>
    </Panel>
  );
}

// TaskTicks lists what was done for a provider's account and not paid yet.
function TaskTicks({
  provider,
  value,
  error,
  onChange,
}: {
  provider: string;
  value: string[];
  error: string | undefined;
  onChange: (value: string[]) => void;
}) {
  const { data } = useGraph(
    "unpaid",
    UnpaidTasksDocument,
    { where: { providerId: provider, unpaid: true } },
    { keep: false },
  );
  const tasks = data?.taskPage.tasks;
  return (
    <fieldset data-fault={error ? true : undefined}>
      <legend>{t("payments.tasks")}</legend>
      {!tasks && <Bones lines={2} />}
      {tasks?.length === 0 && <p className={styles.hint}>{t("payments.noUnpaid")}</p>}
      {tasks && tasks.length > 1 && (
        <Checkbox
          label={t("payments.allTasks", { n: tasks.length })}
          checked={value.length === tasks.length}
          indeterminate={value.length > 0 && value.length < tasks.length}
          onChange={(event) => onChange(event.currentTarget.checked ? tasks.map(({ id }) => id) : [])}
        />
      )}
      {tasks?.map((task) => (
        <Checkbox
          key={task.id}
          checked={value.includes(task.id)}
          label={
            <>
              {task.complaint ? <Titled of={task.complaint} /> : t("payments.task")}{" "}
              <small className={styles.hint}>
                <Verbatim>{task.solver?.name}</Verbatim>
                {task.endedAt && ` · ${date(task.endedAt)}`}
              </small>
            </>
          }
          onChange={(event) =>
            onChange(event.currentTarget.checked ? [...value, task.id] : value.filter((it) => it !== task.id))
          }
        />
      ))}
      {data && data.taskPage.pagination.total > 100 && (
        <p className={styles.hint}>{t("payments.moreUnpaid", { n: number(data.taskPage.pagination.total - 100) })}</p>
      )}
      {error && <p className={styles.fault}>{error}</p>}
    </fieldset>
  );
}
