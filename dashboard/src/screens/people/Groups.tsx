// Groups: named sets of accounts, which broadcasts can be sent to.
import { ActionIcon, Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Pencil, Plus, UsersRound, X } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";

import { run } from "../../data/graph/client";
import { nodes } from "../../data/graph/nodes";
import { keyOf } from "../../data/graph/keys";
import { needsOffice, t } from "../../lib/i18n/office";
import { dateTime, number } from "../../lib/i18n/format";
import { Filters } from "../../parts/list/Filters";
import { Form, type Field } from "../../parts/list/Form";
import styles from "../../parts/list/list.module.css";
import { Lookup } from "../../parts/list/Lookup";
import { users } from "../../parts/list/lookups";
import { useOnce, useRefresh } from "../../parts/list/once";
import { useGraph } from "../../parts/list/page";
import { Facts, Panel, Screen, Section } from "../../parts/list/Screen";
import { gonePanel, waitingPanel } from "../../parts/list/unread";
import { Table, type Column } from "../../parts/list/Table";
import { orderOf, useList, type List } from "../../parts/list/url";
import { Bones, ErrorNotice } from "../../parts/Notice";
import { done, failed } from "../../parts/undo";
import {
  AddGroupMembersDocument,
  CreateGroupDocument,
  GroupMembersDocument,
  GroupPanelDocument,
  GroupsDocument,
  RemoveGroupMembersDocument,
  UpdateGroupDocument,
  type GroupPanelQuery,
  type GroupsQuery,
} from "./generated";
import { peopleTabs } from "./People";

type Row = GroupsQuery["groupPage"]["groups"][number];
const sorts = ["NAME", "CREATED_AT"] as const;

const columns = (): Column<Row>[] => [
  { key: "name", title: t("account.name"), sort: "NAME", wide: true, verbatim: true, cell: ({ name }) => name },
  { key: "description", title: t("people.description"), cell: ({ description }) => description },
  {
    key: "members",
    title: t("people.members"),
    end: true,
    cell: ({ members }) => t("people.membersCount", { n: members.totalCount }),
  },
  {
    key: "created",
    title: t("list.created"),
    sort: "CREATED_AT",
    end: true,
    from: "desktop",
    cell: ({ createdAt }) => dateTime(createdAt),
  },
];

interface GroupValues extends Record<string, string> {
  name: string;
  description: string;
}

const fields = (): Field<GroupValues>[] => [
  { name: "name", label: t("account.name"), required: true, max: 200 },
  { name: "description", label: t("people.description"), kind: "area", rows: 3, max: 1000 },
];

function Groups() {
  const list = useList();
  const { data, error, refetch, waiting } = useGraph("groups", GroupsDocument, {
    where: list.text ? { or: [{ nameContainsFold: list.text }, { descriptionContainsFold: list.text }] } : undefined,
    orderBy: orderOf(list, sorts, { field: "NAME", direction: "ASC" }),
    page: list.page,
  });
  const create = (
    <Button leftSection={<Plus size={15} />} component={Link} href={list.href({ open: "new" })}>
      {t("people.newGroup")}
    </Button>
  );
  return (
    <Screen
      title={t("shell.people")}
      tabs={peopleTabs()}
      actions={create}
      panel={
        list.open === "new" ? (
          <NewGroup list={list} />
        ) : (
          list.open && <GroupPanel key={list.open} id={list.open} list={list} />
        )
      }
    >
      <Filters list={list} filters={[]} />
      <Table
        label={t("account.groups")}
        list={list}
        columns={columns()}
        rows={data?.groupPage.groups}
        pagination={data?.groupPage.pagination}
        order={{ field: "NAME", direction: "ASC" }}
        error={error}
        retry={refetch}
        waiting={waiting}
        empty={{
          icon: UsersRound,
          title: t("people.noGroups"),
          children: (
            <>
              <p>{t("people.noGroupsText")}</p>
              {create}
            </>
          ),
        }}
      />
    </Screen>
  );
}

function NewGroup({ list }: { list: List }) {
  const refresh = useRefresh();
  const key = useOnce();
  const close = (): void => list.set({ open: undefined });
  return (
    <Panel title={t("people.newGroup")} onClose={close}>
      <Form<GroupValues>
        draft="groups:new"
        fields={fields()}
        initial={{ name: "", description: "" }}
        label={t("people.createGroup")}
        onCancel={close}
        submit={async (input) => {
          const { createGroup } = await run(CreateGroupDocument, { input: { ...input, idempotencyKey: key(input) } });
          refresh("groups");
          list.set({ open: createGroup.group.id }, true);
        }}
      />
    </Panel>
  );
}

type Group = Extract<NonNullable<GroupPanelQuery["node"]>, { members: unknown }>;

// useMembers reads the members of a group, page by page. The panel calls it, so that they are read beside the group and not after it.
function useMembers(id: string) {
  return useInfiniteQuery({
    queryKey: keyOf("group", "members", id),
    staleTime: 5_000,
    initialPageParam: null as string | null,
    queryFn: async ({ signal, pageParam }) => {
      const { node } = await run(GroupMembersDocument, { id, after: pageParam }, { signal });
      return node && "members" in node
        ? node.members
        : { totalCount: 0, pageInfo: { hasNextPage: false, endCursor: null }, edges: [] };
    },
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : undefined),
  });
}

function GroupPanel({ id, list }: { id: string; list: List }) {
  const { data, error, refetch } = useGraph("group", GroupPanelDocument, { id }, { keep: false });
  const pages = useMembers(id);
  const [edit, setEdit] = useState(false);
  const refresh = useRefresh();
  const close = (): void => list.set({ open: undefined });
  const group = data?.node && "members" in data.node ? (data.node as Group) : undefined;
  if (!data) return waitingPanel({ error, retry: refetch, lines: 6, onClose: close });
  if (!group) return gonePanel(close);
  const changed = (): void => refresh("groups", "group", "name");
  return (
    <Panel
      title={group.name}
      verbatim
      about={t("people.membersCount", { n: group.members.totalCount })}
      onClose={close}
    >
      {edit ? (
        <EditGroup group={group} changed={changed} onClose={() => setEdit(false)} />
      ) : (
        <GroupFacts group={group} onEdit={() => setEdit(true)} />
      )}
      <Members group={group} pages={pages} changed={changed} />
    </Panel>
  );
}

function EditGroup({ group, changed, onClose }: { group: Group; changed: () => void; onClose: () => void }) {
  const { id } = group;
  return (
    <Form<GroupValues>
      draft={`groups:${id}`}
      fields={fields()}
      initial={{ name: group.name, description: group.description }}
      version={group.version}
      label={t("list.save")}
      onCancel={onClose}
      current={async () => {
        const node = (await run(GroupPanelDocument, { id })).node as Group;
        return { values: { name: node.name, description: node.description }, version: node.version };
      }}
      submit={async (values, expectedVersion) => {
        const { updateGroup } = await run(UpdateGroupDocument, { input: { id, expectedVersion, ...values } });
        changed();
        onClose();
        done({
          text: t("list.saved", { name: values.name }),
          undo: async () => {
            await run(UpdateGroupDocument, {
              input: {
                id,
                expectedVersion: updateGroup.group.version,
                name: group.name,
                description: group.description,
              },
            });
            changed();
          },
        });
      }}
    />
  );
}

function GroupFacts({ group, onEdit }: { group: Group; onEdit: () => void }) {
  return (
    <Section
      title={t("people.group")}
      actions={
        <Button size="compact-sm" variant="default" leftSection={<Pencil size={13} />} onClick={onEdit}>
          {t("list.edit")}
        </Button>
      }
    >
      <Facts
        of={[
          [t("people.description"), group.description || t("common.none")],
          [t("list.created"), dateTime(group.createdAt)],
        ]}
      />
    </Section>
  );
}

function Members({
  group,
  pages,
  changed,
}: {
  group: Group;
  pages: ReturnType<typeof useMembers>;
  changed: () => void;
}) {
  const members = pages.data?.pages.flatMap(nodes) ?? [];
  const more = Math.max(0, group.members.totalCount - members.length);
  const add = (userIds: string[]): Promise<void> =>
    run(AddGroupMembersDocument, { input: { id: group.id, userIds } }).then(changed);
  const remove = (userIds: string[]): Promise<void> =>
    run(RemoveGroupMembersDocument, { input: { id: group.id, userIds } }).then(changed);
  return (
    <Section
      title={t("people.members")}
      actions={
        <Link className={styles.hint} href={`/people?group=${group.id}`}>
          {t("people.asList")}
        </Link>
      }
    >
      <Lookup
        label={t("people.addMember")}
        source={users({ state: "ACTIVE" })}
        value={null}
        without={(choice) => members.some((member) => member.id === choice.id)}
        onChange={(picked) =>
          picked &&
          void add([picked.id])
            .then(() =>
              done({
                text: t("people.added", { name: picked.name, group: group.name }),
                undo: () => remove([picked.id]),
              }),
            )
            .catch(failed)
        }
      />
      {members.length > 0 ? (
        <ul className={styles.rows}>
          {members.map((member) => (
            <li key={member.id}>
              <span>
                <Link href={`/people?open=${member.id}`} translate="no">
                  {member.name}
                </Link>
                <small>
                  {member.role && t(`role.${member.role}`)}
                  {member.state === "DISABLED" && ` · ${t("people.state.DISABLED")}`}
                </small>
              </span>
              <ActionIcon
                aria-label={t("people.removeMember", { name: member.name })}
                onClick={() =>
                  void remove([member.id])
                    .then(() =>
                      done({
                        text: t("people.removed", { name: member.name, group: group.name }),
                        undo: () => add([member.id]),
                      }),
                    )
                    .catch(failed)
                }
              >
                <X size={15} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      ) : pages.data ? (
        <p className={styles.hint}>{t("people.noMembers")}</p>
      ) : pages.error ? (
        <ErrorNotice error={pages.error} retry={() => void pages.refetch()} />
      ) : (
        <Bones lines={4} />
      )}
      {pages.hasNextPage && (
        <Button
          variant="default"
          size="compact-sm"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {t("people.showMembers", { n: Math.min(50, more), of: number(more) })}
        </Button>
      )}
    </Section>
  );
}

export default needsOffice(Groups);
