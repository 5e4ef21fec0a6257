// An account beside the list: what it is, and what can be done with it.
import { ActionIcon, Button, Menu } from "@mantine/core";
import { Ellipsis, KeyRound, Pencil, UserCheck, UserCog, UserX } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";

import { run } from "../../data/graph/client";
import { nodes } from "../../data/graph/nodes";
import { t } from "../../lib/i18n/office";
import { dateTime } from "../../lib/i18n/format";
import { liveTaskStatuses } from "../../lib/domain";
import { Form } from "../../parts/list/Form";
import styles from "../../parts/list/list.module.css";
import { MailNote } from "../../parts/MailNote";
import { useRefresh } from "../../parts/list/once";
import { useGraph } from "../../parts/list/page";
import { Facts, Panel, Section } from "../../parts/list/Screen";
import { gonePanel, waitingPanel } from "../../parts/list/unread";
import type { List } from "../../parts/list/url";
import { done, failed } from "../../parts/undo";
import { type Viewer } from "../../data/session/viewer";
import { PersonPanelDocument, RevokeSessionDocument, UpdateUserDocument } from "./generated";
import { Sessions } from "../../parts/account/Sessions";
import { Verbatim } from "../../parts/Verbatim";
import { Disabled, manages, Password, personFields, valuesOf, type Person, type PersonValues } from "./person";
import { ChangeRole, Disable, enable, EndSessions, ResetPassword, type ScheduledBroadcasts } from "./PersonDialogs";

export function PersonPanel({ id, list, viewer }: { id: string; list: List; viewer: Viewer }) {
  const { data, error, refetch } = useGraph(
    "person",
    PersonPanelDocument,
    { id, live: { solverId: id, statusIn: [...liveTaskStatuses] } },
    { keep: false },
  );
  const close = (): void => list.set({ open: undefined });
  const person = data?.node && "contact" in data.node ? (data.node as Person) : undefined;
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

type Doing = "edit" | "role" | "disable" | "reset" | "sessions";

function PersonDetail({
  person,
  live,
  viewer,
  reread,
  onClose,
}: {
  person: Person;
  live: number;
  viewer: Viewer;
  reread: () => void;
  onClose: () => void;
}) {
  const [doing, setDoing] = useState<Doing>();
  const [password, setPassword] = useState<string>();
  const [scheduled, setScheduled] = useState<ScheduledBroadcasts>([]);
  const refresh = useRefresh();
  const { id, name, role } = person;
  const self = id === viewer.id;
  const mine = manages(viewer, person) && !self;
  const changed = (): void => {
    refresh("people", "name");
    reread();
  };
  const idle = (): void => setDoing(undefined);
  return (
    <Panel
      title={name}
      verbatim
      onClose={onClose}
      about={
        <>
          {role && t(`role.${role}`)}
          {person.state === "DISABLED" && <Disabled />}
        </>
      }
      actions={mine && <PersonMenu person={person} changed={changed} onPick={setDoing} />}
    >
      {password && <Password name={name} password={password} />}
      {scheduled.length > 0 && <StillScheduled broadcasts={scheduled} />}
      {self && (
        <p className={styles.info}>
          {t("people.self")} <Link href="/account">{t("shell.ownAccount")}</Link>
        </p>
      )}
      {!mine && !self && <p className={styles.info}>{t("people.notYours")}</p>}
      {doing === "edit" ? (
        <EditPerson person={person} changed={changed} onClose={idle} />
      ) : (
        <PersonFacts person={person} live={live} onEdit={mine ? () => setDoing("edit") : undefined} />
      )}
      {mine && <PersonSessions person={person} reread={reread} onEndAll={() => setDoing("sessions")} />}
      <p className={styles.hint}>
        <Link href={`/settings/audit?subject=${id}`}>{t("people.audit")}</Link>
      </p>
      {doing === "role" && <ChangeRole person={person} live={live} viewer={viewer} changed={changed} onClose={idle} />}
      {doing === "disable" && (
        <Disable person={person} live={live} changed={changed} onScheduled={setScheduled} onClose={idle} />
      )}
      {doing === "reset" && <ResetPassword person={person} changed={changed} onPassword={setPassword} onClose={idle} />}
      {doing === "sessions" && <EndSessions person={person} changed={reread} onClose={idle} />}
    </Panel>
  );
}

function PersonMenu({
  person,
  changed,
  onPick,
}: {
  person: Person;
  changed: () => void;
  onPick: (doing: Doing) => void;
}) {
  return (
    <Menu position="bottom-end" width={230} withinPortal={false}>
      <Menu.Target>
        <ActionIcon aria-label={t("common.more")}>
          <Ellipsis size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={styles.float}>
        <Menu.Item leftSection={<UserCog size={15} />} onClick={() => onPick("role")}>
          {t("people.changeRole")}
        </Menu.Item>
        <Menu.Item leftSection={<KeyRound size={15} />} onClick={() => onPick("reset")}>
          {t("people.reset")}
        </Menu.Item>
        {person.state === "ACTIVE" ? (
          <Menu.Item leftSection={<UserX size={15} />} onClick={() => onPick("disable")}>
            {t("people.disable")}
          </Menu.Item>
        ) : (
          <Menu.Item
            leftSection={<UserCheck size={15} />}
            onClick={() => void enable(person, person.version ?? undefined, changed).catch(failed)}
          >
            {t("people.enable")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function StillScheduled({ broadcasts }: { broadcasts: ScheduledBroadcasts }) {
  return (
    <div className={styles.warn} role="status">
      <p>{t("people.stillScheduled", { n: broadcasts.length })}</p>
      <ul>
        {broadcasts.map((it) => (
          <li key={it.id}>
            <Link href={`/broadcasts?open=${it.id}`}>{it.title}</Link> · {dateTime(it.scheduledAt)}
          </li>
        ))}
      </ul>
    </div>
  );
}

const inputOf = (id: string, values: PersonValues, expectedVersion: number | undefined) => ({
  id,
  expectedVersion,
  name: values.name,
  email: values.email,
  phone: values.phone,
  ...(values.zone ? { zoneId: values.zone.id } : { noZone: true }),
  ...(values.provider ? { providerId: values.provider.id } : values.role === "SOLVER" ? { noProvider: true } : {}),
});

function EditPerson({ person, changed, onClose }: { person: Person; changed: () => void; onClose: () => void }) {
  const { id } = person;
  return (
    <Form<PersonValues>
      draft={`people:${id}`}
      fields={personFields(person.role)}
      initial={valuesOf(person)}
      version={person.version ?? undefined}
      label={t("list.save")}
      onCancel={onClose}
      current={async () => {
        const { node } = await run(PersonPanelDocument, { id });
        return { values: valuesOf(node as Person), version: (node as Person).version ?? 0 };
      }}
      submit={async (values, expectedVersion) => {
        const { updateUser } = await run(UpdateUserDocument, { input: inputOf(id, values, expectedVersion) });
        changed();
        onClose();
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
  );
}

function PersonFacts({ person, live, onEdit }: { person: Person; live: number; onEdit: (() => void) | undefined }) {
  const groupsOf = nodes(person.groups);
  return (
    <Section
      title={t("people.data")}
      actions={
        onEdit && (
          <Button size="compact-sm" variant="default" leftSection={<Pencil size={13} />} onClick={onEdit}>
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
              <>
                <a href={`mailto:${person.contact.email}`} translate="no">
                  {person.contact.email}
                </a>
                <MailNote contact={person.contact} className={styles.about} />
              </>
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
            person.role === "SOLVER" && (
              <Link href={`/tasks?solver=${person.id}&status=live`}>{t("people.tasks", { n: live })}</Link>
            ),
          ],
          [t("people.lastSignIn"), person.lastSignInAt ? dateTime(person.lastSignInAt) : t("list.never")],
          [t("list.created"), person.createdAt && dateTime(person.createdAt)],
          [t("people.disabledAt"), person.disabledAt && dateTime(person.disabledAt)],
        ]}
      />
    </Section>
  );
}

function PersonSessions({ person, reread, onEndAll }: { person: Person; reread: () => void; onEndAll: () => void }) {
  const sessions = nodes(person.sessions);
  return (
    <Section
      title={t("account.sessions")}
      actions={
        sessions.length > 0 && (
          <Button size="compact-sm" variant="default" onClick={onEndAll}>
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
  );
}
