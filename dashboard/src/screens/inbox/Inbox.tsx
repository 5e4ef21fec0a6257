// Where an administrator's day begins: today in numbers, and what needs somebody, the most pressing first.
import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ClockAlert, Eye, MailX, PartyPopper, PauseCircle, Siren, Star, type LucideIcon } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Link } from "wouter";

import { run } from "../../data/graph/client";
import { nodes } from "../../data/graph/nodes";
import { keyOf } from "../../data/graph/keys";
import type { ComplaintWhereInput } from "../../data/graph/schema.generated";
import { useLive } from "../../data/graph/live";
import { putComplaint, useComplaint } from "../../data/graph/rows";
import { isRunning } from "../../lib/domain";
import { needsMessages, t } from "../../lib/i18n/more";
import { counted, dateTime, localTime, number, zoned } from "../../lib/i18n/format";
import { nextActions, type NextAction } from "../../parts/nextActions";
import { Bones, Empty, ErrorNotice } from "../../parts/Notice";
import { Priority } from "../../parts/Priority";
import { Age, Due } from "../../parts/Time";
import { viewerId } from "../../data/session/viewer";
import { useTitle } from "../../parts/title";
import { listOf, parse, views, whereOf, type View } from "../../data/filters";
import { Checklist } from "./Checklist";
import { InboxDocument } from "./generated";
import styles from "./inbox.module.css";

// The sections of complaints are views of the queue, so that both mean the same.
const viewQuery = (key: View["key"]): string => views.find((view) => view.key === key)!.query;
const queries = { urgent: viewQuery("urgent"), overdue: viewQuery("overdue"), low: viewQuery("flagged") };
type List = keyof typeof queries;
const lists = Object.keys(queries) as List[];
const looks: Record<List, { icon: LucideIcon; tone: Tone; title: () => string }> = {
  urgent: { icon: Siren, tone: "red", title: () => t("queue.view.urgent") },
  overdue: { icon: ClockAlert, tone: "red", title: () => t("inbox.overdue") },
  low: { icon: Star, tone: "amber", title: () => t("inbox.low") },
};

const hour = 3_600_000;

// useInbox reads all sections at once, and again when something has happened.
function useInbox() {
  const midnight = zoned(`${localTime(Date.now()).slice(0, 10)}T00:00`).toISOString();
  const whereQuery = (list: List): ComplaintWhereInput => whereOf(parse(queries[list]), viewerId());
  const today: { key: "submitted" | "resolved" | "closed"; where: ComplaintWhereInput }[] = [
    { key: "submitted", where: { createdAtGTE: midnight } },
    { key: "resolved", where: { resolvedAtGTE: midnight } },
    { key: "closed", where: { closedAtGTE: midnight } },
  ];
  const start = zoned(`${localTime(Date.parse(midnight) - 12 * hour).slice(0, 10)}T00:00`).toISOString(); // of yesterday, which has 23 to 25 hours
  const yesterday = [
    { key: "submittedBefore", where: { createdAtGTE: start, createdAtLT: midnight } },
    { key: "resolvedBefore", where: { resolvedAtGTE: start, resolvedAtLT: midnight } },
    { key: "closedBefore", where: { closedAtGTE: start, closedAtLT: midnight } },
  ];
  const inbox = useQuery({
    queryKey: keyOf("inbox", midnight),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    refetchInterval: 60_000,
    queryFn: async ({ signal }) => {
      const wheres: Record<List, ComplaintWhereInput> = {
        urgent: whereQuery("urgent"),
        overdue: whereQuery("overdue"),
        low: whereQuery("low"),
      };
      const asked = [...lists.map((key) => ({ key, where: wheres[key] })), ...today, ...yesterday];
      const data = await run(
        InboxDocument,
        { views: asked, ...wheres, since: new Date(Date.parse(midnight) - 7 * 24 * hour).toISOString() },
        { signal },
      );
      for (const list of lists) nodes(data[list]).forEach(putComplaint);
      return data;
    },
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLive(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void inbox.refetch();
    }, 3000);
  });
  useEffect(() => {
    return () => clearTimeout(timer.current);
  }, []);
  return { inbox, today };
}

function Inbox() {
  const { inbox, today } = useInbox();
  const [blank, setBlank] = useState(false); // a service without a complaint
  const data = inbox.data;
  const counts = new Map(data?.complaintCountsFor.map((it) => [it.key, it]));
  const label = (key: string): string => (counts.has(key) ? counted(counts.get(key)!) : "");
  const count = (key: string): number => counts.get(key)?.count ?? 0;
  const failed = data?.broadcastStats.reduce((sum, it) => sum + it.failed, 0) ?? 0;
  const needed = data
    ? lists.reduce((sum, list) => sum + count(list), 0) +
      data.taskPage.pagination.total +
      data.held.pagination.total +
      failed
    : 0;
  useTitle(needed > 0 ? `${t("shell.inbox")} (${number(needed)})` : t("shell.inbox"));

  const complaints = (list: List) => (
    <Section
      {...looks[list]}
      title={looks[list].title()}
      count={label(list)}
      none={count(list) === 0}
      href={`/complaints?${queries[list]}`}
    >
      {nodes(data?.[list]).map(({ id }) => (
        <Row key={id} id={id} />
      ))}
    </Section>
  );
  if (inbox.error && !data) return <ErrorNotice error={inbox.error} retry={() => void inbox.refetch()} />;
  return (
    <div className={styles.page}>
      <h1>{t("shell.inbox")}</h1>
      <Checklist onEmpty={setBlank} />
      {!data && <Bones lines={12} />}
      {data && (
        <dl className={styles.today} aria-label={t("inbox.today")}>
          {today.map(({ key, where }) => (
            <div key={key}>
              <dt>{t(`inbox.today.${key}`)}</dt>
              <dd>
                <Link href={listOf(where)}>{label(key)}</Link>
              </dd>
              <dd className={styles.before}>{t("inbox.yesterday", { count: label(`${key}Before`) })}</dd>
            </div>
          ))}
        </dl>
      )}
      {data && needed === 0 && !blank && (
        <Empty icon={PartyPopper} title={t("inbox.empty")}>
          <p>{t("inbox.emptyText")}</p>
          <Link href="/complaints">{t("queue.toComplaints")}</Link>
        </Empty>
      )}
      {data && (
        <div className={styles.sections}>
          {complaints("urgent")}
          {complaints("overdue")}
          <Section
            icon={Eye}
            tone="amber"
            title={t("inbox.reviews")}
            count={number(data.taskPage.pagination.total)}
            none={data.taskPage.pagination.total === 0}
            href="/reviews"
          >
            {data.taskPage.tasks.map((task) => (
              <li key={task.id}>
                <Link href={`/reviews/${task.id}`}>
                  <span className={styles.what}>
                    <bdi title={task.complaint?.title}>{task.complaint?.title}</bdi>
                    <small translate="no">
                      {[task.complaint?.reference, task.solver?.name].filter(Boolean).join(" · ")}
                    </small>
                  </span>
                  <span className={styles.soft}>
                    <Age at={task.updatedAt} />
                  </span>
                </Link>
                <Next href={`/reviews/${task.id}`} action="REVIEW_COMPLETION" of={task.complaint?.title} />
              </li>
            ))}
          </Section>
          {complaints("low")}
          <Section
            icon={PauseCircle}
            tone="slate"
            title={t("inbox.held")}
            count={number(data.held.pagination.total)}
            none={data.held.pagination.total === 0}
            href="/broadcasts"
          >
            {data.held.broadcasts.map((broadcast) => (
              <li key={broadcast.id}>
                <Link href={`/broadcasts?id=${broadcast.id}`}>
                  <span className={styles.what}>{broadcast.title}</span>
                  <span className={styles.soft}>{dateTime(broadcast.scheduledAt)}</span>
                </Link>
              </li>
            ))}
          </Section>
          <Section
            icon={MailX}
            tone="slate"
            title={t("inbox.failed")}
            count={number(failed)}
            none={failed === 0}
            href="/broadcasts"
          >
            <li className={styles.plain}>{t("inbox.failedText", { n: failed })}</li>
          </Section>
        </div>
      )}
    </div>
  );
}

type Tone = "red" | "amber" | "slate";

interface SectionProps {
  icon: LucideIcon;
  tone: Tone;
  title: string;
  count: string;
  none: boolean;
  href: string;
  children: ReactNode;
}

function Section({ icon: Icon, tone, title, count, none, href, children }: SectionProps) {
  if (none) return null;
  return (
    <section className={styles.section} data-tone={tone}>
      <header>
        <Icon size={18} aria-hidden />
        <h2>{title}</h2>
        <span className={styles.count}>{count}</span>
        <Button
          component={Link}
          href={href}
          variant="subtle"
          size="compact-sm"
          aria-label={`${t("inbox.all")}: ${title}`}
        >
          {t("inbox.all")}
        </Button>
      </header>
      <ul>{children}</ul>
    </section>
  );
}

function Row({ id }: { id: string }) {
  const row = useComplaint(id);
  if (!row) return null;
  const action = row.rating === null ? nextActions(row)[0] : "REOPEN"; // what was rated low is done already
  return (
    <li>
      <Link href={`/complaints/${id}`}>
        <Priority priority={row.priority} />
        <span className={styles.what}>
          <bdi title={row.title}>{row.title}</bdi>
          <small>
            <span translate="no">{row.reference}</span>
            {row.zone && ` · ${row.zone.name}`}
          </small>
        </span>
        {row.rating === null ? (
          <Due at={row.dueAt} running={isRunning(row.status)} />
        ) : (
          <span className={styles.soft}>{t("inbox.stars", { n: row.rating })}</span>
        )}
      </Link>
      {action && <Next href={`/complaints/${id}?do=${action}`} action={action} of={row.title} />}
    </li>
  );
}

function Next({ href, action, of = "" }: { href: string; action: NextAction; of?: string | undefined }) {
  const text = t(`action.${action}`);
  return (
    <Button component={Link} href={href} size="compact-sm" variant="default" aria-label={`${text}: ${of}`}>
      {text}
    </Button>
  );
}

export default needsMessages(Inbox);
