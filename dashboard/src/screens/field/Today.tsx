// Today: the tasks of a solver as cards, by day of the deadline, within it by distance where the phone may tell where it is.
import { ActionIcon, Button } from "@mantine/core";
import { CircleAlert, CloudUpload, LocateFixed, MapPin, RefreshCw } from "lucide-react";
import { Link } from "wouter";

import { t } from "../../lib/i18n/more";
import { localTime, weekday } from "../../lib/i18n/format";
import { isGivenUp, priorities } from "../../lib/domain";
import { useReachable } from "../../data/outbox/connection";
import { useOutbox } from "../../data/outbox/outbox";
import { Bones, Empty, ErrorNotice } from "../../parts/Notice";
import { Priority } from "../../parts/Priority";
import { Due, useNow } from "../../parts/Time";
import { useTitle } from "../../parts/title";
import styles from "./field.module.css";
import { TaskStatus, when } from "./parts";
import { distance, distanceWords, locate, positionOf, usePosition, type Position } from "./place";
import { load, shown, useTasks, type Shown } from "./tasks";

const day = 24 * 60 * 60_000;
const groups = ["OVERDUE", "TODAY", "TOMORROW", "LATER", "OPEN", "HANDED_IN"] as const;
type Group = (typeof groups)[number];

function groupOf({ task, status }: Shown, now: number): Group {
  if (status === "COMPLETION_SUBMITTED") return "HANDED_IN";
  if (!task.dueAt) return "OPEN";
  const at = Date.parse(task.dueAt);
  if (at < now) return "OVERDUE";
  const local = localTime(at).slice(0, 10);
  if (local === localTime(now).slice(0, 10)) return "TODAY";
  return local === localTime(now + day).slice(0, 10) ? "TOMORROW" : "LATER";
}

const far = ({ task }: Shown, from: Position | undefined): number => {
  const to = task.complaint && positionOf(task.complaint);
  return from && to ? distance(from, to) : Infinity;
};

function order(group: Group, from: Position | undefined): (a: Shown, b: Shown) => number {
  const due = ({ task }: Shown): number => (task.dueAt ? Date.parse(task.dueAt) : Infinity);
  const urgency = ({ task }: Shown): number => priorities.indexOf(task.complaint?.priority ?? "LOW");
  const compare = (x: number, y: number): number => (x === y ? 0 : x - y);
  const byDay = (it: Shown): number => (group === "LATER" ? Math.floor(due(it) / day) : 0);
  return (a, b) =>
    compare(byDay(a), byDay(b)) ||
    compare(far(a, from), far(b, from)) ||
    compare(due(a), due(b)) ||
    compare(urgency(a), urgency(b));
}

export default function Today() {
  const { list, error, loading } = useTasks();
  const entries = useOutbox();
  const now = useNow();
  const where = usePosition();
  const reachable = useReachable();
  useTitle(t("solver.today"));

  const all = (list?.tasks ?? [])
    .map((task) => shown(task, entries, list!.at))
    .filter(({ status }) => !isGivenUp(status));
  const open = all.filter(({ status }) => status !== "COMPLETION_SUBMITTED").length;
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <div>
          <h1>{t("solver.today")}</h1>
          <p className={styles.soft}>
            {weekday(now)}
            {list && <> · {t("solver.openTasks", { count: open })}</>}
          </p>
        </div>
        <ActionIcon
          size={44}
          onClick={() => void load()}
          loading={loading && reachable}
          aria-label={t("solver.reload")}
        >
          <RefreshCw size={20} />
        </ActionIcon>
      </header>
      {list && !reachable && <p className={styles.soft}>{t("solver.asOf", { time: when(list.at, now) })}</p>}
      {error !== undefined && <ErrorNotice error={error} retry={() => void load()} />}
      {!list &&
        !error &&
        (loading ? (
          <Bones lines={9} />
        ) : (
          <Empty icon={CircleAlert} title={t("solver.nothingKept")}>
            <p>{t("solver.nothingKeptText")}</p>
          </Empty>
        ))}
      {list && all.length === 0 && (
        <Empty title={t("solver.noTasks")}>
          <p>{t("solver.noTasksText")}</p>
        </Empty>
      )}
      {open > 1 && (
        <div className={styles.locate}>
          <Button
            variant="default"
            size="sm"
            leftSection={<LocateFixed size={16} aria-hidden />}
            loading={where.asking}
            onClick={locate}
          >
            {t(where.position ? "solver.locateAgain" : "solver.locate")}
          </Button>
          {where.fault && (
            <span role="status" className={styles.soft}>
              {t(`solver.locate.${where.fault}`)}
            </span>
          )}
        </div>
      )}
      {groups.map((group) => {
        const cards = all.filter((it) => groupOf(it, now) === group).toSorted(order(group, where.position));
        if (cards.length === 0) return null;
        return (
          <section key={group} className={styles.group}>
            <h2 data-late={group === "OVERDUE" || undefined}>
              {t(`solver.group.${group}`)} <span>{cards.length}</span>
            </h2>
            <ul>
              {cards.map((card) => (
                <li key={card.task.id}>
                  <Card shown={card} metres={far(card, where.position)} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

function Card({ shown: it, metres }: { shown: Shown; metres: number }) {
  const { task, waiting, refused } = it;
  const complaint = task.complaint;
  return (
    <Link href={`/today/${task.id}`} className={styles.card}>
      <span className={styles.cardTitle}>
        {complaint && <Priority priority={complaint.priority} />}
        <strong dir="auto">{complaint?.title}</strong>
      </span>
      <span className={styles.cardPlace}>
        <MapPin size={14} aria-hidden />
        <span>{complaint?.address || complaint?.zone?.name || t("solver.noAddress")}</span>
        {Number.isFinite(metres) && <b>{distanceWords(metres)}</b>}
      </span>
      <span className={styles.cardFacts}>
        <TaskStatus shown={it} />
        <Due at={task.dueAt} running={!it.onHold && it.status !== "COMPLETION_SUBMITTED"} />
        <span className={styles.reference} translate="no">
          {complaint?.reference}
        </span>
      </span>
      {refused > 0 && (
        <span className={styles.mark} data-refused>
          <CircleAlert size={14} aria-hidden /> {t("solver.markRefused")}
        </span>
      )}
      {refused === 0 && waiting > 0 && (
        <span className={styles.mark}>
          <CloudUpload size={14} aria-hidden /> {t("solver.markWaiting")}
        </span>
      )}
    </Link>
  );
}
