// Writing: a public reply or an internal note, which look different and say who will read them. What is typed stays
// until it was sent, over reloads and ended sessions.
import { Button, Textarea } from "@mantine/core";
import { Lock, MessageSquare, Paperclip, X } from "lucide-react";
import { useEffect, useImperativeHandle, useRef, useState, type ClipboardEvent, type Ref } from "react";

import { run } from "../../data/graph/client";
import { t } from "../../lib/i18n/more";
import { ctrl } from "../../lib/keyboard";
import { accepted } from "../../lib/domain";
import { useChosen } from "../../parts/chosen";
import { ErrorNotice } from "../../parts/Notice";
import { done } from "../../parts/undo";
import { useDraft } from "../../data/session/drafts";
import { forgetPhotos, keepPhoto, keptPhotos } from "../../data/session/photos";
import { serviceNow, viewerId } from "../../data/session/viewer";
import styles from "./complaint.module.css";
import { liveTask, readByReporter, reporterOf, useRefresh, type Case } from "./data";
import { CaseCommentDocument } from "./generated";
import { fitting, UploadRow, useUploads } from "./Media";
import { MentionList, mentionsOf, useMentions } from "./Mentions";
import { useBusy } from "../../parts/busy";

export interface ComposerHandle {
  note: () => void;
  reply: () => void;
}

type Mode = "PUBLIC" | "INTERNAL";

// useKeptFiles is useState for the files of a comment, which live through a reload as its words do.
function useKeptFiles(draft: string) {
  const chosen = useChosen<{ id: string; file: File }>();
  const { change } = chosen;
  useEffect(() => {
    let left = false;
    change(() => []);
    void keptPhotos(viewerId(), draft)
      .then((kept) => {
        if (!left) change((all) => [...kept.filter(({ id }) => !all.some((it) => it.id === id)), ...all]);
      })
      .catch(() => undefined);
    return () => void (left = true);
  }, [draft, change]);
  const take = async (more: File[]): Promise<void> => {
    const added = (await fitting(more)).map((file) => ({ id: crypto.randomUUID(), file }));
    change((all) => [...all, ...added]);
    for (const { id, file } of added) await keepPhoto(viewerId(), draft, id, file).catch(() => undefined); // without room it is there until the page is left
  };
  return {
    files: chosen.shown,
    all: chosen.all,
    add: (more: File[]): void => chosen.add(take(more)),
    forget: (...ids: string[]): void => {
      change((all) => all.filter(({ id }) => !ids.includes(id)));
      void forgetPhotos(...ids).catch(() => undefined);
    },
  };
}

// comment writes a comment once, however often it is sent.
export async function comment(
  complaintId: string,
  text: string,
  visibility: Mode,
  idempotencyKey: string,
  mentions: string[] = [],
): Promise<string> {
  const { commentOnComplaint } = await run(CaseCommentDocument, {
    input: { complaintId, text, visibility, idempotencyKey, mentions },
  });
  return commentOnComplaint.comment.uploadUrl;
}

function audienceOf(complaint: Case, mode: Mode, admin: boolean): string {
  if (mode === "INTERNAL") return t("composer.toAdmins");
  if (!admin) return t("composer.toService");
  const solver = liveTask(complaint)?.solver?.name;
  if (solver && complaint.submittedBy)
    return t("composer.toReporterAndSolver", { name: reporterOf(complaint), solver });
  return [readByReporter(complaint), solver && t("form.readByReporter", { name: solver })].filter(Boolean).join(" ");
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
  const { files, all, add, forget } = useKeptFiles(`complaint:${complaint.id}`);
  const [busy, once] = useBusy();
  const [fault, setFault] = useState<unknown>();
  const key = useRef<string>("");
  const area = useRef<HTMLTextAreaElement>(null);
  const mentions = useMentions(`complaint:${complaint.id}`, { on: mode === "INTERNAL", area, setText });
  const refresh = useRefresh(complaint.id);
  const uploads = useUploads(refresh);
  const focus = (next: Mode): void => {
    setMode(next === "INTERNAL" ? "INTERNAL" : "");
    const show = (): void => {
      area.current?.scrollIntoView({ block: "nearest" });
      area.current?.focus({ preventScroll: true });
    };
    show(); // at once: whoever types on would lose letters
    requestAnimationFrame(show); // and when the menu has closed in which it was chosen
  };
  useImperativeHandle(handle, () => ({
    note: () => focus(admin ? "INTERNAL" : "PUBLIC"),
    reply: () => focus("PUBLIC"),
  }));

  const send = async (): Promise<void> => {
    if (busy || text.trim() === "") return;
    return once(async () => {
      setFault(undefined);
      key.current ||= crypto.randomUUID();
      try {
        const attached = await all();
        const told = mode === "INTERNAL" ? mentionsOf(text, mentions.chosen) : [];
        const path = await comment(complaint.id, text, mode, key.current, told);
        key.current = "";
        setText("");
        if (mode === "INTERNAL") mentions.forget();
        if (attached.length > 0) {
          void uploads.add(
            path,
            attached.map(({ file }) => file),
          );
          forget(...attached.map(({ id }) => id));
        }
        done({
          text:
            told.length > 0
              ? t("composer.noteTold", { n: told.length })
              : t(mode === "INTERNAL" ? "composer.noteSent" : admin ? "composer.replySent" : "composer.commentSent"),
        });
        await refresh();
      } catch (cause) {
        setFault(cause);
      }
    });
  };
  const paste = (event: ClipboardEvent): void => {
    const pasted = [...event.clipboardData.files];
    if (pasted.length === 0) return;
    event.preventDefault();
    add(pasted);
  };
  const merged = complaint.duplicates.edges?.length ?? 0;
  return (
    <section className={styles.composer} data-mode={mode} aria-label={t("composer.label")}>
      {admin && <Modes chosen={mode} choose={focus} drafted={{ PUBLIC: reply !== "", INTERNAL: note !== "" }} />}
      <div
        onKeyDownCapture={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.stopPropagation(); // else it chooses whom a list below the text shows
          void send();
        }}
      >
        <MentionList mentions={mentions}>
          <Textarea
            ref={area}
            aria-label={t(mode === "INTERNAL" ? "composer.note" : "composer.reply")}
            description={
              <>
                {mode === "INTERNAL" && <Lock size={13} aria-hidden />} {audienceOf(complaint, mode, admin)}
                {merged > 0 && mode === "PUBLIC" && admin ? ` ${t("composer.notFollowers", { n: merged })}` : ""}
              </>
            }
            descriptionProps={{ className: styles.audience }}
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
              if (event.key === "Escape" && mentions.found.length === 0) event.currentTarget.blur();
            }}
          />
        </MentionList>
      </div>
      {fault !== undefined && <ErrorNotice error={fault} retry={() => void send()} />}
      <footer>
        <Attach add={add} />
        <span className={styles.files}>
          {files.map(({ id, file }) => (
            <span key={id} className={styles.file}>
              {file.name}
              <button type="button" onClick={() => forget(id)} aria-label={`${t("common.remove")}: ${file.name}`}>
                <X size={12} />
              </button>
            </span>
          ))}
          {uploads.running.map((it) => (
            <UploadRow key={it.key} it={it} again={() => uploads.again(it.key)} drop={() => uploads.drop(it.key)} />
          ))}
        </span>
        <kbd className={styles.kbd}>{ctrl()} ↵</kbd>
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

interface ModesProps {
  chosen: Mode;
  choose: (mode: Mode) => void;
  drafted: Record<Mode, boolean>;
}

function Modes({ chosen, choose, drafted }: ModesProps) {
  return (
    <div className={styles.modes} role="group" aria-label={t("composer.label")}>
      <button type="button" aria-pressed={chosen === "PUBLIC"} onClick={() => choose("PUBLIC")}>
        <MessageSquare size={14} aria-hidden /> {t("composer.reply")}
        {drafted.PUBLIC && chosen !== "PUBLIC" && <i className={styles.draftDot} title={t("composer.draft")} />}
      </button>
      <button type="button" aria-pressed={chosen === "INTERNAL"} onClick={() => choose("INTERNAL")}>
        <Lock size={14} aria-hidden /> {t("composer.note")}
        {drafted.INTERNAL && chosen !== "INTERNAL" && <i className={styles.draftDot} title={t("composer.draft")} />}
      </button>
    </div>
  );
}

function Attach({ add }: { add: (files: File[]) => void }) {
  return (
    <label className={styles.attach}>
      <Paperclip size={15} aria-hidden />
      <span>{t("composer.attach")}</span>
      <input
        type="file"
        multiple
        accept={accepted}
        onChange={(event) => {
          add([...(event.target.files ?? [])]); // read before it is emptied
          event.target.value = "";
        }}
      />
    </label>
  );
}
