// The views of the queue with how many complaints each has: below "Complaints" in the sidebar, a select on a phone.
import { NativeSelect } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "wouter";

import { run } from "../../graph/client";
import { useLive } from "../../graph/live";
import { t } from "../../i18n";
import { viewerId } from "../../session/viewer";
import { InSidebar } from "../../shell/Frame";
import { parse, views, whereOf } from "./filters";
import { QueueCountsDocument } from "./generated";
import styles from "./queue.module.css";

export const viewOf = (query: string) => views.find((view) => view.query === query);

function useCounts(): Map<string, string> {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { data } = useQuery({
    queryKey: ["counts"],
    queryFn: ({ signal }) => run(QueueCountsDocument, { views: views.map(({ key, query }) => ({ key, where: whereOf(parse(query), viewerId()) })) }, { signal }),
    refetchInterval: 60_000,
    staleTime: 5_000,
  });
  useLive(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: ["counts"] });
    }, 3000);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return new Map(data?.complaintCountsFor.map(({ key, label }) => [key, label]));
}

export function Views({ query }: { query: string }) {
  const counts = useCounts();
  const [, navigate] = useLocation();
  const here = viewOf(query);
  return (
    <>
      <InSidebar>
        <ul className={styles.views} aria-label={t("queue.views")}>
          {views.map((view) => (
            <li key={view.key}>
              <Link href={`/complaints?${view.query}`} aria-current={view === here ? "true" : undefined}>
                <span>{t(`queue.view.${view.key}`)}</span>
                <small>{counts.get(view.key) ?? ""}</small>
              </Link>
            </li>
          ))}
        </ul>
      </InSidebar>
      <NativeSelect
        className={styles.viewSelect}
        aria-label={t("queue.views")}
        value={here?.key ?? ""}
        onChange={(event) => {
          const view = views.find((it) => it.key === event.currentTarget.value);
          if (view) navigate(`/complaints?${view.query}`);
        }}
        data={[
          ...(here ? [] : [{ value: "", label: t("queue.view.own") }]),
          ...views.map(({ key }) => ({ value: key, label: `${t(`queue.view.${key}`)}${counts.has(key) ? ` (${counts.get(key)})` : ""}` })),
        ]}
      />
    </>
  );
}
