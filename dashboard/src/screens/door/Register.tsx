// An account of one's own, where the service lets people create them. Whether the address has an account already is not
// told; signing in shows it.
import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { Link, useLocation } from "wouter";

import { run } from "../../data/graph/client";
import { asGraphError, sentence } from "../../data/graph/errors";
import { t } from "../../lib/i18n";
import icon from "../../parts/icon.svg";
import { useTitle } from "../../parts/title";
import { RegisterDocument } from "./generated";
import { signIn } from "../../data/session/session";
import styles from "./sign-in.module.css";
import { useOrganization, useService } from "../../data/session/viewer";
import { useBusy } from "../../parts/busy";

export default function Register() {
  const service = useService();
  const organization = useOrganization();
  const [, navigate] = useLocation();
  const [busy, once] = useBusy();
  const [fault, setFault] = useState("");
  const [wrong, setWrong] = useState<Record<string, string>>({});
  useTitle(t("register.title"));

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const text = (name: string): string => String(given.get(name) ?? "").trim();
    const [email, password] = [text("email"), String(given.get("password") ?? "")];
    return once(async () => {
      setFault("");
      setWrong({});
      try {
        await run(
          RegisterDocument,
          { input: { name: text("name"), email, password, phone: text("phone") } },
          { anonymous: true },
        );
        navigate("/", { replace: true });
        await signIn(email, password);
      } catch (cause) {
        const error = asGraphError(cause);
        setWrong(Object.fromEntries(error.fields.map(({ field, message }) => [field, message])));
        if (error.fields.length === 0)
          setFault(error.code === "AUTHENTICATION_REQUIRED" ? t("register.taken") : sentence(cause));
      }
    });
  };
  return (
    <main className={styles.page}>
      <form
        className={styles.card}
        onSubmit={(event) => void submit(event)}
        aria-labelledby="register-title"
        noValidate
      >
        <img src={icon} alt="" width="40" height="40" />
        <h1 id="register-title">{t("register.to", { name: organization })}</h1>
        <TextInput
          label={t("register.name")}
          name="name"
          autoComplete="name"
          required
          withAsterisk={false}
          size="md"
          autoFocus
          error={wrong.name}
        />
        <TextInput
          label={t("session.email")}
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          size="md"
          error={wrong.email}
        />
        <TextInput
          label={t("register.phone")}
          description={t("register.phoneHint")}
          name="phone"
          type="tel"
          autoComplete="tel"
          size="md"
          error={wrong.phone}
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
          {t("register.submit")}
        </Button>
        <p className={styles.hint}>
          {t("register.have")} <Link href="/">{t("session.submit")}</Link>
        </p>
      </form>
    </main>
  );
}
