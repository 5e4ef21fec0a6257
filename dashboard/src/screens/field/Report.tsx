// A report: photos, words, and whether the work is done. All of it is kept on the phone as it comes.
import { Button, Loader, Textarea } from "@mantine/core";
import { Camera, CircleAlert, Images, Play, Video, X } from "lucide-react";
import { useEffect, useRef, useState, type ChangeEvent } from "react";
import { Redirect, useLocation, useParams } from "wouter";

import { t } from "../../lib/i18n/more";
import { limits, videoFormats } from "../../lib/domain";
import { useReachable } from "../../data/outbox/connection";
import type { Photo } from "../../data/outbox/db";
import { addPhoto, readDraft, removePhoto, useOutbox, writeDraft } from "../../data/outbox/outbox";
import { act } from "../../data/outbox/send";
import { isFull, room, roomWords, size } from "../../data/outbox/storage";
import { Bones } from "../../parts/Notice";
import { isHeic } from "../../parts/upload";
import { serviceNow, viewerId } from "../../data/session/viewer";
import { useTitle } from "../../parts/title";
import { Verbatim } from "../../parts/Verbatim";
import styles from "./field.module.css";
import { Bytes, Head } from "./parts";
import { shown, useTasks } from "./tasks";
import { useBusy } from "../../parts/busy";

const most = limits.files;
const steps = [25, 50, 75, 90];

export default function Report() {
  const { id } = useParams<{ id: string }>();
  const { list } = useTasks();
  const entries = useOutbox();
  const task = list?.tasks.find((it) => it.id === id);
  useTitle(t("solver.report"), task?.complaint?.reference);
  if (!list)
    return (
      <div className={styles.page}>
        <Bones lines={9} />
      </div>
    );
  // Also what is handed over leads to its task, unless somebody has gone on meanwhile.
  if (!task?.complaint || shown(task, entries, list.at).status !== "IN_PROGRESS")
    return <Redirect to={`/today/${id}`} replace />;
  return <Form task={{ id: task.id, reference: task.complaint.reference, title: task.complaint.title }} />;
}

type Fault = { text: string };

function Form({ task }: { task: { id: string; reference: string; title: string } }) {
  const account = useRef(viewerId()).current;
  const [, navigate] = useLocation();
  const reachable = useReachable();
  const [ready, setReady] = useState(false);
  const [finished, setFinished] = useState(true);
  const [remarks, setRemarks] = useState("");
  const [percent, setPercent] = useState<number | null>(null);
  const [photos, setPhotos] = useState<Photo[]>([]);
  const [shrinking, setShrinking] = useState(0);
  const [fault, setFault] = useState<Fault>();
  const [unsure, setUnsure] = useState(false);
  const [little, setLittle] = useState("");
  const [busy, once] = useBusy();

  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => void (here.current = false);
  }, []);

  useEffect(() => {
    void readDraft(account, task)
      .then((draft) => {
        setFinished(draft.finished);
        setRemarks(draft.remarks);
        setPercent(draft.percent);
        setPhotos(draft.photos);
        setReady(true);
      })
      .catch((cause) => setFault({ text: String(cause) }));
    // oxlint-disable-next-line react/exhaustive-deps -- the same task with new facts is no other draft
  }, [account, task.id]);

  useEffect(() => {
    void room()
      .then((it) => setLittle(it?.few ? roomWords(it) : ""))
      .catch(() => undefined);
  }, [photos.length]);

  const explain = (cause: unknown): void => setFault({ text: t(isFull(cause) ? "solver.full" : "solver.notKept") });
  const write = (change: { finished?: boolean; remarks?: string; percent?: number | null }): void => {
    const next = { finished, remarks, percent, ...change };
    setFinished(next.finished);
    setRemarks(next.remarks);
    setPercent(next.percent);
    setUnsure(false);
    writeDraft(account, task, next).catch(explain);
  };

  const take = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const files = [...(event.currentTarget.files ?? [])];
    event.currentTarget.value = "";
    setFault(undefined);
    setUnsure(false);
    const fitting = files.slice(0, most - photos.length);
    if (fitting.length < files.length) setFault({ text: t("solver.tooMany", { n: most }) });
    setShrinking((it) => it + fitting.length);
    const largest = limits.videoBytes;
    for (const file of fitting) {
      // one after another: a phone has little memory
      try {
        if (file.type.startsWith("video/") && file.size > largest) throw new RangeError();
        const photo = await addPhoto(account, task, file);
        setPhotos((it) => [...it, photo]);
      } catch (cause) {
        setFault({
          text: isFull(cause)
            ? t("solver.full")
            : (await isHeic(file).catch(() => false))
              ? t("media.heic", { name: file.name })
              : cause instanceof RangeError
                ? t("solver.videoTooLarge", { name: file.name, size: size(file.size), most: size(largest) })
                : t("solver.noPicture", { name: file.name }),
        });
      }
      setShrinking((it) => it - 1);
    }
  };

  const remove = async (photo: Photo): Promise<void> => {
    setPhotos((it) => it.filter(({ id }) => id !== photo.id));
    await removePhoto(account, task.id, photo.id).catch(explain);
  };

  const send = async (sure = false): Promise<void> => {
    setFault(undefined);
    if (!finished && remarks.trim() === "" && photos.length === 0) return setFault({ text: t("solver.empty") });
    if (finished && photos.length === 0 && !sure) return setUnsure(true);
    return once(async () => {
      try {
        await act(
          task,
          finished ? "completion" : "progress",
          finished ? { remarks: remarks.trim() } : { remarks: remarks.trim(), percentageCompleted: percent },
        );
        if (here.current) navigate(`/today/${task.id}`, { replace: true }); // else somebody has gone on meanwhile
      } catch (cause) {
        explain(cause);
      }
    });
  };

  if (!ready && !fault)
    return (
      <div className={styles.page}>
        <Head back={`/today/${task.id}`} title={t("solver.report")} />
        <Bones lines={9} />
      </div>
    );
  const mayAdd = photos.length + shrinking < most;
  return (
    <form
      className={styles.page}
      data-bar
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Head back={`/today/${task.id}`} title={<Verbatim>{task.reference}</Verbatim>} />
      <h1 className={styles.title}>{task.title}</h1>

      <fieldset className={styles.segments}>
        <legend className="visually-hidden">{t("solver.finishedLabel")}</legend>
        {[true, false].map((value) => (
          <label key={String(value)} data-on={finished === value || undefined}>
            <input
              type="radio"
              name="finished"
              checked={finished === value}
              onChange={() => write({ finished: value })}
            />
            {t(value ? "solver.finished" : "solver.unfinished")}
          </label>
        ))}
      </fieldset>

      <section className={styles.panel}>
        <h2>
          {t("solver.photos")} <span className={styles.soft}>{t("solver.photosOf", { n: photos.length, most })}</span>
        </h2>
        {(photos.length > 0 || shrinking > 0) && (
          <ul className={styles.grid}>
            {photos.map((photo, index) => (
              <li key={photo.id} data-photo={photo.sha256}>
                <Bytes
                  bytes={photo.thumb}
                  alt={t(photo.video ? "solver.video" : "solver.photo", { n: index + 1 })}
                  className={styles.thumb}
                />
                {photo.video && <Play size={20} aria-hidden className={styles.play} />}
                <button
                  type="button"
                  className={styles.remove}
                  onClick={() => void remove(photo)}
                  aria-label={t("solver.removePhoto", { n: index + 1 })}
                >
                  <X size={16} aria-hidden />
                </button>
              </li>
            ))}
            {Array.from({ length: shrinking }, (_, index) => (
              <li key={`new-${index}`} className={styles.thumb} role="status" aria-label={t("solver.shrinking")}>
                <Loader size="sm" />
              </li>
            ))}
          </ul>
        )}
        <div className={styles.adders}>
          <Adder
            capture
            accept="image/*"
            disabled={!mayAdd}
            onTake={take}
            icon={<Camera size={18} aria-hidden />}
            text={t("solver.takePhoto")}
          />
          <Adder
            capture
            accept="video/*"
            disabled={!mayAdd}
            onTake={take}
            icon={<Video size={18} aria-hidden />}
            text={t("solver.takeVideo")}
          />
          <Adder
            accept={`image/*,${videoFormats.join()}`}
            disabled={!mayAdd}
            onTake={take}
            icon={<Images size={18} aria-hidden />}
            text={t("solver.choosePhotos")}
          />
        </div>
        {little && (
          <p className={styles.soft} role="status">
            {little}
          </p>
        )}
      </section>

      <section className={styles.panel}>
        <Textarea
          label={t("solver.remarks")}
          size="md"
          rows={4}
          autosize={false}
          maxLength={serviceNow()?.limits.remarks}
          value={remarks}
          onChange={(event) => write({ remarks: event.currentTarget.value })}
        />
        {!finished && (
          <fieldset className={styles.percents}>
            <legend>{t("solver.percentLabel")}</legend>
            {steps.map((step) => (
              <label key={step} data-on={percent === step || undefined}>
                <input
                  type="radio"
                  name="percent"
                  checked={percent === step}
                  onChange={() => write({ percent: step })}
                  onClick={() => percent === step && write({ percent: null })}
                />
                {t("solver.percent", { n: step })}
              </label>
            ))}
          </fieldset>
        )}
      </section>

      <div className={styles.bar}>
        {fault && (
          <p className={styles.barNote} data-refused role="alert">
            <CircleAlert size={16} aria-hidden /> {fault.text}
          </p>
        )}
        {unsure && (
          <div className={styles.barNote} role="alert">
            <CircleAlert size={16} aria-hidden />
            <span>
              {t("solver.withoutPhoto")}{" "}
              <button type="button" className={styles.textButton} onClick={() => void send(true)}>
                {t("solver.handInAnyway")}
              </button>
            </span>
          </div>
        )}
        {!fault && !unsure && !reachable && <p className={styles.barNote}>{t("solver.goesLater")}</p>}
        <Button
          type="submit"
          size="lg"
          fullWidth
          className={styles.thumbButton}
          loading={busy}
          disabled={shrinking > 0}
        >
          {t(finished ? "solver.handIn" : "solver.sendReport")}
        </Button>
      </div>
    </form>
  );
}

interface AdderProps {
  capture?: boolean;
  accept: string;
  disabled: boolean;
  onTake: (event: ChangeEvent<HTMLInputElement>) => Promise<void>;
  icon: React.ReactNode;
  text: string;
}

function Adder({ capture = false, accept, disabled, onTake, icon, text }: AdderProps) {
  return (
    <label className={styles.adder} data-disabled={disabled || undefined}>
      <input
        type="file"
        accept={accept}
        className="visually-hidden"
        disabled={disabled}
        onChange={(event) => void onTake(event)}
        {...(capture ? { capture: "environment" as const } : { multiple: true })}
      />
      {icon} {text}
    </label>
  );
}
