// The priority as bars; urgent is a filled triangle.
import type { ComplaintRow } from "../data/graph/rows";
import { t } from "../lib/i18n";
import { priorities } from "../lib/domain";
import styles from "./parts.module.css";

export const priorityWord = (priority: ComplaintRow["priority"]): string => t(`priority.${priority}`);

export function Priority({ priority, word = false }: { priority: ComplaintRow["priority"]; word?: boolean }) {
  const level = 3 - priorities.indexOf(priority);
  const name = priorityWord(priority);
  return (
    <span className={styles.priority} data-priority={priority} title={word ? undefined : name}>
      <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
        {priority === "URGENT" ? (
          <path
            d="M7 .9 13.6 12.600a.6.6 0 0 1-.5.9H.9a.6.6 0 0 1-.5-.9zM6.200 5v4h1.600V5zm0 5v1.600h1.600V10z"
            fillRule="evenodd"
          />
        ) : (
          [0, 1, 2].map((bar) => (
            <rect
              key={bar}
              x={1 + bar * 4.5}
              y={9 - bar * 3.5}
              width="3"
              height={4 + bar * 3.5}
              rx="1"
              opacity={bar <= level ? 1 : 0.25}
            />
          ))
        )}
      </svg>
      <span className={word ? undefined : "visually-hidden"}>{name}</span>
    </span>
  );
}
