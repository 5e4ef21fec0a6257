// The first start: who has the link that the service printed creates the first account here. The token is behind the #
// of the address, which no server sees, and leaves the address at once. It and what is typed, but for the password, stay
// in this tab over a reload, until the account is there.
import { Button, NativeSelect, PasswordInput, TextInput } from "@mantine/core";
import { useMemo, useState, type ChangeEvent, type FormEvent } from "react";
import { useLocation } from "wouter";

import { asGraphError, sentence } from "../../data/graph/errors";
import { activeLanguage, languages, t, type Language } from "../../lib/i18n";
import { timeZones, zoneToday } from "../../lib/i18n/zones";
import icon from "../../parts/icon.svg";
import { useTitle } from "../../parts/title";
import { chooseAtDoor } from "../../parts/look";
import { setUp } from "../../data/session/session";
import styles from "./sign-in.module.css";
import { loadService, useService } from "../../data/session/viewer";
import { inTab } from "../../lib/storage";
import { useBusy } from "../../parts/busy";

const kept = "redress-setup:"; // begins the names under which this tab keeps the token and the fields

const keep = (name: string, value: string): void => inTab.set(kept + name, value);
const keptValue = (name: string): string => inTab.get(kept + name) ?? "";

function forget(): void {
  for (const name of inTab.keys()) if (name.startsWith(kept)) inTab.remove(name);
}

// takeToken moves the token from the address into the storage of the tab. A link that was opened later counts.
function takeToken(): string {
  if (location.hash.length > 1) {
    keep("token", location.hash.slice(1));
    history.replaceState(history.state, "", location.pathname);
  }
  return keptValue("token");
}

export default function Setup() {
  const service = useService();
  const [, navigate] = useLocation();
  const link = useMemo(takeToken, []);
  const [busy, once] = useBusy();
  const [fault, setFault] = useState("");
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [zone, setZone] = useState(
    () => keptValue("time_zone") || zoneToday(Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC"),
  );
  const [zones] = useState(() => timeZones(zone)); // the one of the browser stays among the first
  useTitle(t("setup.title"));

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const text = (name: string): string => String(given.get(name) ?? "");
    return once(async () => {
      setFault("");
      setWrong({});
      try {
        await setUp({
          token: link,
          name: text("name"),
          email: text("email"),
          password: text("password"),
          organization: text("organization"),
          language: activeLanguage(),
          time_zone: zone,
        });
        forget();
        void loadService();
        navigate("/", { replace: true });
      } catch (cause) {
        const error = asGraphError(cause);
        setWrong(Object.fromEntries(error.fields.map(({ field, message }) => [field, message])));
        if (error.fields.length === 0) setFault(sentence(cause));
        if (error.code === "CONFLICT") {
          forget();
          void loadService();
        }
      }
    });
  };
  const typed = (name: string) => ({
    name,
    defaultValue: keptValue(name),
    onChange: (event: ChangeEvent<HTMLInputElement>) => keep(name, event.currentTarget.value),
  });
  if (!link) {
    return (
      <main className={styles.page}>
        <div className={styles.card}>
          <img src={icon} alt="" width="40" height="40" />
          <h1>{t("setup.noLink")}</h1>
          <p>{t("setup.noLinkText")}</p>
        </div>
      </main>
    );
  }
  return (
    <main className={styles.page}>
      <form className={styles.card} onSubmit={(event) => void submit(event)} aria-labelledby="setup-title" noValidate>
        <img src={icon} alt="" width="40" height="40" />
        <h1 id="setup-title">{t("setup.title")}</h1>
        <p className={styles.hint}>{t("setup.text")}</p>
        <NativeSelect
          label={t("setup.language")}
          description={t("setup.languageHint")}
          size="md"
          value={activeLanguage()}
          onChange={(event) => void chooseAtDoor(event.currentTarget.value as Language)}
          data={languages.map(({ code, name }) => ({ value: code, label: name }))}
        />
        <TextInput
          label={t("setup.organization")}
          {...typed("organization")}
          autoComplete="organization"
          required
          withAsterisk={false}
          size="md"
          autoFocus
          error={wrong.organization}
        />
        <NativeSelect
          label={t("setup.timeZone")}
          size="md"
          data={zones}
          value={zone}
          onChange={(event) => {
            setZone(event.currentTarget.value);
            keep("time_zone", event.currentTarget.value);
          }}
          error={wrong.time_zone}
        />
        <TextInput
          label={t("setup.name")}
          {...typed("name")}
          autoComplete="name"
          required
          withAsterisk={false}
          size="md"
          error={wrong.name}
        />
        <TextInput
          label={t("session.email")}
          {...typed("email")}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          size="md"
          error={wrong.email}
        />
        <PasswordInput
          label={t("session.password")}
          description={t("session.newPasswordHint", { n: service?.limits.passwordMinimum ?? 10 })}
          name="password"
          autoComplete="new-password"
          required
          withAsterisk={false}
          size="md"
          error={wrong.password}
        />
        <p className={styles.fault} role="alert">
          {fault}
        </p>
        <Button type="submit" size="md" loading={busy} fullWidth>
          {t("setup.submit")}
        </Button>
      </form>
    </main>
  );
}
