// The queue: complaints, a line each, worked through without the mouse.
import { ActionIcon, Button, Checkbox, Menu, Tooltip } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import {
  ArrowDown,
  ArrowUp,
  BookmarkPlus,
  Columns3,
  Download,
  Inbox,
  Map as MapIcon,
  RefreshCw,
  Rows2,
  Rows3,
  Search,
  Table2,
} from "lucide-react";
import {
  lazy,
  memo,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type CSSProperties,
} from "react";
import { Link, Redirect, useLocation, useSearch } from "wouter";

import { run } from "../../graph/client";
import { useLive } from "../../graph/live";
import { openedFrom } from "../../graph/neighbours";
import { getComplaint } from "../../graph/rows";
import { t, wholeLanguage } from "../../i18n";
import { number } from "../../i18n/format";
import { Bones, Empty, ErrorNotice } from "../../parts/Notice";
import { usePrinting } from "../../parts/printing";
import { done, failed } from "../../parts/undo";
import { useViewer } from "../../session/viewer";
import { useKeys, type Keys } from "../../shell/keys";
import { useTitle } from "../../shell/title";
import { ActionDialog, type Doing } from "./actions";
import { BulkBar } from "./BulkBar";
import { restore } from "./bulk";
import { columnName, columns as allColumns, type Column } from "./columns";
import { Filters, useFilterWords, without } from "./Filters";
import { format, isOwn, ownViews, parse, sortable, views, type Filter } from "./filters";
import { QueueColumnsDocument, QueueExportDocument, type QueueColumnsMutationVariables } from "./generated";
import { listFor, type QueueList } from "./list";
import { Peek } from "./Peek";
import { Printed } from "./Printed";
import styles from "./queue.module.css";
import { Row } from "./Row";
import { SaveView, useSaved } from "./saved";
import { viewOf, Views } from "./Views";

const MapView = lazy(async () => {
  const [module] = await Promise.all([import("./MapView"), wholeLanguage()]);
  return module;
});

const listName = "complaints";

// The queue stands at two addresses: for all complaints, and for those that the viewer looks after.
const everyone = "/complaints";
const own = "/work";

export default function Queue() {
  const search = useSearch();
  const [location] = useLocation();
  const base = location === own ? own : everyone;
  if (search === "") return <Redirect to={`${base}?${(base === own ? ownViews : views)[0]!.query}`} replace />;
  return <Known search={search} base={base} />;
}

// Known waits for the saved views where the address names one.
function Known({ search, base }: { search: string; base: string }) {
  const saved = useSaved();
  const wanted = new URLSearchParams(search).get("saved");
  if (wanted && !saved)
    return (
      <div className={styles.waiting}>
        <Bones lines={9} />
      </div>
    );
  if (wanted && !saved?.some((view) => view.id === wanted))
    return (
      <Empty icon={Inbox} title={t("queue.viewGone")}>
        <Link href="/complaints">{t("queue.toComplaints")}</Link>
      </Empty>
    );
  return <QueueOf search={search} base={base} name={saved?.find((view) => view.id === wanted)?.name} />;
}

function QueueOf({ search, base, name: savedName }: { search: string; base: string; name?: string }) {
  const [, navigate] = useLocation();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const filter = useMemo(() => parse(search), [search]);
  const query = format(filter);
  const peeking = params.get("peek");
  const map = params.get("map"); // what part of the map is shown, if it is
  const asMap = map !== null;
  const list = useMemo(() => listFor(query, parse(query)), [query]);
  const view = viewOf(query);
  const name = view ? t(`queue.view.${view.key}`) : (savedName ?? t("queue.view.own"));

  useEffect(() => {
    restore();
    openedFrom({
      ids: () => list.ids,
      total: () => list.total,
      back: `${base}?${query}${asMap ? "&map=on" : ""}`,
      wanted: (id) => list.ids.includes(id) && list.move(list.ids.indexOf(id)),
    });
    if (!list.loaded) void list.load();
    else void list.resync();
  }, [list, query, base, asMap]);
  useLive((event) => {
    if (event.kind === "complaint") list.happened(event.event);
    if (event.kind === "resync") void list.resync();
  });

  const more = asMap ? `&map=${map}` : "";
  // A filter that is not for the viewer's own any more leads to all complaints.
  const change = useCallback(
    (next: Filter) =>
      navigate(`${base === own && isOwn(next) ? own : everyone}?${format(next) || "sort=priority"}${more}`),
    [navigate, base, more],
  );
  const peek = useCallback(
    (id: string | undefined) =>
      navigate(`${base}?${[query, asMap && `map=${map}`, id && `peek=${id}`].filter(Boolean).join("&")}`, {
        replace: true,
      }),
    [navigate, query, base, asMap, map],
  );
  const moveMap = useCallback(
    (at: string) =>
      navigate(`${base}?${[query, `map=${at}`, peeking && `peek=${peeking}`].filter(Boolean).join("&")}`, {
        replace: true,
      }),
    [navigate, query, base, peeking],
  );

  const [saving, setSaving] = useState(false);
  const [doing, setDoing] = useState<{ doing: Doing; ids: string[] }>();
  const peeked = useRef(peeking);
  peeked.current = peeking;
  const begin = useCallback(
    (what: Doing): void => {
      if (list.everything && !asMap) {
        if (what !== "note") setDoing({ doing: what, ids: [] });
        return;
      }
      const ids = !asMap ? list.targets() : peeked.current ? [peeked.current] : [];
      if (ids.length === 0) return;
      const held = what === "hold" && ids.every((id) => getComplaint(id)?.status === "ON_HOLD");
      setDoing({ doing: held ? "resume" : what, ids });
    },
    [list, asMap],
  );

  const printing = usePrinting();
  const searchBox = useRef<HTMLInputElement>(null);
  const settings = useSettings();
  const grid = useRef<HTMLDivElement>(null);
  const pageRows = Math.max(5, Math.floor((grid.current?.clientHeight ?? 800) / settings.height) - 2);
  const tickAndGo = (step: number): void => {
    if (list.cursorId) list.toggle(list.cursorId, true);
    list.move(list.cursor + step);
    if (list.cursorId) list.toggle(list.cursorId, true);
  };
  const openCursor = (): void => {
    if (!list.cursorId) return;
    navigate(`/complaints/${list.cursorId}`);
  };
  const inTable: Keys = {
    j: () => list.move(list.cursor + 1),
    k: () => list.move(list.cursor - 1),
    ArrowDown: () => list.move(list.cursor + 1),
    ArrowUp: () => list.move(list.cursor - 1),
    "Shift+j": () => tickAndGo(1),
    "Shift+k": () => tickAndGo(-1),
    "Shift+ArrowDown": () => tickAndGo(1),
    "Shift+ArrowUp": () => tickAndGo(-1),
    Home: () => list.move(0),
    End: () => list.move(list.ids.length - 1),
    PageDown: () => list.move(list.cursor + pageRows),
    PageUp: () => list.move(list.cursor - pageRows),
    "]": () => list.move(list.cursor + pageRows),
    "[": () => list.move(list.cursor - pageRows),
    Enter: openCursor,
    Space: () => peek(peeking ? undefined : list.cursorId),
    Escape: () => {
      if (list.selectedCount > 0) list.selectNone();
      else if (peeking) peek(undefined);
      else return false;
    },
    x: () => {
      if (list.cursorId) list.toggle(list.cursorId);
    },
    "Mod+a": () => list.selectAll(),
    ".": () => void list.load(),
    y: () => void copy(list),
  };
  const onMap: Keys = {
    Enter: () => (peeking ? navigate(`/complaints/${peeking}`) : false),
    Escape: () => (peeking ? peek(undefined) : false),
  };
  useKeys({
    ...(asMap ? onMap : inTable),
    "/": () => searchBox.current?.select(),
    s: () => setSaving(true),
    a: () => begin("assign"),
    p: () => begin("priority"),
    c: () => begin("category"),
    z: () => begin("zone"),
    d: () => begin("due"),
    h: () => begin("hold"),
    e: () => begin("resolve"),
    r: () => begin("reject"),
    m: () => begin("merge"),
    n: () => begin("note"),
  });

  const exportFile = useCallback(async (): Promise<void> => {
    try {
      const { exportLink } = await run(QueueExportDocument, {
        arguments: { where: list.where, orderBy: list.orderBy },
      });
      const link = document.createElement("a");
      link.href = exportLink.url;
      link.download = "";
      link.click();
      done({ text: t("queue.exported", { n: list.total }) });
    } catch (cause) {
      failed(cause);
    }
  }, [list]);

  // One element as long as nothing in it changes: a dialog that opens or a peek that moves renders none of it again.
  const section = useMemo(
    () => (
      <section className={styles.list} aria-label={name}>
        <div className={styles.head}>
          <h1>{name}</h1>
          <Total list={list} name={name} base={base} />
          <Views query={query} base={base} more={more} />
          <SearchBox
            key={filter.search}
            box={searchBox}
            value={filter.search}
            onSearch={(text) => change({ ...filter, search: text })}
            onLeave={() => grid.current?.focus()}
          />
          <Tooltip label={t("queue.export")}>
            <ActionIcon onClick={() => void exportFile()} aria-label={t("queue.export")}>
              <Download size={16} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t(asMap ? "queue.asTable" : "queue.asMap")}>
            <ActionIcon
              component={Link}
              href={`${base}?${query || "sort=priority"}${asMap ? "" : "&map=on"}`}
              aria-label={t(asMap ? "queue.asTable" : "queue.asMap")}
            >
              {asMap ? <Table2 size={16} /> : <MapIcon size={16} />}
            </ActionIcon>
          </Tooltip>
          {!asMap && <ColumnsMenu settings={settings} />}
          <Tooltip label={t("queue.saveView")}>
            <ActionIcon onClick={() => setSaving(true)} aria-label={t("queue.saveView")}>
              <BookmarkPlus size={16} />
            </ActionIcon>
          </Tooltip>
        </div>
        <BulkBar list={list} query={query} onDo={begin}>
          <div className={styles.strip}>
            <Filters filter={filter} onChange={change} />
            <Waiting list={list} />
          </div>
        </BulkBar>
        {asMap ? (
          <Suspense
            fallback={
              <div className={styles.waiting}>
                <Bones lines={9} />
              </div>
            }
          >
            <MapView where={list.where} at={map} onAt={moveMap} peeking={peeking} onPeek={peek} />
          </Suspense>
        ) : (
          <Grid list={list} grid={grid} settings={settings} filter={filter} onChange={change} label={name} />
        )}
        {!asMap && printing && <Printed list={list} columns={settings.columns} />}
      </section>
    ),
    [
      list,
      query,
      base,
      name,
      filter,
      change,
      settings,
      begin,
      exportFile,
      asMap,
      map,
      more,
      moveMap,
      asMap && peeking,
      peek,
      printing,
    ],
  );
  return (
    <div className={styles.screen} data-peek={peeking ? "" : undefined}>
      {section}
      {peeking && asMap && (
        <Peek id={peeking} onClose={() => peek(undefined)} onDo={(what) => setDoing({ doing: what, ids: [peeking] })} />
      )}
      {peeking && !asMap && (
        <PeekOfCursor
          list={list}
          peeking={peeking}
          peek={peek}
          onDo={(what, id) => setDoing({ doing: what, ids: [id] })}
        />
      )}
      {saving && <SaveView list={list} filter={filter} onClose={() => setSaving(false)} />}
      {doing && (
        <ActionDialog
          doing={doing.doing}
          list={list}
          query={query}
          ids={doing.ids}
          onClose={() => setDoing(undefined)}
        />
      )}
    </div>
  );
}

// useList renders a component again with each change of the list itself. Only small ones do so: the screen as a whole
// stays as it is while somebody walks through the rows.
const useList = (list: QueueList): number => useSyncExternalStore(list.subscribe, list.snapshot);

function Total({ list, name, base }: { list: QueueList; name: string; base: string }) {
  useList(list);
  useTitle(list.loaded ? `${name} (${number(list.total)})` : name, t(base === own ? "shell.work" : "shell.complaints"));
  return (
    <span className={styles.total} aria-live="polite">
      {list.loaded && t("queue.total", { n: list.total })}
    </span>
  );
}

// Waiting says what reading the list anew would show and take away. It stands where it moves no row.
function Waiting({ list }: { list: QueueList }) {
  useList(list);
  if (list.fresh.size + list.goneCount === 0) return null;
  return (
    <button type="button" className={styles.fresh} onClick={() => void list.load()}>
      <RefreshCw size={13} aria-hidden />
      {list.fresh.size > 0 && <b>{t("queue.fresh", { n: list.fresh.size })}</b>}
      {list.goneCount > 0 && <span>{t("queue.goneCount", { n: list.goneCount })}</span>}
      <kbd>.</kbd>
    </button>
  );
}

interface PeekProps {
  list: QueueList;
  peeking: string;
  peek: (id: string | undefined) => void;
  onDo: (doing: Doing, id: string) => void;
}

function PeekOfCursor({ list, peeking, peek, onDo }: PeekProps) {
  useList(list);
  const cursorId = list.cursorId;
  // The peek follows the cursor; the address does so when the cursor has come to rest.
  useEffect(() => {
    if (!cursorId || peeking === cursorId) return;
    const timer = setTimeout(() => peek(cursorId), 300);
    return () => clearTimeout(timer);
  }, [peeking, cursorId, peek]);
  // An address that names a row leads to it.
  const led = useRef<QueueList>(undefined);
  useEffect(() => {
    if (!list.loaded || led.current === list) return;
    led.current = list;
    if (list.ids.includes(peeking)) list.move(list.ids.indexOf(peeking));
  }, [list, list.loaded, peeking]);
  return cursorId ? <Peek id={cursorId} onClose={() => peek(undefined)} onDo={(what) => onDo(what, cursorId)} /> : null;
}

async function copy(list: QueueList): Promise<void> {
  const references = list
    .targets()
    .map((id) => getComplaint(id)?.reference)
    .filter(Boolean);
  await navigator.clipboard.writeText(references.join("\n")).catch(() => undefined);
  done({
    text: t("queue.copied", { references: references.slice(0, 3).join(", "), n: references.length }),
    seconds: 4,
  });
}

interface Settings {
  columns: Column[];
  compact: boolean;
  height: number;
  toggleColumn: (key: string) => void;
  toggleDensity: () => void;
}

const save = (input: QueueColumnsMutationVariables["input"]): void =>
  void run(QueueColumnsDocument, { input }).catch(failed);

// useSettings keeps columns and density with the account.
function useSettings(): Settings {
  const preferences = useViewer()?.preferences;
  const stored = preferences?.columns.find((it) => it.list === listName)?.columns;
  const [keys, setKeys] = useState(
    () => new Set(stored?.length ? stored : allColumns.filter((it) => !it.extra).map((it) => it.key)),
  );
  const [compact, setCompact] = useState(preferences?.density === "COMPACT");
  const columns = useMemo(() => allColumns.filter((it) => it.fixed || keys.has(it.key)), [keys]);
  return useMemo(
    () => ({
      columns,
      compact,
      height: compact ? 30 : 36,
      toggleColumn: (key) => {
        const next = new Set(keys);
        if (!next.delete(key)) next.add(key);
        setKeys(next);
        save({
          columns: [
            { list: listName, columns: allColumns.filter((it) => it.fixed || next.has(it.key)).map((it) => it.key) },
          ],
        });
      },
      toggleDensity: () => {
        setCompact(!compact);
        save({ density: compact ? "COMFORTABLE" : "COMPACT" });
      },
    }),
    [columns, compact, keys],
  );
}

function ColumnsMenu({ settings }: { settings: Settings }) {
  return (
    <>
      <Tooltip label={t(settings.compact ? "queue.comfortable" : "queue.compact")}>
        <ActionIcon
          className={styles.wide}
          onClick={settings.toggleDensity}
          aria-label={t(settings.compact ? "queue.comfortable" : "queue.compact")}
        >
          {settings.compact ? <Rows2 size={16} /> : <Rows3 size={16} />}
        </ActionIcon>
      </Tooltip>
      <Menu closeOnItemClick={false}>
        <Menu.Target>
          <ActionIcon className={styles.wide} aria-label={t("queue.columns")} title={t("queue.columns")}>
            <Columns3 size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown className={styles.float}>
          {allColumns
            .filter((it) => !it.fixed)
            .map(({ key }) => {
              const on = settings.columns.some((it) => it.key === key);
              return (
                <Menu.Item
                  key={key}
                  role="menuitemcheckbox"
                  aria-checked={on}
                  onClick={() => settings.toggleColumn(key)}
                  leftSection={<Checkbox.Indicator checked={on} size="xs" />}
                >
                  {columnName(key)}
                </Menu.Item>
              );
            })}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

interface SearchProps {
  box: React.RefObject<HTMLInputElement | null>;
  value: string;
  onSearch: (text: string) => void;
  onLeave: () => void;
}

function SearchBox({ box, value, onSearch, onLeave }: SearchProps) {
  return (
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(box.current!.value.trim());
        onLeave();
      }}
    >
      <Search size={15} aria-hidden />
      <input
        ref={box}
        type="search"
        defaultValue={value}
        placeholder={t("common.search")}
        aria-label={t("queue.search")}
        maxLength={200}
        onKeyDown={(event) => {
          if (event.key === "Escape") onLeave();
        }}
      />
      <kbd aria-hidden>/</kbd>
    </form>
  );
}

interface GridProps {
  list: QueueList;
  grid: React.RefObject<HTMLDivElement | null>;
  settings: Settings;
  filter: Filter;
  onChange: (filter: Filter) => void;
  label: string;
}

const headHeight = 28;

function Grid({ list, grid, settings, filter, onChange, label }: GridProps) {
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
        {columns.map(({ key }) => {
          const sorted = sort.replace("-", "") === key;
          const down = sort.startsWith("-");
          const title =
            key === "priority" ? <span className="visually-hidden">{columnName(key)}</span> : columnName(key);
          return (
            <div
              key={key}
              role="columnheader"
              data-column={key}
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
          {columns.map(({ key }) => (
            <div key={key} role="gridcell" className={styles.cell} data-column={key}>
              <i style={{ inlineSize: key === "title" ? `${40 + ((row * 17) % 45)}%` : "70%" }} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
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
                {t("intake.title")}
              </Button>
            )}
            {calm && isOwn(filter) && (
              <Button component={Link} href={`${everyone}?${views[0]!.query}`} variant="default">
                {t("queue.view.triage")}
              </Button>
            )}
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
