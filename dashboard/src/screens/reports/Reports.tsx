// How the work goes: what comes in, what gets done, how long it takes, who has how much. Each number and bar leads to
// the complaints behind it, and each chart is a table to whoever reads it as one.
import { Button, NativeSelect } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn, Download } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { Link, useSearchParams } from "wouter";

import { run } from "../../data/graph/client";
import { keyOf } from "../../data/graph/keys";
import type { ComplaintWhereInput, TimeBucket } from "../../data/graph/schema.generated";
import { needsMessages, t } from "../../lib/i18n/more";
import { currentTimeZone, date, duration, monthName, number, percent } from "../../lib/i18n/format";
import { BranchSelect } from "../../parts/branches/BranchSelect";
import { Bones, Empty, ErrorNotice } from "../../parts/Notice";
import { useTitle } from "../../parts/title";
import { verbatimIf } from "../../parts/Verbatim";
import { listOf } from "../../data/filters";
import { saveTable } from "./csv";
import {
  ReportDocument,
  ReportFlowDocument,
  ReportWorkloadDocument,
  type FiguresFragment,
  type ReportFlowQuery,
  type ReportQuery,
} from "./generated";
import { faultOf, months, periodOf, rolling, timesOf, years, type Period } from "./period";
import styles from "./reports.module.css";

type Points = ReportFlowQuery["complaintBacklog"];

function Reports() {
  const [params, setParams] = useSearchParams();
  const period = periodOf(params);
  const wrong = faultOf(period);
  const zone = params.get("zone") ?? "";
  const category = params.get("category") ?? "";
  const timezone = currentTimeZone();
  const { from, to, bucket } = wrong ? { from: "", to: null, bucket: "DAY" as const } : timesOf(period);
  const where = {
    ...(zone ? { zone: { within: zone } } : {}),
    ...(category ? { category: { within: category } } : {}),
  };
  const report = useQuery({
    queryKey: keyOf("report", period.name, to, zone, category, timezone, from),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => run(ReportDocument, { where, timezone, from, to }, { signal, deadline: 30_000 }),
    enabled: !wrong,
  });
  const flow = useQuery({
    queryKey: keyOf("report", "flow", period.name, to, zone, category, timezone, from),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      run(ReportFlowDocument, { where, bucket, timezone, from, to }, { signal, deadline: 30_000 }),
    enabled: !wrong,
  });
  const workload = useQuery({
    queryKey: keyOf("report", "workload", timezone),
    queryFn: ({ signal }) => run(ReportWorkloadDocument, { timezone }, { signal }),
  });
  useTitle(t("reports.title"));

  const set = (changes: Record<string, string>): void =>
    setParams(
      (it) => {
        for (const [name, value] of Object.entries(changes)) {
          if (value) it.set(name, value);
          else it.delete(name);
        }
        return it;
      },
      { replace: true },
    );
  const { data } = report;
  const points = flow.data?.complaintBacklog;
  const fault = report.error ?? flow.error;
  return (
    <div className={styles.page} aria-busy={report.isFetching || flow.isFetching}>
      <header className={styles.head}>
        <h1>{t("reports.title")}</h1>
        <PeriodSelect period={period} onChange={set} />
        <BranchSelect
          of="zones"
          label={t("reports.zone")}
          hideLabel
          none={t("reports.allZones")}
          value={zone}
          onChange={(id) => set({ zone: id })}
        />
        <BranchSelect
          of="categories"
          label={t("reports.category")}
          hideLabel
          none={t("reports.allCategories")}
          value={category}
          onChange={(id) => set({ category: id })}
        />
      </header>
      {wrong && (
        <p className={styles.hint} role="status">
          {t(wrong === "order" ? "reports.orderOfDays" : "reports.chooseDays")}
        </p>
      )}
      {fault && <ErrorNotice error={fault} retry={() => void Promise.all([report.refetch(), flow.refetch()])} />}
      {!wrong && (data || points) && (
        <Numbers
          data={data}
          points={points}
          where={{ ...where, createdAtGTE: from, ...(to ? { createdAtLT: to } : {}) }}
        />
      )}
      {!wrong && points?.every(({ open, submitted, ended }) => open + submitted + ended === 0) && (
        <Empty icon={ChartNoAxesColumn} title={t("reports.empty")}>
          <p>{t("reports.emptyText")}</p>
        </Empty>
      )}
      {!wrong && flow.isPending && <Bones lines={7} />}
      {!wrong && points && <Flow points={points} bucket={bucket} />}
      {!wrong && report.isPending && <Bones lines={6} />}
      {!wrong && data && (
        <div className={styles.pair}>
          <Times
            title={t("reports.byCategory")}
            head={t("reports.category")}
            rows={data.byCategory.buckets.map((it) => ({ ...it, name: it.categoryName }))}
          />
          <Times
            title={t("reports.byZone")}
            head={t("reports.zone")}
            rows={data.byZone.buckets.map((it) => ({ ...it, name: it.zoneName }))}
          />
        </div>
      )}
      {workload.error && <ErrorNotice error={workload.error} retry={() => void workload.refetch()} />}
      {workload.data && (
        <Table
          title={t("reports.workload")}
          file="workload"
          head={[
            t("reports.solver"),
            t("reports.place"),
            t("reports.live"),
            t("reports.late"),
            t("reports.thisWeek"),
            t("reports.median"),
          ]}
          rows={workload.data.workload.solvers.map(({ solver, live, overdue, completedThisWeek, medianTime }) => ({
            key: solver.id,
            href: `/complaints?solver=${solver.id}`,
            verbatim: true,
            cells: [
              solver.name,
              solver.zone?.name ?? "",
              number(live),
              number(overdue),
              number(completedThisWeek),
              medianTime === null ? "" : duration(medianTime),
            ],
          }))}
        />
      )}
    </div>
  );
}

// PeriodSelect chooses what the report is about.
function PeriodSelect({ period, onChange }: { period: Period; onChange: (changes: Record<string, string>) => void }) {
  const past = months(12);
  const all = years(6);
  const named =
    period.rolls || period.name === "days" || past.includes(period.name) || all.includes(period.name)
      ? []
      : [period.name];
  const word = (name: string): string => (name.length > 4 ? monthName(`${name}-15T12:00:00Z`) : name);
  const ends = { from: t("reports.fromDay"), to: t("reports.toDay") };
  return (
    <>
      <NativeSelect
        aria-label={t("reports.period")}
        value={period.name}
        onChange={({ currentTarget: { value } }) =>
          onChange(
            value === "days"
              ? { period: value, from: period.from, to: period.to }
              : { period: value, from: "", to: "" },
          )
        }
        data={[
          ...(Object.keys(rolling) as (keyof typeof rolling)[]).map((value) => ({
            value: value as string,
            label: t(`reports.period.${value}`),
          })),
          { value: "days", label: t("reports.period.days") },
          {
            group: t("reports.years"),
            items: [...all, ...named.filter((it) => it.length === 4)].map((value) => ({ value, label: value })),
          },
          {
            group: t("reports.months"),
            items: [...past, ...named.filter((it) => it.length > 4)].map((value) => ({ value, label: word(value) })),
          },
        ]}
      />
      {period.name === "days" &&
        (["from", "to"] as const).map((end) => (
          <input
            key={end}
            type="date"
            className={styles.day}
            aria-label={ends[end]}
            title={ends[end]}
            value={period[end]}
            max="2199-12-31"
            onChange={(event) => onChange({ [end]: event.target.value })}
          />
        ))}
    </>
  );
}

// Numbers shows each figure as soon as it is there.
function Numbers({
  data,
  points,
  where,
}: {
  data: ReportQuery | undefined;
  points: Points | undefined;
  where: ComplaintWhereInput;
}) {
  const { sla, timeToResolution, rating, count } = data?.resolved.total ?? {};
  const last = points?.at(-1);
  const submitted = points?.reduce((sum, point) => sum + point.submitted, 0);
  const shown = <T,>(value: T | null | undefined, format: (value: T) => string): string =>
    value === null ? "–" : value === undefined ? "…" : format(value);
  return (
    <dl className={styles.numbers}>
      <Figure label={t("reports.open")} value={shown(last?.open, number)} href={last && listOf(last.filter)} />
      <Figure label={t("reports.submitted")} value={shown(submitted, number)} href={listOf(where)} />
      <Figure
        label={t("reports.resolved")}
        value={shown(count, number)}
        href={data && listOf(data.resolved.total.filter)}
      />
      <Figure
        label={t("reports.inTime")}
        value={shown(sla?.share, percent)}
        hint={sla && t("reports.inTimeHint", { met: number(sla.met), all: number(sla.met + sla.missed) })}
      />
      <Figure
        label={t("reports.median")}
        value={shown(timeToResolution?.median, duration)}
        hint={timeToResolution?.p90 == null ? "" : t("reports.p90", { time: duration(timeToResolution.p90) })}
      />
      <Figure
        label={t("reports.rating")}
        value={shown(rating?.average, (average) => number(Math.round(average * 10) / 10))}
        hint={rating && t("reports.ratings", { n: rating.count })}
      />
    </dl>
  );
}

function Figure({
  label,
  value,
  hint = "",
  href,
}: {
  label: string;
  value: string;
  hint?: string;
  href?: string | undefined;
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{href ? <Link href={href}>{value}</Link> : value}</dd>
      {hint && <dd className={styles.hint}>{hint}</dd>}
    </div>
  );
}

// Flow shows what came in, what was done and what was open, time by time.
function Flow({ points, bucket }: { points: Points; bucket: TimeBucket }) {
  const most = Math.max(1, ...points.map(({ submitted, ended }) => Math.max(submitted, ended)));
  const mostOpen = Math.max(1, ...points.map(({ open }) => open));
  const share = (value: number, all: number): string => `${(100 * value) / all}%`;
  return (
    <section className={styles.card} aria-labelledby="flow">
      <header>
        <h2 id="flow">{t("reports.flow")}</h2>
        <p className={styles.legend}>
          <i data-tone="in" />
          {t("reports.submitted")}
          <i data-tone="out" />
          {t("reports.ended")}
          <i data-tone="open" />
          {t("reports.open")}
        </p>
        <Save
          file="flow"
          head={[t("reports.from"), t("reports.submitted"), t("reports.ended"), t("reports.open")]}
          rows={points.map((it) => [it.from, String(it.submitted), String(it.ended), String(it.open)])}
        />
      </header>
      <div className={styles.chart} aria-hidden>
        {points.map((point) => (
          <Link
            key={point.from}
            href={listOf(point.filter)}
            tabIndex={-1}
            className={styles.bar}
            title={`${date(point.from)}: ${t("reports.bar", { submitted: point.submitted, ended: point.ended, open: point.open })}`}
          >
            <span className={styles.open} style={{ blockSize: share(point.open, mostOpen) }} />
            <span className={styles.in} style={{ blockSize: share(point.submitted, most) }} />
            <span className={styles.out} style={{ blockSize: share(point.ended, most) }} />
          </Link>
        ))}
      </div>
      <p className={styles.axis} aria-hidden>
        <span>{points[0] && date(points[0].from)}</span>
        <span>{points.at(-1) && date(points.at(-1)!.from)}</span>
      </p>
      <details className={styles.behind}>
        <summary>{t("reports.table")}</summary>
        <Grid
          head={[t(`reports.bucket.${bucket}`), t("reports.submitted"), t("reports.ended"), t("reports.open")]}
          rows={points.map((it) => ({
            key: it.from,
            href: listOf(it.filter),
            cells: [date(it.from), number(it.submitted), number(it.ended), number(it.open)],
          }))}
        />
      </details>
    </section>
  );
}

type Group = FiguresFragment & { name: string | null; rest: boolean; filter: unknown };

function Times({ title, head, rows }: { title: string; head: string; rows: Group[] }) {
  const longest = Math.max(1, ...rows.map(({ timeToResolution }) => timeToResolution.median ?? 0));
  return (
    <Table
      title={title}
      file={head}
      head={[head, t("reports.resolved"), t("reports.inTime"), t("reports.median")]}
      rows={rows.map(({ name, rest, count, sla, timeToResolution, filter }, index) => ({
        key: `${index}`,
        href: listOf(filter),
        cells: [
          rest ? t("reports.rest") : (name ?? t("common.none")),
          number(count),
          sla.share === null ? "–" : percent(sla.share),
          timeToResolution.median === null ? "–" : duration(timeToResolution.median),
        ],
        share: (timeToResolution.median ?? 0) / longest,
      }))}
    />
  );
}

interface Line {
  key: string;
  href: string;
  cells: string[];
  verbatim?: boolean; // the first cell is a name
  share?: number; // of the longest bar, behind the last cell
}

function Table({ title, file, head, rows }: { title: string; file: string; head: string[]; rows: Line[] }) {
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

function Grid({ head, rows }: { head: string[]; rows: Line[] }): ReactNode {
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
          {rows.map(({ key, href, cells, verbatim, share }) => (
            <tr key={key}>
              <th scope="row">
                <Link href={href} {...verbatimIf(verbatim)}>
                  {cells[0]}
                </Link>
              </th>
              {cells.slice(1).map((cell, index) => (
                <Fragment key={index}>
                  <td>
                    {share !== undefined && index === cells.length - 2 && (
                      <span className={styles.share} style={{ inlineSize: `${100 * share}%` }} aria-hidden />
                    )}
                    <span>{cell}</span>
                  </td>
                </Fragment>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Save({ file, head, rows }: { file: string; head: string[]; rows: string[][] }) {
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

export default needsMessages(Reports);
