// The time that a report or a list is about, as its address says it: the last days or weeks until now, a calendar month such
// as 2026-11, a calendar year such as 2026, or from one day to another.
import type { TimeBucket } from "./graph/schema.generated";
import { localTime, zoned } from "../lib/i18n/format";

export const rolling = { "30d": 30, "26w": 182, "12m": 365 } as const;
export const usual = "12m";

export interface Period {
  name: string; // as the address says it
  from: string; // days, both included
  to: string;
  rolls: boolean; // until now
}

const day = 86_400_000;
export const isDay = (text: string): boolean =>
  /^(19|20|21)\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00Z`));
const daysAfter = (text: string, days: number): string =>
  new Date(Date.parse(`${text}T00:00Z`) + days * day).toISOString().slice(0, 10);
const lastOf = (month: string): string =>
  daysAfter(new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1)).toISOString().slice(0, 10), -1);

export const today = (): string => localTime(Date.now()).slice(0, 10);

// periodOf reads an address. Without a period of ours it is the usual one.
export function periodOf(params: URLSearchParams): Period {
  const name = params.get("period") ?? usual;
  if (name === "days") return { name, from: params.get("from") ?? "", to: params.get("to") ?? "", rolls: false };
  if (/^(19|20|21)\d\d$/.test(name)) return { name, from: `${name}-01-01`, to: `${name}-12-31`, rolls: false };
  if (/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(name))
    return { name, from: `${name}-01`, to: lastOf(name), rolls: false };
  const known = name in rolling ? (name as keyof typeof rolling) : usual;
  return { name: known, from: daysAfter(today(), -rolling[known]), to: today(), rolls: true };
}

// chosenPeriod reads the address of a list, which shows all times without a period. Days alone are a period too, and one of them may
// be missing: so are links that name no period.
export function chosenPeriod({ period, from, to }: Record<string, string | undefined>): Period | undefined {
  const params = new URLSearchParams({ period: period ?? "days", from: from ?? "", to: to ?? "" });
  const chosen = periodOf(params);
  const known = chosen.name === params.get("period");
  const days = { from: isDay(chosen.from) ? chosen.from : "", to: isDay(chosen.to) ? chosen.to : "" };
  return known && (days.from || days.to) ? { ...chosen, ...days } : undefined;
}

// fault says what is wrong with the days that somebody chose.
export const faultOf = ({ from, to }: Period): "missing" | "order" | undefined =>
  !isDay(from) || !isDay(to) ? "missing" : from > to ? "order" : undefined;

// beforeOf is the time before a period that it is compared with: as many days, or the month or year before. Of one that goes on still
// only as much of it as has gone by.
export function beforeOf({ name, from, to }: Period): { from: string; to: string } {
  const last = to < today() ? to : today();
  if (/^\d{4}$/.test(name)) return { from: aYearBefore(from), to: aYearBefore(last) };
  if (/^\d{4}-\d\d$/.test(name)) {
    const month = daysAfter(from, -1).slice(0, 7);
    const same = `${month}-${last.slice(8)}`;
    return { from: `${month}-01`, to: last === to || same > lastOf(month) ? lastOf(month) : same };
  }
  const length = (Date.parse(last) - Date.parse(from)) / day;
  return { from: daysAfter(from, -length - 1), to: daysAfter(from, -1) };
}

function aYearBefore(date: string): string {
  const month = `${Number(date.slice(0, 4)) - 1}-${date.slice(5, 7)}`;
  return `${month}-${date.slice(8) < lastOf(month).slice(8) ? date.slice(8) : lastOf(month).slice(8)}`;
}

// begin and endOf are a time as the graph takes it: the beginning of a day, or the end of one that is over.
export const begin = (date: string): string => zoned(`${date}T00:00`).toISOString();
export const endOf = (date: string): string => begin(daysAfter(date, 1));

// isPart reports whether a part of the period is no whole day, week, month, quarter or year: at its beginning, or because it goes on still.
export const isPart = ({ from, to }: { from: string; to: string }, bucket: TimeBucket): boolean =>
  !isEdge(from, bucket) || !isEdge(to, bucket);

function isEdge(time: string, bucket: TimeBucket): boolean {
  const local = localTime(Date.parse(time));
  if (!local.endsWith("T00:00")) return false;
  const [, month, date] = local.slice(0, 10).split("-").map(Number) as [number, number, number];
  if (bucket === "WEEK") return new Date(`${local.slice(0, 10)}T00:00Z`).getUTCDay() === 1;
  if (bucket === "MONTH") return date === 1;
  if (bucket === "QUARTER") return date === 1 && month % 3 === 1;
  if (bucket === "YEAR") return date === 1 && month === 1;
  return true;
}

// daysOf are the first and the last day of a part of the period.
export const daysOf = ({ from, to }: { from: string; to: string }): string =>
  `${localTime(Date.parse(from)).slice(0, 10)}..${localTime(Date.parse(to) - 1).slice(0, 10)}`;

// timesOf is the period as the graph takes it. What lies ahead is left out.
export function timesOf({ from, to }: Period): { from: string; to: string | null; bucket: TimeBucket } {
  const length = (Date.parse(to) - Date.parse(from)) / day;
  return {
    from: begin(from),
    to: to < today() ? endOf(to) : null,
    bucket:
      length <= 62 ? "DAY" : length <= 200 ? "WEEK" : length <= 1100 ? "MONTH" : length <= 7300 ? "QUARTER" : "YEAR", // some hundreds at most
  };
}

// months returns the last calendar months, newest first, and years likewise.
export function months(count: number): string[] {
  const [year, month] = today().split("-").map(Number) as [number, number];
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
}
export const years = (count: number): string[] =>
  Array.from({ length: count }, (_, back) => String(Number(today().slice(0, 4)) - back));
