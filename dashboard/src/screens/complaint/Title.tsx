// The title, edited where it stands: Enter saves, Escape leaves it as it was.
import { useEffect, useRef, useState } from "react";

import { asGraphError, sentence } from "../../data/graph/errors";
import { t } from "../../lib/i18n/more";
import { useDraft } from "../../data/session/drafts";
import { serviceNow } from "../../data/session/viewer";
import type { Finished } from "./actions";
import styles from "./complaint.module.css";
import { perform, useRefresh, type Case } from "./data";
import { useBusy } from "../../parts/busy";

interface Props {
  complaint: Case;
  may: boolean;
  onDone: Finished;
}

export function TitleField({ complaint, may, onDone }: Props) {
  const [draft, setDraft] = useDraft(`complaint:${complaint.id}:title`);
  const [editing, setEditing] = useState(draft !== "");
  const [base, setBase] = useState(complaint);
  const [fault, setFault] = useState("");
  const [busy, once] = useBusy();
  const input = useRef<HTMLInputElement>(null);
  const refresh = useRefresh(complaint.id);
  useEffect(() => {
    if (editing) input.current?.focus();
  }, [editing]);

  if (!editing) {
    return (
      <h1 className={styles.title} dir="auto">
        {may ? (
          <button
            type="button"
            onClick={() => {
              setBase(complaint);
              setEditing(true);
            }}
            title={t("change.title")}
          >
            {complaint.title}
          </button>
        ) : (
          complaint.title
        )}
      </h1>
    );
  }
  const value = draft || complaint.title;
  const leave = (): void => {
    setDraft("");
    setFault("");
    setEditing(false);
  };
  const save = async (): Promise<void> => {
    const title = value.trim();
    if (busy || title === complaint.title || title === "") return leave();
    return once(async () => {
      try {
        // What somebody else wrote meanwhile is shown first, and written over by the second Enter.
        const row = await perform("EDIT", {
          id: complaint.id,
          expectedVersion: base.title === complaint.title ? complaint.version : base.version,
          title,
        });
        await refresh();
        leave();
        onDone("EDIT", row, { title }, complaint);
      } catch (cause) {
        const conflict = asGraphError(cause).code === "CONFLICT";
        if (conflict) {
          await refresh();
          setBase(complaint);
        }
        setFault(conflict ? t("title.changed") : sentence(cause));
      }
    });
  };
  const other = base.title !== complaint.title;
  return (
    <form
      className={styles.titleForm}
      onSubmit={(event) => {
        event.preventDefault();
        if (other) setBase(complaint);
        void save();
      }}
    >
      <input
        ref={input}
        dir="auto"
        aria-label={t("field.title")}
        aria-invalid={fault !== "" || undefined}
        value={value}
        maxLength={serviceNow()?.limits.title}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") leave();
        }}
        onBlur={() => {
          if (value.trim() === complaint.title) leave();
        }}
      />
      <button type="submit" className={styles.linkish} disabled={busy}>
        {t("common.save")}
      </button>
      <button type="button" className={styles.linkish} onClick={leave}>
        {t("common.cancel")}
      </button>
      {(fault || other) && (
        <p className={styles.refused} role="alert">
          {fault || t("title.changed")} {other && <q>{complaint.title}</q>}
        </p>
      )}
    </form>
  );
}
