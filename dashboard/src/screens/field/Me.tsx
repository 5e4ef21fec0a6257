// Me: who is signed in, how the desk looks on this phone, what it keeps, and the way out.
import { Button, NativeSelect } from "@mantine/core";
import { KeyRound, LogOut, Monitor, Moon, Smartphone, Sun } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";

import { activeLanguage, languages, t, type Language } from "../../lib/i18n/more";
import { useReachable } from "../../data/outbox/connection";
import { room, roomWords, type Room } from "../../data/outbox/storage";
import { Bones } from "../../parts/Notice";
import { useLook } from "../../parts/look";
import { signOut } from "../../data/session/session";
import { useService, useViewer } from "../../data/session/viewer";
import { useTitle } from "../../parts/title";
import { Verbatim } from "../../parts/Verbatim";
import styles from "./field.module.css";
import { canInstall, install, onInstallable } from "../../data/worker";

const Safety = lazy(() => import("./Safety"));

const schemes = [
  ["auto", "shell.themeSystem", Monitor],
  ["light", "shell.themeLight", Sun],
  ["dark", "shell.themeDark", Moon],
] as const;

export default function Me() {
  const viewer = useViewer();
  const service = useService();
  const { scheme: chosen, setScheme, setLanguage } = useLook();
  const reachable = useReachable();
  const [safety, setSafety] = useState(false);
  const [left, setLeft] = useState<Room>();
  const [installable, setInstallable] = useState(canInstall());
  useTitle(t("solver.me"));
  useEffect(() => {
    void room()
      .then(setLeft)
      .catch(() => undefined);
    return onInstallable(() => setInstallable(canInstall()));
  }, []);
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <div>
          <h1 translate="no">{viewer?.name}</h1>
          <p className={styles.soft}>
            {viewer?.role ? t(`role.${viewer.role}`) : ""}
            {service?.organization.name && (
              <>
                {" · "}
                <Verbatim>{service.organization.name}</Verbatim>
              </>
            )}
          </p>
        </div>
      </header>

      <section className={styles.panel}>
        <h2>{t("shell.theme")}</h2>
        <fieldset className={styles.segments}>
          <legend className="visually-hidden">{t("shell.theme")}</legend>
          {schemes.map(([scheme, label, Icon]) => (
            <label key={scheme} data-on={chosen === scheme || undefined}>
              <input type="radio" name="scheme" checked={chosen === scheme} onChange={() => setScheme(scheme)} />
              <Icon size={16} aria-hidden /> {t(label)}
            </label>
          ))}
        </fieldset>
        <NativeSelect
          label={t("shell.language")}
          size="md"
          value={activeLanguage()}
          onChange={(event) => setLanguage(event.currentTarget.value as Language)}
          data={languages.map(({ code, name }) => ({ value: code, label: name }))}
        />
      </section>

      <section className={styles.panel}>
        <h2>{t("solver.thisPhone")}</h2>
        {left && <p>{roomWords(left)}</p>}
        <p className={styles.soft}>{t(left?.lasting ? "solver.lasting" : "solver.notLasting")}</p>
        {installable && (
          <Button
            size="md"
            variant="default"
            leftSection={<Smartphone size={18} aria-hidden />}
            onClick={() => void install()}
          >
            {t("solver.install")}
          </Button>
        )}
      </section>

      {safety ? (
        <Suspense fallback={<Bones lines={5} />}>
          <Safety />
        </Suspense>
      ) : (
        <Button
          size="lg"
          variant="default"
          fullWidth
          classNames={{ label: styles.twoLines }}
          disabled={!reachable}
          leftSection={<KeyRound size={18} aria-hidden />}
          onClick={() => setSafety(true)}
        >
          {t("solver.safety")}
        </Button>
      )}
      <Button
        size="lg"
        variant="default"
        fullWidth
        leftSection={<LogOut size={18} aria-hidden />}
        onClick={() => void signOut()}
      >
        {t("shell.signOut")}
      </Button>
      <p className={styles.version}>Redress {service?.version}</p>
    </div>
  );
}
