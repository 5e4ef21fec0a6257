// Merging complaints: into which one, found by its words, and why.
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";

import { run } from "../../data/graph/client";
import { keyOf } from "../../data/graph/keys";
import { t } from "../../lib/i18n";
import { Field } from "../../parts/Field";
import { Picker, type Choice } from "../../parts/Picker";
import { PlainButton, PlainSelect } from "../../parts/Plain";
import { shownStatus, Status } from "../../parts/Status";
import { writeDraft } from "../../data/session/drafts";
import { serviceNow } from "../../data/session/viewer";
import styles from "./actions.module.css";
import { Form, useReasons, type Part } from "./dialog";
import { QueueSimilarDocument } from "./generated";

export function Merge({ act, refused, ids, single, draft }: Part) {
  const reasons = useReasons("merge");
  const [text, setText] = useState("");
  const [into, setInto] = useState<{ id: string; reference: string }>();
  const [reason, setReason] = useState("");
  const publicNote = useRef<HTMLTextAreaElement>(null);
  const words = text.trim() || single?.title.split(/\s+/).toSorted((a, b) => b.length - a.length)[0] || "";
  const { data } = useQuery({
    queryKey: keyOf("similar", words),
    queryFn: ({ signal }) => run(QueueSimilarDocument, { text: words }, { signal }),
    enabled: words.length > 1,
    placeholderData: (before) => before,
  });
  const choices = data?.find.complaints
    .filter((it) => !ids.includes(it.id) && it.status !== "MERGED")
    .map((it): Choice => ({
      id: it.id,
      text: it.reference,
      content: (
        <>
          <b translate="no">{it.reference}</b> <bdi>{it.title}</bdi>
        </>
      ),
      hint: <Status status={shownStatus(it)} compact />,
    }));
  const send = (): void => {
    if (!into || refused) return;
    act(
      {
        verb: "merge",
        input: {
          intoId: into.id,
          reasonCode: reason || reasons[0]?.value || "duplicate",
          publicNote: publicNote.current?.value ?? "",
        },
      },
      t("queue.said.merge", { reference: into.reference }),
      () => writeDraft(draft, ""),
    );
  };
  return (
    <>
      {into ? (
        <p className={styles.into}>
          {t("queue.into")} <b translate="no">{into.reference}</b>{" "}
          <PlainButton small onClick={() => setInto(undefined)}>
            {t("queue.other")}
          </PlainButton>
        </p>
      ) : (
        <Picker
          label={t("queue.pick.merge")}
          choices={words.length > 1 ? choices : []}
          onText={setText}
          onPick={(choice) => setInto({ id: choice.id, reference: choice.text })}
          disabled={refused !== ""}
        />
      )}
      {into && (
        <Form send={send} busy={refused !== ""} label={t("queue.send.merge")}>
          <PlainSelect
            autoFocus
            label={t("queue.reason")}
            data={reasons}
            value={reason || reasons[0]?.value}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Field
            label={t("queue.publicNote")}
            hint={t("queue.publicNoteHint")}
            draft={draft}
            maxLength={serviceNow()?.limits.note}
            field={publicNote}
          />
        </Form>
      )}
    </>
  );
}
