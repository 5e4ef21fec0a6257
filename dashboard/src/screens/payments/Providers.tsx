// Service providers: who is paid for what, and what is still unpaid.
import { Button } from "@mantine/core";
import { Ban, Building2, CircleCheck, Plus } from "lucide-react";
import { Link } from "wouter";

import { run } from "../../data/graph/client";
import { needsOffice, t } from "../../lib/i18n/office";
import { dateTime, dayOf, number } from "../../lib/i18n/format";
import { Filters, type Filter } from "../../parts/list/Filters";
import { Form, type Field } from "../../parts/list/Form";
import styles from "../../parts/list/list.module.css";
import { money } from "../../lib/money";
import { useOnce, useRefresh } from "../../parts/list/once";
import { useGraph } from "../../parts/list/page";
import { Facts, Panel, Screen, Section, Tag } from "../../parts/list/Screen";
import { waitingPanel } from "../../parts/list/unread";
import { Table, type Column } from "../../parts/list/Table";
import { orderOf, useList, type List } from "../../parts/list/url";
import { done } from "../../parts/undo";
import { isAdmin, useViewer } from "../../data/session/viewer";
import {
  CreateProviderDocument,
  ProviderPanelDocument,
  ProvidersDocument,
  UpdateProviderDocument,
  type ProviderPanelQuery,
  type ProvidersQuery,
} from "./generated";
import { Kind, Totals } from "./payment";
import { paymentTabs } from "./Payments";

type Row = ProvidersQuery["serviceProviderPage"]["serviceProviders"][number];
const sorts = ["NAME", "CREATED_AT"] as const;

const Active = ({ active }: { active: boolean }) =>
  active ? (
    <Tag tone="green" icon={<CircleCheck size={12} aria-hidden />}>
      {t("providers.active")}
    </Tag>
  ) : (
    <Tag tone="slate" icon={<Ban size={12} aria-hidden />}>
      {t("providers.inactive")}
    </Tag>
  );

const filters = (): Filter[] => [
  {
    name: "active",
    label: t("people.state"),
    options: [
      { value: "true", label: t("providers.active") },
      { value: "false", label: t("providers.inactive") },
    ],
  },
];

const columns = (): Column<Row>[] => [
  { key: "name", title: t("account.name"), sort: "NAME", wide: true, verbatim: true, cell: ({ name }) => name },
  { key: "state", title: t("people.state"), cell: ({ active }) => <Active active={active} /> },
  { key: "done", title: t("providers.done"), end: true, from: "tablet", cell: (row) => number(row.done.totalCount) },
  {
    key: "paid",
    title: t("providers.paid"),
    end: true,
    from: "tablet",
    cell: (row) => number(row.done.totalCount - row.unpaid.totalCount),
  },
  {
    key: "unpaid",
    title: t("providers.unpaid"),
    end: true,
    cell: (row) => t("providers.unpaidCount", { n: row.unpaid.totalCount }),
  },
];

function Providers() {
  const list = useList();
  const viewer = useViewer();
  const admin = isAdmin(viewer);
  const { active } = list.filters;
  const { data, error, refetch, waiting } = useGraph("providers", ProvidersDocument, {
    where: { ...(list.text ? { search: list.text } : {}), ...(active ? { active: active === "true" } : {}) },
    orderBy: orderOf(list, sorts, { field: "NAME", direction: "ASC" }),
    page: list.page,
  });
  const create = admin && (
    <Button leftSection={<Plus size={15} />} component={Link} href={list.href({ open: "new" })}>
      {t("providers.new")}
    </Button>
  );
  return (
    <Screen
      title={t("shell.payments")}
      tabs={paymentTabs()}
      actions={create}
      panel={
        list.open === "new" && admin ? (
          <NewProvider list={list} />
        ) : (
          list.open && <ProviderPanel key={list.open} id={list.open} list={list} admin={admin} />
        )
      }
    >
      <Filters list={list} filters={filters()} />
      <Table
        label={t("payments.providers")}
        list={list}
        columns={columns()}
        rows={data?.serviceProviderPage.serviceProviders}
        pagination={data?.serviceProviderPage.pagination}
        filters={filters()}
        order={{ field: "NAME", direction: "ASC" }}
        error={error}
        retry={refetch}
        waiting={waiting}
        faded={(row) => !row.active}
        empty={{
          icon: Building2,
          title: t("providers.none"),
          children: (
            <>
              <p>{t("providers.noneText")}</p>
              {create}
            </>
          ),
        }}
      />
    </Screen>
  );
}

interface ProviderValues extends Record<string, string | boolean> {
  name: string;
  active: boolean;
}

const fields = (created: boolean): Field<ProviderValues>[] => [
  { name: "name", label: t("account.name"), required: true, max: 200 },
  ...(created
    ? [
        {
          name: "active" as const,
          label: t("providers.activeLabel"),
          hint: t("providers.activeHint"),
          kind: "switch" as const,
        },
      ]
    : []),
];

function NewProvider({ list }: { list: List }) {
  const refresh = useRefresh();
  const key = useOnce();
  const close = (): void => list.set({ open: undefined });
  return (
    <Panel title={t("providers.new")} onClose={close}>
      <Form<ProviderValues>
        draft="providers:new"
        fields={fields(false)}
        initial={{ name: "", active: true }}
        label={t("providers.create")}
        onCancel={close}
        submit={async ({ name }) => {
          const input = { name };
          const { createServiceProvider } = await run(CreateProviderDocument, {
            input: { ...input, idempotencyKey: key(input) },
          });
          refresh("providers", "lookup");
          list.set({ open: createServiceProvider.serviceProvider.id }, true);
          done({ text: t("providers.created", { name }) });
        }}
      />
    </Panel>
  );
}

function ProviderPanel({ id, list, admin }: { id: string; list: List; admin: boolean }) {
  const refresh = useRefresh();
  const variables = { id, solvers: { providerId: id, role: "SOLVER" as const }, people: admin };
  const { data, error, refetch } = useGraph("provider", ProviderPanelDocument, variables, { keep: false });
  const close = (): void => list.set({ open: undefined });
  const provider = data?.serviceProvider;
  if (!provider) return waitingPanel({ title: t("payments.provider"), error, retry: refetch, onClose: close });
  const unpaid = provider.unpaid.totalCount;
  const initial: ProviderValues = { name: provider.name, active: provider.active };
  const write = async (values: ProviderValues, expectedVersion: number | undefined): Promise<number> => {
    const { updateServiceProvider } = await run(UpdateProviderDocument, { input: { id, expectedVersion, ...values } });
    refresh("providers", "provider", "lookup", "name");
    return updateServiceProvider.serviceProvider.version;
  };
  return (
    <Panel title={provider.name} verbatim about={<Active active={provider.active} />} onClose={close}>
      <Section
        title={t("providers.reconciliation")}
        actions={
          admin && (
            <Button
              size="compact-sm"
              variant="default"
              component={Link}
              href={`/payments?provider=${id}&open=new`}
              leftSection={<Plus size={13} />}
            >
              {t("payments.record")}
            </Button>
          )
        }
      >
        <dl className={styles.figures} data-reconciliation>
          <div>
            <dt>{t("providers.done")}</dt>
            <dd>{number(provider.done.totalCount)}</dd>
          </div>
          <div>
            <dt>{t("providers.paid")}</dt>
            <dd>{number(provider.done.totalCount - unpaid)}</dd>
          </div>
          <div>
            <dt>{t("providers.unpaid")}</dt>
            <dd>{unpaid > 0 ? <Link href={`/tasks?provider=${id}&unpaid=true`}>{number(unpaid)}</Link> : number(0)}</dd>
          </div>
        </dl>
        <p className={styles.hint}>{t("providers.reconciliationHint")}</p>
      </Section>
      <Section
        title={t("shell.payments")}
        actions={
          <Link className={styles.hint} href={`/payments?provider=${id}`}>
            {t("providers.allPayments", { n: data.paymentPage.summary.count })}
          </Link>
        }
      >
        <Totals totals={data.paymentPage.summary.totals} />
        {data.paymentPage.payments.length > 0 && (
          <ul className={styles.rows}>
            {data.paymentPage.payments.map((payment) => (
              <li key={payment.id}>
                <span>
                  <Link href={`/payments?provider=${id}&open=${payment.id}`} translate="no">
                    {payment.paymentReference}
                  </Link>
                  <small>{dayOf(payment.paymentDate)}</small>
                </span>
                <Kind payment={payment} />
                <strong>{money(payment.amount, payment.currency)}</strong>
              </li>
            ))}
          </ul>
        )}
      </Section>
      {admin && (
        <Section title={t("people.data")}>
          <Facts
            of={[
              [
                t("providers.solvers"),
                data.userPage && <Link href={`/people?provider=${id}`}>{number(data.userPage.pagination.total)}</Link>,
              ],
              [t("list.created"), dateTime(provider.createdAt)],
            ]}
          />
          <Form<ProviderValues>
            key={provider.version}
            draft={`providers:${id}`}
            fields={fields(true)}
            initial={initial}
            version={provider.version}
            label={t("list.save")}
            current={async () => {
              const now = (await run(ProviderPanelDocument, variables)).serviceProvider as NonNullable<
                ProviderPanelQuery["serviceProvider"]
              >;
              return { values: { name: now.name, active: now.active }, version: now.version };
            }}
            submit={async (values, version) => {
              const after = await write(values, version);
              done({ text: t("list.saved", { name: values.name }), undo: () => write(initial, after) });
            }}
          />
        </Section>
      )}
    </Panel>
  );
}

export default needsOffice(Providers);
