// Zones: the places of the organization, as a tree.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { MapPin, Plus } from "lucide-react";
import { useRef } from "react";
import { Link } from "wouter";

import { openStatuses } from "../../lib/domain";
import { run } from "../../data/graph/client";
import { keyOf } from "../../data/graph/keys";
import { needsOffice, t } from "../../lib/i18n/office";
import { counted, dateTime } from "../../lib/i18n/format";
import { Filters } from "../../parts/list/Filters";
import { Form, type Field } from "../../parts/list/Form";
import styles from "../../parts/list/list.module.css";
import { zones, type Picked, type Source } from "../../parts/list/lookups";
import { useOnce, useRefresh } from "../../parts/list/once";
import { eachPage, useGraph } from "../../parts/list/page";
import { Facts, Panel, Screen, Section } from "../../parts/list/Screen";
import { gonePanel } from "../../parts/list/unread";
import { Table, type Column } from "../../parts/list/Table";
import { useTree, type Tree } from "../../parts/list/tree";
import { useList, type List } from "../../parts/list/url";
import { done } from "../../parts/undo";
import {
  CreateZoneDocument,
  MoveZoneDocument,
  UpdateZoneDocument,
  ZoneNowDocument,
  ZonesDocument,
  ZoneUseDocument,
  type ZonesQuery,
} from "./generated";

type Row = ZonesQuery["zonePage"]["zones"][number];

const columns = (tree: Tree<Row>): Column<Row>[] => [
  { key: "name", title: t("places.name"), wide: true, cell: ({ name }) => name },
  {
    key: "below",
    title: t("places.below"),
    end: true,
    from: "tablet",
    cell: ({ id }) => {
      const n = tree.within(id).size - 1;
      return n > 0 ? n : "";
    },
  },
  { key: "created", title: t("list.created"), end: true, from: "tablet", cell: ({ createdAt }) => dateTime(createdAt) },
];

function Places() {
  const list = useList();
  const { data, error, refetch } = useQuery({
    queryKey: keyOf("zones"),
    queryFn: ({ signal }) =>
      eachPage(async (page) => {
        const { zonePage } = await run(ZonesDocument, { page }, { signal });
        return { rows: zonePage.zones, pages: zonePage.pagination.totalPages };
      }),
  });
  const tree = useTree<Row>(data, list.text);
  const row = data?.find(({ id }) => id === list.open);
  const create = (
    <Button leftSection={<Plus size={15} />} component={Link} href={list.href({ open: "new", parent: undefined })}>
      {t("places.new")}
    </Button>
  );
  return (
    <Screen
      title={t("shell.places")}
      actions={create}
      panel={
        list.open === "new" ? (
          <NewZone key={list.filters.parent ?? ""} list={list} rows={data ?? []} />
        ) : (
          list.open && data && <ZonePanel key={list.open} list={list} row={row} tree={tree} />
        )
      }
    >
      <Filters list={list} filters={[]} />
      <Table
        label={t("shell.places")}
        list={list}
        columns={columns(tree)}
        rows={tree.rows}
        lead={tree.lead}
        error={error ?? undefined}
        retry={() => void refetch()}
        empty={{
          icon: MapPin,
          title: t("places.none"),
          children: (
            <>
              <p>{t("places.noneText")}</p>
              {create}
            </>
          ),
        }}
      />
    </Screen>
  );
}

interface ZoneValues extends Record<string, string | Picked | null> {
  name: string;
  parent: Picked | null;
}

// outside offers only zones that are not in a set.
const outside = (source: Source, inside: Set<string>): Source => ({
  key: `${source.key} ${[...inside].join()}`,
  find: async (text, signal) => (await source.find(text, signal)).filter(({ id }) => !inside.has(id)),
});

const fields = (inside: Set<string> = new Set()): Field<ZoneValues>[] => [
  { name: "name", label: t("places.name"), required: true, max: 200 },
  {
    name: "parent",
    label: t("places.parent"),
    hint: t("places.parentHint"),
    kind: "lookup",
    source: outside(zones, inside),
    wire: ["parentId"],
  },
];

function NewZone({ list, rows }: { list: List; rows: Row[] }) {
  const refresh = useRefresh();
  const key = useOnce();
  const created = useRef(0); // the same name again is another one
  const close = (): void => list.set({ open: undefined, parent: undefined });
  const parent = rows.find(({ id }) => id === list.filters.parent);
  return (
    <Panel title={t("places.new")} onClose={close}>
      <Form<ZoneValues>
        draft={`places:new:${parent?.id ?? ""}`}
        fields={fields()}
        initial={{ name: "", parent: parent ? { id: parent.id, name: parent.name } : null }}
        label={t("places.create")}
        onCancel={close}
        again
        submit={async ({ name, parent: under }) => {
          const input = { name, parentId: under?.id };
          await run(CreateZoneDocument, { input: { ...input, idempotencyKey: key([input, created.current]) } });
          created.current++;
          refresh("zones", "lookup");
          done({ text: t("places.created", { name }) });
        }}
      />
    </Panel>
  );
}

function ZonePanel({ list, row, tree }: { list: List; row: Row | undefined; tree: Tree<Row> }) {
  const refresh = useRefresh();
  const close = (): void => list.set({ open: undefined });
  const { data } = useGraph(
    "zone-use",
    ZoneUseDocument,
    {
      open: { zone: { within: row?.id ?? "" }, statusIn: [...openStatuses] },
      people: row ? { zone: { within: row.id } } : undefined,
    },
    { enabled: Boolean(row) },
  );
  if (!row) return gonePanel(close);
  const { id } = row;
  const parent = row.parentId ? tree.path(id).split(" › ").at(-1)! : "";
  const initial: ZoneValues = { name: row.name, parent: row.parentId ? { id: row.parentId, name: parent } : null };

  // write renames and moves, each where it differs, and returns the version afterwards.
  const write = async (
    values: ZoneValues,
    before: ZoneValues,
    version: number | undefined,
  ): Promise<number | undefined> => {
    let at = version;
    if (values.name !== before.name)
      at = (await run(UpdateZoneDocument, { input: { id, expectedVersion: at, name: values.name } })).updateZone.zone
        .version;
    if (values.parent?.id !== before.parent?.id)
      at = (await run(MoveZoneDocument, { input: { id, expectedVersion: at, parentId: values.parent?.id } })).moveZone
        .zone.version;
    refresh("zones", "lookup", "name");
    return at;
  };
  return (
    <Panel title={row.name} about={tree.path(id)} onClose={close}>
      <Form<ZoneValues>
        key={row.version}
        draft={`places:${id}`}
        fields={fields(tree.within(id))}
        initial={initial}
        version={row.version}
        label={t("list.save")}
        current={async () => {
          const node = (await run(ZoneNowDocument, { id })).node as {
            name: string;
            version: number;
            parent: Picked | null;
          };
          return { values: { name: node.name, parent: node.parent }, version: node.version };
        }}
        submit={async (values, version) => {
          const after = await write(values, initial, version);
          done({ text: t("list.saved", { name: values.name }), undo: () => write(initial, values, after) });
        }}
      />
      <Section
        title={t("places.use")}
        actions={
          <Button
            size="compact-sm"
            variant="default"
            component={Link}
            leftSection={<Plus size={13} />}
            href={list.href({ open: "new", parent: id })}
          >
            {t("places.newBelow")}
          </Button>
        }
      >
        <Facts
          of={[
            [t("places.openComplaints"), data?.complaintCountsFor[0] && counted(data.complaintCountsFor[0])],
            [t("shell.people"), data && <Link href={`/people?zone=${id}`}>{data.userPage.pagination.total}</Link>],
          ]}
        />
        <p className={styles.hint}>{t("places.boundaries")}</p>
      </Section>
    </Panel>
  );
}

export default needsOffice(Places);
