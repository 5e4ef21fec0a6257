// The queue: complaints, a line each, worked through without the mouse.
import { ActionIcon, Tooltip } from "@mantine/core";
import { BookmarkPlus, Download, Inbox, Map as MapIcon, RefreshCw, Search, Table2 } from "lucide-react";
import { lazy, memo, Suspense, useCallback, useEffect, useRef, useState, type RefObject } from "react";
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
import { useKeys } from "../../lib/keyboard";
import { useTitle } from "../../parts/title";
import { ActionDialog } from "./actions";
import { BulkBar } from "./BulkBar";
import { restore } from "./bulk";
import type { Doing } from "./doing";
import { Filters } from "./Filters";
import { ownViews, views } from "../../data/filters";
import { QueueExportDocument } from "./generated";
import { keysInTable, keysOfActions, keysOnMap } from "./keys";
import { useList, type QueueList } from "./list";
import { Peek } from "./Peek";
import { moreOf, own, usePlace, type Place } from "./place";
import { Printed } from "./Printed";
import styles from "./queue.module.css";
import { SaveView, useSaved } from "./saved";
import { Grid } from "./Grid";
import { ColumnsMenu, useSettings, type Settings } from "./settings";
import { everyone, viewOf, Views } from "./Views";

const MapView = lazy(async () => {
  const [module] = await Promise.all([import("./MapView"), moreMessages()]);
  return module;
});

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
  const { peeking, ...place } = usePlace(search, base);
  const { list, query, filter, map, peek } = place;
  const asMap = map !== null;
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

  const [saving, setSaving] = useState(false);
  const [doing, setDoing] = useState<{ doing: Doing; ids: string[] }>();
  const peekedOnMap = asMap ? peeking : null; // which changes nothing of the table
  const begin = useCallback(
    (what: Doing): void => {
      if (list.everything && !asMap) {
        if (what !== "note") setDoing({ doing: what, ids: [] });
        return;
      }
      const ids = !asMap ? list.targets() : peekedOnMap ? [peekedOnMap] : [];
      if (ids.length === 0) return;
      const held = what === "hold" && ids.every((id) => getComplaint(id)?.status === "ON_HOLD");
      setDoing({ doing: held ? "resume" : what, ids });
    },
    [list, asMap, peekedOnMap],
  );
  const save = useCallback(() => setSaving(true), []);

  const searchBox = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const settings = useSettings();
  const pageRows = (): number => Math.max(5, Math.floor((grid.current?.clientHeight ?? 800) / settings.height) - 2);
  const [, navigate] = useLocation();
  const open = (id: string): void => navigate(`/complaints/${id}`);
  useKeys({
    ...(asMap ? keysOnMap({ peeking, peek, open }) : keysInTable({ list, pageRows, peeking, peek, open })),
    ...keysOfActions(begin),
    "/": () => searchBox.current?.select(),
    s: save,
  });
  return (
    <div className={styles.screen} data-peek={peeking ? "" : undefined}>
      <Complaints
        {...place}
        base={base}
        name={name}
        settings={settings}
        searchBox={searchBox}
        grid={grid}
        peeking={peekedOnMap}
        begin={begin}
        save={save}
      />
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

interface ComplaintsProps extends Omit<Place, "peeking"> {
  base: string;
  name: string;
  settings: Settings;
  searchBox: RefObject<HTMLInputElement | null>;
  grid: RefObject<HTMLDivElement | null>;
  peeking: string | null; // on the map
  begin: (what: Doing) => void;
  save: () => void;
}

// Complaints stay as they are while a dialog opens or a peek moves: thousands of rows are not rendered for it.
const Complaints = memo(function Complaints(props: ComplaintsProps) {
  const { list, query, filter, map, change, peek, moveMap, name, settings, searchBox, grid, peeking, begin } = props;
  const printing = usePrinting();
  return (
    <section className={styles.list} aria-label={name}>
      <Head {...props} />
      <BulkBar list={list} query={query} onDo={begin}>
        <div className={styles.strip}>
          <Filters filter={filter} onChange={change} onSearch={() => searchBox.current?.select()} />
          <Waiting list={list} />
        </div>
      </BulkBar>
      {map === null ? (
        <Grid list={list} grid={grid} settings={settings} filter={filter} onChange={change} label={name} />
      ) : (
        <Suspense
          fallback={
            <div className={styles.waiting}>
              <Bones lines={9} />
            </div>
          }
        >
          <MapView where={list.where} at={map} onAt={moveMap} peeking={peeking} onPeek={peek} />
        </Suspense>
      )}
      {map === null && printing && <Printed list={list} columns={settings.columns} />}
    </section>
  );
});

function Head({ list, query, filter, map, change, base, name, settings, searchBox, grid, save }: ComplaintsProps) {
  const asMap = map !== null;
  return (
    <div className={styles.head}>
      <h1>{name}</h1>
      <Total list={list} name={name} base={base} />
      <Views query={query} base={base} more={moreOf(map)} />
      <SearchBox
        key={filter.search}
        box={searchBox}
        value={filter.search}
        onSearch={(text) => change({ ...filter, search: text })}
        onLeave={() => grid.current?.focus()}
      />
      <Tooltip label={t("queue.export")}>
        <ActionIcon onClick={() => void exportFile(list)} aria-label={t("queue.export")}>
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
        <ActionIcon onClick={save} aria-label={t("queue.saveView")}>
          <BookmarkPlus size={16} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

async function exportFile(list: QueueList): Promise<void> {
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
