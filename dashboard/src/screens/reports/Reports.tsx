// How the work goes: what comes in, what gets done, how long it takes, who has how much. Each number and bar leads to
// the complaints behind it, and each chart is a table to whoever reads it as one.
import { NativeSelect } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import { Link, useSearchParams } from "wouter";

import { run } from "../../data/graph/client";
import { keyOf } from "../../data/graph/keys";
import type { ComplaintWhereInput } from "../../data/graph/schema.generated";
import { needsOffice, t } from "../../lib/i18n/office";
import { currentTimeZone, dayOf, duration, number, percent } from "../../lib/i18n/format";
import { BranchSelect } from "../../parts/branches/BranchSelect";
import { Bones, Empty, ErrorNotice } from "../../parts/Notice";
import { useTitle } from "../../parts/title";
import { listOf } from "../../data/filters";
import {
  beforeOf,
  begin,
  endOf,
  faultOf,
  months,
  periodOf,
  rolling,
  timesOf,
  years,
  type Period,
} from "../../data/period";
import { periodName } from "../../parts/period";
import { Flow, type Points } from "./Flow";
import {
  ReportBeforeDocument,
  ReportDocument,
  ReportFlowDocument,
  ReportWorkloadDocument,
  type FiguresFragment,
  type ReportBeforeQuery,
  type ReportQuery,
} from "./generated";
import styles from "./reports.module.css";
import { Table } from "./Table";

function Reports() {
  const [params, setParams] = useSearchParams();
  const period = periodOf(params);
  const wrong = faultOf(period);
  const zone = params.get("zone") ?? "";
  const category = params.get("category") ?? "";
  const { where, from, to, bucket, before, report, flow, earlier } = useFigures(
    period,
    wrong !== undefined,
    zone,
    category,
  );
  useTitle(t("shell.reports"));

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
        <h1>{t("shell.reports")}</h1>
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
          before={earlier.data}
          against={t("reports.against", { from: dayOf(before.from), to: dayOf(before.to) })}
          where={{ ...where, createdAtGTE: from, ...(to ? { createdAtLT: to } : {}) }}
        />
      )}
      {!wrong && points?.every(({ open, submitted, ended }) => open + submitted + ended === 0) && (
        <Empty icon={ChartNoAxesColumn} title={t("reports.empty")}>
          <p>{t("reports.emptyText")}</p>
        </Empty>
      )}
      {!wrong && flow.isPending && <Bones lines={7} />}
      {!wrong && points && (
        <Flow
          points={points}
          bucket={bucket}
          within={{ ...(zone ? { zone: [zone] } : {}), ...(category ? { category: [category] } : {}) }}
        />
      )}
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
      <Workload />
    </div>
  );
}

// useFigures asks for the figures of a period, of those before, and of its days, unless its days are wrong.
function useFigures(period: Period, wrong: boolean, zone: string, category: string) {
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
  const before = beforeOf(period);
  const earlier = useQuery({
    queryKey: keyOf("report", "before", before.from, before.to, zone, category, timezone),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      run(
        ReportBeforeDocument,
        { where, timezone, from: begin(before.from), to: endOf(before.to) },
        { signal, deadline: 30_000 },
      ),
    enabled: !wrong,
  });
  return { where, from, to, bucket, before, report, flow, earlier };
}

function Workload() {
  const timezone = currentTimeZone();
  const workload = useQuery({
    queryKey: keyOf("report", "workload", timezone),
    queryFn: ({ signal }) => run(ReportWorkloadDocument, { timezone }, { signal }),
  });
  return (
    <>
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
            links: [`/complaints?solver=${solver.id}`],
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
    </>
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
          ...Object.keys(rolling).map((value) => ({ value, label: periodName(value) })),
          { value: "days", label: t("reports.period.days") },
          {
            group: t("reports.years"),
            items: [...all, ...named.filter((it) => it.length === 4)].map((value) => ({
              value,
              label: periodName(value),
            })),
          },
          {
            group: t("reports.months"),
            items: [...past, ...named.filter((it) => it.length > 4)].map((value) => ({
              value,
              label: periodName(value),
            })),
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

// Numbers shows each figure as soon as it is there, and what it was in the period before.
function Numbers({
  data,
  points,
  before,
  against,
  where,
}: {
  data: ReportQuery | undefined;
  points: Points | undefined;
  before: ReportBeforeQuery | undefined;
  against: string;
  where: ComplaintWhereInput;
}) {
  const { sla, timeToResolution, rating, count, filter } = data?.resolved.total ?? {};
  const was = before?.resolved.total;
  const [first, last] = [points?.[0], points?.at(-1)];
  const submitted = points?.reduce((sum, point) => sum + point.submitted, 0);
  const average = (value: number): string => number(Math.round(value * 10) / 10);
  return (
    <>
      <dl className={styles.numbers}>
        <Figure
          label={t("reports.open")}
          value={last?.open}
          before={first && first.open - first.submitted + first.ended}
          href={last && listOf(last.filter)}
        />
        <Figure
          label={t("reports.submitted")}
          value={submitted}
          before={before?.submitted.total.count}
          href={listOf(where)}
        />
        <Figure
          label={t("reports.resolved")}
          value={count}
          before={was?.count}
          href={filter === undefined ? undefined : listOf(filter)}
        />
        <Figure
          label={t("reports.inTime")}
          value={sla?.share}
          before={was?.sla.share}
          format={percent}
          change={(by) => t("reports.points", { by: signed(Math.round(by * 100)) })}
          hint={sla && t("reports.inTimeHint", { met: number(sla.met), all: number(sla.met + sla.missed) })}
        />
        <Figure
          label={t("reports.median")}
          value={timeToResolution?.median}
          before={was?.timeToResolution.median}
          format={duration}
          hint={timeToResolution?.p90 == null ? "" : t("reports.p90", { time: duration(timeToResolution.p90) })}
        />
        <Figure
          label={t("reports.rating")}
          value={rating?.average}
          before={was?.rating.average}
          format={average}
          change={(by) => signed(Math.round(by * 10) / 10)}
          hint={rating && t("reports.ratings", { n: rating.count })}
        />
      </dl>
      <p className={styles.hint}>{against}</p>
    </>
  );
}

const signed = (value: number): string => `${value > 0 ? "+" : value < 0 ? "−" : "±"}${number(Math.abs(value))}`;

interface FigureProps {
  label: string;
  value: number | null | undefined; // null where there is none, undefined until it is there
  before: number | null | undefined;
  format?: (value: number) => string;
  change?: (by: number) => string; // in what it is counted; else in percent of what it was
  hint?: string;
  href?: string | undefined;
}

function Figure({ label, value, before, format = number, change, hint, href }: FigureProps) {
  const text = value === undefined ? "…" : value === null ? "–" : format(value);
  const by =
    value == null || before == null
      ? ""
      : change
        ? change(value - before)
        : before > 0
          ? `${signed(Math.round((100 * (value - before)) / before))} %`
          : "";
  return (
    <div>
      <dt>{label}</dt>
      <dd>{href ? <Link href={href}>{text}</Link> : text}</dd>
      {hint && <dd className={styles.hint}>{hint}</dd>}
      {before != null && (
        <dd className={styles.hint}>
          {by
            ? t("reports.beforeChanged", { value: format(before), change: by })
            : t("reports.before", { value: format(before) })}
        </dd>
      )}
    </div>
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
        links: [listOf(filter)],
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

export default needsOffice(Reports);
