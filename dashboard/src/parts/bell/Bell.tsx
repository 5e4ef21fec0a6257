// The bell, which leads to what was sent to whoever is signed in, and the band of what is urgent.
import { useQueryClient } from "@tanstack/react-query";
import { Bell as BellIcon, TriangleAlert } from "lucide-react";
import { Link, useLocation } from "wouter";

import { t } from "../../lib/i18n";
import { PlainButton } from "../Plain";
import { Ago } from "../Time";
import { failed } from "../undo";
import { mark, useBell } from "../../data/notifications/unread";
import { Verbatim } from "../Verbatim";
import styles from "./bell.module.css";

export function Bell() {
  const { unread, words } = useBell();
  const [location] = useLocation();
  return (
    <Link
      href="/notifications"
      className={styles.bell}
      aria-current={location === "/notifications" ? "page" : undefined}
      aria-label={unread ? t("shell.bellUnread", { n: words }) : t("shell.bell")}
      title={t("shell.bell")}
      data-bell
    >
      <BellIcon size={18} aria-hidden />
      {unread > 0 && (
        <span className={styles.count} aria-hidden>
          {words}
        </span>
      )}
    </Link>
  );
}

// Urgent stands above every page until it is read.
export function Urgent() {
  const { urgent, more } = useBell();
  const queries = useQueryClient();
  if (urgent.length === 0) return null;
  return (
    <section className={styles.urgent} aria-label={t("shell.urgent")} data-urgent>
      <ul>
        {urgent.map(({ id, title, message, sender, createdAt }) => (
          <li key={id}>
            <TriangleAlert size={18} aria-hidden />
            <div>
              <p>
                <Link href={`/notifications?open=${id}`}>{title}</Link>{" "}
                <small>
                  {sender && (
                    <>
                      <Verbatim>{sender}</Verbatim> ·{" "}
                    </>
                  )}
                  <Ago at={createdAt} />
                </small>
              </p>
              <p className={styles.brief}>{message}</p>
            </div>
            <PlainButton small onClick={() => void mark(queries, id).catch(failed)}>
              {t("shell.markRead")}
            </PlainButton>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p>
          <Link href="/notifications?show=unread">{t("shell.moreUrgent", { n: more })}</Link>
        </p>
      )}
    </section>
  );
}
