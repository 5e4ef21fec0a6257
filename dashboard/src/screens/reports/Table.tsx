// The tables of reports, each with its file.
import { Button } from "@mantine/core";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";

import { t } from "../../lib/i18n/office";
import { verbatimIf } from "../../parts/Verbatim";
import { saveTable } from "./csv";
import styles from "./reports.module.css";

interface Line {
  key: string;
  cells: string[];
  links: string[]; // where the cells lead to; "" leads nowhere
  verbatim?: boolean; // the first cell is a name
  share?: number; // of the longest bar, behind the last cell
}

export function Table({ title, file, head, rows }: { title: string; file: string; head: string[]; rows: Line[] }) {
  return (
    <section className={styles.card}>
      <header>
        <h2>{title}</h2>
        <Save file={file} head={head} rows={rows.map(({ cells }) => cells)} />
      </header>
      {rows.length === 0 ? <p className={styles.hint}>{t("reports.empty")}</p> : <Grid head={head} rows={rows} />}
    </section>
  );
}

export function Grid({ head, rows }: { head: string[]; rows: Line[] }): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys scroll it
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={head[0]}>
      <table>
        <thead>
          <tr>
            {head.map((it) => (
              <th key={it} scope="col">
                {it}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells, links, verbatim, share }) => {
            const linked = (at: number): ReactNode =>
              links[at] ? (
                <Link href={links[at]} {...verbatimIf(at === 0 && verbatim)}>
                  {cells[at]}
                </Link>
              ) : (
                <span {...verbatimIf(at === 0 && verbatim)}>{cells[at]}</span>
              );
            return (
              <tr key={key}>
                <th scope="row">{linked(0)}</th>
                {cells.slice(1).map((_, index) => (
                  <td key={index}>
                    {share !== undefined && index === cells.length - 2 && (
                      <span className={styles.share} style={{ inlineSize: `${100 * share}%` }} aria-hidden />
                    )}
                    {linked(index + 1)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

export function Save({ file, head, rows }: { file: string; head: string[]; rows: string[][] }) {
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={<Download size={14} aria-hidden />}
      onClick={() => saveTable(file, head, rows)}
    >
      {t("reports.csv")}
    </Button>
  );
}
