// A broadcast beside the list: what it says, how far its delivery is, whom it did not reach, and what can be done
// with it.
import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "wouter";

import { run } from "../../data/graph/client";
import { messageOf, t } from "../../lib/i18n/office";
import { dateTime, number } from "../../lib/i18n/format";
import { Download } from "../../parts/list/Download";
import { Confirm, type Field } from "../../parts/list/Form";
import styles from "../../parts/list/list.module.css";
import { useRefresh } from "../../parts/list/once";
import { useGraph } from "../../parts/list/page";
import { Facts, Panel, Section } from "../../parts/list/Screen";
import { waitingPanel } from "../../parts/list/unread";
import type { List } from "../../parts/list/url";
import { inZone, localIn, momentIn } from "../../lib/i18n/zone";
import { done } from "../../parts/undo";
import { Verbatim } from "../../parts/Verbatim";
import { audienceOf, StateTag } from "./broadcast";
import { Composer, textOf, useBroadcastService, valuesOf } from "./Composer";
import {
  BroadcastPanelDocument,
  CancelBroadcastDocument,
  EditBroadcastDocument,
  ReleaseBroadcastDocument,
  RescheduleBroadcastDocument,
  RetryFailedDocument,
  StopBroadcastDocument,
  type BroadcastPanelQuery,
} from "./generated";

type Detail = NonNullable<BroadcastPanelQuery["broadcast"]>;
type Doing = "EDIT" | "RESCHEDULE" | "RELEASE" | "CANCEL" | "STOP" | "RETRY_FAILED";

export function BroadcastPanel({ id, list }: { id: string; list: List }) {
  const [every, setEvery] = useState<number>();
  const { data, error, refetch } = useGraph("broadcast", BroadcastPanelDocument, { id }, { keep: false, every });
  const service = useBroadcastService();
  const close = (): void => list.set({ open: undefined });
  const broadcast = data?.broadcast;
  const wanted =
    broadcast &&
    (broadcast.deliveryState === "IN_PROGRESS" ||
      (broadcast.deliveryState === "PENDING" && Date.parse(broadcast.scheduledAt) < Date.now() + 60_000))
      ? 2000
      : undefined;
  if (wanted !== every) setEvery(wanted);
  if (!broadcast || !service)
    return waitingPanel({ title: t("broadcasts.one"), error, retry: refetch, onClose: close });
  return <BroadcastDetail broadcast={broadcast} timeZone={service.timeZone} mail={service.mail} onClose={close} />;
}

function BroadcastDetail({
  broadcast,
  timeZone,
  mail,
  onClose,
}: {
  broadcast: Detail;
  timeZone: string;
  mail: boolean;
  onClose: () => void;
}) {
  const [doing, setDoing] = useState<Doing>();
  const refresh = useRefresh();
  const { id, title, delivery, version } = broadcast;
  const enabled = broadcast.availableActions.filter((it) => it.enabled).map(({ action }) => action as Doing);
  const changed = (text: string): void => {
    refresh("broadcasts", "broadcast");
    done({ text });
  };
  const idle = (): void => setDoing(undefined);
  const failures = broadcast.notifications.edges?.flatMap((edge) => edge?.node ?? []) ?? [];
  const handled = delivery.recipients - delivery.pending;
  const reason: Field<{ reason: string }>[] = [
    { name: "reason", label: t("payments.reason"), kind: "area", rows: 2, max: 2000 },
  ];
  return (
    <Panel
      title={title}
      about={
        <>
          <StateTag state={broadcast.deliveryState} />
          {audienceOf(broadcast.target)}
        </>
      }
      onClose={onClose}
    >
      {broadcast.deliveryState === "HELD" && <p className={styles.warn}>{t("broadcasts.heldText")}</p>}
      {enabled.length > 0 && doing !== "EDIT" && (
        <div className={styles.buttons}>
          {enabled.map((action) => (
            <Button
              key={action}
              size="compact-md"
              variant={action === "RELEASE" || action === "RETRY_FAILED" ? "filled" : "default"}
              onClick={() => setDoing(action)}
            >
              {t(`broadcasts.do.${action}`)}
            </Button>
          ))}
        </div>
      )}
      {doing === "EDIT" ? (
        <Composer
          draft={`broadcasts:${id}`}
          initial={valuesOf(broadcast, timeZone)}
          version={version}
          timeZone={timeZone}
          mail={mail}
          label={t("list.save")}
          onCancel={idle}
          current={async () => {
            const now = (await run(BroadcastPanelDocument, { id })).broadcast as Detail;
            return { values: valuesOf(now, timeZone), version: now.version };
          }}
          submit={async (values, expectedVersion) => {
            const before = valuesOf(broadcast, timeZone);
            const { editBroadcast } = await run(EditBroadcastDocument, {
              input: { id, expectedVersion, ...textOf(values) },
            });
            refresh("broadcasts", "broadcast");
            idle();
            done({
              text: t("list.saved", { name: values.title }),
              undo: async () => {
                await run(EditBroadcastDocument, {
                  input: { id, expectedVersion: editBroadcast.broadcast.version, ...textOf(before) },
                });
                refresh("broadcasts", "broadcast");
              },
            });
          }}
        />
      ) : (
        <p className={styles.message} dir="auto">
          {broadcast.message}
        </p>
      )}
      <Facts
        of={[
          [t("broadcasts.to"), audienceOf(broadcast.target)],
          [t("broadcasts.channels"), broadcast.channels.map((it) => t(`broadcasts.channel.${it}`)).join(", ")],
          [t("broadcasts.urgentShort"), broadcast.urgent && t("list.yes")],
          [t("broadcasts.time"), inZone(broadcast.scheduledAt, broadcast.timezone)],
          [
            t("broadcasts.by"),
            broadcast.createdBy && (
              <>
                <Verbatim>{broadcast.createdBy.name}</Verbatim>, {dateTime(broadcast.createdAt)}
              </>
            ),
          ],
          [t("broadcasts.cancelReason"), broadcast.cancelReason],
        ]}
      />
      {(delivery.recipients > 0 || delivery.expected !== null) && (
        <Section title={t("broadcasts.delivery")}>
          <label className={styles.progress}>
            <span>
              {t("broadcasts.progress", {
                done: number(handled),
                all: number(Math.max(delivery.expected ?? 0, delivery.recipients)),
              })}
            </span>
            <progress max={Math.max(delivery.expected ?? 0, delivery.recipients, 1)} value={handled} />
          </label>
          <Counts
            label={t("broadcasts.people")}
            rows={[
              { name: t("broadcasts.people"), ...delivery },
              ...delivery.byChannel.map((it) => ({ name: t(`broadcasts.channel.${it.channel}`), ...it })),
            ]}
          />
        </Section>
      )}
      {broadcast.notifications.totalCount > 0 && (
        <Section
          title={t("broadcasts.failures", { n: broadcast.notifications.totalCount })}
          actions={<Download of="BROADCAST_RECIPIENTS" filter={{ id, state: "FAILED" }} />}
        >
          <ul className={styles.rows}>
            {failures.map((it) => (
              <li key={it.id}>
                <span>
                  <Link href={`/people?open=${it.recipient?.id}`} translate="no">
                    {it.recipient?.name}
                  </Link>
                  <small>
                    {t(`broadcasts.channel.${it.channel}`)} · {t("broadcasts.attempts", { n: it.attempts })}
                    {it.lastError && ` · ${it.lastError}`}
                  </small>
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title={t("broadcasts.history")}>
        <ul className={styles.rows}>
          {broadcast.history.map((event) => (
            <li key={`${event.action}${event.createdAt}`}>
              <span>
                {messageOf(`broadcasts.event.${event.action}`) ?? event.action}
                <small>
                  {event.actorName === "System" ? t("list.system") : <Verbatim>{event.actorName}</Verbatim>} ·{" "}
                  {dateTime(event.createdAt)}
                  {event.note && ` · ${event.note}`}
                </small>
              </span>
            </li>
          ))}
        </ul>
      </Section>
      {doing === "RESCHEDULE" && (
        <Confirm<{ at: string; note: string }>
          title={t("broadcasts.do.RESCHEDULE")}
          action={t("broadcasts.do.RESCHEDULE")}
          danger={false}
          onClose={idle}
          text={<p>{t("broadcasts.rescheduleText")}</p>}
          fields={[
            {
              name: "at",
              label: t("broadcasts.at"),
              hint: t("broadcasts.atHint", { zone: timeZone }),
              kind: "time",
              required: true,
              wire: ["scheduledAt"],
            },
            { name: "note", label: t("broadcasts.note"), max: 2000 },
          ]}
          initial={{ at: localIn(timeZone, Math.max(Date.parse(broadcast.scheduledAt), Date.now())), note: "" }}
          confirm={async ({ at, note }) => {
            await run(RescheduleBroadcastDocument, {
              input: { id, expectedVersion: version, scheduledAt: momentIn(timeZone, at), timezone: timeZone, note },
            });
            changed(t("broadcasts.scheduled", { title }));
          }}
        />
      )}
      {doing === "RELEASE" && (
        <Confirm
          title={t("broadcasts.releaseTitle", { title })}
          action={t("broadcasts.do.RELEASE")}
          danger={false}
          onClose={idle}
          text={<p>{t("broadcasts.releaseText")}</p>}
          confirm={async () => {
            await run(ReleaseBroadcastDocument, { input: { id, expectedVersion: version } });
            changed(t("broadcasts.sending", { title }));
          }}
        />
      )}
      {doing === "RETRY_FAILED" && (
        <Confirm
          title={t("broadcasts.do.RETRY_FAILED")}
          action={t("broadcasts.do.RETRY_FAILED")}
          danger={false}
          onClose={idle}
          text={<p>{t("broadcasts.retryText", { n: broadcast.notifications.totalCount })}</p>}
          confirm={async () => {
            await run(RetryFailedDocument, { input: { id, expectedVersion: version } });
            changed(t("broadcasts.retrying"));
          }}
        />
      )}
      {doing === "CANCEL" && (
        <Confirm<{ reason: string }>
          title={t("broadcasts.cancelTitle", { title })}
          action={t("broadcasts.do.CANCEL")}
          onClose={idle}
          text={<p>{t("broadcasts.cancelText")}</p>}
          fields={reason}
          initial={{ reason: "" }}
          confirm={async ({ reason: why }) => {
            await run(CancelBroadcastDocument, { input: { id, expectedVersion: version, reason: why } });
            changed(t("broadcasts.cancelled", { title }));
          }}
        />
      )}
      {doing === "STOP" && (
        <Confirm<{ reason: string }>
          title={t("broadcasts.stopTitle", { title })}
          action={t("broadcasts.do.STOP")}
          onClose={idle}
          text={<p>{t("broadcasts.stopText")}</p>}
          fields={reason}
          initial={{ reason: "" }}
          confirm={async ({ reason: why }) => {
            await run(StopBroadcastDocument, { input: { id, expectedVersion: version, reason: why } });
            changed(t("broadcasts.stopped", { title }));
          }}
        />
      )}
    </Panel>
  );
}

interface Count {
  name: string;
  recipients: number;
  pending: number;
  sent: number;
  delivered: number;
  read: number;
  failed: number;
  skipped: number;
  cancelled: number;
}

function Counts({ label, rows }: { label: string; rows: Count[] }) {
  const kinds = ["recipients", "sent", "delivered", "read", "failed", "skipped", "pending", "cancelled"] as const;
  return (
    <table className={styles.counts} aria-label={label}>
      <thead>
        <tr>
          <td />
          {rows.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds
          .filter((kind) => kind === "recipients" || rows.some((row) => row[kind] > 0))
          .map((kind) => (
            <tr key={kind}>
              <th scope="row">{t(`broadcasts.count.${kind}`)}</th>
              {rows.map((row) => (
                <td key={row.name}>{number(row[kind])}</td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  );
}
