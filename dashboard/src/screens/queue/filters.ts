// What the queue shows, as its address says it: filters, order, search. An address is made from a filter and read
// back to the same one, so that every list can be sent to somebody, kept as a bookmark and gone back to.
import type { ComplaintOrder, ComplaintWhereInput } from "../../graph/schema.generated";
import { localTime, zoned } from "../../i18n/format";

// TO_REVIEW is what a status looks like whose open task waits for review.
export const statuses = ["SUBMITTED", "ASSIGNED", "IN_PROGRESS", "TO_REVIEW", "ON_HOLD", "REOPENED", "RESOLVED", "CLOSED", "REJECTED", "WITHDRAWN", "MERGED"] as const;
export const open = ["SUBMITTED", "ASSIGNED", "IN_PROGRESS", "ON_HOLD", "REOPENED"] as const;
export const priorities = ["URGENT", "HIGH", "NORMAL", "LOW"] as const;
export const sources = ["WEB", "APP", "PHONE", "EMAIL", "STAFF", "IMPORT"] as const;
export const dues = ["overdue", "today", "week", "none"] as const;
export const marks = ["photo", "flagged", "reopened"] as const;

export type Facet = "status" | "priority" | "zone" | "category" | "solver" | "handler" | "due" | "source" | "mark";
export const facets: Facet[] = ["status", "priority", "zone", "category", "solver", "handler", "due", "source", "mark"];

// Several values of one facet are alternatives; "none" is for what has none.
export interface Filter {
  saved?: string; // the id of a saved view, which the rest narrows
  values: Partial<Record<Facet, string[]>>;
  search: string;
  report?: string; // the complaints of a figure of a report: a filter of the graph, as JSON
  sort: string;
}

type Field = ComplaintOrder["field"];

// What can be sorted by, as the address says it. A hyphen in front is the other direction.
const orders: Record<string, Field> = {
  priority: "PRIORITY",
  reference: "REFERENCE",
  title: "TITLE",
  status: "STATUS",
  zone: "ZONE_NAME",
  category: "CATEGORY_NAME",
  due: "DUE_AT",
  age: "CREATED_AT",
  handler: "HANDLER_NAME",
  moved: "MOVED_AT",
  rating: "RATING",
};

export const sortable = (column: string): boolean => column in orders;
export const defaultSort = "priority";

const enums: Partial<Record<Facet, readonly string[]>> = { status: statuses, priority: priorities, source: sources };

export function parse(query: string): Filter {
  const params = new URLSearchParams(query);
  const values: Filter["values"] = {};
  for (const facet of facets) {
    const known = enums[facet];
    const given = (params.get(facet) ?? "").split(",").filter(Boolean).map((value) => (known ? value.toUpperCase() : value));
    const valid = known ? given.filter((value) => known.includes(value)) : given;
    if (valid.length > 0) values[facet] = valid;
  }
  const sort = params.get("sort") ?? defaultSort;
  const saved = params.get("saved") ?? undefined;
  return { ...(saved ? { saved } : {}), values, search: params.get("q") ?? "", report: validReport(params.get("report")), sort: sort.replace(/^-/, "") in orders ? sort : defaultSort };
}

function validReport(text: string | null): string | undefined {
  try {
    const filter: unknown = JSON.parse(text ?? "null");
    return text && filter && typeof filter === "object" && !Array.isArray(filter) ? text : undefined;
  } catch {
    return undefined;
  }
}

export function format({ saved, values, search, report, sort }: Filter): string {
  const parts: string[] = saved ? [`saved=${saved}`] : [];
  for (const facet of facets) {
    const given = values[facet];
    if (given?.length) parts.push(`${facet}=${given.map((value) => encodeURIComponent(enums[facet] ? value.toLowerCase() : value)).join(",")}`);
  }
  if (search) parts.push(`q=${encodeURIComponent(search)}`);
  if (report) parts.push(`report=${encodeURIComponent(report)}`);
  if (sort !== defaultSort) parts.push(`sort=${sort}`);
  return parts.join("&");
}

// The filters of saved views, as the service returned them.
const savedFilters = new Map<string, ComplaintWhereInput>();
export const keepSaved = (id: string, filter: unknown): void => void savedFilters.set(id, filter as ComplaintWhereInput);

// sortOf returns the order of a saved view as the address says it, or nothing where it is the usual one or none of ours.
export function sortOf(orderBy: unknown): string {
  const words = (keys: unknown): string =>
    (Array.isArray(keys) ? (keys as { field?: string; direction?: string }[]) : []).map(({ field, direction = "ASC" }) => `${field} ${direction}`).join();
  const wanted = words(orderBy);
  const sort = Object.keys(orders).flatMap((key) => [key, `-${key}`]).find((key) => words(orderOf({ values: {}, search: "", sort: key })) === wanted);
  return sort === defaultSort ? "" : (sort ?? "");
}

const hours = 3_600_000;

// whereOf is the filter as the graph takes it. Days are those of the organisation.
export function whereOf({ saved, values, search, report }: Filter, viewerId: string): ComplaintWhereInput {
  const all: ComplaintWhereInput[] = [];
  const base = saved ? savedFilters.get(saved) : undefined;
  if (base && Object.keys(base).length > 0) all.push(base);
  const any = (given: string[] | undefined, one: (value: string) => ComplaintWhereInput): void => {
    if (!given?.length) return; // an empty list of conditions would select nothing
    const conditions = given.map(one);
    all.push(conditions.length === 1 ? conditions[0]! : { or: conditions });
  };
  if (values.status?.length) {
    const stored = values.status.filter((status) => status !== "TO_REVIEW");
    const conditions: ComplaintWhereInput[] = [
      ...(stored.length > 0 ? [{ statusIn: stored as ComplaintWhereInput["statusIn"] }] : []),
      ...(stored.length < values.status.length ? [{ status: "IN_PROGRESS" as const, toReview: true }] : []),
    ];
    all.push(conditions.length === 1 ? conditions[0]! : { or: conditions });
  }
  if (values.priority?.length) all.push({ priorityIn: values.priority as ComplaintWhereInput["priorityIn"] });
  if (values.source?.length) all.push({ sourceIn: values.source as ComplaintWhereInput["sourceIn"] });
  any(values.zone, (id) => (id === "none" ? { zoneIdIsNil: true } : { zone: { within: id } }));
  any(values.category, (id) => (id === "none" ? { categoryIdIsNil: true } : { category: { within: id } }));
  any(values.solver, (id) => (id === "none" ? { hasTask: false } : { workingSolverId: id }));
  any(values.handler, (id) => (id === "none" ? { hasHandler: false } : { handlerId: id === "me" ? viewerId : id }));
  any(values.due, (due) => {
    const today = localTime(Date.now()).slice(0, 10);
    const midnight = zoned(`${today}T00:00`).getTime();
    if (due === "overdue") return { overdue: true };
    if (due === "none") return { dueAtIsNil: true };
    const end = zoned(`${localTime(midnight + ((due === "week" ? 7 : 1) * 24 + 2) * hours).slice(0, 10)}T00:00`);
    return { dueAtGTE: new Date(midnight).toISOString(), dueAtLT: end.toISOString() };
  });
  any(values.mark, (mark) => (mark === "photo" ? { hasMedia: true } : mark === "flagged" ? { flagged: true } : { reopened: true }));
  if (search) all.push({ search });
  if (report) all.push(JSON.parse(report) as ComplaintWhereInput); // the graph checks it
  return all.length === 1 ? all[0]! : all.length === 0 ? {} : { and: all };
}

export function orderOf({ sort }: Filter): ComplaintOrder[] {
  const down = sort.startsWith("-");
  const field = orders[sort.replace("-", "")]!;
  // Age is how long ago something was created: the oldest have the largest.
  const direction = (field === "CREATED_AT" ? !down : down) ? "DESC" : "ASC";
  const first: ComplaintOrder = { field, direction };
  return field === "PRIORITY" ? [first, { field: "DUE_AT", direction: "ASC" }] : [first];
}

// Values that rows are compared by, to know whether one belongs before the last row that was loaded.
export interface Comparable {
  priority: string;
  reference: string;
  title: string;
  status: string;
  dueAt: string | null;
  createdAt: string;
  movedAt: string | null;
  rating: number | null;
  zone: { name: string } | null;
  category: { name: string } | null;
  handler: { name: string } | null;
}

function valueOf(row: Comparable, field: Field): string | number {
  switch (field) {
    case "PRIORITY": return priorities.indexOf(row.priority as (typeof priorities)[number]);
    case "DUE_AT": return row.dueAt ?? "~"; // absent values count as the largest
    case "MOVED_AT": return row.movedAt ?? "~";
    case "RATING": return row.rating ?? 9;
    case "ZONE_NAME": return row.zone?.name ?? "\uffff";
    case "CATEGORY_NAME": return row.category?.name ?? "\uffff";
    case "HANDLER_NAME": return row.handler?.name ?? "\uffff";
    case "REFERENCE": return row.reference;
    case "TITLE": return row.title;
    case "STATUS": return row.status;
    default: return row.createdAt;
  }
}

export function before(a: Comparable, b: Comparable, order: ComplaintOrder[]): boolean {
  for (const { field, direction } of order) {
    const x = valueOf(a, field);
    const y = valueOf(b, field);
    if (x !== y) return (x < y) === (direction !== "DESC");
  }
  return false;
}

export interface View {
  key: "triage" | "urgent" | "overdue" | "working" | "review" | "hold" | "flagged" | "resolved" | "all" | "mine";
  query: string;
}

const viewsOf = (list: View[]): View[] => list.map((view) => ({ ...view, query: format(parse(view.query)) }));

export const views = viewsOf([
  { key: "triage", query: "status=submitted,reopened" },
  { key: "urgent", query: "status=submitted,reopened&priority=urgent" },
  { key: "overdue", query: "status=submitted,assigned,in_progress,reopened&due=overdue&sort=due" },
  { key: "working", query: "status=assigned,in_progress" },
  { key: "review", query: "status=to_review&sort=due" },
  { key: "hold", query: "status=on_hold&sort=moved" },
  { key: "flagged", query: "mark=flagged&sort=-moved" },
  { key: "resolved", query: "status=resolved&sort=-moved" },
  { key: "all", query: "sort=age" },
]);

// Those of the complaints that the viewer looks after: first all that are open, then what waits for the viewer.
export const ownViews = viewsOf([
  { key: "mine", query: "status=submitted,assigned,in_progress,on_hold,reopened&handler=me" },
  { key: "triage", query: "status=submitted,reopened&handler=me" },
  { key: "review", query: "status=to_review&handler=me&sort=due" },
  { key: "overdue", query: "status=submitted,assigned,in_progress,reopened&handler=me&due=overdue&sort=due" },
  { key: "hold", query: "status=on_hold&handler=me&sort=moved" },
  { key: "flagged", query: "handler=me&mark=flagged&sort=-moved" },
  { key: "resolved", query: "status=resolved&handler=me&sort=-moved" },
]);

// isOwn reports whether a filter is for nothing but what the viewer looks after.
export const isOwn = ({ values }: Filter): boolean => values.handler?.length === 1 && values.handler[0] === "me";
