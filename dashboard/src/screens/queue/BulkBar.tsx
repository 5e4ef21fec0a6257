// What is ticked, what can be done with it, and how far an operation on many has come.
import { Menu } from "@mantine/core";
import { ChevronDown, X } from "lucide-react";
import { useState, useSyncExternalStore, type ReactNode } from "react";

import { t } from "../../lib/i18n";
import { number } from "../../lib/i18n/format";
import { dismiss, resume, showRefused, stop, useBulk } from "./bulk";
import type { Doing } from "./doing";
import type { QueueList } from "./list";
import { PlainButton } from "../../parts/Plain";
import styles from "./queue.module.css";

// The keys are those of the list (keys.ts).
const first = { assign: "a", priority: "p", category: "c", zone: "z" } as const satisfies Partial<
  Record<Doing, string>
>;
const rest: Record<Exclude<Doing, keyof typeof first | "note">, string> = {
  due: "d",
  hold: "h",
  resume: "",
  resolve: "e",
  close: "",
  reject: "r",
  merge: "m",
};

interface Props {
  list: QueueList;
  query: string;
  onDo: (doing: Doing) => void;
  children: ReactNode; // what stands in this place while nothing is ticked
}

export function BulkBar({ list, query, onDo, children }: Props) {
  const bulk = useBulk();
  useSyncExternalStore(list.subscribe, () => list.selectedCount);
  const [reasons, setReasons] = useState(false);
  if (bulk) {
    const finished = bulk.total - bulk.left.length;
    const here = bulk.query === query;
    return (
      <div className={styles.bulk} role="region" aria-label={t("queue.progress")}>
        <div className={styles.progress}>
          <progress
            max={bulk.total}
            value={bulk.state === "collecting" ? undefined : finished}
            aria-label={t("queue.progress")}
          />
          <span role="status">
            {bulk.state === "collecting"
              ? t("queue.collecting", { n: bulk.total })
              : t("queue.progressOf", {
                  said: bulk.order.said,
                  done: number(bulk.changed),
                  of: number(bulk.total),
                  refused: bulk.refused.length,
                })}
          </span>
          {bulk.problem && <span className={styles.problem}>{bulk.problem}</span>}
        </div>
        {bulk.refused.length > 0 && (
          <PlainButton small aria-expanded={reasons} onClick={() => setReasons(!reasons)}>
            {t("queue.refused", { n: bulk.refused.length })} <ChevronDown size={13} aria-hidden />
          </PlainButton>
        )}
        {bulk.state === "running" && (
          <PlainButton small onClick={stop}>
            {t("queue.stop")}
          </PlainButton>
        )}
        {bulk.state === "paused" && (
          <PlainButton small primary onClick={() => void resume(list)}>
            {t("queue.resume", { n: bulk.left.length })}
          </PlainButton>
        )}
        {bulk.state === "finished" && here && list.selected.size === 0 && bulk.refused.length > 0 && (
          <PlainButton small primary onClick={() => showRefused(list)}>
            {t("queue.tickRefused")}
          </PlainButton>
        )}
        {bulk.state !== "running" && bulk.state !== "collecting" && (
          <button type="button" className={styles.dismiss} onClick={dismiss} aria-label={t("common.close")}>
            <X size={15} />
          </button>
        )}
        {reasons && (
          <ul className={styles.reasons}>
            {bulk.refused.map(([id, reference, reason]) => (
              <li key={id}>
                <b>{reference}</b> {reason}
              </li>
            ))}
          </ul>
        )}
      </div>
    );
  }
  if (list.selectedCount === 0) return children;
  return (
    <div className={styles.bulk} role="toolbar" aria-label={t("queue.ticked", { n: list.selectedCount })}>
      <b>
        {list.everything
          ? t("queue.allMatch", { n: list.selectedCount })
          : t("queue.ticked", { n: list.selectedCount })}
      </b>
      {!list.everything && list.total > list.selected.size && (
        <PlainButton small quiet onClick={() => list.selectAll()}>
          {t("queue.tickAllOf", { n: list.total })}
        </PlainButton>
      )}
      <span className={styles.bulkActions}>
        {(Object.entries(first) as [Doing, string][]).map(([doing, key]) => (
          <PlainButton key={doing} small onClick={() => onDo(doing)}>
            {t(`queue.verb.${doing}`)}
            <kbd>{key}</kbd>
          </PlainButton>
        ))}
        <Menu>
          <Menu.Target>
            <PlainButton small>
              {t("common.more")}
              <ChevronDown size={13} aria-hidden />
            </PlainButton>
          </Menu.Target>
          <Menu.Dropdown className={styles.float}>
            {(Object.entries(rest) as [Doing, string][]).map(([doing, key]) => (
              <Menu.Item key={doing} rightSection={<kbd>{key}</kbd>} onClick={() => onDo(doing)}>
                {t(`queue.verb.${doing}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </span>
      <button type="button" className={styles.dismiss} onClick={() => list.selectNone()} aria-label={t("queue.untick")}>
        <X size={15} />
      </button>
    </div>
  );
}
