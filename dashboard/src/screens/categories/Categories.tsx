// Categories: what complaints are about, with the deadline and the priority that they start with.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Eye, Plus, Tags } from "lucide-react";
import { useRef } from "react";
import { Link } from "wouter";

import { run } from "../../data/graph/client";
import { keyOf } from "../../data/graph/keys";
import { needsOffice, t } from "../../lib/i18n/office";
import { hoursOf } from "../../lib/hours";
import { counted, number } from "../../lib/i18n/format";
import { openStatuses, priorities } from "../../lib/domain";
import { Filters } from "../../parts/list/Filters";
import { Form, type Field } from "../../parts/list/Form";
import styles from "../../parts/list/list.module.css";
import { categories, type Picked, type Source } from "../../parts/list/lookups";
import { useOnce, useRefresh } from "../../parts/list/once";
import { eachPage, useGraph } from "../../parts/list/page";
import { Facts, Panel, Screen, Section, Tag } from "../../parts/list/Screen";
import { gonePanel } from "../../parts/list/unread";
import { Table, type Column } from "../../parts/list/Table";
import { useTree, type Tree } from "../../parts/list/tree";
import { useList, type List } from "../../parts/list/url";
import { Priority, priorityWord } from "../../parts/Priority";
import { done } from "../../parts/undo";
import {
  CategoriesDocument,
  CategoryNowDocument,
  CategoryUseDocument,
  CreateCategoryDocument,
  MoveCategoryDocument,
  UpdateCategoryDocument,
  type CategoriesQuery,
} from "./generated";

type Row = CategoriesQuery["categoryPage"]["categories"][number];

// within is a time for work in words: days where it is whole days.
export function within(hours: number | null): string {
  if (hours === null) return t("categories.noDeadline");
  return hours % 24 === 0 ? t("categories.days", { n: hours / 24 }) : t("categories.hours", { n: hours });
}

const columns = (): Column<Row>[] => [
  { key: "name", title: t("categories.name"), wide: true, cell: ({ name }) => name },
  { key: "deadline", title: t("categories.deadline"), cell: ({ slaHours }) => within(slaHours) },
  {
    key: "priority",
    title: t("categories.priority"),
    cell: ({ defaultPriority }) => <Priority priority={defaultPriority} word />,
  },
  {
    key: "nearby",
    title: t("categories.nearbyShort"),
    from: "tablet",
    cell: ({ shownNearby }) =>
      shownNearby && (
        <Tag tone="teal" icon={<Eye size={12} aria-hidden />}>
          {t("categories.nearbyOn")}
        </Tag>
      ),
  },
];

function Categories() {
  const list = useList();
  const { data, error, refetch } = useQuery({
    queryKey: keyOf("categories"),
    queryFn: ({ signal }) =>
      eachPage(async (page) => {
        const { categoryPage } = await run(CategoriesDocument, { page }, { signal });
        return { rows: categoryPage.categories, pages: categoryPage.pagination.totalPages };
      }),
  });
  const tree = useTree<Row>(data, list.text);
  const create = (
    <Button leftSection={<Plus size={15} />} component={Link} href={list.href({ open: "new", parent: undefined })}>
      {t("categories.new")}
    </Button>
  );
  return (
    <Screen
      title={t("shell.categories")}
      actions={create}
      panel={
        list.open === "new" ? (
          <NewCategory key={list.filters.parent ?? ""} list={list} rows={data ?? []} />
        ) : (
          list.open &&
          data && (
            <CategoryPanel key={list.open} list={list} row={data.find(({ id }) => id === list.open)} tree={tree} />
          )
        )
      }
    >
      <Filters list={list} filters={[]} />
      <Table
        label={t("shell.categories")}
        list={list}
        columns={columns()}
        rows={tree.rows}
        lead={tree.lead}
        error={error ?? undefined}
        retry={() => void refetch()}
        empty={{
          icon: Tags,
          title: t("categories.none"),
          children: (
            <>
              <p>{t("categories.noneText")}</p>
              {create}
            </>
          ),
        }}
      />
    </Screen>
  );
}

interface CategoryValues extends Record<string, string | boolean | Picked | null> {
  name: string;
  parent: Picked | null;
  slaHours: string;
  defaultPriority: string;
  shownNearby: boolean;
}

type Level = Row["defaultPriority"];

const outside = (source: Source, inside: Set<string>): Source => ({
  key: `${source.key} ${[...inside].join()}`,
  find: async (text, signal) => (await source.find(text, signal)).filter(({ id }) => !inside.has(id)),
});

const fields = (inside: Set<string> = new Set()): Field<CategoryValues>[] => [
  { name: "name", label: t("categories.name"), required: true, max: 200 },
  {
    name: "parent",
    label: t("categories.parent"),
    hint: t("categories.parentHint"),
    kind: "lookup",
    source: outside(categories, inside),
    wire: ["parentId"],
  },
  {
    name: "slaHours",
    label: t("categories.slaHours"),
    hint: t("categories.slaHint"),
    wire: ["noSlaHours"],
  },
  {
    name: "defaultPriority",
    label: t("categories.priorityOfNew"),
    kind: "select",
    required: true,
    options: priorities.map((it) => ({ value: it, label: priorityWord(it) })),
  },
  { name: "shownNearby", label: t("categories.nearby"), hint: t("categories.nearbyHint"), kind: "switch" },
];

// sent is what was typed as hours; what means none is refused by the service as 0 would be.
const sent = (text: string): number | undefined => {
  const hours = hoursOf(text);
  return Number.isNaN(hours) ? 0 : hours;
};

const written = (hours: number | null | undefined): string => (hours ? within(hours) : "");

function NewCategory({ list, rows }: { list: List; rows: Row[] }) {
  const refresh = useRefresh();
  const key = useOnce();
  const created = useRef(0); // the same name again is another one
  const close = (): void => list.set({ open: undefined, parent: undefined });
  const parent = rows.find(({ id }) => id === list.filters.parent);
  return (
    <Panel title={t("categories.new")} onClose={close}>
      <Form<CategoryValues>
        draft={`categories:new:${parent?.id ?? ""}`}
        fields={fields()}
        label={t("categories.create")}
        onCancel={close}
        again
        initial={{
          name: "",
          parent: parent ? { id: parent.id, name: parent.name } : null,
          slaHours: written(parent?.slaHours),
          defaultPriority: parent?.defaultPriority ?? "NORMAL",
          shownNearby: parent?.shownNearby ?? false,
        }}
        submit={async (values) => {
          const input = {
            name: values.name,
            parentId: values.parent?.id,
            slaHours: sent(values.slaHours),
            defaultPriority: values.defaultPriority as Level,
            shownNearby: values.shownNearby,
          };
          await run(CreateCategoryDocument, { input: { ...input, idempotencyKey: key([input, created.current]) } });
          created.current++;
          refresh("categories", "lookup");
          done({ text: t("categories.created", { name: values.name }) });
        }}
      />
    </Panel>
  );
}

function CategoryPanel({ list, row, tree }: { list: List; row: Row | undefined; tree: Tree<Row> }) {
  const refresh = useRefresh();
  const close = (): void => list.set({ open: undefined });
  const { data } = useGraph(
    "category-use",
    CategoryUseDocument,
    { open: { category: { within: row?.id ?? "" }, statusIn: [...openStatuses] } },
    { enabled: Boolean(row) },
  );
  if (!row) return gonePanel(close);
  const { id } = row;
  const initial: CategoryValues = {
    name: row.name,
    parent: row.parentId ? { id: row.parentId, name: tree.path(id).split(" › ").at(-1)! } : null,
    slaHours: written(row.slaHours),
    defaultPriority: row.defaultPriority,
    shownNearby: row.shownNearby,
  };
  const write = async (
    values: CategoryValues,
    before: CategoryValues,
    version: number | undefined,
  ): Promise<number | undefined> => {
    let at = version;
    const { parent, ...own } = values;
    const { parent: under, ...ownBefore } = before;
    if (JSON.stringify(own) !== JSON.stringify(ownBefore)) {
      const slaHours = sent(values.slaHours);
      const input = {
        id,
        expectedVersion: at,
        name: values.name,
        defaultPriority: values.defaultPriority as Level,
        shownNearby: values.shownNearby,
        ...(slaHours === undefined ? { noSlaHours: true } : { slaHours }),
      };
      at = (await run(UpdateCategoryDocument, { input })).updateCategory.category.version;
    }
    if (parent?.id !== under?.id)
      at = (await run(MoveCategoryDocument, { input: { id, expectedVersion: at, parentId: parent?.id } })).moveCategory
        .category.version;
    refresh("categories", "lookup", "name");
    return at;
  };
  return (
    <Panel title={row.name} about={tree.path(id)} onClose={close}>
      <Form<CategoryValues>
        key={row.version}
        draft={`categories:${id}`}
        fields={fields(tree.within(id))}
        initial={initial}
        version={row.version}
        label={t("list.save")}
        current={async () => {
          const node = (await run(CategoryNowDocument, { id })).node as Row & { parent: Picked | null };
          return {
            values: {
              name: node.name,
              parent: node.parent,
              slaHours: written(node.slaHours),
              defaultPriority: node.defaultPriority,
              shownNearby: node.shownNearby,
            },
            version: node.version,
          };
        }}
        submit={async (values, version) => {
          const after = await write(values, initial, version);
          done({ text: t("list.saved", { name: values.name }), undo: () => write(initial, values, after) });
        }}
      >
        <p className={styles.hint}>{t("categories.existing")}</p>
      </Form>
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
            {t("categories.newBelow")}
          </Button>
        }
      >
        <Facts
          of={[
            [t("places.openComplaints"), data?.complaintCountsFor[0] && counted(data.complaintCountsFor[0])],
            [t("categories.below"), tree.within(id).size > 1 && number(tree.within(id).size - 1)],
          ]}
        />
      </Section>
    </Panel>
  );
}

export default needsOffice(Categories);
