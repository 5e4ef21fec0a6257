// What is reported, and where it is: a place that is known is proposed by its address.
import { TextInput } from "@mantine/core";
import { MapPin } from "lucide-react";
import type { ReactNode, RefObject } from "react";

import { limits } from "../../lib/domain";
import { t } from "../../lib/i18n/more";
import { Suggest } from "../../parts/Suggest";
import { positionOf, type Change, type Draft } from "./draft";
import styles from "./intake.module.css";
import type { Places } from "./places";

export function WhatFields({
  draft,
  change,
  places,
  title,
  children,
}: {
  draft: Draft;
  change: Change;
  places: Places;
  title: RefObject<HTMLInputElement | null>;
  children: ReactNode; // below the address
}) {
  return (
    <fieldset className={styles.what}>
      <legend>{t("intake.what")}</legend>
      <TextInput
        ref={title}
        aria-label={t("intake.what")}
        placeholder={t("intake.whatHint")}
        maxLength={limits.title}
        value={draft.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <Suggest
        label={t("intake.where")}
        placeholder={t("intake.whereHint")}
        value={draft.address}
        icon={<MapPin size={14} aria-hidden />}
        listLabel={t("intake.places")}
        onValue={(value) => change({ address: value, ...(draft.position ? { position: "" } : {}) })}
        options={places.found.map((it) => ({ id: it.address, text: it.address, hint: it.zone }))}
        hint={positionOf(draft.position) ? t("intake.placeKnown") : undefined}
        busy={places.busy}
        onChoose={(id) => {
          const it = places.found.find(({ address }) => address === id)!;
          change({ address: it.address, position: `${it.latitude}, ${it.longitude}`, zoneId: it.zoneId });
        }}
      />
      {children}
    </fieldset>
  );
}
