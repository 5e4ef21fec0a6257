// A broadcast beside the list: what it says, how far its delivery is, whom it did not reach, and what can be done
// with it.
import { Button } from "@mantine/core";
import { useState } from "react";

import { run } from "../../data/graph/client";
import { messageOf, t } from "../../lib/i18n/office";
import { dateTime } from "../../lib/i18n/format";
import styles from "../../parts/list/list.module.css";
import { useRefresh } from "../../parts/list/once";
import { useGraph } from "../../parts/list/page";
import { Facts, Panel, Section } from "../../parts/list/Screen";
import { waitingPanel } from "../../parts/list/unread";
import type { List } from "../../parts/list/url";
import { inZone } from "../../lib/i18n/zone";
import { done } from "../../parts/undo";
import { Verbatim } from "../../parts/Verbatim";
import { audienceOf, StateTag, type Broadcast } from "./broadcast";
import { Cancel, Release, Reschedule, RetryFailed, Stop } from "./BroadcastDialogs";
import { Composer, textOf, useBroadcastService, valuesOf } from "./Composer";
import { Delivery, Failures } from "./Delivery";
import { BroadcastPanelDocument, EditBroadcastDocument } from "./generated";

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

interface Props {
  broadcast: Broadcast;
  timeZone: string;
  mail: boolean;
  onClose: () => void;
}

function BroadcastDetail({ broadcast, timeZone, mail, onClose }: Props) {
  const [doing, setDoing] = useState<Doing>();
  const refresh = useRefresh();
  const { delivery } = broadcast;
  const enabled = broadcast.availableActions.filter((it) => it.enabled).map(({ action }) => action as Doing);
  const changed = (text: string): void => {
    refresh("broadcasts", "broadcast");
    done({ text });
  };
  const idle = (): void => setDoing(undefined);
  return (
    <Panel
      title={broadcast.title}
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
        <EditBroadcast broadcast={broadcast} timeZone={timeZone} mail={mail} onClose={idle} />
      ) : (
        <p className={styles.message} dir="auto">
          {broadcast.message}
        </p>
      )}
      <BroadcastFacts broadcast={broadcast} />
      {(delivery.recipients > 0 || delivery.expected !== null) && <Delivery of={delivery} />}
      {broadcast.notifications.totalCount > 0 && <Failures broadcast={broadcast} />}
      <History of={broadcast.history} />
      {doing === "RESCHEDULE" && (
        <Reschedule broadcast={broadcast} timeZone={timeZone} changed={changed} onClose={idle} />
      )}
      {doing === "RELEASE" && <Release broadcast={broadcast} changed={changed} onClose={idle} />}
      {doing === "RETRY_FAILED" && <RetryFailed broadcast={broadcast} changed={changed} onClose={idle} />}
      {doing === "CANCEL" && <Cancel broadcast={broadcast} changed={changed} onClose={idle} />}
      {doing === "STOP" && <Stop broadcast={broadcast} changed={changed} onClose={idle} />}
    </Panel>
  );
}

function EditBroadcast({ broadcast, timeZone, mail, onClose }: Props) {
  const refresh = useRefresh();
  const { id } = broadcast;
  return (
    <Composer
      draft={`broadcasts:${id}`}
      initial={valuesOf(broadcast, timeZone)}
      version={broadcast.version}
      timeZone={timeZone}
      mail={mail}
      label={t("list.save")}
      onCancel={onClose}
      current={async () => {
        const now = (await run(BroadcastPanelDocument, { id })).broadcast as Broadcast;
        return { values: valuesOf(now, timeZone), version: now.version };
      }}
      submit={async (values, expectedVersion) => {
        const before = valuesOf(broadcast, timeZone);
        const { editBroadcast } = await run(EditBroadcastDocument, {
          input: { id, expectedVersion, ...textOf(values) },
        });
        refresh("broadcasts", "broadcast");
        onClose();
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
  );
}

function BroadcastFacts({ broadcast }: { broadcast: Broadcast }) {
  return (
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
  );
}

function History({ of: history }: { of: Broadcast["history"] }) {
  return (
    <Section title={t("broadcasts.history")}>
      <ul className={styles.rows}>
        {history.map((event) => (
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
  );
}
