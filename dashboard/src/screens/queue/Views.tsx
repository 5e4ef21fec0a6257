// The views of the queue with how many complaints each has: below "Complaints" in the sidebar, a select on a phone.
import { NativeSelect } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "wouter";

import { run } from "../../data/graph/client";
import { keyOf } from "../../data/graph/keys";
import type { ComplaintWhereInput } from "../../data/graph/schema.generated";
import { useLive } from "../../data/graph/live";
import { t } from "../../lib/i18n";
import { counted } from "../../lib/i18n/format";
import { viewerId } from "../../data/session/viewer";
import { InSidebar } from "../../parts/sidebar";
import { ownViews, parse, views, whereOf, type View } from "../../data/filters";
import { QueueCountsDocument } from "./generated";
import styles from "./queue.module.css";
import { addressOf, useDelete, useSaved, type Saved } from "./saved";

// The queue stands at two addresses: this one, and one for those that the viewer looks after.
export const everyone = "/complaints";

const all = [...views, ...ownViews];
export const viewOf = (query: string): View | undefined => all.find((view) => view.query === query);

function useCounts(base: string, listed: View[], saved: Saved[]): Map<string, string> {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { data } = useQuery({
    queryKey: keyOf("counts", base, saved.map((view) => `${view.id} ${view.version}`).join()),
    queryFn: ({ signal }) =>
      run(
        QueueCountsDocument,
        {
          views: [
            ...listed.map(({ key, query }) => ({ key: key as string, where: whereOf(parse(query), viewerId()) })),
            ...saved.map(({ id, filter }) => ({ key: id, where: filter as ComplaintWhereInput })),
          ].slice(0, 20), // as many as are counted at once
        },
        { signal },
      ),
    placeholderData: (before) => before,
    refetchInterval: 60_000,
    staleTime: 5_000,
  });
  useLive(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: keyOf("counts") });
    }, 3000);
  });
  useEffect(() => {
    return () => clearTimeout(timer.current);
  }, []);
  return new Map(data?.complaintCountsFor.map((it) => [it.key, counted(it)]));
}

// Views lists the views of one place: of all complaints, with those that were saved, or of the viewer's own. What the
// address has beside the filter stays.
export function Views({ query, base, more }: { query: string; base: string; more: string }) {
  const own = base !== "/complaints";
  const shown = own ? ownViews : views;
  const kept = useSaved();
  const saved = own ? [] : (kept ?? []);
  const counts = useCounts(base, shown, saved);
  const remove = useDelete();
  const savedHere = saved.find((view) => addressOf(view) === query);
  const [, navigate] = useLocation();
  const here = shown.find((view) => view.query === query);
  return (
    <>
      <InSidebar>
        <ul className={styles.views} aria-label={t("queue.views")}>
          {shown.map((view) => (
            <li key={view.key}>
              <Link href={`${base}?${view.query}${more}`} aria-current={view === here ? "true" : undefined}>
                <span>{t(`queue.view.${view.key}`)}</span>
                <small>{counts.get(view.key) ?? ""}</small>
              </Link>
            </li>
          ))}
          {saved.map((view) => (
            <li key={view.id} className={styles.savedView}>
              <Link
                href={`/complaints?${addressOf(view)}${more}`}
                aria-current={view === savedHere ? "true" : undefined}
              >
                <span>{view.name}</span>
                <small>{counts.get(view.id) ?? ""}</small>
              </Link>
              {view.own && (
                <button
                  type="button"
                  aria-label={t("queue.deleteView", { name: view.name })}
                  title={t("queue.deleteView", { name: view.name })}
                  onClick={() => void remove(view)}
                >
                  <X size={13} aria-hidden />
                </button>
              )}
            </li>
          ))}
        </ul>
      </InSidebar>
      <NativeSelect
        className={styles.viewSelect}
        aria-label={t("queue.views")}
        value={here?.key ?? savedHere?.id ?? ""}
        onChange={(event) => {
          const view = shown.find((it) => it.key === event.currentTarget.value);
          if (view) navigate(`${base}?${view.query}${more}`);
          const chosen = saved.find((it) => it.id === event.currentTarget.value);
          if (chosen) navigate(`/complaints?${addressOf(chosen)}${more}`);
        }}
        data={[
          ...(here || savedHere ? [] : [{ value: "", label: t("queue.view.own") }]),
          ...shown.map(({ key }) => ({
            value: key as string,
            label: `${t(`queue.view.${key}`)}${counts.has(key) ? ` (${counts.get(key)})` : ""}`,
          })),
          ...saved.map(({ id, name }) => ({
            value: id,
            label: `${name}${counts.has(id) ? ` (${counts.get(id)})` : ""}`,
          })),
        ]}
      />
    </>
  );
}
