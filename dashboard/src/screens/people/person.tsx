// What the list, the form and the panel of an account share.
import { ActionIcon } from "@mantine/core";
import { Ban, Copy } from "lucide-react";
import { useState } from "react";

import { t } from "../../lib/i18n/office";
import { isAdminRole, isProviderRole, roles, type Role } from "../../lib/domain";
import type { Field } from "../../parts/list/Form";
import styles from "../../parts/list/list.module.css";
import { providers, zones, type Picked } from "../../parts/list/lookups";
import { Tag } from "../../parts/list/Screen";
import type { Viewer } from "../../data/session/viewer";
import type { PersonFragment, PersonPanelQuery } from "./generated";

// Person is all that the panel reads of an account.
export type Person = Extract<NonNullable<PersonPanelQuery["node"]>, { contact: unknown }>;

export const manages = (viewer: Viewer, person: PersonFragment): boolean =>
  viewer.role === "SUPER_ADMIN" || !isAdminRole(person.role);
export const rolesOf = (viewer: Viewer) =>
  roles
    .filter((role) => viewer.role === "SUPER_ADMIN" || !isAdminRole(role))
    .map((role) => ({ value: role, label: t(`role.${role}`) }));

export interface PersonValues extends Record<string, string | Picked | null> {
  name: string;
  email: string;
  phone: string;
  role: string;
  zone: Picked | null;
  provider: Picked | null;
}

export const valuesOf = (person: PersonFragment): PersonValues => ({
  name: person.name,
  email: person.contact?.email ?? "",
  phone: person.contact?.phone ?? "",
  role: person.role ?? "",
  zone: person.zone,
  provider: person.provider,
});

export const personFields = (role: Role | null): Field<PersonValues>[] => [
  { name: "name", label: t("account.name"), required: true, max: 200 },
  { name: "email", label: t("account.email"), kind: "email", required: true },
  { name: "phone", label: t("account.phone"), kind: "tel" },
  {
    name: "zone",
    label: t("account.zone"),
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
    show: (values) => isProviderRole(role ?? values.role),
  },
];

export const Disabled = () => (
  <Tag tone="red" icon={<Ban size={12} aria-hidden />}>
    {t("people.state.DISABLED")}
  </Tag>
);

// Password is shown once: the service keeps none that could be read.
export function Password({ name, password }: { name: string; password: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <>
      <p className={styles.warn} role="alert">
        {t("people.passwordOnce", { name })}
      </p>
      <p className={styles.secret} data-password>
        <span translate="no">{password}</span>
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
