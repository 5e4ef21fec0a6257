// The outbox: what waits, what was refused and why, and what was sent, in the order in which it was done.
import { Button } from "@mantine/core";
import {
  Check,
  CircleAlert,
  CircleCheck,
  ClockAlert,
  CloudUpload,
  Hourglass,
  PencilLine,
  Pin,
  Play,
} from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "wouter";

import { messageOf, t } from "../../lib/i18n/more";
import { exact } from "../../lib/i18n/format";
import { useReachable } from "../../data/outbox/connection";
import type { Draft, Entry, Photo, Reason } from "../../data/outbox/db";
import { discard, discardDraft, drafts, held, keep, open, retry, useOutbox } from "../../data/outbox/outbox";
import { sendingNow, sendSoon } from "../../data/outbox/send";
import { room, roomWords, size } from "../../data/outbox/storage";
import { Dialog } from "../../parts/Dialog";
import { Empty } from "../../parts/Notice";
import { useNow } from "../../parts/Time";
import { viewerId } from "../../data/session/viewer";
import { useTitle } from "../../parts/title";
import styles from "./field.module.css";
import { Bytes, when } from "./parts";

export default function Outbox() {
  const entries = useOutbox();
  const reachable = useReachable();
  const [begun, setBegun] = useState<Draft[]>([]);
  const [words, setWords] = useState("");
  const [doubt, setDoubt] = useState<{ text: string; go: () => Promise<void> }>();
  useTitle(t("solver.outbox"));
  useEffect(() => {
    void drafts(viewerId())
      .then(setBegun)
      .catch(() => undefined);
    void room()
      .then((it) => setWords(it ? roomWords(it) : ""))
      .catch(() => undefined);
  }, [entries, doubt]);

  const active = entries.filter(open);
  const kept = entries.filter((entry) => entry.state === "refused" && entry.kept);
  const sent = entries.filter((entry) => entry.state === "sent").toReversed();
  const photos = [...active, ...begun].flatMap((entry) => entry.photos).filter((photo) => photo.state !== "sent");
  const bytes = photos.reduce((sum, photo) => sum + photo.size, 0);
  const ask = (entry: Entry): void =>
    setDoubt({ text: t("solver.discardText", { title: entry.title }), go: () => discard(entry) });
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <div>
          <h1>{t("solver.outbox")}</h1>
          <p className={styles.soft}>
            {photos.length > 0 ? t("solver.photosWait", { count: photos.length, size: size(bytes) }) : ""} {words}
          </p>
        </div>
        {active.some((entry) => entry.state === "waiting" && !held(entry, entries)) && reachable && (
          <Button variant="default" size="md" className={styles.sendNow} onClick={sendSoon}>
            {t("solver.sendNow")}
          </Button>
        )}
      </header>
      {active.length === 0 && begun.length === 0 && (
        <Empty icon={CircleCheck} title={t("solver.allSent")}>
          <p>{t("solver.allSentText")}</p>
        </Empty>
      )}
      {active.length > 0 && (
        <section className={styles.group}>
          <ol className={styles.entries}>
            {active.map((entry) => (
              <EntryRow key={entry.seq} entry={entry} all={entries} onDiscard={() => ask(entry)} />
            ))}
          </ol>
        </section>
      )}
      {begun.length > 0 && (
        <section className={styles.group}>
          <h2>
            {t("solver.drafts")} <span>{begun.length}</span>
          </h2>
          <ul className={styles.entries}>
            {begun.map((draft) => (
              <li key={draft.taskId} className={styles.entry}>
                <p className={styles.entryHead}>
                  <PencilLine size={16} aria-hidden /> <strong>{t("solver.draft")}</strong>
                </p>
                <p className={styles.entryTitle}>
                  <bdi>{draft.title}</bdi>{" "}
                  <span className={styles.reference} translate="no">
                    {draft.reference}
                  </span>
                </p>
                {draft.photos.length > 0 && <Photos photos={draft.photos} />}
                <div className={styles.choices}>
                  <Link href={`/today/${draft.taskId}/report`} className={styles.linkButton}>
                    {t("solver.continue")}
                  </Link>
                  <Button
                    variant="default"
                    size="md"
                    onClick={() =>
                      setDoubt({ text: t("solver.discardText", { title: draft.title }), go: () => discardDraft(draft) })
                    }
                  >
                    {t("solver.discard")}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {kept.length > 0 && (
        <section className={styles.group}>
          <h2>
            {t("solver.kept")} <span>{kept.length}</span>
          </h2>
          <ol className={styles.entries}>
            {kept.map((entry) => (
              <EntryRow key={entry.seq} entry={entry} all={entries} onDiscard={() => ask(entry)} />
            ))}
          </ol>
        </section>
      )}
      {sent.length > 0 && (
        <section className={styles.group}>
          <h2>
            {t("solver.sent")} <span>{sent.length}</span>
          </h2>
          <ol className={styles.entries}>
            {sent.map((entry) => (
              <EntryRow key={entry.seq} entry={entry} all={entries} />
            ))}
          </ol>
        </section>
      )}
      {doubt && (
        <Dialog title={t("solver.discardTitle")} onClose={() => setDoubt(undefined)}>
          <div className={styles.dialog}>
            <p>{doubt.text}</p>
            <div className={styles.choices}>
              <Button size="md" variant="default" data-autofocus onClick={() => setDoubt(undefined)}>
                {t("common.cancel")}
              </Button>
              <Button size="md" color="red" onClick={() => void doubt.go().then(() => setDoubt(undefined))}>
                {t("solver.discard")}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </div>
  );
}

// why is the reason of a refusal: in our words where we know it, else in those of the service.
const why = ({ code, text }: Reason): string => messageOf(`solver.reason.${code}`) ?? text;

type State = "sending" | "waiting" | "held" | "sent" | "late" | "refused" | "kept";

const icons = {
  sending: CloudUpload,
  waiting: CloudUpload,
  held: Hourglass,
  sent: Check,
  late: ClockAlert,
  refused: CircleAlert,
  kept: Pin,
};

function stateOf(entry: Entry, all: readonly Entry[]): State {
  if (entry.state === "sent") return entry.lateId ? "late" : "sent";
  if (entry.state === "refused") return entry.kept ? "kept" : "refused";
  if (sendingNow() === entry.seq) return "sending";
  return held(entry, all) ? "held" : "waiting";
}

interface RowProps {
  entry: Entry;
  all: readonly Entry[];
  brief?: boolean; // on the page of its task
  onDiscard?: () => void;
}

export function EntryRow({ entry, all, brief = false, onDiscard }: RowProps) {
  const now = useNow();
  const state = stateOf(entry, all);
  const Icon = icons[state];
  const done = entry.photos.filter((photo) => photo.state === "sent").length;
  return (
    <li className={styles.entry} data-state={state} data-kind={entry.kind} data-brief={brief || undefined}>
      <p className={styles.entryHead}>
        <Icon size={16} aria-hidden />
        <strong>{t(`solver.kind.${entry.kind}`)}</strong>
        <span className={styles.state}>{t(`solver.state.${state}`)}</span>
        <time dateTime={new Date(entry.at).toISOString()} title={exact(entry.at)}>
          {when(entry.at, now)}
        </time>
      </p>
      {!brief && (
        <p className={styles.entryTitle}>
          <Link href={`/today/${entry.taskId}`}>{entry.title}</Link>{" "}
          <span className={styles.reference} translate="no">
            {entry.reference}
          </span>
        </p>
      )}
      {(entry.content.remarks || entry.content.note) && (
        <p className={styles.text} dir="auto">
          {entry.content.remarks || entry.content.note}
        </p>
      )}
      {entry.photos.length > 0 && (
        <>
          <Photos photos={entry.photos} />
          {entry.state !== "sent" && (
            <p className={styles.soft}>{t("solver.photosSent", { n: done, of: entry.photos.length })}</p>
          )}
        </>
      )}
      {state === "late" && entry.late && (
        <p className={styles.reason}>
          <ClockAlert size={16} aria-hidden />{" "}
          <span>{t("solver.lateBecause", { reason: why({ ...entry.late, code: `late.${entry.late.code}` }) })}</span>
        </p>
      )}
      {(state === "refused" || state === "kept") && entry.reason && (
        <p className={styles.reason} role={brief ? undefined : "alert"}>
          <CircleAlert size={16} aria-hidden /> <span>{t("solver.refusedBecause", { reason: why(entry.reason) })}</span>
        </p>
      )}
      {!brief && (state === "refused" || state === "kept") && (
        <div className={styles.choices}>
          <Button size="md" onClick={() => void retry(entry).then(sendSoon)}>
            {t("common.retry")}
          </Button>
          {state === "refused" && (
            <Button size="md" variant="default" onClick={() => void keep(entry).then(sendSoon)}>
              {t("solver.keep")}
            </Button>
          )}
          <Button size="md" variant="default" onClick={onDiscard}>
            {t("solver.discard")}
          </Button>
        </div>
      )}
      {!brief && (state === "waiting" || state === "held") && onDiscard && (
        <div className={styles.choices}>
          <Button size="compact-md" variant="subtle" color="gray" className={styles.quiet} onClick={onDiscard}>
            {t("solver.discard")}
          </Button>
        </div>
      )}
    </li>
  );
}

function Photos({ photos }: { photos: Photo[] }) {
  return (
    <ul className={styles.strip}>
      {photos.map((photo, index) => (
        <li key={photo.id} className={styles.tile} data-photo={photo.sha256} data-state={photo.state}>
          <Bytes
            bytes={photo.thumb}
            alt={t(photo.video ? "solver.video" : "solver.photo", { n: index + 1 })}
            className={styles.thumb}
          />
          {photo.video && <Play size={20} aria-hidden className={styles.play} />}
          {photo.state === "sent" && (
            <span className={styles.tick}>
              <Check size={14} aria-hidden />
              <span className="visually-hidden">{t("solver.state.sent")}</span>
            </span>
          )}
          {photo.state === "refused" && (
            <span className={styles.tick} data-refused>
              <CircleAlert size={14} aria-hidden />
              <span className="visually-hidden">{t("solver.state.refused")}</span>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
