// The queue: complaints, a line each, worked through without the mouse.
import { ActionIcon, Tooltip } from "@mantine/core";
import { BookmarkPlus, Download, Inbox, Map as MapIcon, RefreshCw, Search, Table2 } from "lucide-react";
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Link, Redirect, useLocation, useSearch } from "wouter";

import { run } from "../../data/graph/client";
import { useLive } from "../../data/graph/live";
import { openedFrom } from "../../data/graph/neighbours";
import { getComplaint } from "../../data/graph/rows";
import { t, moreMessages } from "../../lib/i18n";
import { number } from "../../lib/i18n/format";
import { Bones, Empty } from "../../parts/Notice";
import { usePrinting } from "../../parts/printing";
import { done, failed } from "../../parts/undo";
import { useKeys, type Keys } from "../../lib/keyboard";
import { useTitle } from "../../parts/title";
import { ActionDialog } from "./actions";
import { BulkBar } from "./BulkBar";
import { restore } from "./bulk";
import type { Doing } from "./dialog";
import { Filters } from "./Filters";
import { format, isOwn, ownViews, parse, views, type Filter } from "../../data/filters";
import { QueueExportDocument } from "./generated";
import { listFor, useList, type QueueList } from "./list";
import { Peek } from "./Peek";
import { Printed } from "./Printed";
import styles from "./queue.module.css";
import { SaveView, useSaved } from "./saved";
import { Grid } from "./Grid";
import { ColumnsMenu, useSettings } from "./settings";
import { everyone, viewOf, Views } from "./Views";

const MapView = lazy(async () => {
  const [module] = await Promise.all([import("./MapView"), moreMessages()]);
  return module;
});

const own = "/work"; // those that the viewer looks after, beside everyone's

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
        arguments: { where: list.where, orderBy: list.orderBy, bom: true },
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

  const peekedOnMap = asMap ? peeking : null; // which changes nothing of the table
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
            <Filters filter={filter} onChange={change} onSearch={() => searchBox.current?.select()} />
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
            <MapView where={list.where} at={map} onAt={moveMap} peeking={peekedOnMap} onPeek={peek} />
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
      peekedOnMap,
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
        dir="auto"
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
