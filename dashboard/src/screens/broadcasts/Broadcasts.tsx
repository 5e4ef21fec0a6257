// Broadcasts: messages to an audience, and how far their delivery is.
import { Button } from "@mantine/core";
import { Megaphone, Plus } from "lucide-react";
import { useEffect } from "react";
import { Link } from "wouter";

import { run } from "../../data/graph/client";
import { needsOffice, t } from "../../lib/i18n/office";
import { dateTime, number } from "../../lib/i18n/format";
import { deliveryStates, targetTypes, type DeliveryState, type TargetType } from "../../lib/domain";
import { Filters, type Filter } from "../../parts/list/Filters";
import { administrators } from "../../parts/list/lookups";
import { useOnce, useRefresh } from "../../parts/list/once";
import { useGraph } from "../../parts/list/page";
import { Panel, Screen } from "../../parts/list/Screen";
import { Table, type Column } from "../../parts/list/Table";
import { orderOf, useList, type List } from "../../parts/list/url";
import { Bones } from "../../parts/Notice";
import { done } from "../../parts/undo";
import { audienceOf, StateTag } from "./broadcast";
import { BroadcastPanel } from "./BroadcastPanel";
import { Composer, emptyBroadcast, scheduleOf, textOf, useBroadcastService } from "./Composer";
import {
  BroadcastPanelDocument,
  BroadcastsDocument,
  ScheduleBroadcastDocument,
  type BroadcastRowFragment,
} from "./generated";

const sorts = ["TITLE", "STATUS", "SCHEDULED_AT", "CREATED_AT", "RECIPIENTS"] as const;

const filters = (): Filter[] => [
  {
    name: "state",
    label: t("payments.status"),
    options: deliveryStates.map((it) => ({ value: it, label: t(`broadcasts.state.${it}`) })),
  },
  {
    name: "target",
    label: t("broadcasts.to"),
    options: targetTypes.map((it) => ({
      value: it,
      label: t(`broadcasts.target.${it}`),
    })),
  },
  { name: "by", label: t("broadcasts.by"), source: administrators },
];

const columns = (): Column<BroadcastRowFragment>[] => [
  { key: "title", title: t("broadcasts.heading"), sort: "TITLE", wide: true, cell: ({ title }) => title },
  {
    key: "state",
    title: t("payments.status"),
    sort: "STATUS",
    cell: ({ deliveryState }) => <StateTag state={deliveryState} />,
  },
  { key: "to", title: t("broadcasts.to"), cell: ({ target }) => audienceOf(target) },
  { key: "by", title: t("broadcasts.by"), from: "desktop", verbatim: true, cell: ({ createdBy }) => createdBy?.name },
  {
    key: "recipients",
    title: t("broadcasts.recipients"),
    sort: "RECIPIENTS",
    end: true,
    from: "tablet",
    cell: ({ recipientCount }) => number(recipientCount),
  },
  {
    key: "at",
    title: t("broadcasts.time"),
    sort: "SCHEDULED_AT",
    end: true,
    cell: ({ scheduledAt }) => dateTime(scheduledAt),
  },
];

function Broadcasts() {
  const list = useList();
  const { state, target, by } = list.filters;
  const { data, error, refetch, waiting } = useGraph("broadcasts", BroadcastsDocument, {
    where: {
      ...(list.text ? { search: list.text } : {}),
      ...(state ? { deliveryState: state as DeliveryState } : {}),
      ...(target ? { targetType: target as TargetType } : {}),
      ...(by ? { createdById: by } : {}),
    },
    orderBy: orderOf(list, sorts, { field: "CREATED_AT", direction: "DESC" }),
    page: list.page,
  });
  // The row of what is open is as fresh as its panel.
  const { data: open } = useGraph(
    "broadcast",
    BroadcastPanelDocument,
    { id: list.open },
    { keep: false, enabled: list.open !== "" && list.open !== "new" },
  );
  const opened = open?.broadcast;
  const refresh = useRefresh();
  useEffect(() => {
    if (opened) refresh("broadcasts"); // for when the panel is closed
    // oxlint-disable-next-line react/exhaustive-deps -- what else changes of it is not in the list
  }, [opened?.id, opened?.deliveryState, opened?.recipientCount]);
  const rows = data?.broadcastPage.broadcasts.map((row) => (row.id === opened?.id ? opened : row));
  const create = (
    <Button leftSection={<Plus size={15} />} component={Link} href={list.href({ open: "new" })}>
      {t("broadcasts.new")}
    </Button>
  );
  return (
    <Screen
      title={t("shell.broadcasts")}
      actions={create}
      panel={
        list.open === "new" ? (
          <NewBroadcast list={list} />
        ) : (
          list.open && <BroadcastPanel key={list.open} id={list.open} list={list} />
        )
      }
    >
      <Filters list={list} filters={filters()} search={t("broadcasts.search")} />
      <Table
        label={t("shell.broadcasts")}
        list={list}
        columns={columns()}
        rows={rows}
        pagination={data?.broadcastPage.pagination}
        filters={filters()}
        error={error}
        retry={refetch}
        waiting={waiting}
        faded={({ status }) => status === "CANCELLED"}
        empty={{
          icon: Megaphone,
          title: t("broadcasts.none"),
          children: (
            <>
              <p>{t("broadcasts.noneText")}</p>
              {create}
            </>
          ),
        }}
      />
    </Screen>
  );
}

function NewBroadcast({ list }: { list: List }) {
  const refresh = useRefresh();
  const key = useOnce();
  const service = useBroadcastService();
  const close = (): void => list.set({ open: undefined });
  return (
    <Panel title={t("broadcasts.new")} about={t("broadcasts.newAbout")} onClose={close}>
      {service ? (
        <Composer
          draft="broadcasts:new"
          initial={emptyBroadcast(service.timeZone)}
          timeZone={service.timeZone}
          mail={service.mail}
          schedule
          onCancel={close}
          submit={async (values) => {
            const input = { ...textOf(values), ...scheduleOf(values, service.timeZone) };
            const { scheduleBroadcast } = await run(ScheduleBroadcastDocument, {
              input: { ...input, idempotencyKey: key(input) },
            });
            refresh("broadcasts");
            list.set({ open: scheduleBroadcast.broadcast.id }, true);
            done({
              text: t(values.when === "at" ? "broadcasts.scheduled" : "broadcasts.sending", { title: values.title }),
            });
          }}
        />
      ) : (
        <Bones lines={8} />
      )}
    </Panel>
  );
}

export default needsOffice(Broadcasts);
