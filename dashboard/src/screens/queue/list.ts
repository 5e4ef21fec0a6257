// A list of the queue: ids in an order that stays while somebody works in it. What changes is shown in its place; what
// fits the filter no more stays, dimmed, with the reason; what is new waits until it is asked for.
import { useSyncExternalStore } from "react";

import { sentence } from "../../data/graph/errors";
import type { ComplaintOrder, ComplaintWhereInput } from "../../data/graph/schema.generated";
import { run } from "../../data/graph/client";
import type { ComplaintEvent } from "../../data/graph/live";
import { getComplaint, putComplaint, type ComplaintRow } from "../../data/graph/rows";
import { t, type Suffix } from "../../lib/i18n";
import { viewerId } from "../../data/session/viewer";
import { before, orderOf, whereOf, type Filter } from "../../data/filters";
import { QueueDocument, QueueMatchesDocument, type QueueQuery } from "./generated";

const page = 100;
const check = 200; // milliseconds in which changes are collected before the service is asked which still fit

export interface RowLook {
  cursor: boolean;
  selected: boolean;
  gone: string; // why it fits no more
  refused: string; // why it was not changed
  pending: string; // what is being done to it
}

// The columns that parts of a complaint are shown in.
const parts: Partial<Record<ComplaintEvent["changed"][number], Suffix<"queue.column.">>> = {
  PRIORITY: "priority",
  CATEGORY: "category",
  ZONE: "zone",
  DUE_AT: "due",
  OVERDUE: "due",
  HANDLER: "handler",
  RATING: "rating",
  TITLE: "title",
};

const plain: RowLook = { cursor: false, selected: false, gone: "", refused: "", pending: "" };

export class QueueList {
  readonly where: ComplaintWhereInput;
  readonly orderBy: ComplaintOrder[];
  ids: string[] = [];
  total = 0;
  hasMore = false;
  loading = false;
  loaded = false;
  error: unknown;
  cursor = 0;
  scroll = 0;
  everything = false; // all that match are selected, not only those that are loaded
  readonly fresh = new Set<string>();
  readonly selected = new Set<string>();
  readonly refused = new Map<string, string>();
  version = 0;

  private readonly known = new Set<string>();
  private readonly gone = new Map<string, string>();
  private readonly pending = new Map<string, string>();
  private readonly looks = new Map<string, RowLook>();
  private readonly rowListeners = new Map<string, Set<() => void>>();
  private readonly listeners = new Set<() => void>();
  private readonly changed = new Map<string, string>(); // id to the reason, if it turns out to fit no more
  private after: string | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private checking = false;
  private generation = 0;

  constructor(filter: Filter) {
    this.where = whereOf(filter, viewerId());
    this.orderBy = orderOf(filter);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  snapshot = (): number => this.version;

  watchRow(id: string, listener: () => void): () => void {
    let set = this.rowListeners.get(id);
    if (!set) this.rowListeners.set(id, (set = new Set()));
    set.add(listener);
    return () => void set.delete(listener);
  }

  look(id: string): RowLook {
    return this.looks.get(id) ?? plain;
  }

  private notify(): void {
    this.version++;
    for (const listener of this.listeners) listener();
  }

  // repaint renders one row again, if it looks different now.
  private repaint(id: string | undefined): void {
    if (id === undefined) return;
    const next: RowLook = {
      cursor: this.ids[this.cursor] === id,
      selected: this.isSelected(id),
      gone: this.gone.get(id) ?? "",
      refused: this.refused.get(id) ?? "",
      pending: this.pending.get(id) ?? "",
    };
    const last = this.look(id);
    if ((Object.keys(next) as (keyof RowLook)[]).every((key) => next[key] === last[key])) return;
    this.looks.set(id, next);
    for (const listener of this.rowListeners.get(id) ?? []) listener();
  }

  get cursorId(): string | undefined {
    return this.ids[this.cursor];
  }

  get goneCount(): number {
    return this.gone.size;
  }

  get selectedCount(): number {
    return this.everything ? this.total : this.selected.size;
  }

  // isSelected reports whether a row is ticked. All that match are ticked without those that match no more.
  private isSelected(id: string): boolean {
    return this.everything ? !this.gone.has(id) : this.selected.has(id);
  }

  // targets returns what an action is for: all that are selected, else the row under the cursor.
  targets(): string[] {
    if (this.selected.size > 0) return [...this.selected];
    return this.cursorId ? [this.cursorId] : [];
  }

  move(to: number): void {
    const next = Math.max(0, Math.min(to, this.ids.length - 1));
    if (next === this.cursor) return;
    const last = this.cursorId;
    this.cursor = next;
    this.repaint(last);
    this.repaint(this.cursorId);
    this.notify();
    if (next > this.ids.length - 20) void this.more();
  }

  toggle(id: string, on = !this.isSelected(id)): void {
    const everything = this.everything;
    if (everything) {
      this.everything = false; // from here on it is the loaded ones that are ticked
      for (const loaded of this.ids) if (!this.gone.has(loaded)) this.selected.add(loaded);
    }
    if (on) this.selected.add(id);
    else this.selected.delete(id);
    this.refused.delete(id);
    for (const it of everything ? this.ids : [id]) this.repaint(it);
    this.notify();
  }

  selectAll(): void {
    this.everything = true;
    this.selected.clear();
    this.refused.clear();
    for (const id of this.ids) this.repaint(id);
    this.notify();
  }

  selectNone(): void {
    this.select([]);
  }

  // select ticks exactly these, with the reasons why they were refused.
  select(ids: Iterable<string>, reasons?: Map<string, string>): void {
    this.everything = false;
    this.selected.clear();
    this.refused.clear();
    for (const id of ids) this.selected.add(id);
    if (reasons) for (const [id, reason] of reasons) this.refused.set(id, reason);
    for (const id of new Set([...this.ids, ...this.looks.keys()])) this.repaint(id);
    this.notify();
  }

  setPending(ids: Iterable<string>, text: string): void {
    for (const id of ids) {
      if (text) this.pending.set(id, text);
      else this.pending.delete(id);
      this.repaint(id);
    }
  }

  setRefused(id: string, reason: string): void {
    if (reason) this.refused.set(id, reason);
    else this.refused.delete(id);
    this.repaint(id);
  }

  // load reads the list anew: another order, without what fits no more, with what is new.
  async load(): Promise<void> {
    const generation = ++this.generation;
    const at = this.cursorId;
    this.loading = true;
    this.error = undefined;
    this.notify();
    try {
      const { complaints } = await run(QueueDocument, { where: this.where, orderBy: this.orderBy, first: page });
      if (generation !== this.generation) return;
      const old = this.ids;
      this.ids = [];
      this.known.clear();
      this.gone.clear();
      this.fresh.clear();
      this.append(complaints);
      this.total = complaints.totalCount;
      this.cursor = Math.max(0, at ? this.ids.indexOf(at) : 0);
      this.loaded = true;
      for (const id of new Set([...old, ...this.ids])) this.repaint(id);
    } catch (cause) {
      if (generation === this.generation) this.error = cause;
    } finally {
      if (generation === this.generation) {
        this.loading = false;
        this.notify();
      }
    }
  }

  // more reads the next page.
  async more(): Promise<void> {
    if (this.loading || !this.hasMore) return;
    const generation = this.generation;
    this.loading = true;
    try {
      const { complaints } = await run(QueueDocument, {
        where: this.where,
        orderBy: this.orderBy,
        first: page,
        after: this.after,
      });
      if (generation !== this.generation) return;
      this.append(complaints);
      this.total = complaints.totalCount;
    } catch (cause) {
      if (generation === this.generation) this.error = cause;
    } finally {
      if (generation === this.generation) {
        this.loading = false;
        this.notify();
      }
    }
  }

  private append({
    edges,
    pageInfo,
  }: {
    edges: ({ node: ComplaintRow | null } | null)[];
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  }): void {
    for (const edge of edges) {
      const row = edge?.node;
      if (!row) continue;
      putComplaint(row);
      this.fresh.delete(row.id);
      if (this.known.has(row.id)) continue;
      this.known.add(row.id);
      this.ids.push(row.id);
      this.repaint(row.id);
    }
    this.hasMore = pageInfo.hasNextPage;
    this.after = pageInfo.endCursor;
  }

  // happened takes a live event: the row is in the store already; whether it still fits is asked in a moment.
  happened({ complaint, changed, actor }: ComplaintEvent): void {
    const yours = actor?.id === viewerId();
    const name = actor?.name ?? t("queue.service");
    if (changed.includes("STATUS")) {
      return this.touched(
        complaint.id,
        t(yours ? "queue.goneByYou" : "queue.goneBy", { status: t(`status.${complaint.status}`), name }),
      );
    }
    const part = changed.map((it) => parts[it]).find(Boolean);
    const what = part ? t(`queue.column.${part}`) : "";
    this.touched(
      complaint.id,
      yours ? t("queue.goneMeanwhile") : what ? t("queue.partBy", { what, name }) : t("queue.changedBy", { name }),
    );
  }

  // touched says that a complaint was changed, and what to say if it fits no more.
  touched(id: string, reason: string): void {
    this.changed.set(id, reason);
    this.timer ??= setTimeout(() => void this.flush(), check);
  }

  private async flush(): Promise<void> {
    this.timer = undefined;
    if (this.checking || !this.loaded || this.changed.size === 0) return;
    this.checking = true;
    let pause = 5000;
    const batch = [...this.changed].slice(0, page);
    for (const [id] of batch) this.changed.delete(id);
    try {
      await this.compare(new Map(batch));
      pause = check;
    } catch {
      for (const [id, reason] of batch) if (!this.changed.has(id)) this.changed.set(id, reason); // a little later
    } finally {
      this.checking = false;
      if (this.changed.size > 0) this.timer ??= setTimeout(() => void this.flush(), pause);
    }
  }

  // within returns the list's filter with one more condition.
  private within(condition: ComplaintWhereInput): ComplaintWhereInput {
    return Object.keys(this.where).length > 0 ? { and: [this.where, condition] } : condition;
  }

  // compare asks which of some complaints fit, and shows the others as gone.
  private async compare(batch: Map<string, string>): Promise<void> {
    const ids = [...batch.keys()];
    const generation = this.generation;
    const { complaints } = await run(QueueMatchesDocument, { where: this.within({ idIn: ids }), first: ids.length });
    if (generation !== this.generation) return;
    const fits = new Map<string, ComplaintRow>();
    for (const edge of complaints.edges) if (edge?.node) fits.set(edge.node.id, edge.node);
    let count = 0;
    for (const [id, reason] of batch) {
      const row = fits.get(id);
      if (row) putComplaint(row);
      if (this.known.has(id)) {
        if (row && this.gone.delete(id)) count++;
        if (!row && !this.gone.has(id)) {
          this.gone.set(id, reason);
          count--;
        } else if (!row) this.gone.set(id, reason);
        this.repaint(id);
      } else if (row) {
        const last = getComplaint(this.ids.at(-1) ?? "");
        if (!this.hasMore || !last || before(row, last, this.orderBy)) this.fresh.add(id);
      } else this.fresh.delete(id);
    }
    this.total = Math.max(0, this.total + count);
    this.notify();
  }

  // resync reads the list again, as far as it is loaded, after changes were missed: rows stay in their places, what is new
  // waits wherever it would stand.
  async resync(): Promise<void> {
    if (!this.loaded) return;
    const generation = this.generation;
    const seen = new Set<string>();
    try {
      for (let after: string | null = null; ;) {
        const { complaints }: QueueQuery = await run(QueueDocument, {
          where: this.where,
          orderBy: this.orderBy,
          first: page,
          after,
        });
        if (generation !== this.generation) return;
        const last = getComplaint(this.ids.at(-1) ?? "");
        for (const edge of complaints.edges) {
          const row = edge?.node;
          if (!row) continue;
          putComplaint(row);
          seen.add(row.id);
          if (this.known.has(row.id)) {
            if (this.gone.delete(row.id)) this.repaint(row.id);
          } else if (!this.hasMore || !last || before(row, last, this.orderBy)) this.fresh.add(row.id);
        }
        this.total = complaints.totalCount;
        after = complaints.pageInfo.endCursor;
        if (!complaints.pageInfo.hasNextPage || (this.hasMore && seen.size >= this.ids.length)) break;
      }
      for (const id of this.fresh) if (!seen.has(id)) this.fresh.delete(id);
      const { total } = this;
      const left = this.ids.filter((id) => !seen.has(id));
      for (let start = 0; start < left.length; start += page) {
        await this.compare(
          new Map(left.slice(start, start + page).map((id) => [id, this.gone.get(id) ?? t("queue.goneMeanwhile")])),
        );
        if (generation !== this.generation) return;
      }
      this.total = total;
      this.error = undefined;
      this.notify();
    } catch (cause) {
      console.info(sentence(cause)); // the next event or interruption leads here again
    }
  }
}

// Lists that were shown lately stay as they were, for Back.
const kept = new Map<string, QueueList>();

export function listFor(key: string, filter: Filter): QueueList {
  const owner = `${viewerId()} ${key}`;
  let list = kept.get(owner);
  if (!list) list = new QueueList(filter);
  kept.delete(owner);
  kept.set(owner, list);
  for (const oldest of kept.keys()) {
    if (kept.size <= 12) break;
    kept.delete(oldest);
  }
  return list;
}

// useList renders a component again with each change of the list itself. Only small ones do so: the screen as a whole
// stays as it is while somebody walks through the rows.
export const useList = (list: QueueList): number => useSyncExternalStore(list.subscribe, list.snapshot);
