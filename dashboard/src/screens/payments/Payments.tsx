// The ledger of payments: what was paid for what. Administrators record and reverse; accounts of a service provider see
// their own.
import { Button } from "@mantine/core";
import { Banknote, Plus } from "lucide-react";
import { Link } from "wouter";

import { needsOffice, t } from "../../lib/i18n/office";
import type { PaymentMethod } from "../../lib/domain";
import { Download } from "../../parts/list/Download";
import { Filters, type Filter } from "../../parts/list/Filters";
import { providers } from "../../parts/list/lookups";
import { dayOf } from "../../lib/i18n/format";
import { money } from "../../lib/money";
import { useGraph } from "../../parts/list/page";
import { Screen } from "../../parts/list/Screen";
import { Table, type Column } from "../../parts/list/Table";
import { orderOf, useList, type List } from "../../parts/list/url";
import { whenFilter } from "../../parts/list/When";
import { chosenPeriod } from "../../data/period";
import { isAdmin, useViewer } from "../../data/session/viewer";
import { PaymentsDocument, type PaymentRowFragment } from "./generated";
import { Kind, methodOptions, Totals } from "./payment";
import { PaymentPanel } from "./PaymentPanel";
import { Record } from "./Record";

const sorts = ["PAYMENT_DATE", "AMOUNT_MINOR", "PROVIDER_NAME"] as const;

export const paymentTabs = () => [
  { path: "/payments", title: t("shell.payments") },
  { path: "/payments/providers", title: t("payments.providers") },
];

const filtersOf = (list: List, admin: boolean): Filter[] => [
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
  whenFilter(list),
];

const columns = (admin: boolean): Column<PaymentRowFragment>[] => [
  {
    key: "reference",
    title: t("payments.reference"),
    wide: true,
    verbatim: true,
    cell: ({ paymentReference }) => paymentReference,
  },
  { key: "date", title: t("payments.date"), sort: "PAYMENT_DATE", cell: ({ paymentDate }) => dayOf(paymentDate) },
  ...(admin
    ? [
        {
          key: "provider",
          title: t("payments.provider"),
          sort: "PROVIDER_NAME",
          verbatim: true,
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
  {
    key: "invoice",
    title: t("payments.invoice"),
    from: "desktop",
    verbatim: true,
    cell: ({ invoiceNumber }) => invoiceNumber,
  },
  { key: "kind", title: t("payments.status"), cell: (payment) => <Kind payment={payment} /> },
  {
    key: "amount",
    title: t("payments.amount"),
    sort: "AMOUNT_MINOR",
    end: true,
    cell: ({ amount, currency }) => money(amount, currency),
  },
];

function Payments() {
  const list = useList();
  const viewer = useViewer();
  const admin = isAdmin(viewer);
  const { provider, type, status, method } = list.filters;
  const period = chosenPeriod(list.filters);
  const variables = {
    providerId: provider,
    fromDate: period?.from || undefined,
    toDate: period?.to || undefined,
    where: {
      ...(list.text ? { search: list.text } : {}),
      ...(type ? { type: type as "REVERSAL" } : {}),
      ...(status ? { status: status as "PAID" } : {}),
      ...(method ? { paymentMethod: method as PaymentMethod } : {}),
    },
    orderBy: orderOf(list, sorts),
  };
  const { data, error, refetch, waiting } = useGraph("payments", PaymentsDocument, { ...variables, page: list.page });
  const filters = filtersOf(list, admin);
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
              fromDate: variables.fromDate,
              toDate: variables.toDate,
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

export default needsOffice(Payments);
