// Whether it is known already: what the caller has reported and what is open close by, of which one may be the same.
import { Link } from "wouter";

import { t } from "../../lib/i18n/more";
import { Bones } from "../../parts/Notice";
import { shownStatus, Status } from "../../parts/Status";
import { Age } from "../../parts/Time";
import styles from "./intake.module.css";
import type { Known, Similar } from "./known";

export function Same({
  same,
  chosen,
  onChoose,
  placed,
  busy,
  earlier,
}: {
  same: Similar[];
  chosen: string; // empty for something new
  onChoose: (id: string) => void;
  placed: boolean;
  busy: boolean;
  earlier: Known[];
}) {
  return (
    <section className={styles.same} aria-label={t("intake.same")}>
      <h2>{t("intake.same")}</h2>
      {same.length === 0 ? (
        <p className={styles.dim}>{t(placed && !busy ? "intake.sameNone" : "intake.sameEmpty")}</p>
      ) : (
        <>
          <p className={styles.dim}>{t("intake.sameHint")}</p>
          <div role="radiogroup" aria-label={t("intake.same")} className={styles.options}>
            <label className={styles.option}>
              <input type="radio" name="same" value="" checked={chosen === ""} onChange={() => onChoose("")} />
              <span>{t("intake.isNew")}</span>
            </label>
            {same.map((it) => (
              <label key={it.id} className={styles.option}>
                <input
                  type="radio"
                  name="same"
                  value={it.id}
                  checked={chosen === it.id}
                  onChange={() => onChoose(it.id)}
                />
                <span>
                  <span className={styles.optionTitle}>
                    <bdi>{it.title}</bdi>
                  </span>
                  <span className={styles.optionFacts}>
                    <span translate="no">{it.reference}</span>
                    <Status status={shownStatus(it)} />
                    {it.distance !== undefined && <span>{t("similar.distance", { n: it.distance })}</span>}
                    <Age at={it.createdAt} />
                    {it.theirs && <span className={styles.theirs}>{t("intake.theirs")}</span>}
                  </span>
                </span>
              </label>
            ))}
          </div>
        </>
      )}
      {busy && <Bones lines={2} />}
      {earlier.length > 0 && (
        <>
          <h2 className={styles.earlier}>{t("intake.earlier")}</h2>
          <ul className={styles.options}>
            {earlier.map((it) => (
              <li key={it.id} className={styles.past}>
                <Link href={`/complaints/${it.reference}`} className={styles.optionTitle}>
                  <bdi>{it.title}</bdi>
                </Link>
                <span className={styles.optionFacts}>
                  <span translate="no">{it.reference}</span>
                  <Status status={shownStatus(it)} />
                  <Age at={it.createdAt} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
