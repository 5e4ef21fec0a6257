// What the queue shows, as its address says it: filters, order, search. An address is made from a filter and read
// back to the same one, so that every list can be sent to somebody, kept as a bookmark and gone back to.
import type { ComplaintOrder, ComplaintWhereInput } from "./graph/schema.generated";
import { localTime, zoned } from "../lib/i18n/format";
import {
  complaintStatuses,
  isOpen,
  isOver,
  isRunning,
  isWaiting,
  priorities,
  shownStatuses,
  sources,
  type Priority,
} from "../lib/domain";

export const dues = ["overdue", "today", "week", "none"] as const;
export const marks = ["photo", "flagged", "reopened", "watched"] as const;
type Due = (typeof dues)[number];
type Mark = (typeof marks)[number];

export const facets = [
  "status",
  "priority",
  "reported",
  "zone",
  "category",
  "reporter",
  "solver",
  "group",
  "provider",
  "handler",
  "due",
  "source",
  "mark",
  "resolved",
  "closed",
  "ended",
  "openAt",
  "notZone",
  "notCategory",
] as const;
export type Facet = (typeof facets)[number];

// Times are days: from..to, both included, either of which may be missing; openAt is one day, at whose end something was open.
const spans = { reported: "createdAt", resolved: "resolvedAt", closed: "closedAt" } as const;
export const isSpan = (facet: Facet): boolean => facet in spans || facet === "ended";

// A zone or category means those below it too, but for one that begins with this.
export const only = "only-";
// A reporter is an account or, with this before it, the name, telephone number or e-mail address of somebody without one.
export const caller = "~";

// Several values of one facet are alternatives; "none" is for what has none.
export interface Filter {
  saved?: string; // the id of a saved view, which the rest narrows
  values: Partial<Record<Facet, string[]>>;
  search: string;
  report?: string; // the complaints of a figure of a report: a filter of the graph, as JSON
  sort: string;
}

type Field = ComplaintOrder["field"];

// Values that rows are compared by, to know whether one belongs before the last row that was loaded.
export interface Comparable {
  priority: Priority;
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

// What can be sorted by, as the address says it, and what the graph compares; absent values are its largest. A hyphen in
// front is the other direction.
const orders: Record<string, { field: Field; value: (row: Comparable) => string | number }> = {
  priority: { field: "PRIORITY", value: (row) => priorities.indexOf(row.priority) },
  reference: { field: "REFERENCE", value: (row) => row.reference },
  title: { field: "TITLE", value: (row) => row.title },
  status: { field: "STATUS", value: (row) => row.status },
  zone: { field: "ZONE_NAME", value: (row) => row.zone?.name ?? "\uffff" },
  category: { field: "CATEGORY_NAME", value: (row) => row.category?.name ?? "\uffff" },
  due: { field: "DUE_AT", value: (row) => row.dueAt ?? "~" },
  age: { field: "CREATED_AT", value: (row) => row.createdAt },
  handler: { field: "HANDLER_NAME", value: (row) => row.handler?.name ?? "\uffff" },
  moved: { field: "MOVED_AT", value: (row) => row.movedAt ?? "~" },
  rating: { field: "RATING", value: (row) => row.rating ?? 9 },
};
const orderOfField = new Map(Object.values(orders).map((it) => [it.field, it]));

export const sortable = (column: string): boolean => column in orders;
export const defaultSort = "priority";

const aDay = /^\d{4}-\d\d-\d\d$/;
const aSpan = /^(\d{4}-\d\d-\d\d)?\.\.(\d{4}-\d\d-\d\d)?$/;

// The values of facets that have few. In the address all of them are small.
export const choices: Partial<Record<Facet, readonly string[]>> = {
  status: shownStatuses,
  priority: priorities,
  source: sources,
  due: dues,
  mark: marks,
};

export function parse(query: string): Filter {
  const params = new URLSearchParams(query);
  const values: Filter["values"] = {};
  for (const facet of facets) {
    const known = choices[facet];
    const given = (params.get(facet) ?? "").split(",").filter(Boolean);
    const valid = known
      ? given.flatMap((value) => known.filter((it) => it.toLowerCase() === value.toLowerCase()))
      : isSpan(facet)
        ? given.filter((value) => aSpan.test(value)).slice(0, 1)
        : facet === "openAt"
          ? given.filter((value) => aDay.test(value)).slice(0, 1)
          : given;
    if (valid.length > 0) values[facet] = valid;
  }
  const sort = params.get("sort") ?? defaultSort;
  const saved = params.get("saved") ?? undefined;
  const report = validReport(params.get("report"));
  const apart = report && takeApart(JSON.parse(report) as ComplaintWhereInput);
  if (apart && Object.keys(apart).every((facet) => !values[facet as Facet])) {
    return {
      ...(saved ? { saved } : {}),
      values: { ...values, ...apart },
      search: params.get("q") ?? "",
      sort: sort.replace(/^-/, "") in orders ? sort : defaultSort,
    };
  }
  return {
    ...(saved ? { saved } : {}),
    values,
    search: params.get("q") ?? "",
    report,
    sort: sort.replace(/^-/, "") in orders ? sort : defaultSort,
  };
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
    if (given?.length)
      parts.push(
        `${facet}=${given.map((value) => encodeURIComponent(choices[facet] ? value.toLowerCase() : value)).join(",")}`,
      );
  }
  if (search) parts.push(`q=${encodeURIComponent(search)}`);
  if (report) parts.push(`report=${encodeURIComponent(report)}`);
  if (sort !== defaultSort) parts.push(`sort=${sort}`);
  return parts.join("&");
}

// The filters of saved views, as the service returned them.
const savedFilters = new Map<string, ComplaintWhereInput>();
export const keepSaved = (id: string, filter: unknown): void =>
  void savedFilters.set(id, filter as ComplaintWhereInput);

// sortOf returns the order of a saved view as the address says it, or nothing where it is the usual one or none of ours.
export function sortOf(orderBy: unknown): string {
  const words = (keys: unknown): string =>
    (Array.isArray(keys) ? (keys as { field?: string; direction?: string }[]) : [])
      .map(({ field, direction = "ASC" }) => `${field} ${direction}`)
      .join();
  const wanted = words(orderBy);
  const sort = Object.keys(orders)
    .flatMap((key) => [key, `-${key}`])
    .find((key) => words(orderOf({ values: {}, search: "", sort: key })) === wanted);
  return sort === defaultSort ? "" : (sort ?? "");
}

const hours = 3_600_000;

const nextDay = (day: string): string => new Date(Date.parse(`${day}T00:00Z`) + 24 * hours).toISOString().slice(0, 10);
const startOf = (day: string): string => zoned(`${day}T00:00`).toISOString();

// within is a time from the beginning of one day to the end of another one.
function within(column: string, span: string): ComplaintWhereInput {
  const [from, to] = span.split("..");
  return {
    ...(from ? { [`${column}GTE`]: startOf(from) } : {}),
    ...(to ? { [`${column}LT`]: startOf(nextDay(to)) } : {}),
  };
}

// ended is when something was resolved, rejected, withdrawn or merged and not reopened since, as the backlog counts it.
function ended(span: string): ComplaintWhereInput {
  const otherwise: ComplaintWhereInput = {
    statusIn: complaintStatuses.filter((status) => isOver(status) && status !== "CLOSED"),
    resolvedAtIsNil: true,
  };
  return {
    or: [
      within("resolvedAt", span),
      { ...otherwise, ...within("movedAt", span) },
      { ...otherwise, movedAtIsNil: true, ...within("updatedAt", span) },
    ],
  };
}

const inZone = (id: string): ComplaintWhereInput =>
  id === "none"
    ? { zoneIdIsNil: true }
    : id.startsWith(only)
      ? { zoneId: id.slice(only.length) }
      : { zone: { within: id } };
const inCategory = (id: string): ComplaintWhereInput =>
  id === "none"
    ? { categoryIdIsNil: true }
    : id.startsWith(only)
      ? { categoryId: id.slice(only.length) }
      : { category: { within: id } };
const ofCaller = (text: string): ComplaintWhereInput =>
  text.includes("@")
    ? { contactEmail: text }
    : /\p{Nd}/u.test(text) && !/[\p{L}\p{Sc}%&=<>!?"§]/u.test(text)
      ? { contactPhone: text }
      : { contactName: text };

// spanOf is the span of a whole number of days between two times, or nothing.
function spanOf(from: string | undefined, to: string | undefined): string | undefined {
  const dayOf = (time: string): string | undefined => {
    const local = localTime(Date.parse(time));
    return local.endsWith("T00:00") && Date.parse(time) % 1000 === 0 ? local.slice(0, 10) : undefined;
  };
  const first = from === undefined ? "" : dayOf(from);
  const after = to === undefined ? "" : dayOf(to);
  return first === undefined || after === undefined
    ? undefined
    : `${first}..${after && new Date(Date.parse(`${after}T00:00Z`) - 24 * hours).toISOString().slice(0, 10)}`;
}

// takeApart returns a filter of the graph, such as that of a figure of a report, as values of facets, if it is no more than these.
export function takeApart(where: ComplaintWhereInput): Filter["values"] | undefined {
  const values: Filter["values"] = {};
  const rest = new Map(Object.entries(where as Record<string, unknown>));
  const take = <T>(key: string): T | undefined => {
    const value = rest.get(key) as T | undefined;
    rest.delete(key);
    return value;
  };
  for (const [facet, column] of Object.entries(spans)) {
    const [from, to] = [take<string>(`${column}GTE`), take<string>(`${column}LT`)];
    if (!from && !to) continue;
    const span = spanOf(from, to);
    if (!span) return undefined;
    values[facet as Facet] = [span];
  }
  const selection = take<Record<string, string>>("selection");
  const openAt = selection?.openAt;
  if (openAt) {
    // What was open at the end of a day; a figure of now is that of today.
    const local = localTime(Date.parse(openAt) - 1);
    if (local.endsWith("T23:59") || Date.parse(openAt) > Date.now() - 60 * 60_000) values.openAt = [local.slice(0, 10)];
    else return undefined;
  }
  for (const [key, value] of Object.entries(selection ?? {})) {
    if (key === "openAt" || value === null) continue;
    if (key === "zoneWithin") values.zone = [value];
    else if (key === "categoryWithin") values.category = [value];
    else return undefined;
  }
  for (const kind of ["zone", "category"] as const) {
    const below = take<{ within?: string }>(kind)?.within;
    const id = take<string>(`${kind}Id`);
    if (take(`${kind}IdIsNil`)) values[kind] = ["none"];
    else if (id)
      values[kind] = [only + id]; // which is one of those below
    else if (below) values[kind] = [below];
    const others = othersOf(kind, rest.get("not"));
    if (others) {
      values[kind === "zone" ? "notZone" : "notCategory"] = others;
      rest.delete("not");
    }
  }
  const [provider, group] = [take<string>("providerId"), take<string>("solverGroupId")];
  if (provider) values.provider = [provider];
  if (group) values.group = [group];
  return rest.size === 0 ? values : undefined;
}

// othersOf returns the zones or categories that a figure leaves out, which is about all others.
function othersOf(kind: "zone" | "category", not: unknown): string[] | undefined {
  const or = (not as { or?: Record<string, unknown>[] } | undefined)?.or;
  const ids = or?.map((it) =>
    it[`${kind}IdIsNil`] === true
      ? "none"
      : typeof it[`${kind}Id`] === "string"
        ? only + (it[`${kind}Id`] as string)
        : "",
  );
  return ids?.length && ids.every(Boolean) ? ids : undefined;
}

// linkTo is the address of the complaints that have these values.
export const linkTo = (values: Filter["values"]): string =>
  `/complaints?${format({ values, search: "", sort: defaultSort })}`;

// listOf is the address of the complaints that a figure counts.
export const listOf = (where: unknown): string => {
  const values = takeApart(where as ComplaintWhereInput);
  return values ? linkTo(values) : `/complaints?report=${encodeURIComponent(JSON.stringify(where))}`;
};

// dueWithin is what is due today or on the days that follow, so many in all.
function dueWithin(days: number): ComplaintWhereInput {
  const midnight = zoned(`${localTime(Date.now()).slice(0, 10)}T00:00`);
  const end = zoned(`${localTime(midnight.getTime() + (days * 24 + 2) * hours).slice(0, 10)}T00:00`);
  return { dueAtGTE: midnight.toISOString(), dueAtLT: end.toISOString() };
}

const ofDue: Record<Due, () => ComplaintWhereInput> = {
  overdue: () => ({ overdue: true }),
  today: () => dueWithin(1),
  week: () => dueWithin(7),
  none: () => ({ dueAtIsNil: true }),
};

const ofMark: Record<Mark, ComplaintWhereInput> = {
  photo: { hasMedia: true },
  flagged: { flagged: true },
  reopened: { reopened: true },
  watched: { notificationLevel: "WATCHING" },
};

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
  for (const [facet, column] of Object.entries(spans)) any(values[facet as Facet], (span) => within(column, span));
  any(values.ended, ended);
  any(values.openAt, (day) => ({ selection: { openAt: zoned(`${nextDay(day)}T00:00`).toISOString() } }));
  any(values.zone, inZone);
  any(values.category, inCategory);
  // What has no zone is in none of them, whatever databases make of comparisons with nothing.
  if (values.notZone?.length)
    all.push({
      not: { or: values.notZone.map((id) => (id === "none" ? inZone(id) : { zoneIdNotNil: true, ...inZone(id) })) },
    });
  if (values.notCategory?.length)
    all.push({
      not: {
        or: values.notCategory.map((id) =>
          id === "none" ? inCategory(id) : { categoryIdNotNil: true, ...inCategory(id) },
        ),
      },
    });
  any(values.reporter, (who) => (who.startsWith(caller) ? ofCaller(who.slice(caller.length)) : { submittedById: who }));
  any(values.group, (id) => (id === "none" ? { solverGroupIdIsNil: true } : { solverGroupId: id }));
  any(values.provider, (id) => (id === "none" ? { providerIdIsNil: true } : { providerId: id }));
  any(values.solver, (id) => (id === "none" ? { hasTask: false } : { workingSolverId: id }));
  any(values.handler, (id) => (id === "none" ? { hasHandler: false } : { handlerId: id === "me" ? viewerId : id }));
  any(values.due, (due) => ofDue[due as Due]());
  any(values.mark, (mark) => ofMark[mark as Mark]);
  if (search) all.push({ search });
  if (report) all.push(JSON.parse(report) as ComplaintWhereInput); // the graph checks it
  return all.length === 1 ? all[0]! : all.length === 0 ? {} : { and: all };
}

export function orderOf({ sort }: Filter): ComplaintOrder[] {
  const down = sort.startsWith("-");
  const { field } = orders[sort.replace("-", "")]!;
  // Age is how long ago something was created: the oldest have the largest.
  const direction = (field === "CREATED_AT" ? !down : down) ? "DESC" : "ASC";
  const first: ComplaintOrder = { field, direction };
  return field === "PRIORITY" ? [first, { field: "DUE_AT", direction: "ASC" }] : [first];
}

export function before(a: Comparable, b: Comparable, order: ComplaintOrder[]): boolean {
  for (const { field, direction } of order) {
    const { value } = orderOfField.get(field)!;
    const [x, y] = [value(a), value(b)];
    if (x !== y) return x < y === (direction !== "DESC");
  }
  return false;
}

export interface View {
  key: "triage" | "urgent" | "overdue" | "working" | "review" | "hold" | "flagged" | "resolved" | "all" | "mine";
  query: string;
}

const stored = shownStatuses.filter((it) => it !== "TO_REVIEW");
const open = stored.filter(isOpen).join();
const running = stored.filter(isRunning).join();
const waiting = stored.filter(isWaiting).join();

const viewsOf = (list: View[]): View[] => list.map((view) => ({ ...view, query: format(parse(view.query)) }));

export const views = viewsOf([
  { key: "triage", query: `status=${waiting}` },
  { key: "urgent", query: `status=${waiting}&priority=urgent` },
  { key: "overdue", query: `status=${running}&due=overdue&sort=due` },
  { key: "working", query: "status=assigned,in_progress" },
  { key: "review", query: "status=to_review&sort=due" },
  { key: "hold", query: "status=on_hold&sort=moved" },
  { key: "flagged", query: "mark=flagged&sort=-moved" },
  { key: "resolved", query: "status=resolved&sort=-moved" },
  { key: "all", query: "sort=age" },
]);

// Those of the complaints that the viewer looks after: first all that are open, then what waits for the viewer.
export const ownViews = viewsOf([
  { key: "mine", query: `status=${open}&handler=me` },
  { key: "triage", query: `status=${waiting}&handler=me` },
  { key: "review", query: "status=to_review&handler=me&sort=due" },
  { key: "overdue", query: `status=${running}&handler=me&due=overdue&sort=due` },
  { key: "hold", query: "status=on_hold&handler=me&sort=moved" },
  { key: "flagged", query: "handler=me&mark=flagged&sort=-moved" },
  { key: "resolved", query: "status=resolved&handler=me&sort=-moved" },
]);

// isOwn reports whether a filter is for nothing but what the viewer looks after.
export const isOwn = ({ values }: Filter): boolean => values.handler?.length === 1 && values.handler[0] === "me";
