// The frame for solvers: four places, at the bottom of a phone, at the side of anything wider.
import { Button } from "@mantine/core";
import { Bell, CalendarCheck, CloudOff, Send, User } from "lucide-react";
import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import { Link, Redirect, Route, Switch, useLocation } from "wouter";

import { t } from "../lib/i18n/more";
import { useBell } from "../data/notifications/unread";
import { Urgent } from "../parts/bell/Bell";
import { Dialog } from "../parts/Dialog";
import { Bones, Empty } from "../parts/Notice";
import { useReachable } from "../data/outbox/connection";
import { forgetList } from "../data/outbox/db";
import { drafts, open, tidy, useOutboxOf, waiting } from "../data/outbox/outbox";
import { start } from "../data/outbox/send";
import { guardSignOut } from "../data/session/session";
import { useViewer } from "../data/session/viewer";
import { Boundary } from "../parts/Boundary";
import { Elsewhere } from "../parts/Elsewhere";
import { isScreen, later } from "./screens";
import { useNewVersion } from "../data/version";
import { register } from "../data/worker";
import styles from "../screens/field/field.module.css";
import Outbox from "../screens/field/Outbox";
import Task from "../screens/field/Task";
import { useFreshTasks } from "../screens/field/tasks";
import Today from "../screens/field/Today";

const loadReport = () => import("../screens/field/Report");
const Report = lazy(loadReport);
const Me = lazy(() => import("../screens/field/Me"));
const Notifications = later(() => import("../screens/notifications/Notifications"));

const places = [
  { path: "/today", title: "solver.today", icon: CalendarCheck },
  { path: "/outbox", title: "solver.outbox", icon: Send },
  { path: "/notifications", title: "shell.bell", icon: Bell },
  { path: "/me", title: "solver.me", icon: User },
] as const;

export default function FieldFrame() {
  const viewer = useViewer();
  const account = viewer?.id ?? "";
  const [location] = useLocation();
  const entries = useOutboxOf(account);
  const reachable = useReachable();
  const newVersion = useNewVersion();
  const count = entries.filter(open).length;
  const bell = useBell();
  const refused = entries.some((entry) => entry.state === "refused" && !entry.kept);

  useFreshTasks(account);
  useEffect(() => {
    register();
    void loadReport().catch(() => undefined); // now, as there may be no connection when it is opened
    void tidy();
    return start();
  }, [account]);

  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        {t("shell.skip")}
      </a>
      <main id="main" className={styles.main} tabIndex={-1}>
        <Urgent />
        {!reachable && (
          <p className={styles.band} role="status">
            <CloudOff size={15} aria-hidden /> {t("solver.offline", { count })}
          </p>
        )}
        {newVersion && (
          <p className={styles.band} role="status">
            {t("shell.newVersion")}{" "}
            <Button size="compact-sm" onClick={() => window.location.reload()}>
              {t("common.reload")}
            </Button>
          </p>
        )}
        <Boundary key={location}>
          <Suspense fallback={<Bones lines={9} />}>
            <Switch>
              <Route path="/today">
                <Today />
              </Route>
              <Route path="/today/:id">
                <Task />
              </Route>
              <Route path="/today/:id/report">
                <Report />
              </Route>
              <Route path="/outbox">
                <Outbox />
              </Route>
              <Route path="/notifications">
                <Notifications />
              </Route>
              <Route path="/me">
                <Me />
              </Route>
              <Route path="/">
                <Redirect to="/today" replace />
              </Route>
              <Route>
                {isScreen(location) ? (
                  <Elsewhere />
                ) : (
                  <Empty title={t("shell.notFound")}>
                    <p>
                      <Link href="/today">{t("solver.toToday")}</Link>
                    </p>
                  </Empty>
                )}
              </Route>
            </Switch>
          </Suspense>
        </Boundary>
      </main>
      <nav className={styles.nav} aria-label={t("shell.menu")}>
        <ul>
          {places.map(({ path, title, icon: Icon }) => {
            const badge =
              path === "/outbox" && count > 0
                ? { shown: count, words: t("solver.outboxCount", { count }) }
                : path === "/notifications" && bell.unread > 0
                  ? { shown: bell.words, words: t("shell.bellUnread", { n: bell.words }) }
                  : undefined;
            return (
              <li key={path}>
                <Link
                  href={path}
                  className={styles.place}
                  aria-current={location === path || location.startsWith(`${path}/`) ? "page" : undefined}
                >
                  <span className={styles.placeIcon}>
                    <Icon size={22} aria-hidden />
                    {badge && (
                      <span
                        className={styles.count}
                        data-refused={(path === "/outbox" && refused) || undefined}
                        aria-hidden
                      >
                        {badge.shown}
                      </span>
                    )}
                  </span>
                  <span>{t(title)}</span>
                  {badge && <span className="visually-hidden">{badge.words}</span>}
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
      <Leaving account={account} />
    </div>
  );
}

// Leaving warns a person who signs out while something of theirs is not sent, and forgets what the phone has shown.
function Leaving({ account }: { account: string }): ReactNode {
  const [question, setQuestion] = useState<{ count: number; decide: (leave: boolean) => void }>();
  useEffect(() => {
    return guardSignOut(async () => {
      const count = waiting() + (await drafts(account).catch(() => [])).length;
      const leave = count === 0 || (await new Promise<boolean>((decide) => setQuestion({ count, decide })));
      setQuestion(undefined);
      if (!leave) return false;
      await forgetList(account).catch(() => undefined);
      return true;
    });
  }, [account]);
  if (!question) return null;
  return (
    <Dialog title={t("solver.leave.title", { count: question.count })} onClose={() => question.decide(false)}>
      <div className={styles.dialog}>
        <p>{t("solver.leave.text")}</p>
        <div className={styles.choices}>
          <Button size="md" onClick={() => question.decide(false)} data-autofocus>
            {t("solver.leave.stay")}
          </Button>
          <Button size="md" variant="default" onClick={() => question.decide(true)}>
            {t("shell.signOut")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
