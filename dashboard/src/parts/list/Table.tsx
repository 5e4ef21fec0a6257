// The table of all plain lists: columns, order by their headers, numbered pages, skeletons, what to do when it is empty.
// On a phone each row is a card.
import { ActionIcon } from "@mantine/core";
import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight, type LucideIcon } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { Link } from "wouter";

import { t } from "../../lib/i18n/more";
import { number } from "../../lib/i18n/format";
import { useKeys } from "../../lib/keyboard";
import { Empty, ErrorNotice } from "../Notice";
import { step } from "./focus";
import { Nothing, valueOf, type Filter } from "./Filters";
import styles from "./list.module.css";
import type { List } from "./url";
import { verbatimIf } from "../Verbatim";

export interface Column<Row> {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  sort?: string; // the graph's name of the order
  verbatim?: boolean; // names and the like, which no browser translates
  end?: boolean; // numbers and times
  wide?: boolean; // takes what is left
  from?: "tablet" | "desktop"; // the least window that it is shown in
}

interface Pagination {
  page: number;
  limit: number;
  total: number;
  totalPages: number;
}

interface Props<Row> {
  label: string;
  list: List;
  columns: Column<Row>[]; // the first one names the row and opens it
  rows: readonly Row[] | undefined;
  pagination?: Pagination;
  filters?: Filter[];
  order?: { field: string; direction: "ASC" | "DESC" } | undefined; // the one in force without one in the address
  empty: { icon: LucideIcon; title: string; children?: ReactNode };
  error?: unknown;
  retry?: () => void;
  waiting?: boolean;
  opens?: boolean;
  href?: (row: Row) => string; // where a row leads, if not beside the list
  faded?: (row: Row) => boolean;
  lead?: (row: Row) => ReactNode; // before what opens the row
}

export function Table<Row extends { id: string }>(props: Props<Row>) {
  const {
    label,
    list,
    columns,
    rows,
    pagination,
    filters = [],
    empty,
    error,
    retry,
    waiting,
    order,
    opens = true,
    href,
    faded,
    lead,
  } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const sort = list.sort ?? order;
  const move = (by: number): boolean => step(body.current, "[data-row]", by);
  useKeys({ j: () => move(1), k: () => move(-1), ArrowDown: () => move(1), ArrowUp: () => move(-1) });

  const filtered = Boolean(list.text) || filters.some((filter) => valueOf(list, filter));
  if (error && !rows) return <ErrorNotice error={error} {...(retry ? { retry } : {})} />;
  if (rows?.length === 0 && filtered) return <Nothing list={list} filters={filters} />;
  if (rows?.length === 0 && list.page === 1)
    return (
      <Empty icon={empty.icon} title={empty.title}>
        {empty.children}
      </Empty>
    );
  const beyond = pagination && rows?.length === 0 && list.page > 1;
  return (
    <>
      {error !== undefined && <ErrorNotice error={error} {...(retry ? { retry } : {})} />}
      <div className={styles.box}>
        <table
          className={styles.table}
          aria-label={label}
          aria-busy={!rows || waiting || undefined}
          data-waiting={waiting || undefined}
          role="table"
        >
          <thead role="rowgroup">
            <tr role="row">
              {columns.map(({ key, title, sort: field, end, wide, from }) => {
                const active = field !== undefined && sort?.field === field;
                const next = active && sort?.direction === "ASC" ? `-${field}` : field;
                const Arrow = sort?.direction === "DESC" ? ArrowDown : ArrowUp;
                return (
                  <th
                    key={key}
                    role="columnheader"
                    scope="col"
                    data-end={end || undefined}
                    data-wide={wide || undefined}
                    data-from={from}
                    aria-sort={active ? (sort?.direction === "DESC" ? "descending" : "ascending") : undefined}
                  >
                    {field ? (
                      <button type="button" onClick={() => list.set({ sort: next })}>
                        {title}
                        {active && <Arrow size={13} aria-hidden />}
                      </button>
                    ) : (
                      title
                    )}
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody ref={body} role="rowgroup">
            {rows?.map((row) => {
              const target = href ? href(row) : list.href({ open: row.id });
              return (
                <tr
                  key={row.id}
                  role="row"
                  data-open={list.open === row.id || undefined}
                  data-faded={faded?.(row) || undefined}
                  data-opens={opens || undefined}
                  onClick={(event) => {
                    if (!opens || (event.target as HTMLElement).closest("a, button, input, label")) return;
                    const link = event.currentTarget.querySelector<HTMLElement>("[data-row]");
                    link?.focus({ preventScroll: true }); // which it gets back
                    link?.click();
                  }}
                >
                  {columns.map(({ key, cell, end, wide, from, title, verbatim }, index) => (
                    <td
                      key={key}
                      role="cell"
                      data-end={end || undefined}
                      data-wide={wide || undefined}
                      data-from={from}
                      data-first={index === 0 || undefined}
                      data-title={title}
                      {...verbatimIf(verbatim)}
                    >
                      {index === 0 && lead?.(row)}
                      {index === 0 && opens ? (
                        <Link
                          href={target}
                          data-row
                          className={styles.rowLink}
                          aria-current={list.open === row.id || undefined}
                        >
                          {cell(row)}
                        </Link>
                      ) : (
                        cell(row)
                      )}
                    </td>
                  ))}
                </tr>
              );
            })}
            {!rows &&
              Array.from({ length: 8 }, (_, line) => (
                <tr key={line} role="row" aria-hidden data-bones>
                  {columns.map(({ key, from, wide }) => (
                    <td key={key} role="cell" data-from={from} data-wide={wide || undefined}>
                      <span className={styles.bone} />
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </div>
      {beyond && (
        <p className={styles.hint}>
          {t("list.beyond")} <Link href={list.href({ page: undefined })}>{t("list.firstPage")}</Link>
        </p>
      )}
      {pagination && pagination.total > 0 && <Pages list={list} pagination={pagination} />}
    </>
  );
}

function Pages({ list, pagination: { page, limit, total, totalPages } }: { list: List; pagination: Pagination }) {
  const top = useRef(page);
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    if (top.current === page) return;
    top.current = page;
    nav.current?.closest("[data-scroll]")?.scrollTo({ top: 0 });
  }, [page]);
  const wanted = [1, page - 1, page, page + 1, totalPages].filter(
    (it, at, all) => it >= 1 && it <= totalPages && all.indexOf(it) === at,
  );
  const go = (to: number): string => list.href({ page: to > 1 ? String(to) : undefined });
  return (
    <nav ref={nav} className={styles.pages} aria-label={t("list.pages")}>
      <span>
        {t("list.range", {
          from: number(Math.min((page - 1) * limit + 1, total)),
          to: number(Math.min(page * limit, total)),
          total: number(total),
        })}
      </span>
      {totalPages > 1 && (
        <>
          <PageStep label={t("list.previous")} href={go(page - 1)} disabled={page <= 1}>
            <ChevronLeft size={16} />
          </PageStep>
          {wanted.map((it, at) => (
            <span key={it} className={styles.pageNumber}>
              {at > 0 && it - wanted[at - 1]! > 1 && <span aria-hidden>…</span>}
              <Link
                href={go(it)}
                aria-current={it === page ? "page" : undefined}
                aria-label={t("list.page", { n: number(it) })}
              >
                {number(it)}
              </Link>
            </span>
          ))}
          <PageStep label={t("list.next")} href={go(page + 1)} disabled={page >= totalPages}>
            <ChevronRight size={16} />
          </PageStep>
        </>
      )}
    </nav>
  );
}

function PageStep({
  label,
  href,
  disabled,
  children,
}: {
  label: string;
  href: string;
  disabled: boolean;
  children: ReactNode;
}) {
  if (disabled)
    return (
      <ActionIcon disabled aria-label={label} className={styles.step}>
        {children}
      </ActionIcon>
    );
  return (
    <ActionIcon component={Link} href={href} aria-label={label} className={styles.step}>
      {children}
    </ActionIcon>
  );
}
