// What a broadcast says and whom it reaches: for a new one and for one that is not going out yet.
import { Button } from "@mantine/core";
import { useDeferredValue, useState } from "react";

import { run } from "../../data/graph/client";
import { t } from "../../lib/i18n/office";
import { number } from "../../lib/i18n/format";
import { roles, targetTypes, type TargetType } from "../../lib/domain";
import { Dialog } from "../../parts/Dialog";
import { Form, type Field } from "../../parts/list/Form";
import styles from "../../parts/list/list.module.css";
import { groups, zones, type Picked } from "../../parts/list/lookups";
import { useOnce } from "../../parts/list/once";
import { useGraph } from "../../parts/list/page";
import { inZone, localIn, momentIn } from "../../lib/i18n/zone";
import { done, failed } from "../../parts/undo";
import type { Broadcast } from "./broadcast";
import { AudienceDocument, BroadcastServiceDocument, SendTestBroadcastDocument } from "./generated";

type Channel = "IN_APP" | "EMAIL";

export interface BroadcastValues extends Record<string, string | boolean | Picked | null> {
  title: string;
  message: string;
  email: boolean;
  urgent: boolean;
  target: string;
  role: string;
  zone: Picked | null;
  group: Picked | null;
  when: string;
  at: string;
}

export const emptyBroadcast = (timeZone: string): BroadcastValues => ({
  title: "",
  message: "",
  email: false,
  urgent: false,
  target: "ALL",
  role: "USER",
  zone: null,
  group: null,
  when: "now",
  at: localIn(timeZone, Math.ceil((Date.now() + 3_600_000) / 900_000) * 900_000),
});

export function valuesOf(broadcast: Broadcast, timeZone: string): BroadcastValues {
  const { type, value, label } = broadcast.target;
  return {
    ...emptyBroadcast(timeZone),
    title: broadcast.title,
    message: broadcast.message,
    email: broadcast.channels.includes("EMAIL"),
    urgent: broadcast.urgent,
    target: type,
    role: type === "ROLE" ? value : "USER",
    zone: type === "ZONE" ? { id: value, name: label } : null,
    group: type === "GROUP" ? { id: value, name: label } : null,
  };
}

const channelsOf = (values: BroadcastValues): Channel[] => (values.email ? ["IN_APP", "EMAIL"] : ["IN_APP"]);

const targetOf = (values: BroadcastValues): { targetType: TargetType; targetValue: string } => ({
  targetType: values.target as TargetType,
  targetValue: { ALL: "", ROLE: values.role, ZONE: values.zone?.id ?? "", GROUP: values.group?.id ?? "" }[
    values.target as TargetType
  ],
});

export const textOf = (values: BroadcastValues) => ({
  title: values.title,
  message: values.message,
  channels: channelsOf(values),
  urgent: values.urgent,
  ...targetOf(values),
});

export const scheduleOf = (values: BroadcastValues, timeZone: string) =>
  values.when === "at" && values.at
    ? { scheduledAt: momentIn(timeZone, values.at), timezone: timeZone }
    : { timezone: timeZone };

const complete = (values: BroadcastValues): boolean =>
  targetOf(values).targetType === "ALL" || targetOf(values).targetValue !== "";

export function useBroadcastService() {
  return useGraph("broadcast-service", BroadcastServiceDocument, {}).data?.serviceInfo;
}

interface Props {
  draft: string;
  initial: BroadcastValues;
  label?: string;
  version?: number;
  current?: () => Promise<{ values: BroadcastValues; version: number }>;
  timeZone: string;
  mail: boolean;
  schedule?: boolean; // whether the time is chosen here
  onCancel: () => void;
  submit: (values: BroadcastValues, version: number | undefined) => Promise<unknown>;
}

const fieldsOf = ({
  timeZone,
  mail,
  schedule,
}: Pick<Props, "timeZone" | "mail" | "schedule">): Field<BroadcastValues>[] => [
  { name: "title", label: t("broadcasts.heading"), required: true, max: 200 },
  { name: "message", label: t("broadcasts.message"), kind: "area", rows: 7, required: true },
  {
    name: "target",
    label: t("broadcasts.to"),
    kind: "select",
    required: true,
    wire: ["targetType"],
    options: targetTypes.map((it) => ({
      value: it,
      label: t(`broadcasts.target.${it}`),
    })),
  },
  {
    name: "role",
    label: t("account.role"),
    kind: "select",
    required: true,
    show: ({ target }) => target === "ROLE",
    options: roles.map((it) => ({ value: it, label: t(`role.${it}`) })),
    wire: ["targetValue"],
  },
  {
    name: "zone",
    label: t("account.zone"),
    hint: t("broadcasts.zoneHint"),
    kind: "lookup",
    source: zones,
    required: true,
    show: ({ target }) => target === "ZONE",
    wire: ["targetValue"],
  },
  {
    name: "group",
    label: t("people.group"),
    kind: "lookup",
    source: groups,
    required: true,
    show: ({ target }) => target === "GROUP",
    wire: ["targetValue"],
  },
  {
    name: "email",
    label: t("broadcasts.email"),
    hint: mail ? t("broadcasts.emailHint") : t("broadcasts.noMail"),
    kind: "switch",
    show: ({ email }) => mail || email,
    wire: ["channels"],
  },
  { name: "urgent", label: t("broadcasts.urgent"), hint: t("broadcasts.urgentHint"), kind: "switch" },
  ...(schedule
    ? ([
        {
          name: "when",
          label: t("broadcasts.when"),
          kind: "select",
          required: true,
          options: [
            { value: "now", label: t("broadcasts.now") },
            { value: "at", label: t("broadcasts.later") },
          ],
        },
        {
          name: "at",
          label: t("broadcasts.at"),
          hint: t("broadcasts.atHint", { zone: timeZone }),
          kind: "time",
          required: true,
          show: ({ when }: BroadcastValues) => when === "at",
          wire: ["scheduledAt"],
        },
      ] as Field<BroadcastValues>[])
    : []),
];

export function Composer({
  draft,
  initial,
  label,
  version,
  current,
  timeZone,
  mail,
  schedule = false,
  onCancel,
  submit,
}: Props) {
  const [asking, setAsking] = useState<{ values: BroadcastValues; answer: (yes: boolean) => void }>();
  return (
    <>
      <Form<BroadcastValues>
        draft={draft}
        fields={fieldsOf({ timeZone, mail, schedule })}
        initial={initial}
        version={version}
        label={label ?? t("broadcasts.send")}
        onCancel={onCancel}
        {...(current ? { current } : {})}
        submit={async (values, expectedVersion) => {
          if (schedule) {
            const yes = await new Promise<boolean>((answer) => setAsking({ values, answer }));
            setAsking(undefined);
            if (!yes) return false;
          }
          return submit(values, expectedVersion);
        }}
        extra={(values) => <TestButton values={values} />}
      >
        {(values) => <Audience values={values} />}
      </Form>
      {asking && <AskToSend values={asking.values} timeZone={timeZone} answer={asking.answer} />}
    </>
  );
}

// TestButton sends what is written so far to the viewer alone.
function TestButton({ values }: { values: BroadcastValues }) {
  const key = useOnce();
  return (
    <Button
      variant="default"
      disabled={!values.title.trim() || !values.message.trim()}
      onClick={() => {
        const input = {
          title: values.title,
          message: values.message,
          channels: channelsOf(values),
          urgent: values.urgent,
        };
        void run(SendTestBroadcastDocument, {
          input: { ...input, idempotencyKey: key({ ...input, minute: Math.floor(Date.now() / 10_000) }) },
        })
          .then(() => done({ text: t("broadcasts.testSent") }))
          .catch(failed);
      }}
    >
      {t("broadcasts.test")}
    </Button>
  );
}

function AskToSend({
  values,
  timeZone,
  answer,
}: {
  values: BroadcastValues;
  timeZone: string;
  answer: (yes: boolean) => void;
}) {
  return (
    <Dialog title={t(values.when === "at" ? "broadcasts.askLater" : "broadcasts.askNow")} onClose={() => answer(false)}>
      <div className={styles.dialogText}>
        <p>
          <strong dir="auto">{values.title}</strong>
        </p>
        <Audience values={values} />
        <p>
          {values.when === "at"
            ? t("broadcasts.askLaterText", { time: inZone(momentIn(timeZone, values.at), timeZone) })
            : t("broadcasts.askNowText")}
        </p>
        <div className={styles.buttons}>
          <Button data-autofocus onClick={() => answer(true)}>
            {t(values.when === "at" ? "broadcasts.schedule" : "broadcasts.sendNow")}
          </Button>
          <Button variant="default" onClick={() => answer(false)}>
            {t("common.cancel")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

// Audience says how many people a broadcast would reach now, over each channel.
function Audience({ values }: { values: BroadcastValues }) {
  const target = targetOf(values);
  const variables = useDeferredValue(target);
  const { data, error } = useGraph("audience", AudienceDocument, variables, { enabled: complete(values) });
  if (!complete(values) || error || !data) return null;
  const { recipients, channels } = data.broadcastAudience;
  const used = channels.filter(({ channel }) => channel === "IN_APP" || values.email);
  return (
    <p className={recipients === 0 ? styles.warn : styles.info} role="status" data-audience>
      {t("broadcasts.reaches", { n: recipients })}{" "}
      {recipients > 0 &&
        used.map(({ channel, recipients: n }) => `${t(`broadcasts.channel.${channel}`)}: ${number(n)}`).join(" · ")}
    </p>
  );
}
