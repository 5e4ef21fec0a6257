// What a new service needs before complaints can be worked on. Each step ticks itself by what the graph says, and opens
// the form that does it.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, Minus } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { Link } from "wouter";

import { run } from "../../data/graph/client";
import { keyOf } from "../../data/graph/keys";
import { t } from "../../lib/i18n/more";
import { useOnce, useRefresh } from "../../parts/list/once";
import { PlainButton } from "../../parts/Plain";
import { done, failed } from "../../parts/undo";
import { ChecklistDocument, ChecklistMailTestDocument, type ChecklistQuery } from "./generated";
import styles from "./inbox.module.css";
import { setSteps, stepsNow } from "../../data/steps";
import { useBusy } from "../../parts/busy";

// The titles of the test in all languages: whoever sent one in another language has sent one.
const testTitles = ["Test of the e-mail", "Test der E-Mail"];

interface Step {
  key: string;
  title: string;
  text: string;
  done: boolean;
  off?: boolean; // cannot be done here, and is not counted
  action?: ReactNode;
}

// Checklist shows what is left to do, and nothing once all of it is done or somebody has hidden it.
export function Checklist({ onEmpty }: { onEmpty: (empty: boolean) => void }) {
  const [steps, set] = useState(stepsNow);
  const { data } = useQuery({
    queryKey: keyOf("checklist"),
    queryFn: ({ signal }) => run(ChecklistDocument, { tests: testTitles }, { signal }),
    enabled: steps === "shown",
    staleTime: 0, // whoever comes back from a form sees it ticked
  });
  const list = data ? stepsOf(data) : [];
  const counted = list.filter((step) => !step.off);
  const ready = counted.filter((step) => step.done).length;
  const over = data !== undefined && ready === counted.length;
  const empty = steps === "shown" && data !== undefined && !over && data.complaints.edges.length === 0;
  useEffect(() => {
    onEmpty(empty);
  }, [empty, onEmpty]);
  useEffect(() => {
    if (over) setSteps("over");
  }, [over]);
  if (steps !== "shown" || !data || over) return null;
  const hide = (): void => {
    setSteps("hidden");
    set("hidden");
    done({
      text: t("start.hidden"),
      undo: () => {
        setSteps("shown");
        set("shown");
      },
    });
  };
  return (
    <section className={styles.start} aria-labelledby="start-title">
      <header>
        <h2 id="start-title">{t("start.title")}</h2>
        <span className={styles.soft}>{t("start.progress", { done: ready, all: counted.length })}</span>
        <progress max={counted.length} value={ready} aria-labelledby="start-title" />
        <PlainButton small quiet onClick={hide}>
          {t("start.hide")}
        </PlainButton>
      </header>
      <p>{t("start.text")}</p>
      <ol>
        {list.map(({ key, title, text, done: ticked, off, action }) => (
          <li key={key} data-done={ticked || undefined} data-off={off || undefined} data-step={key}>
            {off ? (
              <Minus size={20} aria-hidden />
            ) : ticked ? (
              <CircleCheck size={20} aria-label={t("start.done")} role="img" />
            ) : (
              <CircleDashed size={20} aria-label={t("start.missing")} role="img" />
            )}
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
            {action}
          </li>
        ))}
      </ol>
    </section>
  );
}

const Do = ({ href, children, ticked }: { href: string; children: string; ticked: boolean }) => (
  <Button component={Link} href={href} size="xs" variant={ticked ? "subtle" : "default"}>
    {children}
  </Button>
);

function stepsOf(data: ChecklistQuery): Step[] {
  const zones = data.zonePage.pagination.total;
  const [withDeadline, without] = [data.withDeadline.pagination.total, data.withoutDeadline.pagination.total];
  const solver = data.solvers.edges.length > 0;
  const complaint = data.complaints.edges.length > 0;
  const tested = data.tests.edges.length > 0;
  const email = data.viewer?.contact?.email ?? "";
  return [
    {
      key: "zones",
      title: t("start.zones"),
      text: zones > 0 ? t("start.zonesDone", { n: zones }) : t("start.zonesText"),
      done: zones > 0,
      action: (
        <Do href="/places?open=new" ticked={zones > 0}>
          {t("start.zonesDo")}
        </Do>
      ),
    },
    {
      key: "categories",
      title: t("start.categories"),
      done: withDeadline > 0,
      text:
        withDeadline > 0
          ? [
              t("start.categoriesDone", { n: withDeadline }),
              without > 0 ? t("start.categoriesPart", { n: without }) : "",
            ]
              .filter(Boolean)
              .join(" ")
          : without > 0
            ? t("start.categoriesPart", { n: without })
            : t("start.categoriesText"),
      action: (
        <Do href={withDeadline === 0 && without > 0 ? "/categories" : "/categories?open=new"} ticked={withDeadline > 0}>
          {withDeadline === 0 && without > 0 ? t("shell.categories") : t("start.categoriesDo")}
        </Do>
      ),
    },
    {
      key: "solver",
      title: t("start.solver"),
      text: t(solver ? "start.solverDone" : "start.solverText"),
      done: solver,
      action: (
        <Do href="/people?open=new&as=SOLVER" ticked={solver}>
          {t("start.solverDo")}
        </Do>
      ),
    },
    data.serviceInfo.mail
      ? {
          key: "mail",
          title: t("start.mail"),
          done: tested,
          text: tested ? t("start.mailDone") : email ? t("start.mailText", { email }) : t("start.mailAddress"),
          action: email ? (
            <MailTest email={email} ticked={tested} />
          ) : (
            <Do href="/account" ticked={false}>
              {t("start.mailAccount")}
            </Do>
          ),
        }
      : { key: "mail", title: t("start.mail"), text: t("start.mailOff"), done: false, off: true },
    {
      key: "complaint",
      title: t("start.complaint"),
      text: t(complaint ? "start.complaintDone" : "start.complaintText"),
      done: complaint,
      action: (
        <Do href="/intake" ticked={complaint}>
          {t("start.complaintDo")}
        </Do>
      ),
    },
  ];
}

function MailTest({ email, ticked }: { email: string; ticked: boolean }) {
  const refresh = useRefresh();
  const key = useOnce();
  const [busy, once] = useBusy();
  const send = (): Promise<void> =>
    once(async () => {
      try {
        const input = {
          title: t("start.mailTitle"),
          message: t("start.mailMessage"),
          channels: ["IN_APP" as const, "EMAIL" as const],
        };
        await run(ChecklistMailTestDocument, {
          input: { ...input, idempotencyKey: key({ ...input, at: Math.floor(Date.now() / 10_000) }) },
        });
        refresh("checklist");
        done({ text: t("start.mailSent", { email }) });
      } catch (cause) {
        failed(cause);
      }
    });
  return (
    <Button size="xs" variant={ticked ? "subtle" : "default"} loading={busy} onClick={() => void send()}>
      {t("start.mailDo")}
    </Button>
  );
}
