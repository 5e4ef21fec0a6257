// Who calls: somebody who is found by what they say, or somebody new.
import { TextInput } from "@mantine/core";
import { Phone, UserRound } from "lucide-react";
import type { ComponentProps, RefObject } from "react";
import { Link } from "wouter";

import { t } from "../../lib/i18n/more";
import { ErrorNotice } from "../../parts/Notice";
import { shownStatus, Status } from "../../parts/Status";
import { Suggest } from "../../parts/Suggest";
import { Age } from "../../parts/Time";
import { Verbatim } from "../../parts/Verbatim";
import type { Caller, Draft } from "./draft";
import styles from "./intake.module.css";

export function CallerFields({
  search,
  chosen,
  theirs,
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
  theirs: Caller | undefined; // what is known of who was found
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
          {theirs && <Open theirs={theirs} />}
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

// Open is what somebody has open, newest first; who calls is asked about it. Links keep what is written down.
function Open({ theirs }: { theirs: Caller }) {
  const { openComplaints, openCount, complaintCount } = theirs;
  return (
    <div className={styles.open}>
      <span>{t("queue.callerCounts", { all: complaintCount, open: openCount })}</span>
      <ul>
        {openComplaints.map((it) => (
          <li key={it.id}>
            <Link href={`/complaints/${it.reference}`}>
              <Verbatim>{it.reference}</Verbatim> <bdi>{it.title}</bdi>
            </Link>
            <span>
              <Status status={shownStatus(it)} /> <Age at={it.createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
