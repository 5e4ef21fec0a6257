// What was reported close by: it may be the same.
import { useQuery } from "@tanstack/react-query";
import { MapPin } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";

import { run } from "../../data/graph/client";
import { keyOf } from "../../data/graph/keys";
import { t } from "../../lib/i18n/more";
import { isOpen } from "../../lib/domain";
import { shownStatus, Status } from "../../parts/Status";
import { Age } from "../../parts/Time";
import styles from "./complaint.module.css";
import type { Case } from "./data";
import { SimilarNearbyDocument } from "./generated";

const metres = 100;

export function Similar({ complaint, merge }: { complaint: Case; merge?: (intoId: string) => void }) {
  const { latitude, longitude } = complaint;
  const [shown, setShown] = useState(false);
  const { data } = useQuery({
    queryKey: keyOf("nearby", complaint.id, latitude, longitude),
    queryFn: ({ signal }) =>
      run(SimilarNearbyDocument, { latitude: latitude!, longitude: longitude!, metres }, { signal }),
    enabled: latitude !== null && longitude !== null,
  });
  const all = (data?.nearbyComplaints ?? [])
    .flatMap((it) =>
      it.complaint && it.complaint.id !== complaint.id && it.complaint.status !== "MERGED"
        ? [{ ...it, complaint: it.complaint }]
        : [],
    )
    .map((it) => ({
      ...it,
      rank: (isOpen(it.complaint.status) ? 0 : 2) + (it.complaint.category?.id === complaint.category?.id ? 0 : 1),
    }))
    .toSorted((a, b) => a.rank - b.rank || a.distance - b.distance);
  if (all.length === 0) return null;
  const openCount = all.filter((it) => it.rank < 2).length;
  return (
    <section className={styles.similar}>
      <button type="button" className={styles.similarHead} aria-expanded={shown} onClick={() => setShown(!shown)}>
        <MapPin size={15} aria-hidden />
        {t("similar.title", { n: all.length, metres })}
        {openCount > 0 && <span className={styles.count}>{t("similar.open", { n: openCount })}</span>}
      </button>
      {shown && (
        <ul>
          {all.slice(0, 12).map(({ complaint: it, distance, rank }) => (
            <li key={it.id}>
              <Link href={`/complaints/${it.reference}`}>
                <span className={styles.ref} translate="no">
                  {it.reference}
                </span>{" "}
                <bdi>{it.title}</bdi>
              </Link>
              <span className={styles.similarFacts}>
                <Status status={shownStatus(it)} />
                <span>{t("similar.distance", { n: distance })}</span>
                <Age at={it.createdAt} />
                {merge && rank < 2 && (
                  <button type="button" className={styles.linkish} onClick={() => merge(it.id)}>
                    {t("similar.merge")}
                  </button>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
