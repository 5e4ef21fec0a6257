// What was reported close by, so that nobody reports it again.
import { useQuery } from "@tanstack/react-query";

import { run } from "../../data/graph/client";
import { keyOf } from "../../data/graph/keys";
import { t } from "../../lib/i18n/more";
import { statusWord } from "../../parts/Status";
import { positionOf, type Draft } from "./draft";
import { ReportedNearbyDocument } from "./generated";
import styles from "./mine.module.css";

export function Nearby({ draft }: { draft: Draft }) {
  const position = positionOf(draft.position);
  const nearby = useQuery({
    queryKey: keyOf("report", "nearby", position?.latitude, position?.longitude, draft.category),
    enabled: position !== undefined,
    staleTime: 300_000,
    retry: false,
    queryFn: ({ signal }) =>
      run(
        ReportedNearbyDocument,
        { latitude: position!.latitude, longitude: position!.longitude, categoryId: draft.category || null },
        { signal },
      ),
  });
  if (!nearby.data || nearby.data.nearbyComplaints.length === 0) return null;
  return (
    <aside className={styles.nearby} aria-label={t("report.nearby")}>
      <h2>{t("report.nearby")}</h2>
      <ul>
        {nearby.data.nearbyComplaints.map((it, index) => (
          <li key={index}>
            {t("report.nearbyOne", {
              what: it.categoryName ?? "",
              status: statusWord(it.status),
              days: it.ageInDays,
              metres: it.distance,
            })}
          </li>
        ))}
      </ul>
      <p className={styles.soft}>{t("report.nearbyText")}</p>
    </aside>
  );
}
