// Accounts: who there is, and what they may do.
import { ActionIcon, Button, Menu } from "@mantine/core";
import { Ban, Copy, Ellipsis, KeyRound, Pencil, Plus, UserCheck, UserCog, UserX, Users } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";

import { run } from "../../graph/client";
import { t } from "../../i18n";
import { dateTime } from "../../i18n/format";
import { Filters, type Filter } from "../../parts/list/Filters";
import { Confirm, Form, type Field } from "../../parts/list/Form";
import styles from "../../parts/list/list.module.css";
import { groups, providers, zones, type Picked } from "../../parts/list/lookups";
import { useOnce, useRefresh } from "../../parts/list/once";
import { useGraph } from "../../parts/list/page";
import { Facts, Panel, Screen, Section, Tag } from "../../parts/list/Screen";
import { Table, type Column } from "../../parts/list/Table";
import { orderOf, useList, type List } from "../../parts/list/url";
import { Bones, Empty, ErrorNotice } from "../../parts/Notice";
import { Ago } from "../../parts/Time";
import { done, failed } from "../../parts/undo";
import { useViewer, type Viewer } from "../../session/viewer";
import {
  ChangeUserRoleDocument,
  CreateUserDocument,
  DisableUserDocument,
  EnableUserDocument,
  PeopleDocument,
  PersonPanelDocument,
  ResetUserPasswordDocument,
  RevokeAllSessionsDocument,
  RevokeSessionDocument,
  UpdateUserDocument,
  type DisableUserMutation,
  type PersonFragment,
  type PersonPanelQuery,
} from "./generated";
import { Sessions } from "./Sessions";

export const peopleTabs = () => [
  { path: "/people", title: t("people.accounts") },
  { path: "/people/groups", title: t("people.groups") },
];

const roles = ["USER", "SOLVER", "PROVIDER", "ADMIN", "SUPER_ADMIN"] as const;
type Role = (typeof roles)[number];
const sorts = ["NAME", "ROLE", "LAST_SIGN_IN_AT", "CONTACT_EMAIL"] as const;
const liveTasks = ["ASSIGNED", "ACCEPTED", "IN_PROGRESS", "COMPLETION_SUBMITTED"] as const;

const isStaff = (role: Role | null): boolean => role === "ADMIN" || role === "SUPER_ADMIN";
const manages = (viewer: Viewer, person: PersonFragment): boolean =>
  viewer.role === "SUPER_ADMIN" || !isStaff(person.role);
const rolesOf = (viewer: Viewer) =>
  roles
    .filter((role) => viewer.role === "SUPER_ADMIN" || !isStaff(role))
    .map((role) => ({ value: role, label: t(`role.${role}`) }));

const filters = (): Filter[] => [
  { name: "role", label: t("people.role"), options: roles.map((role) => ({ value: role, label: t(`role.${role}`) })) },
  {
    name: "state",
    label: t("people.state"),
    options: (["ACTIVE", "DISABLED"] as const).map((state) => ({ value: state, label: t(`people.state.${state}`) })),
  },
  { name: "zone", label: t("people.zone"), source: zones },
  { name: "group", label: t("people.group"), source: groups },
  { name: "provider", label: t("people.provider"), source: providers },
];

const columns = (): Column<PersonFragment>[] => [
  { key: "name", title: t("people.name"), sort: "NAME", wide: true, cell: ({ name }) => name },
  {
    key: "role",
    title: t("people.role"),
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
    title: t("people.email"),
    sort: "CONTACT_EMAIL",
    cell: ({ contact }) => contact && <Address of={contact.email} />,
  },
  { key: "zone", title: t("people.zone"), from: "desktop", cell: ({ zone }) => zone?.name },
  { key: "provider", title: t("people.provider"), from: "desktop", cell: ({ provider }) => provider?.name },
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

const Disabled = () => (
  <Tag tone="red" icon={<Ban size={12} aria-hidden />}>
    {t("people.state.DISABLED")}
  </Tag>
);

export default function People() {
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

interface PersonValues extends Record<string, string | Picked | null> {
  name: string;
  email: string;
  phone: string;
  role: string;
  zone: Picked | null;
  provider: Picked | null;
}

const personFields = (role: Role | null): Field<PersonValues>[] => [
  { name: "name", label: t("people.name"), required: true, max: 200 },
  { name: "email", label: t("people.email"), kind: "email", required: true },
  { name: "phone", label: t("people.phone"), kind: "tel" },
  {
    name: "zone",
    label: t("people.zone"),
    hint: t("people.zoneHint"),
    kind: "lookup",
    source: zones,
    wire: ["zoneId"],
  },
  {
    name: "provider",
    label: t("people.provider"),
    kind: "lookup",
    source: providers,
    wire: ["providerId"],
    hint: t("people.providerHint"),
    show: (values) => ["SOLVER", "PROVIDER"].includes(role ?? values.role),
  },
];

function NewPerson({ list, viewer }: { list: List; viewer: Viewer }) {
  const refresh = useRefresh();
  const key = useOnce();
  const [made, setMade] = useState<{ id: string; name: string; password: string | null }>();
  const close = (): void => list.set({ open: undefined, as: undefined });
  const role = rolesOf(viewer).find(({ value }) => value === list.filters.as)?.value ?? "USER";
  if (made) {
    return (
      <Panel title={made.name} onClose={close}>
        {made.password ? (
          <Password name={made.name} password={made.password} />
        ) : (
          <p className={styles.warn}>{t("people.passwordGone")}</p>
        )}
        <div className={styles.buttons}>
          <Button onClick={() => list.set({ open: made.id, as: undefined }, true)}>{t("people.toAccount")}</Button>
          <Button variant="default" onClick={() => setMade(undefined)}>
            {t("people.another")}
          </Button>
        </div>
      </Panel>
    );
  }
  const [name, email, phone, ...rest] = personFields(null);
  return (
    <Panel title={t("people.new")} about={t("people.newAbout")} onClose={close}>
      <Form<PersonValues>
        draft={role === "USER" ? "people:new" : `people:new:${role}`}
        fields={[
          name!,
          email!,
          phone!,
          { name: "role", label: t("people.role"), kind: "select", required: true, options: rolesOf(viewer) },
          ...rest,
        ]}
        initial={{ name: "", email: "", phone: "", role, zone: null, provider: null }}
        label={t("people.create")}
        onCancel={close}
        submit={async (values) => {
          const input = {
            name: values.name,
            email: values.email,
            phone: values.phone,
            role: values.role as Role,
            zoneId: values.zone?.id,
            providerId: ["SOLVER", "PROVIDER"].includes(values.role) ? values.provider?.id : undefined,
          };
          const { createUser } = await run(CreateUserDocument, { input: { ...input, idempotencyKey: key(input) } });
          refresh("people");
          setMade({ ...createUser.user, password: createUser.password });
        }}
      />
    </Panel>
  );
}

// Password is shown once: the service keeps none that could be read.
function Password({ name, password }: { name: string; password: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <>
      <p className={styles.warn} role="alert">
        {t("people.passwordOnce", { name })}
      </p>
      <p className={styles.secret} data-password>
        <span>{password}</span>
        <ActionIcon
          aria-label={t("list.copy")}
          onClick={() => void navigator.clipboard.writeText(password).then(() => setCopied(true))}
        >
          <Copy size={16} />
        </ActionIcon>
      </p>
      <p className={styles.hint} role="status">
        {copied ? t("list.copied") : ""}
      </p>
    </>
  );
}

type Detail = Extract<NonNullable<PersonPanelQuery["node"]>, { contact: unknown }>;

function PersonPanel({ id, list, viewer }: { id: string; list: List; viewer: Viewer }) {
  const { data, error, refetch } = useGraph(
    "person",
    PersonPanelDocument,
    { id, live: { solverId: id, statusIn: [...liveTasks] } },
    { keep: false },
  );
  const close = (): void => list.set({ open: undefined });
  const person = data?.node && "contact" in data.node ? (data.node as Detail) : undefined;
  if (!data)
    return (
      <Panel title={t("common.loading")} onClose={close}>
        {error ? <ErrorNotice error={error} retry={refetch} /> : <Bones lines={8} />}
      </Panel>
    );
  if (!person)
    return (
      <Panel title={t("shell.notFound")} onClose={close}>
        <Empty title={t("list.gone")} />
      </Panel>
    );
  return (
    <PersonDetail
      person={person}
      live={data.taskPage.pagination.total}
      viewer={viewer}
      reread={refetch}
      onClose={close}
    />
  );
}

const valuesOf = (person: PersonFragment): PersonValues => ({
  name: person.name,
  email: person.contact?.email ?? "",
  phone: person.contact?.phone ?? "",
  role: person.role ?? "",
  zone: person.zone,
  provider: person.provider,
});

const inputOf = (id: string, values: PersonValues, expectedVersion: number | undefined) => ({
  id,
  expectedVersion,
  name: values.name,
  email: values.email,
  phone: values.phone,
  ...(values.zone ? { zoneId: values.zone.id } : { noZone: true }),
  ...(values.provider ? { providerId: values.provider.id } : values.role === "SOLVER" ? { noProvider: true } : {}),
});

function PersonDetail({
  person,
  live,
  viewer,
  reread,
  onClose,
}: {
  person: Detail;
  live: number;
  viewer: Viewer;
  reread: () => void;
  onClose: () => void;
}) {
  const [doing, setDoing] = useState<"edit" | "role" | "disable" | "reset" | "sessions">();
  const [password, setPassword] = useState<string>();
  const [scheduled, setScheduled] = useState<DisableUserMutation["disableUser"]["scheduledBroadcasts"]>([]);
  const refresh = useRefresh();
  const { id, name, role, state } = person;
  const self = id === viewer.id;
  const mine = manages(viewer, person) && !self;
  const version = person.version ?? undefined;
  const changed = (): void => {
    refresh("people", "name");
    reread();
  };
  const idle = (): void => setDoing(undefined);
  const enable = async (expectedVersion: number | undefined): Promise<void> => {
    const { enableUser } = await run(EnableUserDocument, { input: { id, expectedVersion } });
    changed();
    done({
      text: t("people.enabled", { name }),
      undo: async () => {
        await run(DisableUserDocument, { input: { id, expectedVersion: enableUser.user.version } });
        changed();
      },
    });
  };
  const sessions = person.sessions.edges?.flatMap((edge) => edge?.node ?? []) ?? [];
  const groupsOf = person.groups.edges?.flatMap((edge) => edge?.node ?? []) ?? [];
  return (
    <Panel
      title={name}
      onClose={onClose}
      about={
        <>
          {role && t(`role.${role}`)}
          {state === "DISABLED" && <Disabled />}
        </>
      }
      actions={
        mine && (
          <Menu position="bottom-end" width={230} withinPortal={false}>
            <Menu.Target>
              <ActionIcon aria-label={t("common.more")}>
                <Ellipsis size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown className={styles.float}>
              <Menu.Item leftSection={<UserCog size={15} />} onClick={() => setDoing("role")}>
                {t("people.changeRole")}
              </Menu.Item>
              <Menu.Item leftSection={<KeyRound size={15} />} onClick={() => setDoing("reset")}>
                {t("people.reset")}
              </Menu.Item>
              {state === "ACTIVE" ? (
                <Menu.Item leftSection={<UserX size={15} />} onClick={() => setDoing("disable")}>
                  {t("people.disable")}
                </Menu.Item>
              ) : (
                <Menu.Item leftSection={<UserCheck size={15} />} onClick={() => void enable(version).catch(failed)}>
                  {t("people.enable")}
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        )
      }
    >
      {password && <Password name={name} password={password} />}
      {scheduled.length > 0 && (
        <div className={styles.warn} role="status">
          <p>{t("people.stillScheduled", { n: scheduled.length })}</p>
          <ul>
            {scheduled.map((it) => (
              <li key={it.id}>
                <Link href={`/broadcasts?open=${it.id}`}>{it.title}</Link> · {dateTime(it.scheduledAt)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {self && (
        <p className={styles.info}>
          {t("people.self")} <Link href="/account">{t("shell.ownAccount")}</Link>
        </p>
      )}
      {!mine && !self && <p className={styles.info}>{t("people.notYours")}</p>}
      {doing === "edit" ? (
        <Form<PersonValues>
          draft={`people:${id}`}
          fields={personFields(role)}
          initial={valuesOf(person)}
          version={version}
          label={t("list.save")}
          onCancel={idle}
          current={async () => {
            const { node } = await run(PersonPanelDocument, { id });
            return { values: valuesOf(node as Detail), version: (node as Detail).version ?? 0 };
          }}
          submit={async (values, expectedVersion) => {
            const { updateUser } = await run(UpdateUserDocument, { input: inputOf(id, values, expectedVersion) });
            changed();
            idle();
            done({
              text: t("list.saved", { name: values.name }),
              undo: async () => {
                await run(UpdateUserDocument, {
                  input: inputOf(id, valuesOf(person), updateUser.user.version ?? undefined),
                });
                changed();
              },
            });
          }}
        />
      ) : (
        <Section
          title={t("people.data")}
          actions={
            mine && (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<Pencil size={13} />}
                onClick={() => setDoing("edit")}
              >
                {t("list.edit")}
              </Button>
            )
          }
        >
          <Facts
            of={[
              [
                t("people.email"),
                person.contact && <a href={`mailto:${person.contact.email}`}>{person.contact.email}</a>,
              ],
              [
                t("people.phone"),
                person.contact?.phone && <a href={`tel:${person.contact.phone}`}>{person.contact.phone}</a>,
              ],
              [t("people.zone"), person.zone?.name],
              [t("people.provider"), person.provider?.name],
              [t("people.groups"), groupsOf.map((group) => group.name).join(", ")],
              [
                t("people.liveTasks"),
                role === "SOLVER" && (
                  <Link href={`/tasks?solver=${id}&status=live`}>{t("people.tasks", { n: live })}</Link>
                ),
              ],
              [t("people.lastSignIn"), person.lastSignInAt ? dateTime(person.lastSignInAt) : t("list.never")],
              [t("list.created"), person.createdAt && dateTime(person.createdAt)],
              [t("people.disabledAt"), person.disabledAt && dateTime(person.disabledAt)],
            ]}
          />
        </Section>
      )}
      {mine && (
        <Section
          title={t("people.sessions")}
          actions={
            sessions.length > 0 && (
              <Button size="compact-sm" variant="default" onClick={() => setDoing("sessions")}>
                {t("people.endAll")}
              </Button>
            )
          }
        >
          <Sessions
            sessions={sessions}
            end={async (session) => {
              await run(RevokeSessionDocument, { input: { id: session } });
              reread();
            }}
          />
        </Section>
      )}
      <p className={styles.hint}>
        <Link href={`/settings/audit?subject=${id}`}>{t("people.audit")}</Link>
      </p>
      {doing === "role" && (
        <Confirm<PersonValues>
          title={t("people.changeRoleOf", { name })}
          danger={false}
          action={t("people.changeRole")}
          onClose={idle}
          text={
            <p>
              {t("people.roleText")} {role === "SOLVER" && live > 0 && t("people.tasksReturn", { n: live })}
            </p>
          }
          fields={[
            { name: "role", label: t("people.role"), kind: "select", required: true, options: rolesOf(viewer) },
            ...personFields(null).slice(-1),
          ]}
          initial={valuesOf(person)}
          confirm={async (values) => {
            await run(ChangeUserRoleDocument, {
              input: {
                id,
                expectedVersion: version,
                role: values.role as Role,
                providerId: ["SOLVER", "PROVIDER"].includes(values.role) ? values.provider?.id : undefined,
              },
            });
            changed();
            done({ text: t("people.roleChanged", { name, role: t(`role.${values.role as Role}`) }) });
          }}
        />
      )}
      {doing === "disable" && (
        <Confirm
          title={t("people.disableTitle", { name })}
          action={t("people.disable")}
          onClose={idle}
          text={
            <>
              <p>{t("people.disableText")}</p>
              {role === "SOLVER" && live > 0 && <p>{t("people.tasksReturn", { n: live })}</p>}
              {isStaff(role) && <p>{t("people.disableStaff")}</p>}
            </>
          }
          confirm={async () => {
            const { disableUser } = await run(DisableUserDocument, { input: { id, expectedVersion: version } });
            setScheduled(disableUser.scheduledBroadcasts);
            changed();
            done({
              text: t("people.disabled", { name }),
              label: t("people.enable"),
              undo: () => enable(disableUser.user.version ?? undefined),
            });
          }}
        />
      )}
      {doing === "reset" && (
        <Confirm
          title={t("people.resetTitle", { name })}
          action={t("people.reset")}
          onClose={idle}
          text={<p>{t("people.resetText")}</p>}
          confirm={async () => {
            const { resetUserPassword } = await run(ResetUserPasswordDocument, { input: { id } });
            setPassword(resetUserPassword.password);
            changed();
          }}
        />
      )}
      {doing === "sessions" && (
        <Confirm
          title={t("people.endAllTitle", { name })}
          action={t("people.endAll")}
          onClose={idle}
          text={<p>{t("people.endAllText")}</p>}
          confirm={async () => {
            await run(RevokeAllSessionsDocument, { input: { userId: id } });
            reread();
            done({ text: t("people.ended") });
          }}
        />
      )}
    </Panel>
  );
}
