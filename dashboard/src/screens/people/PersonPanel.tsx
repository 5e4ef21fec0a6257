// An account beside the list: what it is, and what can be done with it.
import { ActionIcon, Button, Menu } from "@mantine/core";
import { Ellipsis, KeyRound, Pencil, UserCheck, UserCog, UserX } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";

import { run } from "../../data/graph/client";
import { t } from "../../lib/i18n/office";
import { dateTime } from "../../lib/i18n/format";
import { isAdminRole, isProviderRole, liveTaskStatuses, type Role } from "../../lib/domain";
import { Confirm, Form } from "../../parts/list/Form";
import styles from "../../parts/list/list.module.css";
import { useRefresh } from "../../parts/list/once";
import { useGraph } from "../../parts/list/page";
import { Facts, Panel, Section } from "../../parts/list/Screen";
import { gonePanel, waitingPanel } from "../../parts/list/unread";
import type { List } from "../../parts/list/url";
import { done, failed } from "../../parts/undo";
import type { Viewer } from "../../data/session/viewer";
import {
  ChangeUserRoleDocument,
  DisableUserDocument,
  EnableUserDocument,
  PersonPanelDocument,
  ResetUserPasswordDocument,
  RevokeAllSessionsDocument,
  RevokeSessionDocument,
  UpdateUserDocument,
  type DisableUserMutation,
  type PersonFragment,
  type PersonPanelQuery,
} from "./generated";
import { Sessions } from "../../parts/account/Sessions";
import { Verbatim } from "../../parts/Verbatim";
import { Disabled, manages, Password, personFields, rolesOf, type PersonValues } from "./person";

type Detail = Extract<NonNullable<PersonPanelQuery["node"]>, { contact: unknown }>;

export function PersonPanel({ id, list, viewer }: { id: string; list: List; viewer: Viewer }) {
  const { data, error, refetch } = useGraph(
    "person",
    PersonPanelDocument,
    { id, live: { solverId: id, statusIn: [...liveTaskStatuses] } },
    { keep: false },
  );
  const close = (): void => list.set({ open: undefined });
  const person = data?.node && "contact" in data.node ? (data.node as Detail) : undefined;
  if (!data) return waitingPanel({ error, retry: refetch, onClose: close });
  if (!person) return gonePanel(close);
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
      verbatim
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
                t("account.email"),
                person.contact && (
                  <a href={`mailto:${person.contact.email}`} translate="no">
                    {person.contact.email}
                  </a>
                ),
              ],
              [
                t("account.phone"),
                person.contact?.phone && (
                  <a href={`tel:${person.contact.phone}`} translate="no">
                    {person.contact.phone}
                  </a>
                ),
              ],
              [t("account.zone"), person.zone?.name],
              [t("people.provider"), person.provider && <Verbatim>{person.provider.name}</Verbatim>],
              [
                t("account.groups"),
                groupsOf.length > 0 && <Verbatim>{groupsOf.map((group) => group.name).join(", ")}</Verbatim>,
              ],
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
          title={t("account.sessions")}
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
            { name: "role", label: t("account.role"), kind: "select", required: true, options: rolesOf(viewer) },
            ...personFields(null).slice(-1),
          ]}
          initial={valuesOf(person)}
          confirm={async (values) => {
            await run(ChangeUserRoleDocument, {
              input: {
                id,
                expectedVersion: version,
                role: values.role as Role,
                providerId: isProviderRole(values.role) ? values.provider?.id : undefined,
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
              {isAdminRole(role) && <p>{t("people.disableStaff")}</p>}
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
            done({ text: t("account.ended") });
          }}
        />
      )}
    </Panel>
  );
}
