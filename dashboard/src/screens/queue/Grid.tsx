// The table of the queue: rows that are drawn as far as they are seen, below a head that sorts them.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp, Inbox } from "lucide-react";
import { memo, useCallback, useEffect, useRef, type CSSProperties } from "react";
import { Link } from "wouter";

import { run } from "../../data/graph/client";
import { keyOf } from "../../data/graph/keys";
import { t } from "../../lib/i18n";
import { callerComplaints, callerText } from "../../parts/callers";
import { Empty, ErrorNotice } from "../../parts/Notice";
import { columnName, type Column } from "./columns";
import { useFilterWords, without } from "./Filters";
import { format, isOwn, sortable, views, type Filter } from "../../data/filters";
import { QueueCallersDocument } from "./generated";
import { useList, type QueueList } from "./list";
import styles from "./queue.module.css";
import { Row } from "./Row";
import type { Settings } from "./settings";
import { everyone, viewOf } from "./Views";

interface GridProps {
  list: QueueList;
  grid: React.RefObject<HTMLDivElement | null>;
  settings: Settings;
  filter: Filter;
  onChange: (filter: Filter) => void;
  label: string;
}

const headHeight = 28;

export function Grid({ list, grid, settings, filter, onChange, label }: GridProps) {
  useList(list);
  const { columns, height } = settings;
  const virtual = useVirtualizer({
    count: list.ids.length,
    getScrollElement: () => grid.current,
    estimateSize: () => height,
    overscan: 8,
    getItemKey: (index) => list.ids[index]!,
    initialOffset: list.scroll,
    scrollPaddingStart: headHeight,
    scrollPaddingEnd: 2 * height, // what comes next is in sight, and nothing that floats hides the cursor
    scrollMargin: 0,
  });
  useEffect(() => {
    virtual.measure();
  }, [virtual, height]);

  // The row under the cursor is kept in sight when the cursor moves, and only then.
  const cursor = list.cursor;
  const seen = useRef({ list, cursor });
  useEffect(() => {
    if (seen.current.list === list && seen.current.cursor === cursor) return;
    if (seen.current.list !== list) grid.current?.scrollTo({ top: list.scroll });
    else virtual.scrollToIndex(cursor, { align: "auto" });
    seen.current = { list, cursor };
  }, [virtual, list, cursor, grid]);

  // The list has the focus, unless somebody types or a dialog is open.
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement === null)
      grid.current?.focus({ preventScroll: true });
  }, [grid, list]);

  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last > list.ids.length - 30) void list.more();
  }, [list, last, list.ids.length]);

  const move = useCallback((index: number) => list.move(index), [list]);
  const onSort = useCallback((sort: string) => onChange({ ...filter, sort }), [filter, onChange]);
  const template = `36px ${columns.map((column) => column.width).join(" ")}`;
  const shown = items.some((item) => item.index === cursor);
  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={0}
      className={styles.grid}
      data-compact={settings.compact || undefined}
      aria-label={label}
      aria-multiselectable="true"
      aria-rowcount={list.total + 1}
      aria-activedescendant={shown && list.cursorId ? `row-${list.cursorId}` : undefined}
      aria-busy={list.loading && !list.loaded}
      style={{ "--columns": template } as CSSProperties}
      onScroll={(event) => (list.scroll = event.currentTarget.scrollTop)}
    >
      <GridHead
        columns={columns}
        sort={filter.sort}
        ticked={list.everything ? "all" : list.selected.size > 0 ? "some" : ""}
        list={list}
        onSort={onSort}
      />
      {list.error !== undefined && (
        <div role="rowgroup">
          <div role="row">
            <div role="gridcell">
              <ErrorNotice error={list.error} retry={() => void list.load()} />
            </div>
          </div>
        </div>
      )}
      {!list.loaded && !list.error && <Skeletons columns={columns} height={height} />}
      {list.loaded && list.ids.length === 0 && <NothingFits filter={filter} onChange={onChange} />}
      <div role="rowgroup" className={styles.rows} style={{ blockSize: virtual.getTotalSize() }}>
        {items.map((item) => (
          <Row
            key={item.key as string}
            list={list}
            id={list.ids[item.index]!}
            index={item.index}
            start={item.start}
            height={height}
            columns={columns}
            onCursor={move}
          />
        ))}
      </div>
    </div>
  );
}

interface HeadProps {
  columns: Column[];
  sort: string;
  ticked: "all" | "some" | "";
  list: QueueList;
  onSort: (sort: string) => void;
}

const GridHead = memo(function GridHead({ columns, sort, ticked, list, onSort }: HeadProps) {
  return (
    <div role="rowgroup" className={styles.gridHead}>
      <div role="row" aria-rowindex={1}>
        <div role="columnheader" className={styles.tick}>
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={t("queue.tickAll")}
            checked={ticked === "all"}
            ref={(element) => {
              if (element) element.indeterminate = ticked === "some";
            }}
            onChange={() => (ticked === "all" ? list.selectNone() : list.selectAll())}
          />
        </div>
        {columns.map(({ key, extra }) => {
          const sorted = sort.replace("-", "") === key;
          const down = sort.startsWith("-");
          const title =
            key === "priority" ? <span className="visually-hidden">{columnName(key)}</span> : columnName(key);
          return (
            <div
              key={key}
              role="columnheader"
              data-column={key}
              data-extra={extra}
              aria-sort={sorted ? (down ? "descending" : "ascending") : undefined}
            >
              {sortable(key) ? (
                <button
                  type="button"
                  tabIndex={-1}
                  title={t("queue.sortBy", { column: columnName(key) })}
                  onClick={() => onSort(sorted && !down ? `-${key}` : key)}
                >
                  {title}
                  {sorted && (down ? <ArrowDown size={12} aria-hidden /> : <ArrowUp size={12} aria-hidden />)}
                  {!sorted && key === "priority" && <span aria-hidden>!</span>}
                </button>
              ) : (
                title
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
});

function Skeletons({ columns, height }: { columns: Column[]; height: number }) {
  return (
    <div role="rowgroup" aria-hidden className={styles.skeletons}>
      {Array.from({ length: 22 }, (_, row) => (
        <div role="row" key={row} className={styles.row} style={{ blockSize: height }}>
          <div role="gridcell" className={styles.tick} />
          {columns.map(({ key, extra }) => (
            <div key={key} role="gridcell" className={styles.cell} data-column={key} data-extra={extra}>
              <i style={{ inlineSize: key === "title" ? `${40 + ((row * 17) % 45)}%` : "70%" }} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

// ReportedBy leads to the complaints of whoever a search may have meant, which finds nobody.
function ReportedBy({ text }: { text: string }) {
  const { data } = useQuery({
    queryKey: keyOf("callers", text),
    queryFn: ({ signal }) => run(QueueCallersDocument, { text }, { signal }),
    enabled: text.length > 2,
    staleTime: 60_000,
  });
  return data?.callerLookup
    .filter(({ complaintCount }) => complaintCount > 0)
    .map((it) => (
      <Button key={callerComplaints(it)} component={Link} href={callerComplaints(it)}>
        {t("queue.reportedBy", { name: callerText(it), n: it.complaintCount })}
      </Button>
    ));
}

// NothingFits names the next step: the filter that could be cleared, or that there is nothing to do.
function NothingFits({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const words = useFilterWords(filter);
  const removable = words.length > 1 ? words.filter((word) => word.facet !== "status") : words;
  const calm = viewOf(format(filter)) !== undefined || (filter.saved !== undefined && words.length === 1);
  return (
    <div role="rowgroup">
      <div role="row">
        <div role="gridcell">
          <Empty icon={Inbox} title={t(calm ? "queue.allDone" : "queue.nothing")}>
            {calm && <p>{t(isOwn(filter) ? "queue.noneOwnText" : "queue.allDoneText")}</p>}
            {calm && !isOwn(filter) && (
              <Button component={Link} href="/intake" variant="default">
                {t("shell.intake")}
              </Button>
            )}
            {calm && isOwn(filter) && (
              <Button component={Link} href={`${everyone}?${views[0]!.query}`} variant="default">
                {t("queue.view.triage")}
              </Button>
            )}
            {!calm && <ReportedBy text={filter.search} />}
            {!calm &&
              removable.map(({ facet, text }) => (
                <Button key={facet} variant="default" onClick={() => onChange(without(filter, facet))}>
                  {t("queue.clear", { filter: text })}
                </Button>
              ))}
          </Empty>
        </div>
      </div>
    </div>
  );
}
