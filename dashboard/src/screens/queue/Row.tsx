// A row of the queue. It is rendered again only when its complaint or its own look changes.
import { memo, useSyncExternalStore, type MouseEvent } from "react";
import { Link } from "wouter";

import { useComplaint } from "../../data/graph/rows";
import { t } from "../../lib/i18n";
import { Marks, type Column } from "./columns";
import type { QueueList } from "./list";
import { verbatimIf } from "../../parts/Verbatim";
import styles from "./queue.module.css";

interface Props {
  list: QueueList;
  id: string;
  index: number;
  start: number;
  height: number;
  columns: Column[];
  onCursor: (index: number) => void;
}

export const Row = memo(function Row({ list, id, index, start, height, columns, onCursor }: Props) {
  const row = useComplaint(id);
  const look = useSyncExternalStore(
    (listener) => list.watchRow(id, listener),
    () => list.look(id),
  );
  if (!row) return null;
  const reason = look.pending || look.refused || look.gone;
  const tick = (event: MouseEvent): void => {
    event.stopPropagation();
    list.toggle(id);
  };
  return (
    <div
      id={`row-${id}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={look.selected}
      className={styles.row}
      data-cursor={look.cursor || undefined}
      data-gone={look.gone !== "" || undefined}
      data-refused={look.refused !== "" || undefined}
      style={{ transform: `translateY(${start}px)`, blockSize: height }}
      onClick={() => onCursor(index)}
    >
      <div role="gridcell" className={styles.tick} onClick={tick}>
        <input
          type="checkbox"
          tabIndex={-1}
          checked={look.selected}
          readOnly
          aria-label={t("queue.tick", { reference: row.reference })}
        />
      </div>
      {columns.map(({ key, show, verbatim, extra }) => {
        const shown = show(row);
        return (
          <div
            key={key}
            role="gridcell"
            className={styles.cell}
            data-column={key}
            data-extra={extra}
            title={key !== "title" && typeof shown === "string" ? shown : undefined /* a narrow column cuts it */}
            {...verbatimIf(verbatim)}
          >
            {key === "title" ? (
              <>
                <Link href={`/complaints/${id}`} tabIndex={-1} className={styles.title} title={row.title} dir="auto">
                  {row.title}
                </Link>
                <Marks row={row} />
                {reason && (
                  <span className={styles.reason} title={reason}>
                    {reason}
                  </span>
                )}
              </>
            ) : (
              shown
            )}
          </div>
        );
      })}
    </div>
  );
});
