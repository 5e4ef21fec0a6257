// Who calls: somebody who is found by what they say, or somebody new.
import { TextInput } from "@mantine/core";
import { Phone, UserRound } from "lucide-react";
import { useRef, type ComponentProps, type RefObject } from "react";
import { flushSync } from "react-dom";
import { Link } from "wouter";

import { t } from "../../lib/i18n/more";
import { ErrorNotice } from "../../parts/Notice";
import { shownStatus, Status } from "../../parts/Status";
import { Suggest } from "../../parts/Suggest";
import { Age } from "../../parts/Time";
import { Verbatim } from "../../parts/Verbatim";
import type { Callers } from "./callers";
import { canBeReached, type Caller, type Change, type Draft } from "./draft";
import styles from "./intake.module.css";

const somebodyNew = "new";

const optionsOf = ({ found, newcomer }: Callers): ComponentProps<typeof Suggest>["options"] => [
  ...found.map((it, index) => ({
    id: String(index),
    text: it.name || it.phone || it.email,
    verbatim: true,
    hint: (
      <>
        <span translate="no">{it.phone || it.email}</span>
        <span>{t("queue.callerCounts", { all: it.complaintCount, open: it.openCount })}</span>
      </>
    ),
  })),
  ...(newcomer ? [{ id: somebodyNew, text: t("intake.newCaller", { text: newcomer }) }] : []),
];

export function CallerFields({
  draft,
  change,
  callers,
  title,
}: {
  draft: Draft;
  change: Change;
  callers: Callers;
  title: RefObject<HTMLInputElement | null>; // of the complaint, where it goes on once it is known who calls
}) {
  const name = useRef<HTMLInputElement>(null); // of somebody new
  const chosen = draft.caller;
  const choose = (id: string): void => {
    // What comes next is there to be typed in, without losing letters.
    flushSync(() => (id === somebodyNew ? callers.takeNew() : callers.take(callers.found[Number(id)]!)));
    (id === somebodyNew ? name : title).current?.focus();
  };
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
          value={draft.search}
          onValue={(value) => change({ search: value })}
          options={optionsOf(callers)}
          listLabel={t("intake.callers")}
          busy={callers.busy}
          pending={callers.pending}
          waiting={t("intake.lookingUp")}
          onEarly={() => {
            callers.takeEarly();
            title.current?.focus();
          }}
          onChoose={choose}
        />
      )}
      {callers.early && (
        <p className={styles.hint} role="status">
          {t("intake.lookingUp")}
        </p>
      )}
      {callers.error !== undefined && <ErrorNotice error={callers.error} retry={callers.retry} />}
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
          {callers.theirs && <Open theirs={callers.theirs} />}
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
            {!canBeReached(chosen) && <span>{t("intake.reach")}</span>}
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
