// A new account: who it is for and what it may do, and its first password.
import { Button } from "@mantine/core";
import { useState } from "react";

import { run } from "../../data/graph/client";
import { t } from "../../lib/i18n/office";
import { isProviderRole, type Role } from "../../lib/domain";
import { Form } from "../../parts/list/Form";
import styles from "../../parts/list/list.module.css";
import { useOnce, useRefresh } from "../../parts/list/once";
import { Panel } from "../../parts/list/Screen";
import type { List } from "../../parts/list/url";
import type { Viewer } from "../../data/session/viewer";
import { CreateUserDocument } from "./generated";
import { Password, personFields, rolesOf, type PersonValues } from "./person";

export function NewPerson({ list, viewer }: { list: List; viewer: Viewer }) {
  const refresh = useRefresh();
  const key = useOnce();
  const [made, setMade] = useState<{ id: string; name: string; password: string | null }>();
  const close = (): void => list.set({ open: undefined, as: undefined });
  const role = rolesOf(viewer).find(({ value }) => value === list.filters.as)?.value ?? "USER";
  if (made) {
    return (
      <Panel title={made.name} verbatim onClose={close}>
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
          { name: "role", label: t("account.role"), kind: "select", required: true, options: rolesOf(viewer) },
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
            providerId: isProviderRole(values.role) ? values.provider?.id : undefined,
          };
          const { createUser } = await run(CreateUserDocument, { input: { ...input, idempotencyKey: key(input) } });
          refresh("people");
          setMade({ ...createUser.user, password: createUser.password });
        }}
      />
    </Panel>
  );
}
