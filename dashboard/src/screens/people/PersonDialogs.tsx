// What is asked before something is done with an account; enabling it asks nothing.
import { run } from "../../data/graph/client";
import { t } from "../../lib/i18n/office";
import { isAdminRole, isProviderRole, type Role } from "../../lib/domain";
import { Confirm } from "../../parts/list/Form";
import { done } from "../../parts/undo";
import type { Viewer } from "../../data/session/viewer";
import {
  ChangeUserRoleDocument,
  DisableUserDocument,
  EnableUserDocument,
  ResetUserPasswordDocument,
  RevokeAllSessionsDocument,
  type DisableUserMutation,
} from "./generated";
import { personFields, rolesOf, valuesOf, type Person, type PersonValues } from "./person";

export type ScheduledBroadcasts = DisableUserMutation["disableUser"]["scheduledBroadcasts"];

interface Props {
  person: Person;
  changed: () => void;
  onClose: () => void;
}

export async function enable(
  { id, name }: Person,
  expectedVersion: number | undefined,
  changed: () => void,
): Promise<void> {
  const { enableUser } = await run(EnableUserDocument, { input: { id, expectedVersion } });
  changed();
  done({
    text: t("people.enabled", { name }),
    undo: async () => {
      await run(DisableUserDocument, { input: { id, expectedVersion: enableUser.user.version } });
      changed();
    },
  });
}

export function ChangeRole({ person, live, viewer, changed, onClose }: Props & { live: number; viewer: Viewer }) {
  const { id, name, role } = person;
  return (
    <Confirm<PersonValues>
      title={t("people.changeRoleOf", { name })}
      danger={false}
      action={t("people.changeRole")}
      onClose={onClose}
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
            expectedVersion: person.version ?? undefined,
            role: values.role as Role,
            providerId: isProviderRole(values.role) ? values.provider?.id : undefined,
          },
        });
        changed();
        done({ text: t("people.roleChanged", { name, role: t(`role.${values.role as Role}`) }) });
      }}
    />
  );
}

export function Disable({
  person,
  live,
  changed,
  onScheduled,
  onClose,
}: Props & { live: number; onScheduled: (broadcasts: ScheduledBroadcasts) => void }) {
  const { id, name, role } = person;
  return (
    <Confirm
      title={t("people.disableTitle", { name })}
      action={t("people.disable")}
      onClose={onClose}
      text={
        <>
          <p>{t("people.disableText")}</p>
          {role === "SOLVER" && live > 0 && <p>{t("people.tasksReturn", { n: live })}</p>}
          {isAdminRole(role) && <p>{t("people.disableStaff")}</p>}
        </>
      }
      confirm={async () => {
        const { disableUser } = await run(DisableUserDocument, {
          input: { id, expectedVersion: person.version ?? undefined },
        });
        onScheduled(disableUser.scheduledBroadcasts);
        changed();
        done({
          text: t("people.disabled", { name }),
          label: t("people.enable"),
          undo: () => enable(person, disableUser.user.version ?? undefined, changed),
        });
      }}
    />
  );
}

export function ResetPassword({
  person: { id, name },
  changed,
  onPassword,
  onClose,
}: Props & { onPassword: (password: string) => void }) {
  return (
    <Confirm
      title={t("people.resetTitle", { name })}
      action={t("people.reset")}
      onClose={onClose}
      text={<p>{t("people.resetText")}</p>}
      confirm={async () => {
        const { resetUserPassword } = await run(ResetUserPasswordDocument, { input: { id } });
        onPassword(resetUserPassword.password);
        changed();
      }}
    />
  );
}

export function EndSessions({ person: { id, name }, changed, onClose }: Props) {
  return (
    <Confirm
      title={t("people.endAllTitle", { name })}
      action={t("people.endAll")}
      onClose={onClose}
      text={<p>{t("people.endAllText")}</p>}
      confirm={async () => {
        await run(RevokeAllSessionsDocument, { input: { userId: id } });
        changed();
        done({ text: t("account.ended") });
      }}
    />
  );
}
