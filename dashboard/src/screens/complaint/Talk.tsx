// What was said and done about a complaint, in tabs for administrators, and the place to write.
import { useState, type Ref } from "react";

import { t } from "../../lib/i18n/more";
import styles from "./complaint.module.css";
import { Composer, type ComposerHandle } from "./Composer";
import { offerOf, type Case } from "./data";
import type { ShowPictures } from "./Media";
import { Stream, tabs, type Tab } from "./Stream";

interface Props {
  complaint: Case;
  admin: boolean;
  show: ShowPictures;
  composer: Ref<ComposerHandle>;
}

export function Talk({ complaint, admin, show, composer }: Props) {
  const [tab, setTab] = useState<Tab>("all");
  return (
    <section className={styles.talk} aria-label={t("stream.label")}>
      {/* It stands at the foot, and is reached before what may be a long conversation. */}
      {offerOf(complaint, "COMMENT") && <Composer complaint={complaint} admin={admin} handle={composer} />}
      {admin && <Tabs chosen={tab} choose={setTab} />}
      <div id="stream" {...(admin ? { role: "tabpanel", "aria-labelledby": `tab-${tab}` } : {})}>
        <Stream complaint={complaint} tab={tab} admin={admin} open={show} />
      </div>
    </section>
  );
}

function Tabs({ chosen, choose }: { chosen: Tab; choose: (tab: Tab) => void }) {
  return (
    <div className={styles.tabs} role="tablist" aria-label={t("stream.label")}>
      {tabs.map((it) => (
        <button
          key={it}
          type="button"
          role="tab"
          id={`tab-${it}`}
          aria-selected={chosen === it}
          aria-controls="stream"
          tabIndex={chosen === it ? 0 : -1}
          onClick={() => choose(it)}
          onKeyDown={(event) => {
            const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
            if (step === 0) return;
            const next = tabs[(tabs.indexOf(it) + step + tabs.length) % tabs.length]!;
            choose(next);
            document.getElementById(`tab-${next}`)?.focus();
          }}
        >
          {t(`stream.${it}Tab`)}
        </button>
      ))}
    </div>
  );
}
