// The audit: who did what to what, and when. It can be searched, not changed.
import { Button } from "@mantine/core";
import { ScrollText, ShieldCheck } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Link } from "wouter";

import { chosenPeriod } from "../../data/period";
import { run } from "../../data/graph/client";
import { needsOffice, messageOf, t } from "../../lib/i18n/office";
import { currentTimeZone, dateTime, number } from "../../lib/i18n/format";
import { Dialog } from "../../parts/Dialog";
import { Download } from "../../parts/list/Download";
import { Filters, type Filter } from "../../parts/list/Filters";
import styles from "../../parts/list/list.module.css";
import { useName, users } from "../../parts/list/lookups";
import { useGraph } from "../../parts/list/page";
import { Facts, Panel, Screen, Section } from "../../parts/list/Screen";
import { gonePanel, waitingPanel } from "../../parts/list/unread";
import { Table, type Column } from "../../parts/list/Table";
import { momentIn } from "../../lib/i18n/zone";
import { orderOf, useList, type List } from "../../parts/list/url";
import { whenFilter } from "../../parts/list/When";
import { ErrorNotice } from "../../parts/Notice";
import { Titled, Verbatim } from "../../parts/Verbatim";
import { useViewer } from "../../data/session/viewer";
import { settingsTabs } from "./tabs";
import { Changes } from "./Changes";
import {
  AuditDocument,
  AuditEntryDocument,
  AuditSubjectsDocument,
  LedgerCheckDocument,
  type AuditEntryQuery,
  type AuditSubjectsQuery,
  type EntryFragment,
} from "./generated";

const sorts = ["ACTION", "CREATED_AT"] as const;
const subjects = [
  "complaint",
  "complaint_revision",
  "comment",
  "task",
  "task_update",
  "late_evidence",
  "media",
  "payment",
  "broadcast",
  "mail",
  "user",
  "session",
  "contact",
  "group",
  "zone",
  "category",
  "provider",
  "settings",
  "reason_code",
  "saved_view",
  "import",
] as const;
const agents = ["ACCOUNT", "LINK", "SYSTEM", "IMPORT"] as const;

// actionWord is an action in words: what it is about, and what was done.
export function actionWord(action: string): string {
  const [subject = "", verb = ""] = action.split(".");
  const about = messageOf(`audit.subject.${subject}`) ?? subject.replaceAll("_", " ");
  const what = messageOf(`audit.verb.${verb}`) ?? verb.replaceAll("_", " ");
  return `${about}: ${what}`;
}

const pages: Record<string, (id: string) => string> = {
  User: (id) => `/people?open=${id}`,
  Group: (id) => `/people/groups?open=${id}`,
  Complaint: (id) => `/complaints/${id}`,
  Task: (id) => `/tasks?open=${id}`,
  Payment: (id) => `/payments?open=${id}`,
  ServiceProvider: (id) => `/payments/providers?open=${id}`,
  Broadcast: (id) => `/broadcasts?open=${id}`,
  Zone: (id) => `/places?open=${id}`,
  Category: (id) => `/categories?open=${id}`,
};

interface About {
  name: ReactNode;
  href: string;
}

const orId = (name: string, id: string): ReactNode => <Verbatim>{name || id.slice(0, 8)}</Verbatim>;
const complaintOf = (complaint: { id: string; reference: string } | null | undefined): About | undefined =>
  complaint ? { name: <Verbatim>{complaint.reference}</Verbatim>, href: `/complaints/${complaint.id}` } : undefined;
const personOf = (user: { id: string; name: string } | null | undefined): About | undefined =>
  user ? { name: <Verbatim>{user.name}</Verbatim>, href: pages.User!(user.id) } : undefined;

// aboutOf is what an entry is about, by the name or reference that people know, and where it is.
function aboutOf(type: string, node: NonNullable<AuditSubjectsQuery["nodes"][number]>): About | undefined {
  const page = pages[type]?.(node.id);
  if ("title" in node) return { name: "reference" in node ? <Titled of={node} /> : node.title, href: page ?? "" };
  if ("paymentReference" in node)
    return { name: orId(node.paymentReference || (node.provider?.name ?? ""), node.id), href: page ?? "" };
  if ("fileName" in node)
    return complaintOf(node.complaint ?? node.comment?.complaint ?? node.taskUpdate?.task?.complaint);
  if ("contactName" in node) return personOf(node.user) ?? complaintOf(node.complaint);
  if ("user" in node) return personOf(node.user);
  if ("task" in node) return complaintOf(node.task?.complaint);
  if ("complaint" in node)
    return type === "Task" && node.complaint
      ? { name: <Verbatim>{node.complaint.reference}</Verbatim>, href: page ?? "" }
      : complaintOf(node.complaint);
  return "name" in node ? { name: orId(node.name, node.id), href: page ?? "" } : undefined;
}

// useSubjects returns what the entries of a page are about.
function useSubjects(entries: readonly EntryFragment[] | undefined): (entry: EntryFragment) => About | undefined {
  const ids = [
    ...new Set(
      (entries ?? []).flatMap(({ subjectId, subjectType }) =>
        subjectId && !without.has(subjectType) ? [subjectId] : [],
      ),
    ),
  ].toSorted();
  const { data } = useGraph("audit-subjects", AuditSubjectsDocument, { ids }, { enabled: ids.length > 0, keep: true });
  const byId = new Map(data?.nodes.flatMap((node) => (node ? [[node.id, node]] : [])));
  return ({ subjectId, subjectType }) => {
    const node = byId.get(subjectId ?? "");
    return node && aboutOf(subjectType, node);
  };
}

const without: ReadonlySet<string> = new Set(["Settings", "SavedView", "ReasonCode"]); // whose rows have no page of their own

const actorOf = (entry: EntryFragment): ReactNode =>
  entry.actor ? <Verbatim>{entry.actor.name}</Verbatim> : t(entry.agent === "IMPORT" ? "list.import" : "list.system");

const filtersOf = (list: List): Filter[] => [
  {
    name: "about",
    label: t("audit.about"),
    options: subjects.map((it) => ({ value: it, label: t(`audit.subject.${it}`) })),
  },
  { name: "actor", label: t("audit.actor"), source: users() },
  {
    name: "agent",
    label: t("audit.agent"),
    options: agents.map((it) => ({ value: it, label: t(`audit.agent.${it}`) })),
  },
  whenFilter(list),
  { name: "subject", label: t("audit.subject"), only: true },
];

const columns = (list: List, about: (entry: EntryFragment) => About | undefined): Column<EntryFragment>[] => [
  { key: "action", title: t("audit.action"), sort: "ACTION", wide: true, cell: ({ action }) => actionWord(action) },
  {
    key: "subject",
    title: t("audit.subject"),
    wide: true,
    cell: (entry) => {
      const it = about(entry);
      // Of what has no name, or may not be seen, all entries together say what it is.
      if (!it && entry.subjectId)
        return (
          <Link href={list.href({ subject: entry.subjectId, about: undefined })}>{entry.subjectId.slice(0, 8)} …</Link>
        );
      return it?.href ? <Link href={it.href}>{it.name}</Link> : it?.name;
    },
  },
  { key: "actor", title: t("audit.actor"), cell: actorOf },
  { key: "address", title: t("audit.address"), from: "desktop", verbatim: true, cell: ({ address }) => address },
  { key: "time", title: t("audit.time"), sort: "CREATED_AT", end: true, cell: ({ createdAt }) => dateTime(createdAt) },
];

function Audit() {
  const list = useList();
  const viewer = useViewer();
  const [checking, setChecking] = useState(false);
  const { about, actor, agent, subject } = list.filters;
  const { from, to } = chosenPeriod(list.filters) ?? {};
  const zone = currentTimeZone();
  const where = {
    ...(about ? { actionHasPrefix: `${about}.` } : {}),
    ...(actor ? { actorId: actor } : {}),
    ...(agent ? { agent: agent as "ACCOUNT" } : {}),
    ...(subject ? { subjectId: subject } : {}),
    ...(from ? { createdAtGTE: momentIn(zone, `${from}T00:00`) } : {}),
    ...(to ? { createdAtLTE: momentIn(zone, `${to}T23:59`).replace(/00\.000Z$/, "59.999Z") } : {}),
  };
  const orderBy = orderOf(list, sorts);
  const { data, error, refetch, waiting } = useGraph("audit", AuditDocument, { where, orderBy, page: list.page });
  const filters = filtersOf(list);
  const aboutOfEntry = useSubjects(data?.auditEntryPage.auditEntries);
  return (
    <Screen
      title={t("shell.settings")}
      tabs={settingsTabs(viewer)}
      actions={
        <>
          <Button variant="default" leftSection={<ShieldCheck size={15} />} onClick={() => setChecking(true)}>
            {t("audit.check")}
          </Button>
          <Download of="AUDIT_ENTRIES" filter={{ where, orderBy }} />
        </>
      }
      panel={list.open && <EntryPanel key={list.open} id={list.open} list={list} />}
    >
      <Filters list={list} filters={filters} search={false} />
      <Table
        label={t("settings.audit")}
        list={list}
        columns={columns(list, aboutOfEntry)}
        rows={data?.auditEntryPage.auditEntries}
        pagination={data?.auditEntryPage.pagination}
        filters={filters}
        error={error}
        retry={refetch}
        waiting={waiting}
        order={{ field: "CREATED_AT", direction: "DESC" }}
        empty={{ icon: ScrollText, title: t("audit.none") }}
      />
      {checking && <LedgerCheck onClose={() => setChecking(false)} />}
    </Screen>
  );
}

type Detail = Extract<NonNullable<AuditEntryQuery["node"]>, { action: string }>;

// nameOf shows the name of a row: of a complaint it is its reference and its title.
function nameOf(type: string, name: string): ReactNode {
  const [reference = "", ...title] = name.split(" ");
  if (type === "Complaint") return <Titled of={{ reference, title: title.join(" ") }} />;
  return type === "Broadcast" ? name : <Verbatim>{name}</Verbatim>;
}

function EntryPanel({ id, list }: { id: string; list: List }) {
  const { data, error, refetch } = useGraph("audit-entry", AuditEntryDocument, { id }, { keep: false });
  const entry = data?.node && "action" in data.node ? (data.node as Detail) : undefined;
  const name = useName(entry?.subjectId && entry.subjectType in pages ? entry.subjectId : undefined);
  const close = (): void => list.set({ open: undefined });
  if (!data) return waitingPanel({ error, retry: refetch, lines: 6, onClose: close });
  if (!entry) return gonePanel(close);
  const page = entry.subjectId ? pages[entry.subjectType]?.(entry.subjectId) : undefined;
  return (
    <Panel title={actionWord(entry.action)} about={dateTime(entry.createdAt)} onClose={close}>
      <Facts
        of={[
          [
            t("audit.actor"),
            entry.actor ? <Link href={`/people?open=${entry.actor.id}`}>{actorOf(entry)}</Link> : actorOf(entry),
          ],
          [t("audit.address"), entry.address && <Verbatim>{entry.address}</Verbatim>],
          [
            t("audit.subject"),
            page && <Link href={page}>{name ? nameOf(entry.subjectType, name) : t("common.open")}</Link>,
          ],
        ]}
      />
      {entry.subjectId && (
        <p className={styles.hint}>
          <Link href={list.href({ subject: entry.subjectId, open: undefined, about: undefined })}>
            {t("audit.allOf")}
          </Link>
        </p>
      )}
      <Section title={t("audit.changes")}>
        <Changes before={entry.before} after={entry.after} />
        {!entry.before && !entry.after && <p className={styles.hint}>{t("audit.noChanges")}</p>}
      </Section>
      <p className={styles.hint}>{t("audit.digests")}</p>
    </Panel>
  );
}

// LedgerCheck verifies the chains of payments and audit entries, some thousand rows at a time.
function LedgerCheck({ onClose }: { onClose: () => void }) {
  const [rows, setRows] = useState(0);
  const [state, setState] = useState<"idle" | "running" | "intact" | "broken">("idle");
  const [fault, setFault] = useState("");
  const [error, setError] = useState<unknown>();
  const start = async (): Promise<void> => {
    setState("running");
    setError(undefined);
    try {
      for (let after: string | null = null, first = true; first || after; first = false) {
        const {
          ledgerCheck,
        }: {
          ledgerCheck: {
            rowsChecked: number;
            complete: boolean;
            after: string | null;
            fault: { message: string } | null;
          };
        } = await run(LedgerCheckDocument, { after });
        setRows(ledgerCheck.rowsChecked);
        after = ledgerCheck.after;
        if (ledgerCheck.fault) {
          setFault(ledgerCheck.fault.message);
          return setState("broken");
        }
      }
      setState("intact");
    } catch (cause) {
      setError(cause);
      setState("idle");
    }
  };
  return (
    <Dialog title={t("audit.check")} onClose={onClose}>
      <div className={styles.dialogText}>
        <p>{t("audit.checkText")}</p>
        <div role="status">
          {state === "running" && <p className={styles.info}>{t("audit.checking", { n: number(rows) })}</p>}
          {state === "intact" && <p className={styles.info}>{t("audit.intact", { n: number(rows) })}</p>}
          {state === "broken" && <p className={styles.warn}>{t("audit.broken", { message: fault })}</p>}
        </div>
        {error !== undefined && <ErrorNotice error={error} />}
        <div className={styles.buttons}>
          <Button data-autofocus loading={state === "running"} onClick={() => void start()}>
            {t("audit.checkNow")}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t("common.close")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

export default needsOffice(Audit);
