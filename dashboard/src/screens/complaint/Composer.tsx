// Writing: a public reply or an internal note, which look different and say who will read them. What is typed stays
// until it was sent, over reloads and ended sessions.
import { Button, Textarea } from "@mantine/core";
import { Lock, MessageSquare, Paperclip, X } from "lucide-react";
import { useImperativeHandle, useRef, useState, type ClipboardEvent, type Ref } from "react";

import { run } from "../../graph/client";
import { t } from "../../i18n";
import { ErrorNotice } from "../../parts/Notice";
import { done } from "../../parts/undo";
import { accepted } from "../../parts/upload";
import { useDraft } from "../../session/drafts";
import { serviceNow } from "../../session/viewer";
import styles from "./complaint.module.css";
import { liveTask, readByReporter, reporterOf, useRefresh, type Case } from "./data";
import { CaseCommentDocument } from "./generated";
import { fitting, UploadRow, useUploads } from "./Media";

export interface ComposerHandle {
  note: () => void;
  reply: () => void;
}

type Mode = "PUBLIC" | "INTERNAL";

// comment writes a comment once, however often it is sent.
export async function comment(
  complaintId: string,
  text: string,
  visibility: Mode,
  idempotencyKey: string,
): Promise<string> {
  const { commentOnComplaint } = await run(CaseCommentDocument, {
    input: { complaintId, text, visibility, idempotencyKey },
  });
  return commentOnComplaint.comment.uploadUrl;
}

export function Composer({
  complaint,
  admin,
  handle,
}: {
  complaint: Case;
  admin: boolean;
  handle: Ref<ComposerHandle>;
}) {
  const [chosen, setMode] = useDraft(`complaint:${complaint.id}:mode`);
  const mode: Mode = admin && chosen === "INTERNAL" ? "INTERNAL" : "PUBLIC";
  const [reply, setReply] = useDraft(`complaint:${complaint.id}:reply`);
  const [note, setNote] = useDraft(`complaint:${complaint.id}:note`);
  const [text, setText] = mode === "INTERNAL" ? [note, setNote] : [reply, setReply];
  const [files, setFiles] = useState<File[]>([]);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>();
  const key = useRef<string>("");
  const area = useRef<HTMLTextAreaElement>(null);
  const refresh = useRefresh(complaint.id);
  const uploads = useUploads(refresh);
  const focus = (next: Mode): void => {
    setMode(next === "INTERNAL" ? "INTERNAL" : "");
    requestAnimationFrame(() => {
      area.current?.scrollIntoView({ block: "center" });
      area.current?.focus({ preventScroll: true });
    });
  };
  useImperativeHandle(handle, () => ({
    note: () => focus(admin ? "INTERNAL" : "PUBLIC"),
    reply: () => focus("PUBLIC"),
  }));

  const send = async (): Promise<void> => {
    if (busy || text.trim() === "") return;
    setBusy(true);
    setFault(undefined);
    key.current ||= crypto.randomUUID();
    try {
      const path = await comment(complaint.id, text, mode, key.current);
      key.current = "";
      setText("");
      if (files.length > 0) {
        void uploads.add(path, files);
        setFiles([]);
      }
      done({
        text: t(mode === "INTERNAL" ? "composer.noteSent" : admin ? "composer.replySent" : "composer.commentSent"),
      });
      setBusy(false);
      await refresh();
    } catch (cause) {
      setFault(cause);
      setBusy(false);
    }
  };
  const paste = (event: ClipboardEvent): void => {
    const pasted = [...event.clipboardData.files];
    if (pasted.length === 0) return;
    event.preventDefault();
    void fitting(pasted).then((fit) => setFiles((all) => [...all, ...fit]));
  };
  const solver = liveTask(complaint)?.solver?.name;
  const merged = complaint.duplicates.edges?.length ?? 0;
  const audience =
    mode === "INTERNAL"
      ? t("composer.toAdmins")
      : !admin
        ? t("composer.toService")
        : solver && complaint.submittedBy
          ? t("composer.toReporterAndSolver", { name: reporterOf(complaint), solver })
          : [readByReporter(complaint), solver && t("form.readByReporter", { name: solver })].filter(Boolean).join(" ");
  return (
    <section className={styles.composer} data-mode={mode} aria-label={t("composer.label")}>
      {admin && (
        <div className={styles.modes} role="group" aria-label={t("composer.label")}>
          <button type="button" aria-pressed={mode === "PUBLIC"} onClick={() => focus("PUBLIC")}>
            <MessageSquare size={14} aria-hidden /> {t("composer.reply")}
            {reply && mode !== "PUBLIC" && <i className={styles.draftDot} title={t("composer.draft")} />}
          </button>
          <button type="button" aria-pressed={mode === "INTERNAL"} onClick={() => focus("INTERNAL")}>
            <Lock size={14} aria-hidden /> {t("composer.note")}
            {note && mode !== "INTERNAL" && <i className={styles.draftDot} title={t("composer.draft")} />}
          </button>
        </div>
      )}
      <p className={styles.audience} id="composer-audience">
        {mode === "INTERNAL" && <Lock size={13} aria-hidden />} {audience}
        {merged > 0 && mode === "PUBLIC" && admin ? ` ${t("composer.notFollowers", { n: merged })}` : ""}
      </p>
      <Textarea
        ref={area}
        aria-label={t(mode === "INTERNAL" ? "composer.note" : "composer.reply")}
        aria-describedby="composer-audience"
        classNames={{ input: styles.area }}
        variant="unstyled"
        placeholder={t(
          mode === "INTERNAL"
            ? "composer.notePlaceholder"
            : admin
              ? "composer.replyPlaceholder"
              : "composer.commentPlaceholder",
        )}
        maxLength={serviceNow()?.limits.comment}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onPaste={paste}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            void send();
          } else if (event.key === "Escape") event.currentTarget.blur();
        }}
      />
      {fault !== undefined && <ErrorNotice error={fault} retry={() => void send()} />}
      <footer>
        <label className={styles.attach}>
          <Paperclip size={15} aria-hidden />
          <span>{t("composer.attach")}</span>
          <input
            type="file"
            multiple
            accept={accepted}
            onChange={(event) => {
              const more = [...(event.target.files ?? [])]; // before it is emptied
              void fitting(more).then((fit) => setFiles((all) => [...all, ...fit]));
              event.target.value = "";
            }}
          />
        </label>
        <span className={styles.files}>
          {files.map((file, index) => (
            <span key={index} className={styles.file}>
              {file.name}
              <button
                type="button"
                onClick={() => setFiles((all) => all.filter((_, at) => at !== index))}
                aria-label={`${t("common.remove")}: ${file.name}`}
              >
                <X size={12} />
              </button>
            </span>
          ))}
          {uploads.running.map((it) => (
            <UploadRow key={it.key} it={it} again={() => uploads.again(it.key)} drop={() => uploads.drop(it.key)} />
          ))}
        </span>
        <kbd className={styles.kbd}>Ctrl ↵</kbd>
        <Button
          size="sm"
          className={mode === "INTERNAL" ? styles.sendNote : undefined}
          loading={busy}
          disabled={text.trim() === ""}
          onClick={() => void send()}
        >
          {t(mode === "INTERNAL" ? "composer.sendNote" : admin ? "composer.sendReply" : "common.send")}
        </Button>
      </footer>
    </section>
  );
}
