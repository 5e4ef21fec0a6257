// What fields and filters choose from by typing.
import { useQuery } from "@tanstack/react-query";

import { run } from "../../data/graph/client";
import { keyOf } from "../../data/graph/keys";
import { t } from "../../lib/i18n/more";
import { adminRoles } from "../../lib/domain";
import {
  LookupCategoriesDocument,
  LookupComplaintsDocument,
  LookupGroupsDocument,
  LookupNameDocument,
  LookupProvidersDocument,
  LookupUsersDocument,
  LookupZonesDocument,
  type LookupUsersQueryVariables,
} from "./generated";

export interface Picked {
  id: string;
  name: string;
  hint?: string;
  address?: string; // e-mail
}

export interface Source {
  key: string;
  verbatim?: boolean; // its rows have names that no browser translates
  find: (text: string, signal: AbortSignal) => Promise<Picked[]>;
}

const named = (text: string): { nameContainsFold: string } | undefined =>
  text ? { nameContainsFold: text } : undefined;
const under = (parent: { name: string } | null | undefined): { hint?: string } => (parent ? { hint: parent.name } : {});

export const zones: Source = {
  key: "zones",
  find: async (text, signal) =>
    (await run(LookupZonesDocument, { where: named(text) }, { signal })).zonePage.zones.map(({ id, name, parent }) => ({
      id,
      name,
      ...under(parent),
    })),
};

export const categories: Source = {
  key: "categories",
  find: async (text, signal) =>
    (await run(LookupCategoriesDocument, { where: named(text) }, { signal })).categoryPage.categories.map(
      ({ id, name, parent }) => ({ id, name, ...under(parent) }),
    ),
};

export const users = (where: NonNullable<LookupUsersQueryVariables["where"]> = {}): Source => ({
  key: `users ${JSON.stringify(where)}`,
  verbatim: true,
  find: async (text, signal) =>
    (
      await run(LookupUsersDocument, { where: text ? { ...where, search: text } : where }, { signal })
    ).userPage.users.map(({ id, name, role, contact }) => ({
      id,
      name,
      hint: role ? t(`role.${role}`) : "",
      address: contact?.email,
    })),
});

export const solvers = users({ role: "SOLVER" });
export const administrators = users({ roleIn: [...adminRoles] });

export const groups: Source = {
  key: "groups",
  verbatim: true,
  find: async (text, signal) =>
    (await run(LookupGroupsDocument, { where: named(text) }, { signal })).groupPage.groups.map(
      ({ id, name, description }) => ({ id, name, hint: description }),
    ),
};

export const providers: Source = {
  key: "providers",
  verbatim: true,
  find: async (text, signal) =>
    (
      await run(LookupProvidersDocument, { where: text ? { search: text } : undefined }, { signal })
    ).serviceProviderPage.serviceProviders.map(({ id, name, active }) => ({
      id,
      name,
      hint: active ? "" : t("list.inactive"),
    })),
};

export const complaints: Source = {
  key: "complaints",
  verbatim: true,
  find: async (text, signal) =>
    (
      await run(LookupComplaintsDocument, { where: text ? { search: text } : undefined }, { signal })
    ).complaintPage.complaints.map(({ id, reference, title }) => ({ id, name: reference, hint: title })),
};

// useName is the name of the row that an address names.
export function useName(id: string | undefined): string {
  const { data } = useQuery({
    queryKey: keyOf("name", id),
    queryFn: async ({ signal }) => {
      const { node } = await run(LookupNameDocument, { id: id! }, { signal });
      if (!node) return "";
      return "reference" in node ? `${node.reference} ${node.title}` : "name" in node ? node.name : "";
    },
    enabled: Boolean(id),
    staleTime: Infinity,
  });
  return data ?? "";
}
