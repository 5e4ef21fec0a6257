// What came in, what was done and what was open, time by time: two charts below each other, each with a scale of its own.
import type { ReactNode } from "react";
import { Link } from "wouter";

import type { TimeBucket } from "../../data/graph/schema.generated";
import { linkTo, listOf, type Filter } from "../../data/filters";
import { t } from "../../lib/i18n/office";
import { date, number } from "../../lib/i18n/format";
import type { ReportFlowQuery } from "./generated";
import { daysOf, isPart } from "../../data/period";
import styles from "./reports.module.css";
import { Grid, Save } from "./Table";

export type Points = ReportFlowQuery["complaintBacklog"];
type Point = Points[number];

interface Props {
  points: Points;
  bucket: TimeBucket;
  within: Filter["values"]; // zone and category of the report
}

export function Flow({ points, bucket, within }: Props) {
  const submitted = (it: Point): string => linkTo({ ...within, reported: [daysOf(it)] });
  const ended = (it: Point): string => linkTo({ ...within, ended: [daysOf(it)] });
  const part = (it: Point): boolean => isPart(it, bucket);
  const name = (it: Point): string => (part(it) ? t("reports.part", { name: date(it.from) }) : date(it.from));
  const bars = scale(Math.max(...points.map((it) => Math.max(it.submitted, it.ended))));
  const line = scale(Math.max(...points.map(({ open }) => open)));
  const word = (it: Point, key: "submitted" | "ended" | "open"): string =>
    `${name(it)}: ${t(`reports.${key}`)} ${number(it[key])}`;
  return (
    <section className={styles.card} aria-labelledby="flow">
      <header>
        <h2 id="flow">{t("reports.flow")}</h2>
        <p className={styles.legend}>
          <i data-tone="in" />
          {t("reports.submitted")}
          <i data-tone="out" />
          {t("reports.ended")}
          {points.some(part) && (
            <>
              <i data-part />
              {t("reports.parts")}
            </>
          )}
        </p>
        <Save
          file="flow"
          head={[t("reports.from"), t("reports.submitted"), t("reports.ended"), t("reports.open")]}
          rows={points.map((it) => [it.from, String(it.submitted), String(it.ended), String(it.open)])}
        />
      </header>
      <Plot name={t("reports.submittedAndEnded")} ticks={bars} points={points}>
        {points.map((it) => (
          <div key={it.from} className={styles.bar} data-part={part(it) || undefined}>
            <Link href={submitted(it)} tabIndex={-1} title={word(it, "submitted")}>
              <span className={styles.in} style={{ blockSize: share(it.submitted, bars) }} />
            </Link>
            <Link href={ended(it)} tabIndex={-1} title={word(it, "ended")}>
              <span className={styles.out} style={{ blockSize: share(it.ended, bars) }} />
            </Link>
          </div>
        ))}
      </Plot>
      <Plot name={t("reports.openAtEnd")} ticks={line} points={points} low>
        <svg className={styles.line} viewBox={`0 0 ${points.length} 100`} preserveAspectRatio="none">
          <polyline
            points={points.map(({ open }, at) => `${at + 0.5},${100 - (100 * open) / line.at(-1)!}`).join(" ")}
          />
        </svg>
        {points.map((it) => (
          <Link key={it.from} href={listOf(it.filter)} tabIndex={-1} className={styles.point} title={word(it, "open")}>
            <i style={{ insetBlockEnd: share(it.open, line) }} />
          </Link>
        ))}
      </Plot>
      <details className={styles.behind}>
        <summary>{t("reports.table")}</summary>
        <Grid
          head={[t(`reports.bucket.${bucket}`), t("reports.submitted"), t("reports.ended"), t("reports.open")]}
          rows={points.map((it) => ({
            key: it.from,
            cells: [name(it), number(it.submitted), number(it.ended), number(it.open)],
            links: ["", submitted(it), ended(it), listOf(it.filter)],
          }))}
        />
      </details>
    </section>
  );
}

// scale returns the values at which lines are drawn: from 0 in even steps of 1, 2 or 5 times a power of ten up to what holds the most.
function scale(most: number): number[] {
  const rough = Math.max(1, most) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].find((it) => it * power >= rough)! * power);
  return Array.from({ length: Math.ceil(Math.max(1, most) / step) + 1 }, (_, at) => at * step);
}

const share = (value: number, ticks: number[]): string => `${(100 * value) / ticks.at(-1)!}%`;

const labels = 6; // along the time, at most

// Plot is a chart with its axes. Whoever does not see it has the table.
function Plot({
  name,
  ticks,
  points,
  low = false,
  children,
}: {
  name: string;
  ticks: number[];
  points: Points;
  low?: boolean;
  children: ReactNode;
}) {
  const every = Math.ceil(points.length / labels);
  return (
    <figure className={styles.plot} aria-hidden data-low={low || undefined}>
      <figcaption>{name}</figcaption>
      <div className={styles.values}>
        {ticks.map((tick) => (
          <span key={tick} style={{ insetBlockEnd: share(tick, ticks) }}>
            {number(tick)}
          </span>
        ))}
      </div>
      <div className={styles.chart}>
        {ticks.map((tick) => (
          <hr key={tick} style={{ insetBlockEnd: share(tick, ticks) }} />
        ))}
        {children}
      </div>
      <div className={styles.axis}>
        {points.map(({ from }, at) => (
          <span key={from} data-minor={at % (2 * every) !== 0 || undefined}>
            {at % every === 0 && points.length - at >= every / 2 && date(from)}
          </span>
        ))}
      </div>
    </figure>
  );
}
