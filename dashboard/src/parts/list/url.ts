// The state of a list is in its address: search, filters, order, page and the row that is open. So that a link shows the
// same and Back goes back.
import { useLocation, useSearchParams } from "wouter";

export interface Sort<Field extends string = string> {
  field: Field;
  direction: "ASC" | "DESC";
}

const reserved = ["q", "page", "sort", "open"];

export interface List {
  text: string;
  page: number;
  open: string; // the id of the row beside the list, "new" for a form
  sort: Sort | undefined;
  filters: Record<string, string>; // those that are set
  set: (changes: Record<string, string | undefined>, replace?: boolean) => void;
  href: (changes: Record<string, string | undefined>) => string;
}

export function useList(): List {
  const [params, setParams] = useSearchParams();
  const [location] = useLocation();
  const changed = (changes: Record<string, string | undefined>): URLSearchParams => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    if (!("page" in changes) && Object.keys(changes).some((name) => name !== "open")) next.delete("page");
    return next;
  };
  const order = params.get("sort") ?? "";
  return {
    text: params.get("q") ?? "",
    page: Math.max(1, Number.parseInt(params.get("page") ?? "1", 10) || 1),
    open: params.get("open") ?? "",
    sort: order ? { field: order.replace(/^-/, ""), direction: order.startsWith("-") ? "DESC" : "ASC" } : undefined,
    filters: Object.fromEntries([...params].filter(([name]) => !reserved.includes(name))),
    set: (changes, replace = false) => setParams(changed(changes), { replace }),
    href: (changes) => {
      const query = changed(changes).toString();
      return query ? `${location}?${query}` : location;
    },
  };
}

// orderOf is what a list's orderBy takes: what the address says, if the list can be sorted by it.
export function orderOf<Field extends string>(
  list: List,
  fields: readonly Field[],
  otherwise?: Sort<Field>,
): Sort<Field>[] | undefined {
  const { sort } = list;
  if (sort && (fields as readonly string[]).includes(sort.field)) return [sort as Sort<Field>];
  return otherwise && [otherwise];
}
