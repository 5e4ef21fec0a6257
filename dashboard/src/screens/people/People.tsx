// Accounts: who there is, and what they may do.
import { Button } from "@mantine/core";
import { Plus, Users } from "lucide-react";
import { Link } from "wouter";

import { needsOffice, t } from "../../lib/i18n/office";
import { roles, type Role } from "../../lib/domain";
import { callerComplaints, callerText } from "../../parts/callers";
import { Filters, type Filter } from "../../parts/list/Filters";
import styles from "../../parts/list/list.module.css";
import { groups, providers, zones } from "../../parts/list/lookups";
import { useGraph } from "../../parts/list/page";
import { Screen } from "../../parts/list/Screen";
import { Table, type Column } from "../../parts/list/Table";
import { orderOf, useList } from "../../parts/list/url";
import { Ago } from "../../parts/Time";
import { useViewer } from "../../data/session/viewer";
import { PeopleCallersDocument, PeopleDocument, type PersonFragment } from "./generated";
import { NewPerson } from "./NewPerson";
import { Disabled } from "./person";
import { PersonPanel } from "./PersonPanel";

export const peopleTabs = () => [
  { path: "/people", title: t("people.accounts") },
  { path: "/people/groups", title: t("account.groups") },
];

const sorts = ["NAME", "ROLE", "LAST_SIGN_IN_AT", "CONTACT_EMAIL"] as const;

const filters = (): Filter[] => [
  { name: "role", label: t("account.role"), options: roles.map((role) => ({ value: role, label: t(`role.${role}`) })) },
  {
    name: "state",
    label: t("people.state"),
    options: (["ACTIVE", "DISABLED"] as const).map((state) => ({ value: state, label: t(`people.state.${state}`) })),
  },
  { name: "zone", label: t("account.zone"), source: zones },
  { name: "group", label: t("people.group"), source: groups },
  { name: "provider", label: t("people.provider"), source: providers },
];

const columns = (): Column<PersonFragment>[] => [
  { key: "name", title: t("account.name"), sort: "NAME", wide: true, verbatim: true, cell: ({ name }) => name },
  {
    key: "role",
    title: t("account.role"),
    sort: "ROLE",
    cell: ({ role, state }) => (
      <span className={styles.buttons}>
        {role && t(`role.${role}`)}
        {state === "DISABLED" && <Disabled />}
      </span>
    ),
  },
  {
    key: "email",
    title: t("account.email"),
    sort: "CONTACT_EMAIL",
    verbatim: true,
    cell: ({ contact }) => contact && <Address of={contact.email} />,
  },
  { key: "zone", title: t("account.zone"), from: "desktop", cell: ({ zone }) => zone?.name },
  {
    key: "provider",
    title: t("people.provider"),
    from: "desktop",
    verbatim: true,
    cell: ({ provider }) => provider?.name,
  },
  {
    key: "seen",
    title: t("people.lastSignIn"),
    sort: "LAST_SIGN_IN_AT",
    end: true,
    from: "tablet",
    cell: ({ lastSignInAt }) => (lastSignInAt ? <Ago at={lastSignInAt} /> : t("list.never")),
  },
];

// Address is an e-mail address that is wrapped at its sign, if it has to be.
function Address({ of }: { of: string }) {
  const at = of.lastIndexOf("@");
  return (
    <>
      {of.slice(0, at)}
      <wbr />
      {of.slice(at)}
    </>
  );
}

function People() {
  const list = useList();
  const viewer = useViewer();
  const { role, state, zone, group, provider } = list.filters;
  const { data, error, refetch, waiting } = useGraph("people", PeopleDocument, {
    where: {
      ...(list.text ? { search: list.text } : {}),
      ...(role ? { role: role as Role } : {}),
      ...(state ? { state: state as "ACTIVE" } : {}),
      ...(zone ? { zone: { within: zone } } : {}),
      ...(group ? { groupId: group } : {}),
      ...(provider ? { providerId: provider } : {}),
    },
    orderBy: orderOf(list, sorts, { field: "NAME", direction: "ASC" }),
    page: list.page,
  });
  if (!viewer) return null;
  const create = (
    <Button leftSection={<Plus size={15} />} component={Link} href={list.href({ open: "new" })}>
      {t("people.new")}
    </Button>
  );
  return (
    <Screen
      title={t("shell.people")}
      tabs={peopleTabs()}
      actions={create}
      panel={
        list.open === "new" ? (
          <NewPerson list={list} viewer={viewer} />
        ) : (
          list.open && <PersonPanel key={list.open} id={list.open} list={list} viewer={viewer} />
        )
      }
    >
      <Filters list={list} filters={filters()} search={t("people.search")} />
      {list.text && <Callers text={list.text} />}
      <Table
        label={t("people.accounts")}
        list={list}
        columns={columns()}
        rows={data?.userPage.users}
        pagination={data?.userPage.pagination}
        filters={filters()}
        order={{ field: "NAME", direction: "ASC" }}
        error={error}
        retry={refetch}
        waiting={waiting}
        faded={({ state: is }) => is === "DISABLED"}
        empty={{ icon: Users, title: t("people.none"), children: create }}
      />
    </Screen>
  );
}

// Callers are the people without an account who are found by what the accounts are searched for: they are on no list.
function Callers({ text }: { text: string }) {
  const { data } = useGraph("callers", PeopleCallersDocument, { text });
  const callers = data?.find.callers ?? [];
  if (callers.length === 0) return null;
  return (
    <section className={styles.callers} aria-label={t("palette.callers")}>
      <h2>{t("palette.callers")}</h2>
      <ul>
        {callers.map((caller) => (
          <li key={callerText(caller)}>
            <Link href={callerComplaints(caller)} translate="no">
              {callerText(caller)}
            </Link>{" "}
            <span>{t("palette.reported", { n: caller.complaintCount })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export default needsOffice(People);
