// What e-mails about complaints say: the words of the organization in place of those of the service.
import { Button, NativeSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { Mail } from "lucide-react";
import { useState } from "react";

import { run } from "../../data/graph/client";
import { asGraphError } from "../../data/graph/errors";
import type { MailReader, MailTextInput } from "../../data/graph/schema.generated";
import { activeLanguage, needsOffice, t } from "../../lib/i18n/office";
import { Letter } from "../../parts/Letter";
import { Filters, type Filter } from "../../parts/list/Filters";
import { Form, type Field } from "../../parts/list/Form";
import styles from "../../parts/list/list.module.css";
import { Lookup } from "../../parts/list/Lookup";
import { complaints, type Picked } from "../../parts/list/lookups";
import { useRefresh } from "../../parts/list/once";
import { useGraph } from "../../parts/list/page";
import { Panel, Screen, Section, Tag } from "../../parts/list/Screen";
import { Table, type Column } from "../../parts/list/Table";
import { gonePanel } from "../../parts/list/unread";
import { useList, type List } from "../../parts/list/url";
import { done, failed } from "../../parts/undo";
import { useService, useViewer } from "../../data/session/viewer";
import { MailPreviewDocument, MailTemplatesDocument, SetMailTextsDocument, type MailTemplatesQuery } from "./generated";
import { forSuperAdmins } from "./superAdmins";
import { settingsTabs } from "./tabs";

type Template = MailTemplatesQuery["settings"]["mailTemplates"][number];
type Row = Template & { id: string };
type Text = Template["texts"][number];

const languages = [
  { value: "en", label: "English" },
  { value: "de", label: "Deutsch" },
];
const areas = ["REPORTS", "COMPLAINTS", "TASKS"] as const;
type Area = (typeof areas)[number];

const isOwn = (row: Template): boolean => row.texts.some(({ changed }) => changed);
const areaWord = ({ area }: Template): string => t(`settings.mailArea.${area as Area}`);
const Words = ({ of }: { of: Template }) => (
  <Tag tone={isOwn(of) ? "blue" : "slate"}>{t(isOwn(of) ? "settings.mailOwn" : "settings.mailOurs")}</Tag>
);

const filters = (): Filter[] => [
  {
    name: "area",
    label: t("settings.mailTo"),
    options: areas.map((it) => ({ value: it, label: t(`settings.mailArea.${it}`) })),
  },
  {
    name: "own",
    label: t("settings.mailWords"),
    options: [
      { value: "true", label: t("settings.mailOwn") },
      { value: "false", label: t("settings.mailOurs") },
    ],
  },
];

const columns = (): Column<Row>[] => [
  { key: "label", title: t("settings.mail"), wide: true, cell: ({ label }) => label },
  { key: "area", title: t("settings.mailTo"), cell: areaWord },
  { key: "own", title: t("settings.mailWords"), cell: (row) => <Words of={row} /> },
];

function Templates() {
  const list = useList();
  const { data, error, refetch } = useGraph("mail-templates", MailTemplatesDocument, {});
  const all = data?.settings.mailTemplates.map((it): Row => ({ ...it, id: it.event }));
  const words = list.text.toLowerCase();
  const rows = all?.filter(
    (row) =>
      (!list.filters.area || row.area === list.filters.area) &&
      (!list.filters.own || String(isOwn(row)) === list.filters.own) &&
      (!words || [row.label, ...row.texts.map(({ text }) => text)].some((it) => it.toLowerCase().includes(words))),
  );
  return (
    <Screen
      title={t("shell.settings")}
      tabs={settingsTabs(useViewer())}
      panel={
        list.open && all && <TemplatePanel key={list.open} list={list} row={all.find(({ id }) => id === list.open)} />
      }
    >
      <p className={styles.hint}>{t("settings.mailsText")}</p>
      {useService()?.mail === false && <p className={styles.hint}>{t("mail.none")}</p>}
      <Filters list={list} filters={filters()} />
      <Table
        label={t("settings.mails")}
        list={list}
        columns={columns()}
        rows={rows}
        filters={filters()}
        error={error}
        retry={refetch}
        empty={{ icon: Mail, title: t("settings.mails") }}
      />
    </Screen>
  );
}

function TemplatePanel({ list, row }: { list: List; row: Row | undefined }) {
  const [language, setLanguage] = useState(activeLanguage() === "de" ? "de" : "en");
  const close = (): void => list.set({ open: undefined });
  if (!row) return gonePanel(close);
  const texts = row.texts.filter((it) => it.language === language);
  return (
    <Panel
      title={row.label}
      about={
        <>
          {areaWord(row)}
          <Words of={row} />
        </>
      }
      onClose={close}
    >
      <NativeSelect
        label={t("settings.mailLanguage")}
        data={languages}
        value={language}
        onChange={(event) => setLanguage(event.currentTarget.value)}
      />
      <p className={styles.hint}>
        {t("settings.mailPlaceholders", { all: placeholdersOf(texts, false), subject: placeholdersOf(texts, true) })}
      </p>
      <Texts key={`${language} ${JSON.stringify(texts)}`} row={row} language={language} texts={texts} />
    </Panel>
  );
}

type Values = Record<string, string>;

const valuesOf = (texts: Text[]): Values => Object.fromEntries(texts.map(({ part, text }) => [part, text]));
const placeholdersOf = (texts: Text[], subject: boolean): string =>
  texts.find((it) => isSubject(it) === subject)?.placeholders.join(", ") ?? "";
const isSubject = ({ part }: Text): boolean => part === "SUBJECT" || part === "WATCHED_SUBJECT";

function Texts({ row, language, texts }: { row: Row; language: string; texts: Text[] }) {
  const refresh = useRefresh();
  const { event } = row;
  const inputs = (textOf: (it: Text) => string | null): MailTextInput[] =>
    texts.map((it) => ({ language, part: it.part, text: textOf(it) }));
  const write = async (to: MailTextInput[]): Promise<void> => {
    await run(SetMailTextsDocument, { input: { event, texts: to } });
    refresh("mail-templates", "settings", "settings-history");
  };
  const before = inputs((it) => (it.changed ? it.text : null));
  const undo = (): Promise<void> => write(before);
  const fields = texts.map((it, i): Field<Values> => ({
    name: it.part,
    label: t(`settings.mailPart.${it.part}`),
    kind: isSubject(it) ? "text" : "area",
    required: isSubject(it),
    max: it.maxLength,
    wire: [`texts.${i}.text`],
    rows: 3,
  }));
  return (
    <Form<Values>
      draft={`mails:${event}:${language}`}
      fields={fields}
      initial={valuesOf(texts)}
      label={t("list.save")}
      submit={async (values) => {
        await write(inputs(({ part }) => values[part] ?? ""));
        done({ text: t("list.saved", { name: row.label }), undo });
      }}
      extra={() =>
        texts.some(({ changed }) => changed) && (
          <Button
            variant="default"
            onClick={() =>
              void write(inputs(() => null))
                .then(() => done({ text: t("settings.mailReset", { name: row.label }), undo }))
                .catch(failed)
            }
          >
            {t("settings.mailUseOurs")}
          </Button>
        )
      }
    >
      {(values: Values) => <Preview row={row} language={language} texts={inputs(({ part }) => values[part] ?? "")} />}
    </Form>
  );
}

// Preview is how the e-mail reads with what is typed, about a complaint that can be chosen.
function Preview({ row, language, texts }: { row: Row; language: string; texts: MailTextInput[] }) {
  const [reader, setReader] = useState<MailReader>(row.readers[0]!);
  const [complaint, setComplaint] = useState<Picked | null>(null);
  const [typed] = useDebouncedValue(texts, 300);
  const { data, error } = useGraph("mail-preview", MailPreviewDocument, {
    input: {
      event: row.event,
      language,
      reader,
      complaintId: complaint?.id ?? null,
      texts: typed,
    },
  });
  const fault = error && (asGraphError(error).fields[0]?.message ?? asGraphError(error).message);
  return (
    <Section title={t("settings.mailPreview")}>
      {row.readers.length > 1 && (
        <NativeSelect
          label={t("settings.mailReader")}
          value={reader}
          data={row.readers.map((it) => ({ value: it, label: t(`settings.mailReader.${it}`) }))}
          onChange={(event) => setReader(event.currentTarget.value as MailReader)}
        />
      )}
      <Lookup
        label={t("settings.mailComplaint")}
        hint={t("settings.mailComplaintHint")}
        source={complaints}
        value={complaint}
        onChange={setComplaint}
      />
      <div aria-live="polite">
        {fault ? <p className={styles.warn}>{fault}</p> : data && <Letter {...data.mailPreview} />}
      </div>
    </Section>
  );
}

export default needsOffice(forSuperAdmins(Templates));
