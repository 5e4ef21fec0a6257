// Where an account is signed in.
import { Button } from "@mantine/core";
import { Monitor, Smartphone } from "lucide-react";
import { useState } from "react";

import { t } from "../../lib/i18n/more";
import { dateTime } from "../../lib/i18n/format";
import styles from "../list/list.module.css";
import { Ago } from "../Time";
import { failed } from "../undo";
import { Verbatim } from "../Verbatim";

interface Session {
  id: string;
  createdAt: string;
  lastUsedAt: string;
  userAgent: string;
  address: string;
}

// device is the browser and the system that a user agent names, as far as people know them.
function device(userAgent: string): string {
  const browser = /Edg\//.test(userAgent)
    ? "Edge"
    : /OPR\//.test(userAgent)
      ? "Opera"
      : /Firefox\//.test(userAgent)
        ? "Firefox"
        : /Chrome\//.test(userAgent)
          ? "Chrome"
          : /Safari\//.test(userAgent)
            ? "Safari"
            : "";
  const system = /Android/.test(userAgent)
    ? "Android"
    : /iPhone|iPad/.test(userAgent)
      ? "iOS"
      : /Windows/.test(userAgent)
        ? "Windows"
        : /Mac OS X/.test(userAgent)
          ? "macOS"
          : /Linux/.test(userAgent)
            ? "Linux"
            : "";
  if (browser && system) return t("account.device", { browser, system });
  return browser || system || userAgent.slice(0, 40) || t("account.unknownDevice");
}

export function Sessions({
  sessions,
  end,
  current,
}: {
  sessions: Session[];
  end: (id: string) => Promise<void>;
  current?: string | undefined;
}) {
  const [busy, setBusy] = useState("");
  if (sessions.length === 0) return <p className={styles.hint}>{t("account.noSessions")}</p>;
  return (
    <ul className={styles.rows}>
      {sessions.map((session) => {
        const Icon = /Android|iPhone|Mobile/.test(session.userAgent) ? Smartphone : Monitor;
        const name = device(session.userAgent);
        return (
          <li key={session.id}>
            <span>
              <Icon size={14} aria-hidden /> {name}
              {session.address && (
                <>
                  {" · "}
                  <Verbatim>{session.address}</Verbatim>
                </>
              )}
              <small>
                {t("account.signedInAt", { time: dateTime(session.createdAt) })} · {t("account.lastUsed")}{" "}
                <Ago at={session.lastUsedAt} />
              </small>
            </span>
            {session.id === current ? (
              <span className={styles.hint}>{t("account.thisSession")}</span>
            ) : (
              <Button
                size="compact-sm"
                variant="default"
                loading={busy === session.id}
                aria-label={t("account.endOf", { name })}
                onClick={() => {
                  setBusy(session.id);
                  end(session.id)
                    .catch(failed)
                    .finally(() => setBusy(""));
                }}
              >
                {t("account.end")}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
