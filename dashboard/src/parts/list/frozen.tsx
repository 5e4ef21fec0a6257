// A list that others change while somebody reads it: its order stays, a row that changed is shown in its place, one that
// fits no more stays faded, and what is new waits in a bar.
import { RefreshCw } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";

import { t } from "../../lib/i18n";
import { useKeys } from "../../lib/keyboard";
import styles from "./list.module.css";

const none: string[] = []; // the same at each render

interface Frozen<Row> {
  rows: readonly Row[] | undefined;
  gone: ReadonlySet<string>;
  fresh: number; // rows that reading the list anew would show
  changed: (row: Row, fits: boolean) => void;
  soon: () => void; // something else may have changed
  adopt: () => void;
}

// useFrozen keeps the rows of a list as they were read first. The key names the list with its filter, order and page.
export function useFrozen<Row extends { id: string }>(
  key: string,
  read: readonly Row[] | undefined,
  waiting: boolean,
  refetch: () => void,
): Frozen<Row> {
  const [kept, setKept] = useState<{ key: string; ids: string[] }>();
  const [changes, setChanges] = useState(new Map<string, { row: Row; fits: boolean }>());
  const rows = useRef(new Map<string, Row>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    return () => clearTimeout(timer.current);
  }, []);

  useEffect(() => {
    if (!read || waiting) return;
    for (const row of read) rows.current.set(row.id, row);
    setKept((now) => (now?.key === key ? now : { key, ids: read.map(({ id }) => id) }));
    // What was read is newer than what was told before.
    setChanges((now) =>
      now.size === 0 ? now : new Map([...now].filter(([id]) => !read.some((row) => row.id === id))),
    );
  }, [key, read, waiting]);

  const soon = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(refetch, 400);
  };
  const same = kept?.key === key && !waiting;
  const shown = useMemo(
    () =>
      same
        ? kept.ids
            .map((id) => changes.get(id)?.row ?? read?.find((row) => row.id === id) ?? rows.current.get(id))
            .filter((row) => row !== undefined)
        : read,
    [same, kept, changes, read],
  );
  const ids = same ? kept.ids : none;
  return {
    rows: shown,
    gone: useMemo(
      () => new Set([...changes].filter(([id, { fits }]) => !fits && ids.includes(id)).map(([id]) => id)),
      [changes, ids],
    ),
    fresh: same && read ? read.filter(({ id }) => !ids.includes(id)).length : 0,
    changed: (row, fits) => {
      if (ids.includes(row.id)) setChanges((now) => new Map(now).set(row.id, { row, fits }));
      else if (fits) soon();
    },
    soon,
    adopt: () => {
      setKept(undefined);
      setChanges(new Map());
      rows.current.clear();
      if (read && !waiting) {
        for (const row of read) rows.current.set(row.id, row);
        setKept({ key, ids: read.map(({ id }) => id) });
      }
      refetch();
    },
  };
}

// FreshBar says what reading the list anew would show and take away.
export function FreshBar({ fresh, gone, onRead }: { fresh: number; gone: number; onRead: () => void }) {
  useKeys({ ".": onRead });
  return (
    <div className={styles.freshPlace} role="status">
      {fresh + gone > 0 && (
        <button type="button" className={styles.fresh} onClick={onRead}>
          <RefreshCw size={13} aria-hidden />
          {fresh > 0 && <b>{t("queue.fresh", { n: fresh })}</b>}
          {gone > 0 && <span>{t("queue.goneCount", { n: gone })}</span>}
          <kbd>.</kbd>
        </button>
      )}
    </div>
  );
}
