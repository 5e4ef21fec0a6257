// The bell, which leads to what was sent to whoever is signed in, and the band of what is urgent.
import { useQueryClient } from "@tanstack/react-query";
import { Bell as BellIcon, MailOpen, TriangleAlert } from "lucide-react";
import { Link, useLocation } from "wouter";

import { t } from "../../lib/i18n";
import { useSuccessor } from "../list/focus";
import { PlainButton } from "../Plain";
import { Ago } from "../Time";
import { done, failed } from "../undo";
import type { NotificationRowFragment } from "../../data/notifications/generated";
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

// Urgent stands above every page until it is read: one band for all, a line for each, of which the whole is a step away.
export function Urgent() {
  const { urgent, more } = useBell();
  const count = urgent.length + more;
  return (
    <>
      <p className="visually-hidden" aria-live="assertive">
        {count > 0 && t("shell.urgentSaid", { n: count, title: urgent[0]!.title })}
      </p>
      {count > 0 && (
        <section className={styles.urgent} aria-label={t("shell.urgent")} data-urgent>
          <p className={styles.head}>
            <TriangleAlert size={16} aria-hidden />
            <strong>{t("shell.urgentCount", { n: count })}</strong>
            {more > 0 && <Link href="/notifications?show=unread">{t("shell.allUrgent")}</Link>}
          </p>
          <ul>
            {urgent.map((row) => (
              <Line key={row.id} row={row} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Line({ row: { id, title, message, sender, createdAt } }: { row: NotificationRowFragment }) {
  const queries = useQueryClient();
  const line = useSuccessor<HTMLLIElement>("a");
  const read = (): void =>
    void mark(queries, id)
      .then(() => done({ text: t("shell.markedRead", { title }), undo: () => mark(queries, id, false) }))
      .catch(failed);
  return (
    <li ref={line}>
      <p title={message}>
        <b dir="auto">{title}</b> <span dir="auto">{message}</span>
      </p>
      <small>
        {sender && (
          <>
            <Verbatim>{sender}</Verbatim> ·{" "}
          </>
        )}
        <Ago at={createdAt} />
      </small>
      <Link href={`/notifications?open=${id}`} aria-label={t("shell.openUrgent", { title })}>
        {t("common.open")}
      </Link>
      <PlainButton small title={t("shell.markRead")} aria-label={t("shell.markReadOf", { title })} onClick={read}>
        <MailOpen size={15} aria-hidden /> <span>{t("shell.markRead")}</span>
      </PlainButton>
    </li>
  );
}
