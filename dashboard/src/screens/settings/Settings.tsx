// The settings that are changed while the service runs.
import { Button } from "@mantine/core";
import { ListChecks } from "lucide-react";
import { useLocation } from "wouter";

import { run } from "../../data/graph/client";
import { weekdays, type Weekday } from "../../lib/domain";
import { needsOffice, t } from "../../lib/i18n/office";
import { nameOfWeekday } from "../../lib/i18n/weekdays";
import { timeZones, zoneToday } from "../../lib/i18n/zones";
import { Form, type Field, type Values } from "../../parts/list/Form";
import styles from "../../parts/list/list.module.css";
import { useRefresh } from "../../parts/list/once";
import { useGraph } from "../../parts/list/page";
import { Screen } from "../../parts/list/Screen";
import { Bones, ErrorNotice } from "../../parts/Notice";
import { done } from "../../parts/undo";
import { loadService, useViewer } from "../../data/session/viewer";
import { setSteps, stepsNow } from "../../data/steps";
import { SettingsPageDocument, UpdateSettingsDocument, type SettingsNowFragment } from "./generated";
import { forSuperAdmins } from "./superAdmins";
import { settingsTabs } from "./tabs";

interface SettingsValues extends Values {
  name: string;
  address: string;
  logoUrl: string;
  email: string;
  phone: string;
  color: string;
  replyTo: string;
  nameStaff: boolean;
  guestReports: boolean;
  timeZone: string;
  workingDays: Weekday[];
  languages: string;
  closeAfterDays: string;
  reopenWithinDays: string;
  mapTiles: string;
}

const valuesOf = (settings: SettingsNowFragment): SettingsValues => ({
  name: settings.organization.name,
  address: settings.organization.address,
  logoUrl: settings.organization.logoUrl,
  email: settings.organization.email,
  phone: settings.organization.phone,
  color: settings.organization.color,
  replyTo: settings.organization.replyTo,
  nameStaff: settings.nameStaff,
  guestReports: settings.guestReports,
  timeZone: zoneToday(settings.timeZone),
  workingDays: settings.workingDays,
  languages: settings.languages.join(", "),
  closeAfterDays: String(settings.closeAfterDays),
  reopenWithinDays: String(settings.reopenWithinDays),
  mapTiles: settings.mapTiles ?? "",
});

// daysOf is the number that was typed; what is none is refused by the service.
const daysOf = (text: string): number => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : -1);

const inputOf = (values: SettingsValues, expectedVersion: number | undefined) => ({
  expectedVersion,
  name: values.name,
  address: values.address,
  logoUrl: values.logoUrl,
  email: values.email,
  phone: values.phone,
  color: values.color,
  replyTo: values.replyTo,
  nameStaff: values.nameStaff,
  guestReports: values.guestReports,
  timeZone: values.timeZone,
  workingDays: values.workingDays,
  languages: values.languages.split(/[\s,;]+/).filter(Boolean),
  closeAfterDays: daysOf(values.closeAfterDays),
  reopenWithinDays: daysOf(values.reopenWithinDays),
  mapTiles: values.mapTiles,
});

const fields = (timeZone: string): Field<SettingsValues>[] => [
  { name: "name", label: t("settings.name"), max: 200 },
  { name: "address", label: t("settings.address"), kind: "area", rows: 3, max: 500 },
  { name: "email", label: t("settings.email"), hint: t("settings.emailHint"), kind: "email", max: 254 },
  { name: "phone", label: t("settings.phone"), hint: t("settings.phoneHint"), kind: "tel", max: 40 },
  { name: "logoUrl", label: t("settings.logo"), hint: t("settings.logoHint"), kind: "url", max: 500 },
  { name: "color", label: t("settings.color"), hint: t("settings.colorHint"), kind: "color" },
  { name: "replyTo", label: t("settings.replyTo"), hint: t("settings.replyToHint"), kind: "email", max: 254 },
  { name: "nameStaff", label: t("settings.nameStaff"), hint: t("settings.nameStaffHint"), kind: "switch" },
  { name: "guestReports", label: t("settings.guestReports"), hint: t("settings.guestReportsHint"), kind: "switch" },
  {
    name: "timeZone",
    label: t("settings.timeZone"),
    hint: t("settings.timeZoneHint"),
    kind: "select",
    required: true,
    options: timeZones(timeZone).map((it) => ({ value: it, label: it })),
  },
  {
    name: "workingDays",
    label: t("settings.workingDays"),
    hint: t("settings.workingDaysHint"),
    kind: "checks",
    options: weekdays.map((it) => ({ value: it, label: nameOfWeekday(it) })),
  },
  { name: "languages", label: t("settings.languages"), hint: t("settings.languagesHint") },
  { name: "closeAfterDays", label: t("settings.close"), hint: t("settings.closeHint"), kind: "number", required: true },
  {
    name: "reopenWithinDays",
    label: t("settings.reopen"),
    hint: t("settings.reopenHint"),
    kind: "number",
    required: true,
  },
  { name: "mapTiles", label: t("settings.map"), hint: t("settings.mapHint"), kind: "url", max: 500 },
];

function General() {
  const viewer = useViewer();
  const [, navigate] = useLocation();
  const refresh = useRefresh();
  const { data, error, refetch } = useGraph("settings", SettingsPageDocument, {});
  const settings = data?.settings;
  const write = async (values: SettingsValues, version: number | undefined): Promise<number> => {
    const { updateSettings } = await run(UpdateSettingsDocument, { input: inputOf(values, version) });
    refresh("settings", "settings-history");
    void loadService();
    return updateSettings.settings.version;
  };
  return (
    <Screen title={t("shell.settings")} tabs={settingsTabs(viewer)}>
      {error && !data && <ErrorNotice error={error} retry={refetch} />}
      <div className={styles.column}>
        {settings ? (
          <Form<SettingsValues>
            key={settings.version}
            draft="settings"
            fields={fields(settings.timeZone)}
            initial={valuesOf(settings)}
            version={settings.version}
            label={t("list.save")}
            current={async () => {
              const now = (await run(SettingsPageDocument, {})).settings;
              return { values: valuesOf(now), version: now.version };
            }}
            submit={async (values, version) => {
              const before = valuesOf(settings);
              const after = await write(values, version);
              done({ text: t("settings.saved"), undo: () => write(before, after) });
            }}
          />
        ) : (
          <Bones lines={12} />
        )}
        {settings && stepsNow() === "hidden" && (
          <div className={styles.buttons}>
            <Button
              variant="default"
              leftSection={<ListChecks size={15} />}
              onClick={() => {
                setSteps("shown");
                navigate("/inbox");
              }}
            >
              {t("start.show")}
            </Button>
          </div>
        )}
      </div>
    </Screen>
  );
}

export default needsOffice(forSuperAdmins(General));
