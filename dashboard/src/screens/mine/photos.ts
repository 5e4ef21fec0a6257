// The photos of a report: kept on this device with its words, and sent one after the other once it is a complaint.
import { useEffect, useRef, useState } from "react";

import { sentence } from "../../data/graph/errors";
import { forgetPhotos, keepPhoto, keptPhotos } from "../../data/session/photos";
import { viewerId } from "../../data/session/viewer";
import { limits } from "../../lib/domain";
import { t } from "../../lib/i18n/more";
import { useChosen } from "../../parts/chosen";
import { sorted, upload } from "../../parts/upload";

export interface Photo {
  key: string;
  file: File;
  preview: string;
  share: number;
  sent: boolean;
  fault: string;
}

export const mostPhotos = limits.files;
const draft = "report"; // by which the device keeps them

export type Photos = ReturnType<typeof usePhotos>;

export function usePhotos() {
  const account = useRef(viewerId()).current;
  const photos = useChosen<Photo>();
  const { change: setPhotos } = photos;
  const [refused, setRefused] = useState<string[]>([]);
  const previews = useRef(new Set<string>());
  useEffect(() => {
    const urls = previews.current;
    return () => urls.forEach((url) => URL.revokeObjectURL(url));
  }, []);
  const shownPhoto = (id: string, file: File): Photo => {
    const preview = URL.createObjectURL(file);
    previews.current.add(preview);
    return { key: id, file, preview, share: 0, sent: false, fault: "" };
  };
  useEffect(() => {
    let left = false;
    void keptPhotos(account, draft)
      .then((kept) => {
        if (!left)
          setPhotos((all) => [
            ...kept
              .filter(({ id }) => !all.some(({ key: known }) => known === id))
              .map(({ id, file }) => shownPhoto(id, file)),
            ...all,
          ]);
      })
      .catch(() => undefined);
    return () => void (left = true);
  }, [account, setPhotos]);

  const take = async (files: File[]): Promise<void> => {
    const { fit, refused: others } = await sorted(files);
    const added = fit.slice(0, mostPhotos - photos.now().length).map((file) => shownPhoto(crypto.randomUUID(), file));
    setRefused([...others, ...(fit.length > added.length ? [t("report.mostPhotos", { n: mostPhotos })] : [])]);
    setPhotos((all) => [...all, ...added]);
    for (const { key: id, file } of added) await keepPhoto(account, draft, id, file).catch(() => undefined); // without room it is there until the page is left
  };
  const add = (files: File[]): void => photos.add(take(files));
  const change = (photo: Photo, to: Partial<Photo>): void =>
    setPhotos((all) => all.map((it) => (it.key === photo.key ? { ...it, ...to } : it)));

  const remove = (photo: Photo): void => {
    setPhotos((all) => all.filter((it) => it !== photo));
    void forgetPhotos(photo.key).catch(() => undefined);
  };
  // send sends what is not there yet, one after the other, and returns whether all are. What was chosen and is still looked at is
  // waited for.
  const send = async (uploadUrl: string): Promise<boolean> => {
    let all = true;
    for (const photo of (await photos.all()).filter((it) => !it.sent)) {
      change(photo, { fault: "", share: 0 });
      try {
        await upload(uploadUrl, photo.file, (share) => change(photo, { share }));
        change(photo, { sent: true, share: 1 });
        void forgetPhotos(photo.key).catch(() => undefined);
      } catch (cause) {
        all = false;
        change(photo, { fault: sentence(cause) });
      }
    }
    return all;
  };
  const forgetAll = (): void => void forgetPhotos(...photos.now().map(({ key }) => key)).catch(() => undefined);
  return { all: photos.shown, refused, add, remove, send, forgetAll };
}
