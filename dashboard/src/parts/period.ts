// What the periods of reports and lists are called.
import { rolling, today } from "../data/period";
import { t } from "../lib/i18n/office";
import { monthName } from "../lib/i18n/format";

// periodName is what a period other than days of one's own is called.
export function periodName(name: string): string {
  if (name in rolling) return t(`reports.period.${name as keyof typeof rolling}`);
  if (name === today().slice(0, 7)) return t("reports.thisMonth");
  if (name === today().slice(0, 4)) return t("reports.thisYear", { year: name }); // who types the year finds it
  return name.length > 4 ? monthName(`${name}-15T12:00:00Z`) : name;
}
