// Who calls: somebody who is found by what they say, or somebody new.
import { TextInput } from "@mantine/core";
import { Phone, UserRound } from "lucide-react";
import type { ComponentProps, RefObject } from "react";

import { t } from "../../lib/i18n/more";
import { ErrorNotice } from "../../parts/Notice";
import { Suggest } from "../../parts/Suggest";
import { Verbatim } from "../../parts/Verbatim";
import type { Draft } from "./draft";
import styles from "./intake.module.css";

export function CallerFields({
  search,
  chosen,
  change,
  reachable,
  name,
  options,
  busy,
  pending,
  early,
  onEarly,
  error,
  retry,
  onChoose,
}: {
  search: string;
  chosen: Draft["caller"];
  change: (part: Partial<Draft>) => void;
  reachable: boolean;
  name: RefObject<HTMLInputElement | null>; // of somebody new
  early: boolean; // Enter has taken who is still looked up
  error: unknown;
  retry: () => void;
} & Pick<ComponentProps<typeof Suggest>, "options" | "busy" | "pending" | "onEarly" | "onChoose">) {
  return (
    <fieldset className={styles.caller}>
      <legend>
        <Phone size={15} aria-hidden /> {t("intake.caller")}
      </legend>
      {!chosen && (
        <Suggest
          label={t("intake.caller")}
          hideLabel
          placeholder={t("intake.callerHint")}
          autoFocus
          value={search}
          onValue={(value) => change({ search: value })}
          options={options}
          listLabel={t("intake.callers")}
          busy={busy}
          pending={pending}
          waiting={t("intake.lookingUp")}
          onEarly={onEarly}
          onChoose={onChoose}
        />
      )}
      {early && (
        <p className={styles.hint} role="status">
          {t("intake.lookingUp")}
        </p>
      )}
      {error !== undefined && <ErrorNotice error={error} retry={retry} />}
      {chosen?.known && (
        <div className={styles.chosen}>
          <UserRound size={18} aria-hidden />
          <p>
            <strong translate="no">{chosen.name || chosen.phone || chosen.email}</strong>
            <span>
              <Verbatim>{[chosen.phone, chosen.email].filter(Boolean).join(" · ")}</Verbatim>
              {(chosen.phone || chosen.email) && chosen.userId && " · "}
              {chosen.userId && t("intake.account")}
            </span>
          </p>
          <button type="button" className={styles.linkish} onClick={() => change({ caller: undefined })}>
            {t("intake.change")}
          </button>
        </div>
      )}
      {chosen && !chosen.known && (
        <div className={styles.three}>
          <TextInput
            ref={name}
            label={t("intake.name")}
            value={chosen.name}
            onChange={(event) => change({ caller: { ...chosen, name: event.currentTarget.value } })}
          />
          <TextInput
            label={t("intake.phone")}
            type="text"
            inputMode="tel"
            value={chosen.phone}
            onChange={(event) => change({ caller: { ...chosen, phone: event.currentTarget.value } })}
          />
          <TextInput
            label={t("intake.email")}
            type="text"
            inputMode="email"
            value={chosen.email}
            onChange={(event) => change({ caller: { ...chosen, email: event.currentTarget.value } })}
          />
          <p className={styles.hint}>
            {!reachable && <span>{t("intake.reach")}</span>}
            <button type="button" className={styles.linkish} onClick={() => change({ caller: undefined })}>
              {t("intake.change")}
            </button>
          </p>
        </div>
      )}
    </fieldset>
  );
}
