// Zones, categories and people to choose from: all of them where they are few, else what the service finds for a text.
import { useQuery } from "@tanstack/react-query";

import { run } from "../../data/graph/client";
import { keyOf } from "../../data/graph/keys";
import {
  CategoryBranchesDocument,
  GroupsToChooseDocument,
  PeopleToChooseDocument,
  ProvidersToChooseDocument,
  ReportersToChooseDocument,
  ZoneBranchesDocument,
} from "./generated";
import { adminRoles } from "../../lib/domain";

export type Kind = "zones" | "categories";
type Chosen = Kind | "solvers" | "administrators" | "groups" | "providers" | "reporters";

export interface Branch {
  id: string;
  name: string;
  parentId: string | null;
  parent: { id: string; name: string } | null;
}

const few = 100; // as many as a page has

async function read(
  kind: Chosen,
  where: { nameContainsFold?: string; idIn?: string[] } | undefined,
  limit: number,
  signal: AbortSignal,
): Promise<{ rows: Branch[]; total: number }> {
  if (kind === "zones") {
    const { zonePage } = await run(ZoneBranchesDocument, { where, limit }, { signal });
    return { rows: zonePage.zones, total: zonePage.pagination.total };
  }
  const none = { parentId: null, parent: null };
  if (kind === "groups") {
    const { groupPage } = await run(GroupsToChooseDocument, { where, limit }, { signal });
    return { rows: groupPage.groups.map((it) => ({ ...it, ...none })), total: groupPage.pagination.total };
  }
  if (kind === "providers") {
    const { serviceProviderPage } = await run(ProvidersToChooseDocument, { where, limit }, { signal });
    return {
      rows: serviceProviderPage.serviceProviders.map((it) => ({ ...it, ...none })),
      total: serviceProviderPage.pagination.total,
    };
  }
  if (kind === "reporters" && !where?.idIn) {
    // Anybody may have reported something: there are always too many, and each is found by name, number or address.
    if (!where?.nameContainsFold) return { rows: [], total: Infinity };
    const { find } = await run(ReportersToChooseDocument, { text: where.nameContainsFold }, { signal });
    const callers = find.callers.map(({ name, phone, email }) => ({
      id: `~${(phone || email || name).replaceAll(",", " ")}`,
      name: [name, phone || email].filter(Boolean).join(" · "),
      ...none,
    }));
    const rows = [...find.users.map((it) => ({ ...it, ...none })), ...callers];
    return { rows, total: rows.length };
  }
  if (kind === "reporters") {
    const { userPage } = await run(PeopleToChooseDocument, { where, limit }, { signal });
    return { rows: userPage.users.map(({ id, name }) => ({ id, name, ...none })), total: userPage.pagination.total };
  }
  if (kind !== "categories") {
    // Whoever left can't be chosen any more, but keeps their name.
    const people = {
      ...where,
      ...(kind === "solvers" ? { role: "SOLVER" as const } : { roleIn: [...adminRoles] }),
      ...(where?.idIn ? {} : { state: "ACTIVE" as const }),
    };
    const { userPage } = await run(PeopleToChooseDocument, { where: people, limit }, { signal });
    return {
      rows: userPage.users.map(({ id, name, zone }) => ({ id, name, parentId: null, parent: zone })),
      total: userPage.pagination.total,
    };
  }
  const { categoryPage } = await run(CategoryBranchesDocument, { where, limit }, { signal });
  return { rows: categoryPage.categories, total: categoryPage.pagination.total };
}

interface Options {
  text?: string; // what their names contain, where there are too many to be read at once
  ids?: readonly string[]; // those whose names are shown
  enabled?: boolean;
}

export interface Branches {
  rows: Branch[] | undefined; // all of them, or what was found; undefined while they are read
  many: boolean; // whether there are more than are read at once
  nameOf: (id: string) => string | undefined;
  error: unknown;
}

export function useBranches(kind: Chosen, { text = "", ids = [], enabled = true }: Options = {}): Branches {
  const staleTime = 5 * 60_000;
  const first = useQuery({
    queryKey: keyOf(kind, "first"),
    queryFn: ({ signal }) => read(kind, undefined, few, signal),
    staleTime,
    enabled,
  });
  const many = (first.data?.total ?? 0) > few;
  const wanted = text.trim();
  const found = useQuery({
    queryKey: keyOf(kind, "found", wanted),
    queryFn: ({ signal }) => read(kind, { nameContainsFold: wanted }, 50, signal),
    staleTime,
    enabled: enabled && many && wanted !== "",
    placeholderData: (before) => before,
  });
  const rows = wanted !== "" && many ? found.data?.rows : first.data?.rows;
  const unknown = first.data
    ? ids.filter((id) => id !== "none" && id !== "me" && !first.data.rows.some((row) => row.id === id)).toSorted()
    : [];
  const named = useQuery({
    queryKey: keyOf(kind, "named", unknown.join()),
    queryFn: ({ signal }) => read(kind, { idIn: unknown.slice(0, few) }, few, signal),
    staleTime,
    enabled: enabled && unknown.length > 0,
  });
  const known = [...(first.data?.rows ?? []), ...(found.data?.rows ?? []), ...(named.data?.rows ?? [])];
  return { rows, many, nameOf: (id) => known.find((row) => row.id === id)?.name, error: first.error ?? found.error };
}
