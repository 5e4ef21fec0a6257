// Tasks: who does what, until when. What can be done with one is done on its complaint.
import { Button } from "@mantine/core";
import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleDot,
  Eye,
  Hammer,
  Undo2,
  UserCheck,
  UserX,
  type LucideIcon,
} from "lucide-react";
import { Link } from "wouter";

import { useLive } from "../../data/graph/live";
import { nodes } from "../../data/graph/nodes";
import { needsOffice, messageOf, t } from "../../lib/i18n/office";
import { date, dateTime, number } from "../../lib/i18n/format";
import { isLive, liveTaskStatuses, taskStatuses, type TaskStatus as Status } from "../../lib/domain";
import { Download } from "../../parts/list/Download";
import { Filters, type Filter } from "../../parts/list/Filters";
import styles from "../../parts/list/list.module.css";
import { FreshBar, useFrozen } from "../../parts/list/frozen";
import { categories, providers, solvers, zones } from "../../parts/list/lookups";
import { useGraph } from "../../parts/list/page";
import { Facts, Panel, Screen, Section, Tag } from "../../parts/list/Screen";
import { waitingPanel } from "../../parts/list/unread";
import { Table, type Column } from "../../parts/list/Table";
import { orderOf, useList, type List } from "../../parts/list/url";
import { Due } from "../../parts/Time";
import { Titled, Verbatim } from "../../parts/Verbatim";
import { isAdmin, useViewer } from "../../data/session/viewer";
import { TaskPanelDocument, TasksDocument, type TaskRowFragment } from "./generated";
import { useTaskChanges } from "./live";

const sorts = ["STATUS", "DUE_AT", "CREATED_AT", "ENDED_AT", "SOLVER_NAME"] as const;

const looks: Record<Status, [LucideIcon, string]> = {
  ASSIGNED: [CircleDashed, "violet"],
  ACCEPTED: [UserCheck, "blue"],
  IN_PROGRESS: [CircleDot, "teal"],
  COMPLETION_SUBMITTED: [Eye, "amber"],
  COMPLETED: [CircleCheck, "green"],
  DECLINED: [UserX, "orange"],
  RETURNED: [Undo2, "orange"],
  CANCELLED: [Ban, "slate"],
};

function TaskStatus({ status }: { status: Status }) {
  const [Icon, tone] = looks[status];
  return (
    <Tag tone={tone} icon={<Icon size={12} aria-hidden />}>
      {t(`task.${status}`)}
    </Tag>
  );
}

const filtersOf = (staff: boolean): Filter[] => [
  {
    name: "status",
    label: t("payments.status"),
    options: [
      { value: "live", label: t("tasks.live") },
      ...taskStatuses.map((it) => ({ value: it, label: t(`task.${it}`) })),
    ],
  },
  ...(staff
    ? [
        { name: "solver", label: t("tasks.solver"), source: solvers },
        { name: "zone", label: t("account.zone"), source: zones },
        { name: "category", label: t("tasks.category"), source: categories },
        { name: "provider", label: t("people.provider"), source: providers },
        {
          name: "overdue",
          label: t("tasks.due"),
          options: [
            { value: "true", label: t("tasks.overdue") },
            { value: "false", label: t("tasks.notOverdue") },
          ],
        },
      ]
    : []),
  { name: "unpaid", label: t("tasks.payment"), options: [{ value: "true", label: t("tasks.unpaid") }] },
];

const columns = (staff: boolean): Column<TaskRowFragment>[] => [
  {
    key: "complaint",
    title: t("tasks.complaint"),
    wide: true,
    cell: ({ complaint }) => (complaint ? <Titled of={complaint} /> : t("payments.task")),
  },
  { key: "status", title: t("payments.status"), sort: "STATUS", cell: ({ status }) => <TaskStatus status={status} /> },
  { key: "solver", title: t("tasks.solver"), sort: "SOLVER_NAME", verbatim: true, cell: ({ solver }) => solver?.name },
  {
    key: "place",
    title: t("tasks.place"),
    from: "desktop",
    cell: ({ complaint }) => (staff ? complaint?.zone?.name : complaint?.address || complaint?.zone?.name),
  },
  ...(staff
    ? []
    : [
        {
          key: "created",
          title: t("tasks.assignedAt"),
          sort: "CREATED_AT",
          end: true,
          from: "desktop" as const,
          cell: ({ createdAt }: TaskRowFragment) => date(createdAt),
        },
      ]),
  ...(staff
    ? [
        {
          key: "provider",
          title: t("people.provider"),
          from: "desktop" as const,
          verbatim: true,
          cell: ({ provider }: TaskRowFragment) => provider?.name,
        },
      ]
    : []),
  {
    key: "due",
    title: t("tasks.due"),
    sort: "DUE_AT",
    end: true,
    from: "tablet",
    cell: ({ dueAt, status }) => <Due at={dueAt} running={isLive(status)} />,
  },
  {
    key: "ended",
    title: t("tasks.ended"),
    sort: "ENDED_AT",
    end: true,
    from: "tablet",
    cell: ({ endedAt }) => endedAt && date(endedAt),
  },
];

function Tasks() {
  const list = useList();
  const staff = isAdmin(useViewer());
  const { status, solver, zone, category, provider, overdue, unpaid } = list.filters;
  const where = {
    ...(list.text && staff ? { search: list.text } : {}),
    ...(status === "live" ? { statusIn: [...liveTaskStatuses] } : status ? { status: status as Status } : {}),
    ...(solver ? { solverId: solver } : {}),
    ...(zone ? { zone: { within: zone } } : {}),
    ...(category ? { category: { within: category } } : {}),
    ...(provider ? { providerId: provider } : {}),
    ...(overdue ? { overdue: overdue === "true" } : {}),
    ...(unpaid ? { unpaid: unpaid === "true" } : {}),
  };
  const orderBy = orderOf(list, sorts);
  const { data, error, refetch, waiting } = useGraph("tasks", TasksDocument, { where, orderBy, page: list.page });
  const filters = filtersOf(staff);
  const frozen = useFrozen(JSON.stringify([where, orderBy, list.page]), data?.taskPage.tasks, waiting, refetch);
  useTaskChanges(where, ({ task, matches }) => frozen.changed(task, matches), refetch);
  useLive((event) => {
    if (
      event.kind === "resync" ||
      (event.kind === "complaint" && frozen.rows?.some(({ complaint }) => complaint?.id === event.event.complaintId))
    )
      frozen.soon();
  });
  return (
    <Screen
      title={t("shell.tasks")}
      actions={<Download of="TASKS" filter={{ where, orderBy }} />}
      panel={list.open && <TaskPanel key={list.open} id={list.open} list={list} staff={staff} />}
    >
      <Filters list={list} filters={filters} search={staff && t("tasks.search")} />
      <FreshBar fresh={frozen.fresh} gone={frozen.gone.size} onRead={frozen.adopt} />
      <Table
        label={t("shell.tasks")}
        list={list}
        columns={columns(staff)}
        rows={frozen.rows}
        pagination={data?.taskPage.pagination}
        filters={filters}
        error={error}
        retry={refetch}
        waiting={waiting}
        faded={(row) => row.status === "CANCELLED" || frozen.gone.has(row.id)}
        empty={{
          icon: Hammer,
          title: t("tasks.none"),
          children: staff ? (
            <>
              <p>{t("tasks.noneText")}</p>
              <Button component={Link} href="/complaints">
                {t("shell.complaints")}
              </Button>
            </>
          ) : (
            <p>{t("tasks.noneOwn")}</p>
          ),
        }}
      />
    </Screen>
  );
}

// reason is the word of a reason code, or the code where it has none here.
const reasonOf = (code: string): string => messageOf(`reason.${code}`) ?? code.replaceAll("_", " ");

function TaskPanel({ id, list, staff }: { id: string; list: List; staff: boolean }) {
  const { data, error, refetch } = useGraph("task", TaskPanelDocument, { id, staff }, { keep: false });
  const close = (): void => list.set({ open: undefined });
  const task = data?.task;
  if (!task) return waitingPanel({ title: t("payments.task"), error, retry: refetch, onClose: close });
  const { complaint } = task;
  const updates = nodes(task.updates);
  const payments = nodes(task.payments).filter(({ type }) => type === "SETTLEMENT");
  return (
    <Panel
      title={complaint?.title ?? t("payments.task")}
      about={
        <>
          {complaint && <Verbatim>{complaint.reference}</Verbatim>}
          <TaskStatus status={task.status} />
        </>
      }
      onClose={close}
    >
      {complaint && staff && (
        <div>
          <Button component={Link} href={`/complaints/${complaint.id}`}>
            {t("tasks.openComplaint")}
          </Button>
        </div>
      )}
      <Facts
        of={[
          [t("tasks.instructions"), task.instructions],
          [
            t("tasks.solver"),
            staff && task.solver ? (
              <Link href={`/people?open=${task.solver.id}`} translate="no">
                {task.solver.name}
              </Link>
            ) : (
              task.solver && <Verbatim>{task.solver.name}</Verbatim>
            ),
          ],
          [t("people.provider"), task.provider && <Verbatim>{task.provider.name}</Verbatim>],
          [t("tasks.place"), complaint?.address],
          [t("account.zone"), complaint?.zone?.name],
          [t("tasks.category"), complaint?.category?.name],
          [t("tasks.due"), task.dueAt && dateTime(task.dueAt)],
          [
            t("tasks.assignedAt"),
            <>
              {dateTime(task.createdAt)}
              {task.assignedBy && (
                <>
                  , <Verbatim>{task.assignedBy.name}</Verbatim>
                </>
              )}
            </>,
          ],
          [t("task.ACCEPTED"), task.acceptedAt && dateTime(task.acceptedAt)],
          [t("tasks.started"), task.startedAt && dateTime(task.startedAt)],
          [t("tasks.ended"), task.endedAt && dateTime(task.endedAt)],
          [t("payments.reason"), task.endReason && [reasonOf(task.endReason), task.endNote].filter(Boolean).join(": ")],
          [
            t("tasks.previous"),
            task.previous && (
              <Link href={list.href({ open: task.previous.id })}>
                {task.previous.solver ? <Verbatim>{task.previous.solver.name}</Verbatim> : t("payments.task")}
              </Link>
            ),
          ],
          [
            t("tasks.payment"),
            task.status === "COMPLETED" &&
              task.provider &&
              (payments.length > 0
                ? payments.map((payment) => (
                    <Link key={payment.id} href={`/payments?open=${payment.id}`}>
                      <Verbatim>{payment.paymentReference}</Verbatim>
                      {payment.status === "REVERSED" && ` (${t("payments.status.REVERSED")})`}{" "}
                    </Link>
                  ))
                : t("tasks.unpaid")),
          ],
        ]}
      />
      {staff && (
        <Section title={t("tasks.updates")}>
          {updates.length > 0 ? (
            <ul className={styles.rows}>
              {updates.map((update) => (
                <li key={update.id}>
                  <span>
                    {update.remarks || t(update.type === "COMPLETION" ? "tasks.completion" : "tasks.progress")}
                    <small>
                      <Verbatim>{update.author?.name}</Verbatim> · {dateTime(update.occurredAt)}
                      {update.percentageCompleted !== null &&
                        ` · ${t("tasks.percent", { n: number(update.percentageCompleted) })}`}
                      {update.media.totalCount > 0 && ` · ${t("tasks.photos")}`}
                    </small>
                    {update.reviewNote && <small>{t("tasks.reviewNote", { note: update.reviewNote })}</small>}
                  </span>
                  {update.type === "COMPLETION" && (
                    <Tag tone={{ SUBMITTED: "amber", APPROVED: "green", REJECTED: "red" }[update.status]}>
                      {t(`tasks.review.${update.status}`)}
                    </Tag>
                  )}
                </li>
              ))}
            </ul>
          ) : (
            <p className={styles.hint}>{t("tasks.noUpdates")}</p>
          )}
        </Section>
      )}
    </Panel>
  );
}

export default needsOffice(Tasks);
