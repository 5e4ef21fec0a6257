// What is asked before something is done with a broadcast.
import { run } from "../../data/graph/client";
import { t } from "../../lib/i18n/office";
import { localIn, momentIn } from "../../lib/i18n/zone";
import { Confirm, type Field } from "../../parts/list/Form";
import type { Broadcast } from "./broadcast";
import {
  CancelBroadcastDocument,
  ReleaseBroadcastDocument,
  RescheduleBroadcastDocument,
  RetryFailedDocument,
  StopBroadcastDocument,
} from "./generated";

interface Props {
  broadcast: Broadcast;
  changed: (text: string) => void;
  onClose: () => void;
}

const reasonFields = (): Field<{ reason: string }>[] => [
  { name: "reason", label: t("payments.reason"), kind: "area", rows: 2, max: 2000 },
];

export function Reschedule({ broadcast, timeZone, changed, onClose }: Props & { timeZone: string }) {
  const { id, title, version } = broadcast;
  return (
    <Confirm<{ at: string; note: string }>
      title={t("broadcasts.do.RESCHEDULE")}
      action={t("broadcasts.do.RESCHEDULE")}
      danger={false}
      onClose={onClose}
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
  );
}

export function Release({ broadcast: { id, title, version }, changed, onClose }: Props) {
  return (
    <Confirm
      title={t("broadcasts.releaseTitle", { title })}
      action={t("broadcasts.do.RELEASE")}
      danger={false}
      onClose={onClose}
      text={<p>{t("broadcasts.releaseText")}</p>}
      confirm={async () => {
        await run(ReleaseBroadcastDocument, { input: { id, expectedVersion: version } });
        changed(t("broadcasts.sending", { title }));
      }}
    />
  );
}

export function RetryFailed({ broadcast: { id, version, notifications }, changed, onClose }: Props) {
  return (
    <Confirm
      title={t("broadcasts.do.RETRY_FAILED")}
      action={t("broadcasts.do.RETRY_FAILED")}
      danger={false}
      onClose={onClose}
      text={<p>{t("broadcasts.retryText", { n: notifications.totalCount })}</p>}
      confirm={async () => {
        await run(RetryFailedDocument, { input: { id, expectedVersion: version } });
        changed(t("broadcasts.retrying"));
      }}
    />
  );
}

export function Cancel({ broadcast: { id, title, version }, changed, onClose }: Props) {
  return (
    <Confirm<{ reason: string }>
      title={t("broadcasts.cancelTitle", { title })}
      action={t("broadcasts.do.CANCEL")}
      onClose={onClose}
      text={<p>{t("broadcasts.cancelText")}</p>}
      fields={reasonFields()}
      initial={{ reason: "" }}
      confirm={async ({ reason }) => {
        await run(CancelBroadcastDocument, { input: { id, expectedVersion: version, reason } });
        changed(t("broadcasts.cancelled", { title }));
      }}
    />
  );
}

export function Stop({ broadcast: { id, title, version }, changed, onClose }: Props) {
  return (
    <Confirm<{ reason: string }>
      title={t("broadcasts.stopTitle", { title })}
      action={t("broadcasts.do.STOP")}
      onClose={onClose}
      text={<p>{t("broadcasts.stopText")}</p>}
      fields={reasonFields()}
      initial={{ reason: "" }}
      confirm={async ({ reason }) => {
        await run(StopBroadcastDocument, { input: { id, expectedVersion: version, reason } });
        changed(t("broadcasts.stopped", { title }));
      }}
    />
  );
}
