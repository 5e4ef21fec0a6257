// The dialogs in which notes are written: those that go with an action, and an internal one on its own.
import { lazy, Suspense, useRef, useState } from "react";

import { run } from "../../data/graph/client";
import { moreMessages, t } from "../../lib/i18n";
import { Field } from "../../parts/Field";
import { PlainSelect } from "../../parts/Plain";
import { done, failed } from "../../parts/undo";
import { writeDraft } from "../../data/session/drafts";
import { serviceNow } from "../../data/session/viewer";
import { Form, useReasons, type Noted, type Part } from "./dialog";
import { QueueNoteDocument } from "./generated";

const Mailed = lazy(async () => {
  const [it] = await Promise.all([import("./Mailed"), moreMessages()]);
  return { default: it.Mailed };
});

export function Note({ doing, act, refused, single, draft }: Part & { doing: Noted }) {
  const reasons = useReasons(doing);
  const [reason, setReason] = useState("");
  const publicNote = useRef<HTMLTextAreaElement>(null);
  const internalNote = useRef<HTMLTextAreaElement>(null);
  const [wrong, setWrong] = useState("");
  const required = doing === "resolve" || doing === "reject";
  const send = (): void => {
    if (refused) return;
    const [told, noted] = [publicNote.current!.value, internalNote.current!.value];
    if (required && told.trim() === "") return setWrong(t("queue.noteRequired"));
    const reasonCode = reasons.length > 0 ? { reasonCode: reason || reasons[0]!.value } : {};
    act(
      { verb: doing, input: { ...reasonCode, publicNote: told, internalNote: noted } },
      t(`queue.said.${doing}`),
      () => {
        writeDraft(draft, "");
        writeDraft(`${draft}:internal`, "");
      },
    );
  };
  return (
    <Form send={send} busy={refused !== ""} label={t(`queue.send.${doing}`)}>
      {reasons.length > 0 && (
        <PlainSelect
          focused
          label={t("queue.reason")}
          data={reasons}
          value={reason || reasons[0]!.value}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <Field
        label={t("queue.publicNote")}
        hint={t(required ? "queue.publicNoteRequired" : "queue.publicNoteHint")}
        error={wrong}
        draft={draft}
        maxLength={serviceNow()?.limits.note}
        field={publicNote}
        autoFocus={reasons.length === 0}
        onInput={() => wrong && setWrong("")}
      />
      {single && (required || doing === "hold") && (
        <Suspense fallback={null}>
          <Mailed complaint={single.id} doing={doing} field={publicNote} />
        </Suspense>
      )}
      <Field
        label={t("queue.internalNote")}
        hint={t("queue.internalNoteHint")}
        draft={`${draft}:internal`}
        rows={1}
        maxLength={serviceNow()?.limits.note}
        field={internalNote}
        internal
      />
    </Form>
  );
}

export function InternalNote({ ids, list, draft, onClose, refused }: Part) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [key] = useState(() => crypto.randomUUID());
  const send = (): void => {
    const text = field.current!.value;
    if (text.trim() === "" || refused) return;
    onClose();
    void (async () => {
      try {
        for (const id of ids)
          await run(QueueNoteDocument, {
            input: { complaintId: id, text, visibility: "INTERNAL", idempotencyKey: `${key}-${id}` },
          });
        writeDraft(draft, "");
        for (const id of ids) list.touched(id, t("queue.goneMeanwhile"));
        done({ text: t("queue.said.note", { n: ids.length }) });
      } catch (cause) {
        failed(cause);
      }
    })();
  };
  return (
    <Form send={send} busy={refused !== ""} label={t("queue.send.note")}>
      <Field
        label={t("queue.internalNote")}
        hint={t("queue.internalNoteHint")}
        draft={draft}
        rows={3}
        maxLength={serviceNow()?.limits.comment}
        field={field}
        internal
        autoFocus
      />
    </Form>
  );
}
