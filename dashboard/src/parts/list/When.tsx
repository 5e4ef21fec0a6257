// The chip of a list for its time: the periods that reports offer, or days of one's own. Links may name days alone.
import { Popover, UnstyledButton } from "@mantine/core";
import { ChevronDown } from "lucide-react";
import { useState } from "react";

import { chosenPeriod, isDay, months, rolling, years, type Period } from "../../data/period";
import { dayOf } from "../../lib/i18n/format";
import { t } from "../../lib/i18n/office";
import { periodName } from "../period";
import { usePopover } from "../popover";
import type { Filter } from "./Filters";
import styles from "./list.module.css";
import type { List } from "./url";
import own from "./when.module.css";

const noTime = { period: undefined, from: undefined, to: undefined };

// whenFilter is the filter of a list for its time.
export const whenFilter = (list: List): Filter => ({
  name: "period",
  label: t("list.when"),
  own: { value: timeOf(list), clear: noTime, chip: (text) => <When list={list} text={text} /> },
});

// timeOf says in words which time a list is about, if it is not all.
function timeOf(list: List): string {
  const period = chosenPeriod(list.filters);
  if (!period) return "";
  const { name, from, to } = period;
  if (name !== "days") return periodName(name);
  if (!to) return t("queue.since", { from: dayOf(from) });
  if (!from) return t("queue.until", { to: dayOf(to) });
  return from === to ? dayOf(from) : t("queue.fromTo", { from: dayOf(from), to: dayOf(to) });
}

function When({ list, text }: { list: List; text: string }) {
  const { open, change, button } = usePopover();
  const period = chosenPeriod(list.filters);
  const choose = (name: string): void => {
    change(false);
    list.set({ ...noTime, period: name });
  };
  return (
    <Popover opened={open} onChange={change} position="bottom-start" width={300} withinPortal={false} trapFocus>
      <Popover.Target>
        <UnstyledButton ref={button} className={styles.chipButton} onClick={() => change(!open)}>
          <span>{text}</span>
          <ChevronDown size={13} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.float} aria-label={t("list.when")}>
        {open && (
          <div className={own.when}>
            <Choices names={Object.keys(rolling)} period={period} onChoose={choose} />
            <Choices title={t("reports.months")} names={months(12)} period={period} onChoose={choose} />
            <Choices title={t("reports.years")} names={years(6)} period={period} onChoose={choose} />
            <Days period={period} onChange={(days) => list.set({ ...noTime, ...days }, true)} />
          </div>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

interface ChoicesProps {
  title?: string;
  names: string[];
  period: Period | undefined;
  onChoose: (name: string) => void;
}

function Choices({ title, names, period, onChoose }: ChoicesProps) {
  return (
    <div role="group" aria-label={title ?? t("reports.period")}>
      {title && <p aria-hidden>{title}</p>}
      {names.map((name) => (
        <UnstyledButton key={name} aria-pressed={period?.name === name} onClick={() => onChoose(name)}>
          {periodName(name)}
        </UnstyledButton>
      ))}
    </div>
  );
}

interface DaysProps {
  period: Period | undefined;
  onChange: (days: { from: string; to: string }) => void;
}

// Days begin with those of the period that is chosen, to be changed. One that is being typed, such as in the year 2, is no day yet.
function Days({ period, onChange }: DaysProps) {
  const [days, setDays] = useState({ from: period?.from ?? "", to: period?.to ?? "" });
  const change = (end: "from" | "to", day: string): void => {
    const next = { ...days, [end]: day };
    setDays(next);
    if (Object.values(next).every((it) => it === "" || isDay(it))) onChange(next);
  };
  const words = { from: t("reports.fromDay"), to: t("reports.toDay") };
  return (
    <div className={own.whenDays} role="group" aria-label={t("reports.period.days")}>
      {(["from", "to"] as const).map((end) => (
        <label key={end}>
          {words[end]}
          <input type="date" value={days[end]} max="2199-12-31" onChange={({ target }) => change(end, target.value)} />
        </label>
      ))}
      {days.from !== "" && days.to !== "" && days.from > days.to && (
        <p className={own.fault} role="status">
          {t("reports.orderOfDays")}
        </p>
      )}
    </div>
  );
}
