// A task: where, what to do, what was reported, what was done, and one button for the next step.
import { ActionIcon, Button, Menu, Textarea } from "@mantine/core";
import {
  CircleAlert,
  CirclePause,
  CloudUpload,
  EllipsisVertical,
  Eye,
  MapPin,
  Navigation,
  RotateCcw,
} from "lucide-react";
import { useState } from "react";
import { Link, useLocation, useParams } from "wouter";

import { run } from "../../data/graph/client";
import { nodes } from "../../data/graph/nodes";
import type { NotificationLevel } from "../../data/graph/schema.generated";
import { activeLanguage, t } from "../../lib/i18n/more";
import { isWithSolver, limits } from "../../lib/domain";
import type { Kind } from "../../data/outbox/db";
import { useOutbox } from "../../data/outbox/outbox";
import { act } from "../../data/outbox/send";
import { Dialog } from "../../parts/Dialog";
import { Bones, Empty } from "../../parts/Notice";
import { Priority } from "../../parts/Priority";
import { Due } from "../../parts/Time";
import { done, failed } from "../../parts/undo";
import { useTitle } from "../../parts/title";
import { Verbatim } from "../../parts/Verbatim";
import styles from "./field.module.css";
import { FieldLevelDocument } from "./generated";
import { Head, TaskStatus } from "./parts";
import { distance, distanceWords, positionOf, usePosition, wayTo } from "./place";
import { TaskHistory } from "./TaskHistory";
import { latest, Strip, Viewer } from "./TaskMedia";
import { load, shown, useTasks, type DeclineReason, type FieldMedia, type FieldTask, type Shown } from "./tasks";
import { useBusy } from "../../parts/busy";

type FieldComplaint = NonNullable<FieldTask["complaint"]>;

const fresh = 4 * 60_000; // links to photos work for five minutes

export default function Task() {
  const { id } = useParams<{ id: string }>();
  const { list, loading } = useTasks();
  const entries = useOutbox();
  const task = list?.tasks.find((it) => it.id === id);
  const complaint = task?.complaint;
  const [leaving, setLeaving] = useState<"decline" | "return">();
  const [viewing, setViewing] = useState<{ all: FieldMedia[]; at: FieldMedia }>();
  useTitle(complaint?.reference, complaint?.title);

  if (!list || !task || !complaint) {
    return (
      <div className={styles.page}>
        <Head back="/today" title={t("solver.task")} />
        {loading && !list ? (
          <Bones lines={9} />
        ) : (
          <Empty title={t("solver.gone")}>
            <p>{t("solver.goneText")}</p>
            <Link href="/today">{t("solver.toToday")}</Link>
          </Empty>
        )}
      </div>
    );
  }
  const it = shown(task, entries, list.at);
  const canLeave = !it.onHold && it.refused === 0 && isWithSolver(it.status);
  const muted = complaint.notificationLevel === "MUTED";
  const photos = nodes(complaint.media);
  const view = (at: FieldMedia, all: FieldMedia[]): void => {
    if (Date.now() - list.at > fresh) void load();
    setViewing({ all, at });
  };
  return (
    <div className={styles.page} data-bar>
      <Head back="/today" title={<Verbatim>{complaint.reference}</Verbatim>}>
        <Menu width={280}>
          <Menu.Target>
            <ActionIcon size={44} aria-label={t("common.more")}>
              <EllipsisVertical size={20} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown className={styles.menu}>
            {canLeave && it.status === "ASSIGNED" && (
              <Menu.Item onClick={() => setLeaving("decline")}>{t("solver.decline")}</Menu.Item>
            )}
            {canLeave && it.status !== "ASSIGNED" && (
              <Menu.Item onClick={() => setLeaving("return")}>{t("solver.return")}</Menu.Item>
            )}
            <Menu.Item onClick={() => void setLevel(complaint, muted ? "NORMAL" : "MUTED")}>
              {t(muted ? "solver.unmute" : "solver.mute")}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Head>
      <h1 className={styles.title}>{complaint.title}</h1>
      <p className={styles.facts}>
        <TaskStatus shown={it} />
        <Priority priority={complaint.priority} word />
        <Due at={task.dueAt} running={!it.onHold && it.status !== "COMPLETION_SUBMITTED"} />
      </p>

      {it.sentBack !== undefined && (
        <section className={styles.panel} data-tone="orange">
          <h2>
            <RotateCcw size={16} aria-hidden /> {t("solver.sentBack")}
          </h2>
          <p className={styles.text} dir="auto">
            {it.sentBack || t("solver.sentBackNoNote")}
          </p>
        </section>
      )}
      {it.onHold && (
        <section className={styles.panel} data-tone="slate">
          <h2>
            <CirclePause size={16} aria-hidden /> {t("solver.onHold")}
          </h2>
          <p>{t("solver.onHoldText")}</p>
        </section>
      )}

      {task.instructions && (
        <section className={styles.panel} data-tone="teal">
          <h2>{t("solver.instructions")}</h2>
          <p className={styles.text} dir="auto">
            {task.instructions}
          </p>
        </section>
      )}

      <Place complaint={complaint} />

      <section className={styles.panel}>
        <h2>{t("solver.reported")}</h2>
        {complaint.category && <p className={styles.soft}>{complaint.category.name}</p>}
        {complaint.description && (
          <p className={styles.text} dir="auto">
            {complaint.description}
          </p>
        )}
        {photos.length > 0 && <Strip media={photos} onView={view} />}
      </section>

      <TaskHistory task={task} entries={entries} onView={view} />

      <NextStep shown={it} />
      {leaving && <Leave kind={leaving} shown={it} reasons={list.reasons} onClose={() => setLeaving(undefined)} />}
      {viewing && (
        <Viewer
          all={viewing.all.map((media) => latest(list.tasks, media))}
          at={viewing.at.id}
          onClose={() => setViewing(undefined)}
        />
      )}
    </div>
  );
}

// setLevel sets how much one is told of a complaint.
async function setLevel({ id, reference }: FieldComplaint, level: NotificationLevel): Promise<void> {
  try {
    await run(FieldLevelDocument, { input: { complaintId: id, level } });
    done({ text: t(level === "MUTED" ? "solver.muted" : "solver.unmuted", { reference }), seconds: 6 });
    await load();
  } catch (cause) {
    failed(cause);
  }
}

// Place is where the work is, how far from here, and the way to it.
function Place({ complaint }: { complaint: FieldComplaint }) {
  const where = usePosition();
  const way = wayTo(complaint);
  const to = positionOf(complaint);
  return (
    <section className={styles.panel}>
      <h2>{t("solver.place")}</h2>
      <p className={styles.place2}>
        <MapPin size={16} aria-hidden />
        <span>
          {complaint.address || t("solver.noAddress")}
          {complaint.zone && <small>{complaint.zone.name}</small>}
        </span>
        {where.position && to && <b>{distanceWords(distance(where.position, to))}</b>}
      </p>
      {way && (
        <Button
          component="a"
          href={way}
          rel="noreferrer"
          variant="default"
          size="md"
          fullWidth
          leftSection={<Navigation size={18} aria-hidden />}
        >
          {t("solver.navigate")}
        </Button>
      )}
    </section>
  );
}

// NextStep is the one button of a task, within reach of the thumb.
function NextStep({ shown: it }: { shown: Shown }) {
  const [, navigate] = useLocation();
  const [busy, once] = useBusy();
  const { task, status } = it;
  const complaint = task.complaint!;
  const go = (kind: Kind): Promise<void> =>
    once(() => act({ id: task.id, reference: complaint.reference, title: complaint.title }, kind).catch(failed));
  if (it.refused > 0) {
    return (
      <div className={styles.bar}>
        <p className={styles.barNote} data-refused>
          <CircleAlert size={16} aria-hidden /> {t("solver.refusedNote")}
        </p>
        <Button size="lg" fullWidth className={styles.thumbButton} onClick={() => navigate("/outbox")}>
          {t("solver.toOutbox")}
        </Button>
      </div>
    );
  }
  const note = it.waiting > 0 && (
    <p className={styles.barNote} role="status">
      <CloudUpload size={16} aria-hidden /> {t("solver.markWaiting")}
    </p>
  );
  if (status === "COMPLETION_SUBMITTED") {
    return (
      <div className={styles.bar}>
        {note || (
          <p className={styles.barNote}>
            <Eye size={16} aria-hidden /> {t("solver.inReview")}
          </p>
        )}
      </div>
    );
  }
  if (it.onHold || !isWithSolver(status)) return note ? <div className={styles.bar}>{note}</div> : null;
  return (
    <div className={styles.bar}>
      {note}
      {status === "IN_PROGRESS" ? (
        <Button size="lg" fullWidth className={styles.thumbButton} onClick={() => navigate(`/today/${task.id}/report`)}>
          {t("solver.report")}
        </Button>
      ) : (
        <Button
          size="lg"
          fullWidth
          className={styles.thumbButton}
          loading={busy}
          onClick={() => void go(status === "ASSIGNED" ? "accept" : "start")}
        >
          {t(status === "ASSIGNED" ? "solver.accept" : "solver.start")}
        </Button>
      )}
    </div>
  );
}

const returnReasons = ["no_access", "not_found", "out_of_scope", "other"] as const;
const usualReasons = ["too_far", "no_time", "other_trade", "other"] as const; // to decline with, until administrators list some

function Leave({
  kind,
  shown: { task },
  reasons,
  onClose,
}: {
  kind: "decline" | "return";
  shown: Shown;
  reasons: DeclineReason[];
  onClose: () => void;
}) {
  const [, navigate] = useLocation();
  const [note, setNote] = useState("");
  const language = activeLanguage();
  const labelOf = ({ code, labels }: DeclineReason): string =>
    (labels.find((it) => it.language === language) ?? labels[0])?.text || code;
  const choices =
    kind === "decline" && reasons.length > 0
      ? reasons.map((reason) => ({ code: reason.code, label: labelOf(reason) }))
      : (kind === "decline" ? usualReasons : returnReasons).map((code) => ({
          code,
          label: t(`solver.why.${code}`),
        }));
  const [code, setCode] = useState("");
  const send = async (): Promise<void> => {
    const complaint = task.complaint!;
    try {
      await act({ id: task.id, reference: complaint.reference, title: complaint.title }, kind, {
        reasonCode: code,
        note: note.trim(),
      });
      onClose();
      navigate("/today");
    } catch (cause) {
      failed(cause);
    }
  };
  return (
    <Dialog title={t(kind === "decline" ? "solver.declineTitle" : "solver.returnTitle")} onClose={onClose}>
      <form
        className={styles.dialog}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <fieldset className={styles.radios}>
          <legend>{t("solver.whyLabel")}</legend>
          {choices.map((choice) => (
            <label key={choice.code}>
              <input
                type="radio"
                name="reason"
                value={choice.code}
                required
                checked={code === choice.code}
                onChange={() => setCode(choice.code)}
              />
              {choice.label}
            </label>
          ))}
        </fieldset>
        <Textarea
          label={t("solver.whyNote")}
          autosize={false}
          rows={3}
          maxLength={limits.note}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <p className={styles.soft}>{t("solver.backToDesk")}</p>
        <Button type="submit" size="md" fullWidth disabled={!code}>
          {t(kind === "decline" ? "solver.decline" : "solver.return")}
        </Button>
      </form>
    </Dialog>
  );
}
