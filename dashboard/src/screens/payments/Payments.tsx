// The ledger of payments: what was paid for what. Administrators record and reverse; accounts of a service provider see
// their own.
import { Button, Checkbox } from "@mantine/core";
import { Banknote, CircleCheck, Plus, RotateCcw, Undo2 } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";

import { run } from "../../graph/client";
import { GraphError } from "../../graph/errors";
import { t } from "../../i18n";
import { date, dateTime, localTime, number } from "../../i18n/format";
import { Download } from "../../parts/list/Download";
import { Filters, type Filter } from "../../parts/list/Filters";
import { Confirm, Form, type Field } from "../../parts/list/Form";
import styles from "../../parts/list/list.module.css";
import { providers, useName, type Picked } from "../../parts/list/lookups";
import { currencies, decimalOf, minorOf, money } from "../../parts/list/money";
import { useOnce, useRefresh } from "../../parts/list/once";
import { useGraph } from "../../parts/list/page";
import { Facts, Panel, Screen, Section, Tag } from "../../parts/list/Screen";
import { Table, type Column } from "../../parts/list/Table";
import { orderOf, useList, type List } from "../../parts/list/url";
import { Bones, ErrorNotice } from "../../parts/Notice";
import { done } from "../../parts/undo";
import { isAdmin, useViewer } from "../../session/viewer";
import {
  PaymentPanelDocument,
  PaymentsDocument,
  RecordPaymentDocument,
  ReversePaymentDocument,
  UnpaidTasksDocument,
  type PaymentRowFragment,
  type PaymentsQuery,
} from "./generated";

const methods = ["BANK_TRANSFER", "UPI", "CHEQUE", "CASH", "CARD", "OTHER"] as const;
type Method = (typeof methods)[number];
const sorts = ["PAYMENT_DATE", "AMOUNT_MINOR", "PROVIDER_NAME"] as const;

export const paymentTabs = () => [
  { path: "/payments", title: t("shell.payments") },
  { path: "/payments/providers", title: t("payments.providers") },
];

const methodOptions = () => methods.map((it) => ({ value: it, label: t(`payments.method.${it}`) }));

const filtersOf = (admin: boolean): Filter[] => [
  ...(admin ? [{ name: "provider", label: t("payments.provider"), source: providers }] : []),
  {
    name: "type",
    label: t("payments.type"),
    options: (["SETTLEMENT", "REVERSAL"] as const).map((it) => ({ value: it, label: t(`payments.type.${it}`) })),
  },
  {
    name: "status",
    label: t("payments.status"),
    options: (["PAID", "REVERSED"] as const).map((it) => ({ value: it, label: t(`payments.status.${it}`) })),
  },
  { name: "method", label: t("payments.method"), options: methodOptions() },
  { name: "from", label: t("payments.from"), date: true },
  { name: "to", label: t("payments.to"), date: true },
];

// Kind says of a payment what makes it differ from one that stands.
export function Kind({ payment }: { payment: Pick<PaymentRowFragment, "type" | "status"> }) {
  if (payment.type === "REVERSAL")
    return (
      <Tag tone="slate" icon={<Undo2 size={12} aria-hidden />}>
        {t("payments.type.REVERSAL")}
      </Tag>
    );
  if (payment.status === "REVERSED")
    return (
      <Tag tone="red" icon={<RotateCcw size={12} aria-hidden />}>
        {t("payments.status.REVERSED")}
      </Tag>
    );
  return (
    <Tag tone="green" icon={<CircleCheck size={12} aria-hidden />}>
      {t("payments.status.PAID")}
    </Tag>
  );
}

const columns = (admin: boolean): Column<PaymentRowFragment>[] => [
  { key: "reference", title: t("payments.reference"), wide: true, cell: ({ paymentReference }) => paymentReference },
  { key: "date", title: t("payments.date"), sort: "PAYMENT_DATE", cell: ({ paymentDate }) => dayOf(paymentDate) },
  ...(admin
    ? [
        {
          key: "provider",
          title: t("payments.provider"),
          sort: "PROVIDER_NAME",
          cell: ({ provider }: PaymentRowFragment) => provider?.name,
        },
      ]
    : []),
  {
    key: "method",
    title: t("payments.method"),
    from: "desktop",
    cell: ({ paymentMethod }) => t(`payments.method.${paymentMethod}`),
  },
  { key: "invoice", title: t("payments.invoice"), from: "desktop", cell: ({ invoiceNumber }) => invoiceNumber },
  { key: "kind", title: t("payments.status"), cell: (payment) => <Kind payment={payment} /> },
  {
    key: "amount",
    title: t("payments.amount"),
    sort: "AMOUNT_MINOR",
    end: true,
    cell: ({ amount, currency }) => money(amount, currency),
  },
];

// dayOf is a calendar day, which has no time zone.
export const dayOf = (day: string): string => date(`${day}T12:00:00Z`);

export function Totals({ totals }: { totals: PaymentsQuery["paymentPage"]["summary"]["totals"] }) {
  return (
    <>
      {totals.map(({ currency, paid, reversed, net }) => (
        <dl key={currency} className={styles.figures} data-currency={currency}>
          <div>
            <dt>{t("payments.paid")}</dt>
            <dd>{money(paid, currency)}</dd>
          </div>
          <div>
            <dt>{t("payments.reversed")}</dt>
            <dd>{money(reversed, currency)}</dd>
          </div>
          <div>
            <dt>{t("payments.net")}</dt>
            <dd>{money(net, currency)}</dd>
          </div>
        </dl>
      ))}
    </>
  );
}

export default function Payments() {
  const list = useList();
  const viewer = useViewer();
  const admin = isAdmin(viewer);
  const { provider, type, status, method, from, to } = list.filters;
  const variables = {
    providerId: provider,
    fromDate: from,
    toDate: to,
    where: {
      ...(list.text ? { search: list.text } : {}),
      ...(type ? { type: type as "REVERSAL" } : {}),
      ...(status ? { status: status as "PAID" } : {}),
      ...(method ? { paymentMethod: method as Method } : {}),
    },
    orderBy: orderOf(list, sorts),
  };
  const { data, error, refetch, waiting } = useGraph("payments", PaymentsDocument, { ...variables, page: list.page });
  const filters = filtersOf(admin);
  const create = admin && (
    <Button leftSection={<Plus size={15} />} component={Link} href={list.href({ open: "new" })}>
      {t("payments.record")}
    </Button>
  );
  return (
    <Screen
      title={t("shell.payments")}
      tabs={paymentTabs()}
      actions={
        <>
          <Download
            of="PAYMENTS"
            filter={{
              providerId: provider,
              fromDate: from,
              toDate: to,
              where: variables.where,
              orderBy: variables.orderBy,
            }}
          />
          {create}
        </>
      }
      panel={
        list.open === "new" && admin ? (
          <Record
            key={provider ?? ""}
            list={list}
            known={data?.paymentPage.summary.totals.map(({ currency }) => currency)}
          />
        ) : (
          list.open && <PaymentPanel key={list.open} id={list.open} list={list} />
        )
      }
    >
      <Filters list={list} filters={filters} search={t("payments.search")} />
      {data && <Totals totals={data.paymentPage.summary.totals} />}
      <Table
        label={t("shell.payments")}
        list={list}
        columns={columns(admin)}
        rows={data?.paymentPage.payments}
        pagination={data?.paymentPage.pagination}
        filters={filters}
        error={error}
        retry={refetch}
        waiting={waiting}
        faded={(row) => row.status === "REVERSED"}
        order={{ field: "PAYMENT_DATE", direction: "DESC" }}
        empty={{
          icon: Banknote,
          title: t("payments.none"),
          children: admin ? (
            <>
              <p>{t("payments.noneText")}</p>
              {create}
            </>
          ) : (
            <p>{t("payments.noneOwn")}</p>
          ),
        }}
      />
    </Screen>
  );
}

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

function Record({ list, known }: { list: List; known: string[] | undefined }) {
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
          paymentDate: localTime(Date.now()).slice(0, 10),
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
            method: values.method as Method,
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
              {task.complaint ? `${task.complaint.reference} ${task.complaint.title}` : t("payments.task")}{" "}
              <small className={styles.hint}>
                {task.solver?.name}
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

function PaymentPanel({ id, list }: { id: string; list: List }) {
  const { data, error, refetch } = useGraph("payment", PaymentPanelDocument, { id }, { keep: false });
  const [reversing, setReversing] = useState(false);
  const refresh = useRefresh();
  const key = useOnce();
  const close = (): void => list.set({ open: undefined });
  const payment = data?.payment;
  if (!payment)
    return (
      <Panel title={t("payments.payment")} onClose={close}>
        {error ? <ErrorNotice error={error} retry={refetch} /> : <Bones lines={8} />}
      </Panel>
    );
  const { provider, period, reverses, reversedBy } = payment;
  const amount = money(payment.amount, payment.currency);
  const reverse = payment.availableActions.find(({ action }) => action === "REVERSE");
  const tasks = payment.tasks.edges?.flatMap((edge) => edge?.node ?? []) ?? [];
  return (
    <Panel
      title={amount}
      about={
        <>
          {provider?.name}
          <Kind payment={payment} />
        </>
      }
      onClose={close}
    >
      <Facts
        of={[
          [t("payments.reference"), payment.paymentReference],
          [t("payments.date"), dayOf(payment.paymentDate)],
          [t("payments.method"), t(`payments.method.${payment.paymentMethod}`)],
          [t("payments.invoice"), payment.invoiceNumber],
          [
            t("payments.period"),
            period && [period.from && dayOf(period.from), period.to && dayOf(period.to)].filter(Boolean).join(" – "),
          ],
          [payment.type === "REVERSAL" ? t("payments.reason") : t("payments.remarks"), payment.remarks],
          [t("payments.recordedBy"), `${payment.recordedBy?.name ?? t("list.import")}, ${dateTime(payment.createdAt)}`],
          [
            t("payments.reverses"),
            reverses && <Link href={list.href({ open: reverses.id })}>{reverses.paymentReference}</Link>,
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
                      {task.complaint.reference} {task.complaint.title}
                    </Link>
                  ) : (
                    t("payments.task")
                  )}
                  <small>
                    {task.solver?.name}
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
