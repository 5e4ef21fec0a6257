// Writing a report and handing it over: it is kept on the phone as it comes, and sent from the outbox.
import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";

import type { Draft, Photo } from "../../data/outbox/db";
import { addPhoto, readDraft, removePhoto, writeDraft, type Task } from "../../data/outbox/outbox";
import { act } from "../../data/outbox/send";
import { isFull, room, roomWords, size } from "../../data/outbox/storage";
import { viewerId } from "../../data/session/viewer";
import { limits } from "../../lib/domain";
import { t } from "../../lib/i18n/more";
import { useBusy } from "../../parts/busy";
import { isHeic } from "../../parts/upload";

export const mostPhotos = limits.files;

type Words = Pick<Draft, "finished" | "remarks" | "percent">;
type Fault = { text: string };

// whyNot says why a file was not taken.
async function whyNot(file: File, cause: unknown): Promise<string> {
  const { name } = file;
  if (isFull(cause)) return t("solver.full");
  if (await isHeic(file).catch(() => false)) return t("media.heic", { name });
  if (cause instanceof RangeError)
    return t("solver.videoTooLarge", { name, size: size(file.size), most: size(limits.videoBytes) });
  return t("solver.noPicture", { name });
}

export type Reporting = ReturnType<typeof useReporting>;

export function useReporting(task: Task) {
  const account = useRef(viewerId()).current;
  const [, navigate] = useLocation();
  const [ready, setReady] = useState(false);
  const [words, setWords] = useState<Words>({ finished: true, remarks: "", percent: null });
  const [photos, setPhotos] = useState<Photo[]>([]);
  const [shrinking, setShrinking] = useState(0); // how many files are being made small
  const [fault, setFault] = useState<Fault>();
  const [unsure, setUnsure] = useState(false);
  const [little, setLittle] = useState(""); // what is said of the room that is left
  const [busy, once] = useBusy();

  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => void (here.current = false);
  }, []);

  useEffect(() => {
    void readDraft(account, task)
      .then((draft) => {
        setWords({ finished: draft.finished, remarks: draft.remarks, percent: draft.percent });
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
  const write = (change: Partial<Words>): void => {
    const next = { ...words, ...change };
    setWords(next);
    setUnsure(false);
    writeDraft(account, task, next).catch(explain);
  };

  const take = async (files: File[]): Promise<void> => {
    setFault(undefined);
    setUnsure(false);
    const fitting = files.slice(0, mostPhotos - photos.length);
    if (fitting.length < files.length) setFault({ text: t("solver.tooMany", { n: mostPhotos }) });
    setShrinking((it) => it + fitting.length);
    for (const file of fitting) {
      // one after another: a phone has little memory
      try {
        if (file.type.startsWith("video/") && file.size > limits.videoBytes) throw new RangeError();
        const photo = await addPhoto(account, task, file);
        setPhotos((it) => [...it, photo]);
      } catch (cause) {
        setFault({ text: await whyNot(file, cause) });
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
    const { finished, remarks, percent } = words;
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

  return { ...words, write, photos, shrinking, take, remove, little, send, ready, fault, unsure, busy };
}
