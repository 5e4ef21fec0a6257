// The list on paper: a table with all rows that are loaded, whose head stands on each page.
import { useSyncExternalStore } from "react";

import { getComplaint } from "../../data/graph/rows";
import { t } from "../../lib/i18n";
import { number } from "../../lib/i18n/format";
import { columnName, type Column } from "./columns";
import type { QueueList } from "./list";
import { verbatimIf } from "../../parts/Verbatim";
import styles from "./queue.module.css";

const most = 500; // rows; for more there is the export

export function Printed({ list, columns }: { list: QueueList; columns: Column[] }) {
  useSyncExternalStore(list.subscribe, list.snapshot);
  const rows = list.ids
    .slice(0, most)
    .map(getComplaint)
    .filter((row) => row !== undefined);
  return (
    <>
      <table className={styles.printed}>
        <thead>
          <tr>
            {columns.map(({ key }) => (
              <th key={key} scope="col" data-column={key}>
                {key === "priority" ? "" : columnName(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map(({ key, show, verbatim }) => (
                <td key={key} data-column={key} {...verbatimIf(verbatim)}>
                  {show(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {list.total > rows.length && (
        <p className={styles.printedMore}>
          {t("queue.printedOf", { n: number(rows.length), total: number(list.total) })}
        </p>
      )}
    </>
  );
}
