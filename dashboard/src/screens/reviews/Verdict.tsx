// The verdict on work that was handed in: it is approved, or sent back with a note.
import { Button, Textarea } from "@mantine/core";
import { Check, Undo2 } from "lucide-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation } from "wouter";

import { run } from "../../data/graph/client";
import { asGraphError } from "../../data/graph/errors";
import { t } from "../../lib/i18n/more";
import { isMailed } from "../../parts/mailNote";
import { MoveMail } from "../../parts/MoveMail";
import { ErrorNotice } from "../../parts/Notice";
import { done } from "../../parts/undo";
import { useDraft } from "../../data/session/drafts";
import { serviceNow } from "../../data/session/viewer";
import { ReviewVerdictDocument } from "./generated";
import styles from "./reviews.module.css";
import { afterOf, type Task } from "./task";
import { useBusy } from "../../parts/busy";

export type Verdict = ReturnType<typeof useVerdict>;

export function useVerdict(task: Task, next: (judged: string) => void, again: () => Promise<unknown>) {
  const [note, setNote] = useDraft(`review:${task.id}`);
  const [publicNote, setPublicNote] = useDraft(`review:${task.id}:public`);
  const [back, setBack] = useState(note !== "");
  const [busy, once] = useBusy();
  const [fault, setFault] = useState<unknown>();
  const [, navigate] = useLocation();
  const noteArea = useRef<HTMLTextAreaElement>(null);
  const offer = task.availableActions.find((it) => it.action === "REVIEW_COMPLETION");
  const may = offer?.enabled === true;
  const { reference } = task.complaint!;

  const send = async (approved: boolean): Promise<void> => {
    if (busy || !may) return;
    if (approved && afterOf(task).length === 0) return setFault(new Error(t("reviews.noPhoto")));
    if (!approved && note.trim() === "") return noteArea.current?.focus();
    return once(async () => {
      setFault(undefined);
      try {
        await run(ReviewVerdictDocument, {
          input: { id: task.id, expectedVersion: task.version, approved, ...(approved ? { publicNote } : { note }) },
        });
        setNote("");
        setPublicNote("");
        done({
          text: t(approved ? "reviews.approved" : "reviews.sentBack", {
            reference,
            name: task.solver?.name ?? "",
          }),
          label: reference,
          undo: () => navigate(`/complaints/${reference}`),
        });
        next(task.id);
      } catch (cause) {
        if (["CONFLICT", "INVALID_TRANSITION"].includes(asGraphError(cause).code)) await again();
        setFault(cause);
      }
    });
  };
  const sendBack = (): void => {
    flushSync(() => setBack(true)); // the text is there to be typed in, without losing letters
    noteArea.current?.focus();
  };
  return {
    note,
    setNote,
    publicNote,
    setPublicNote,
    back,
    setBack,
    busy,
    fault,
    may,
    refusal: offer?.disabledReason,
    noteArea,
    send,
    sendBack,
  };
}

export function VerdictBar({ task, verdict }: { task: Task; verdict: Verdict }) {
  const bar = useRef<HTMLElement>(null);
  const leave = (): void => {
    verdict.setBack(false);
    bar.current?.querySelector("button")?.focus();
  };
  return (
    <footer className={styles.bar} ref={bar}>
      {verdict.fault !== undefined && <ErrorNotice error={verdict.fault} />}
      {!verdict.may && (
        <p className={styles.refused} role="alert">
          {verdict.refusal ?? t("reviews.gone")}
        </p>
      )}
      {verdict.back ? (
        <SendBack task={task} verdict={verdict} leave={leave} />
      ) : (
        <Approve task={task} verdict={verdict} />
      )}
    </footer>
  );
}

function SendBack({ task, verdict, leave }: { task: Task; verdict: Verdict; leave: () => void }) {
  return (
    <form
      className={styles.noteForm}
      onSubmit={(event) => {
        event.preventDefault();
        void verdict.send(false);
      }}
    >
      <Textarea
        ref={verdict.noteArea}
        className={styles.note}
        label={t("reviews.note", { name: task.solver?.name ?? "" })}
        required
        maxLength={serviceNow()?.limits.note}
        value={verdict.note}
        onChange={(event) => verdict.setNote(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.shiftKey) {
            event.preventDefault();
            void verdict.send(false);
          } else if (event.key === "Escape") {
            leave();
          }
        }}
      />
      <div className={styles.buttons}>
        <Button variant="default" onClick={() => verdict.setBack(false)}>
          {t("common.cancel")}
        </Button>
        <Button
          type="submit"
          loading={verdict.busy}
          disabled={!verdict.may}
          leftSection={<Undo2 size={16} />}
          rightSection={<kbd className={styles.kbd}>↵</kbd>}
        >
          {t("reviews.sendBack")}
        </Button>
      </div>
    </form>
  );
}

function Approve({ task, verdict }: { task: Task; verdict: Verdict }) {
  const complaint = task.complaint!;
  const reporter = complaint.submittedBy?.name || complaint.contact?.name;
  return (
    <>
      {verdict.may && (
        <div className={styles.mail}>
          <MoveMail complaint={complaint.id} action="RESOLVE" note={verdict.publicNote} open={false} />
        </div>
      )}
      <div className={styles.verdict}>
        <label className={styles.public}>
          <span>
            {complaint.contact?.phone && !complaint.submittedBy && !isMailed(complaint.contact, serviceNow())
              ? t("reviews.noAccount", { name: reporter || t("complaint.caller"), phone: complaint.contact.phone })
              : t("reviews.publicNote", { name: reporter || t("complaint.caller") })}
          </span>
          <input
            value={verdict.publicNote}
            maxLength={serviceNow()?.limits.note}
            onChange={(event) => verdict.setPublicNote(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter") void verdict.send(true);
              else if (event.key === "Escape") event.currentTarget.blur();
            }}
          />
        </label>
        <div className={styles.buttons}>
          <Button
            variant="default"
            size="md"
            disabled={!verdict.may || verdict.busy}
            onClick={verdict.sendBack}
            leftSection={<Undo2 size={16} />}
            rightSection={<kbd className={styles.kbd}>S</kbd>}
          >
            {t("reviews.sendBack")}
          </Button>
          <Button
            size="md"
            loading={verdict.busy}
            disabled={!verdict.may || afterOf(task).length === 0}
            onClick={() => void verdict.send(true)}
            leftSection={<Check size={17} />}
            rightSection={<kbd className={styles.kbd}>A</kbd>}
          >
            {t("reviews.approve")}
          </Button>
        </div>
      </div>
    </>
  );
}
