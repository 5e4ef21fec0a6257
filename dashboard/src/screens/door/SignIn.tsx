// Signing in, also in the middle of work: the screens wait behind it as they were.
import { Button, NativeSelect, PasswordInput, TextInput } from "@mantine/core";
import { useRef, useState, type FormEvent } from "react";
import { Link } from "wouter";

import { asGraphError, sentence } from "../../data/graph/errors";
import { activeLanguage, languages, t, type Language } from "../../lib/i18n";
import icon from "../../parts/icon.svg";
import { useTitle } from "../../parts/title";
import { chooseAtDoor } from "../../parts/look";
import { lastAddress, rememberAddress } from "../../data/session/address";
import { signIn, useSignedOut } from "../../data/session/session";
import styles from "./sign-in.module.css";
import { useOrganization, useService } from "../../data/session/viewer";
import { useBusy } from "../../parts/busy";

export default function SignIn({ again }: { again: boolean }) {
  const service = useService();
  const [email, setEmail] = useState(lastAddress);
  const known = useRef(email !== "").current;
  const [password, setPassword] = useState("");
  const [newPassword, setNewPassword] = useState("");
  const [change, setChange] = useState(false);
  const [fault, setFault] = useState("");
  const [busy, once] = useBusy();
  const signedOut = useSignedOut();
  useTitle(t("session.title"));

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    return once(async () => {
      setFault("");
      try {
        await signIn(email, password, change ? newPassword : undefined);
        rememberAddress(email);
      } catch (cause) {
        const must = asGraphError(cause).code === "PASSWORD_CHANGE_REQUIRED";
        if (must) setChange(true);
        setFault(must ? "" : sentence(cause));
      }
    });
  };
  const name = useOrganization();
  return (
    <main className={styles.page}>
      <form className={styles.card} onSubmit={(event) => void submit(event)} aria-labelledby="sign-in-title">
        <img src={icon} alt="" width="40" height="40" />
        <h1 id="sign-in-title">{t("session.to", { name })}</h1>
        {signedOut && (
          <p className={styles.hint} role="status">
            {t(signedOut === "pending" ? "session.signedOutPending" : "session.signedOut")}
          </p>
        )}
        {again && !signedOut && <p className={styles.hint}>{t("session.again")}</p>}
        <TextInput
          label={t("session.email")}
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus={!known}
          size="md"
          withAsterisk={false}
          value={email}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label={t("session.password")}
          name="password"
          autoComplete="current-password"
          required
          autoFocus={known}
          size="md"
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {change && (
          <>
            <p role="status">{t("session.mustChange")}</p>
            <PasswordInput
              label={t("session.newPassword")}
              description={t("session.newPasswordHint", { n: service?.limits.passwordMinimum ?? 10 })}
              name="new-password"
              autoComplete="new-password"
              required
              autoFocus
              size="md"
              withAsterisk={false}
              value={newPassword}
              onChange={(event) => setNewPassword(event.currentTarget.value)}
            />
          </>
        )}
        <p className={styles.fault} role="alert">
          {fault}
        </p>
        <Button type="submit" size="md" loading={busy} fullWidth>
          {t(change ? "session.change" : "session.submit")}
        </Button>
        <details className={styles.forgotten}>
          <summary>{t("session.forgotten")}</summary>
          <p>{t("session.forgottenText", { name })}</p>
        </details>
        {service?.registration && !again && (
          <p className={styles.hint}>
            {t("register.none")} <Link href="/register">{t("register.title")}</Link>
          </p>
        )}
      </form>
      <NativeSelect
        className={styles.language}
        size="sm"
        variant="unstyled"
        aria-label={t("session.language")}
        value={activeLanguage()}
        onChange={(event) => void chooseAtDoor(event.currentTarget.value as Language)}
        data={languages.map(({ code, name: own }) => ({ value: code, label: own }))}
      />
    </main>
  );
}
