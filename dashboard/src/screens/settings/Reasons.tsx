// Reason codes: what may be given as the reason of an action, in each language.
import { Button } from "@mantine/core";
import { ListChecks, Plus } from "lucide-react";
import { Link } from "wouter";

import { run } from "../../data/graph/client";
import { needsOffice, activeLanguage, t } from "../../lib/i18n/office";
import { Filters, type Filter } from "../../parts/list/Filters";
import { Form, type Field } from "../../parts/list/Form";
import styles from "../../parts/list/list.module.css";
import { useRefresh } from "../../parts/list/once";
import { useGraph } from "../../parts/list/page";
import { Panel, Screen, Tag } from "../../parts/list/Screen";
import { gonePanel } from "../../parts/list/unread";
import { Table, type Column } from "../../parts/list/Table";
import { useList, type List } from "../../parts/list/url";
import { done, failed } from "../../parts/undo";
import { useViewer } from "../../data/session/viewer";
import { ReasonsPageDocument, RetireReasonCodeDocument, SetReasonCodeDocument, type ReasonFragment } from "./generated";
import { reasonedActions, type ReasonedAction } from "../../lib/domain";
import { settingsTabs } from "./tabs";

type Row = ReasonFragment & { id: string };

const labelIn = (row: ReasonFragment, language: string): string =>
  row.labels.find((it) => it.language === language)?.text ?? "";

const filters = (): Filter[] => [
  {
    name: "action",
    label: t("settings.action"),
    options: reasonedActions.map((it) => ({ value: it, label: t(`settings.action.${it}`) })),
  },
  {
    name: "retired",
    label: t("people.state"),
    options: [
      { value: "false", label: t("settings.inUse") },
      { value: "true", label: t("settings.retired") },
    ],
  },
];

const columns = (): Column<Row>[] => [
  {
    key: "label",
    title: t("settings.label"),
    wide: true,
    cell: (row) => labelIn(row, activeLanguage() === "de" ? "de" : "en") || row.labels[0]?.text || row.code,
  },
  {
    key: "action",
    title: t("settings.action"),
    cell: ({ action }) => t(`settings.action.${action as ReasonedAction}`),
  },
  { key: "code", title: t("settings.code"), from: "tablet", verbatim: true, cell: ({ code }) => <code>{code}</code> },
  { key: "de", title: "Deutsch", from: "desktop", cell: (row) => <span lang="de">{labelIn(row, "de")}</span> },
  { key: "en", title: "English", from: "desktop", cell: (row) => <span lang="en">{labelIn(row, "en")}</span> },
  {
    key: "state",
    title: t("people.state"),
    cell: ({ retired }) => (
      <Tag tone={retired ? "slate" : "green"}>{t(retired ? "settings.retired" : "settings.inUse")}</Tag>
    ),
  },
];

function Reasons() {
  const list = useList();
  const viewer = useViewer();
  const { data, error, refetch } = useGraph("reasons", ReasonsPageDocument, {});
  const words = list.text.toLowerCase();
  const all =
    data &&
    Object.values(data)
      .flatMap((codes) => codes)
      .map((row): Row => ({ ...row, id: `${row.action}.${row.code}` }));
  const rows = all?.filter(
    (row) =>
      (!list.filters.action || row.action === list.filters.action) &&
      (!list.filters.retired || String(row.retired) === list.filters.retired) &&
      (!words || [row.code, ...row.labels.map(({ text }) => text)].some((text) => text.toLowerCase().includes(words))),
  );
  const create = (
    <Button leftSection={<Plus size={15} />} component={Link} href={list.href({ open: "new" })}>
      {t("settings.newReason")}
    </Button>
  );
  return (
    <Screen
      title={t("shell.settings")}
      tabs={settingsTabs(viewer)}
      actions={create}
      panel={
        list.open === "new" ? (
          <NewReason list={list} />
        ) : (
          list.open && all && <ReasonPanel key={list.open} list={list} row={all.find(({ id }) => id === list.open)} />
        )
      }
    >
      <p className={styles.hint}>{t("settings.reasonsText")}</p>
      <Filters list={list} filters={filters()} />
      <Table
        label={t("settings.reasons")}
        list={list}
        columns={columns()}
        rows={rows}
        filters={filters()}
        error={error}
        retry={refetch}
        faded={({ retired }) => retired}
        empty={{
          icon: ListChecks,
          title: t("settings.noReasons"),
          children: (
            <>
              <p>{t("settings.noReasonsText")}</p>
              {create}
            </>
          ),
        }}
      />
    </Screen>
  );
}

interface ReasonValues extends Record<string, string> {
  action: string;
  code: string;
  en: string;
  de: string;
}

const labelFields = (): Field<ReasonValues>[] => [
  { name: "en", label: t("settings.labelEn"), required: true, max: 100, wire: ["labels", "labels.0"] },
  { name: "de", label: t("settings.labelDe"), required: true, max: 100, wire: ["labels.1"] },
];

// labelsOf are the labels of the two languages, with those of other languages that are there already.
const labelsOf = (values: ReasonValues, others: { language: string; text: string }[] = []) => [
  { language: "en", text: values.en },
  { language: "de", text: values.de },
  ...others.filter(({ language }) => language !== "en" && language !== "de"),
];

function NewReason({ list }: { list: List }) {
  const refresh = useRefresh();
  const close = (): void => list.set({ open: undefined });
  return (
    <Panel title={t("settings.newReason")} about={t("settings.newReasonAbout")} onClose={close}>
      <Form<ReasonValues>
        draft="reasons:new"
        label={t("settings.addReason")}
        onCancel={close}
        initial={{ action: list.filters.action ?? "REJECT", code: "", en: "", de: "" }}
        fields={[
          {
            name: "action",
            label: t("settings.action"),
            kind: "select",
            required: true,
            options: reasonedActions.map((it) => ({ value: it, label: t(`settings.action.${it}`) })),
          },
          { name: "code", label: t("settings.code"), hint: t("settings.codeHint"), required: true, max: 40 },
          ...labelFields(),
        ]}
        submit={async (values) => {
          await run(SetReasonCodeDocument, {
            input: { action: values.action as ReasonedAction, code: values.code, labels: labelsOf(values) },
          });
          refresh("reasons", "settings-history", "settings");
          list.set({ open: `${values.action}.${values.code}` }, true);
          done({
            text: t("list.saved", { name: values.code }),
            undo: () =>
              run(RetireReasonCodeDocument, {
                input: { action: values.action as ReasonedAction, code: values.code },
              }).then(() => refresh("reasons")),
          });
        }}
      />
    </Panel>
  );
}

function ReasonPanel({ list, row }: { list: List; row: Row | undefined }) {
  const refresh = useRefresh();
  const close = (): void => list.set({ open: undefined });
  if (!row) return gonePanel(close);
  const { code, retired } = row;
  const action = row.action as ReasonedAction;
  const initial: ReasonValues = { action, code, en: labelIn(row, "en"), de: labelIn(row, "de") };
  const write = async (values: ReasonValues): Promise<void> => {
    await run(SetReasonCodeDocument, { input: { action, code, labels: labelsOf(values, row.labels) } });
    refresh("reasons", "settings-history", "settings");
  };
  const retire = async (): Promise<void> => {
    await run(RetireReasonCodeDocument, { input: { action, code } });
    refresh("reasons", "settings-history", "settings");
  };
  return (
    <Panel
      title={<code>{code}</code>}
      verbatim
      about={
        <>
          {t(`settings.action.${action}`)}
          <Tag tone={retired ? "slate" : "green"}>{t(retired ? "settings.retired" : "settings.inUse")}</Tag>
        </>
      }
      onClose={close}
    >
      <Form<ReasonValues>
        key={JSON.stringify(row.labels)}
        draft={`reasons:${row.id}`}
        fields={labelFields()}
        initial={initial}
        label={t(retired ? "settings.useAgain" : "list.save")}
        submit={async (values) => {
          await write(values);
          done({ text: t("list.saved", { name: code }), undo: () => (retired ? retire() : write(initial)) });
        }}
      />
      {!retired && (
        <div className={styles.section}>
          <div>
            <Button
              variant="default"
              onClick={() =>
                void retire()
                  .then(() => done({ text: t("settings.wasRetired", { code }), undo: () => write(initial) }))
                  .catch(failed)
              }
            >
              {t("settings.retire")}
            </Button>
          </div>
          <p className={styles.hint}>{t("settings.retireHint")}</p>
        </div>
      )}
    </Panel>
  );
}

export default needsOffice(Reasons);
