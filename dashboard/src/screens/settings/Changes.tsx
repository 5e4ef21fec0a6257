// What a change did: each value before and after.
import { messageOf, t } from "../../lib/i18n/office";
import { dateTime } from "../../lib/i18n/format";
import { nameOfWeekday } from "../../lib/i18n/weekdays";
import { weekdays } from "../../lib/domain";
import { verbatimIf } from "../../parts/Verbatim";
import styles from "../../parts/list/list.module.css";

type Values = Record<string, unknown>;

const objectOf = (value: unknown): Values =>
  value && typeof value === "object" && !Array.isArray(value) ? (value as Values) : {};

// print shows a value as a person reads it: enumerations by their words, times in the time zone.
function print(value: unknown): string {
  if (value === null || value === undefined || value === "") return t("list.empty");
  if (typeof value === "boolean") return t(value ? "list.yes" : "list.no");
  if (Array.isArray(value)) return value.map(print).join(", ");
  if (typeof value === "object")
    return Object.entries(value as Values)
      .map(([key, it]) => `${nameOf(key)}: ${print(it)}`)
      .join(", ");
  const text = String(value);
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return dateTime(text);
  const day = weekdays.find((it) => it === text);
  if (day) return nameOfWeekday(day);
  for (const kind of ["role", "status", "priority", "task", "payments.method", "broadcasts.state", "people.state"]) {
    const word = /^[A-Za-z_]+$/.test(text) && messageOf(`${kind}.${text.toUpperCase()}`);
    if (word) return word;
  }
  return text;
}

function nameOf(key: string): string {
  const [field, event = "", language, part] = key.split(".");
  if (field === "mailTexts")
    // of an event, in a language
    return `${t("settings.mail")} ${event.replaceAll("_", " ")}, ${language}: ${messageOf(`settings.mailPart.${part}`) ?? part}`;
  return messageOf(`audit.field.${key}`) ?? key.replaceAll("_", " ");
}

const asIs = /(^|_)(ids?|name|email|phone|reference|code|number)$/; // the fields of names and the like

export function Changes({ before, after }: { before: unknown; after: unknown }) {
  const old = objectOf(before);
  const now = objectOf(after);
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  if (keys.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {keys.map((key) => (
        <div key={key}>
          <dt>{nameOf(key)}</dt>
          <dd {...verbatimIf(asIs.test(key))}>
            {key in old && (
              <>
                <del>{print(old[key])}</del>
                {key in now && " → "}
              </>
            )}
            {key in now && print(now[key])}
          </dd>
        </div>
      ))}
    </dl>
  );
}
