// Taking a call: who it is, what and where, and whether it is known already. All by keyboard: Enter takes the first
// proposal, Tab goes on, Ctrl+Enter sends.
import { Button, Textarea } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { Map as MapIcon } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";

import { limits } from "../../lib/domain";
import { needsMessages, t } from "../../lib/i18n/more";
import { ctrl } from "../../lib/keyboard";
import { Bones, ErrorNotice } from "../../parts/Notice";
import { useTitle } from "../../parts/title";
import { CallerFields } from "./CallerFields";
import { useCallers } from "./callers";
import { positionOf, useIntakeDraft } from "./draft";
import styles from "./intake.module.css";
import { useKnown } from "./known";
import { MoreFields } from "./MoreFields";
import { usePlaces } from "./places";
import { Same } from "./Same";
import { useSending } from "./sending";
import { Sent } from "./Sent";
import { WhatFields } from "./WhatFields";

const PlaceMap = lazy(() => import("../../parts/map/PlaceMap"));

function Intake() {
  const kept = useIntakeDraft();
  const { draft, change } = kept;
  const [mapped, setMapped] = useState(false);
  const roomy = useMediaQuery("(min-width: 1240px)", undefined, { getInitialValueInEffect: false }); // as in intake.module.css
  const form = useRef<HTMLFormElement>(null);
  const title = useRef<HTMLInputElement>(null);
  useTitle(t("shell.intake"));
  const callers = useCallers(draft, change);
  const places = usePlaces(draft);
  const known = useKnown(draft, callers.theirs);
  const target = known.same.find((it) => it.id === draft.same);
  const sending = useSending(kept, target);

  if (sending.result) return <Sent result={sending.result} onNext={sending.next} />;
  const map = (
    <Suspense fallback={<Bones lines={6} />}>
      <PlaceMap
        place={positionOf(draft.position)}
        zone={draft.zoneId || undefined}
        onChange={({ latitude, longitude }) => change({ position: `${latitude}, ${longitude}` })}
      />
    </Suspense>
  );
  return (
    <form
      ref={form}
      className={styles.page}
      onSubmit={(event) => {
        event.preventDefault();
        void sending.submit();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          event.currentTarget.requestSubmit();
        } else if (event.key === "Enter" && event.target instanceof HTMLInputElement && event.target.type === "text") {
          event.preventDefault(); // a call is not sent by the Enter that took a proposal
        }
      }}
    >
      <h1 className={styles.title}>{t("shell.intake")}</h1>
      <CallerFields draft={draft} change={change} callers={callers} title={title} />
      <WhatFields draft={draft} change={change} places={places} title={title}>
        {!roomy && (
          <button type="button" className={styles.mapOpen} aria-expanded={mapped} onClick={() => setMapped(!mapped)}>
            <MapIcon size={15} aria-hidden /> {t(mapped ? "map.close" : "map.open")}
          </button>
        )}
        {!roomy && mapped && map}
      </WhatFields>
      <Same {...known} chosen={draft.same} onChoose={(id) => change({ same: id })} />
      <Textarea
        className={styles.text}
        label={t("intake.more")}
        classNames={{ input: styles.area }}
        maxLength={limits.description}
        value={draft.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <MoreFields draft={draft} change={change} />
      {/* Beside "Where?", and after all fields for keys, which a map has many of. */}
      {roomy && <div className={styles.beside}>{map}</div>}
      <footer className={styles.end}>
        {sending.fault !== undefined && <ErrorNotice error={sending.fault} />}
        <div className={styles.buttons}>
          <Button type="submit" loading={sending.busy} disabled={!sending.complete}>
            {target
              ? t(target.theirs ? "intake.noteTo" : "intake.addTo", { reference: target.reference })
              : t("intake.submit")}
          </Button>
          <kbd className={styles.kbd}>{ctrl()} ↵</kbd>
          <Button
            variant="subtle"
            onClick={() => {
              sending.startOver();
              requestAnimationFrame(() => form.current?.querySelector("input")?.focus());
            }}
          >
            {t("intake.clear")}
          </Button>
        </div>
      </footer>
    </form>
  );
}

export default needsMessages(Intake);
