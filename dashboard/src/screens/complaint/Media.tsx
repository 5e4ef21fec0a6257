// The photos and videos of a complaint: the strip, small ones in the stream, and sending more.
import { ActionIcon } from "@mantine/core";
import { Eye, EyeOff, ImagePlus, Play, RotateCcw, Trash2, X } from "lucide-react";
import { useRef, useState, type ChangeEvent } from "react";

import { run } from "../../data/graph/client";
import { nodes } from "../../data/graph/nodes";
import { sentence } from "../../data/graph/errors";
import { t } from "../../lib/i18n/more";
import { accepted } from "../../lib/domain";
import { Confirm } from "../../parts/list/Form";
import type { Picture } from "../../parts/MediaViewer";
import { done, failed } from "../../parts/undo";
import { sorted, upload, type Uploading } from "../../parts/upload";
import { isAdmin } from "../../data/session/viewer";
import styles from "./complaint.module.css";
import { useRefresh, type Case } from "./data";
import { CaseDeleteMediaDocument, CaseMediaVisibilityDocument, CaseRemoveMediaDocument } from "./generated";

export type ShowPictures = (all: Picture[], at: string) => void; // at: the id of the one that is seen first

export function Thumb({ picture, onClick }: { picture: Picture; onClick: () => void }) {
  return (
    <button
      type="button"
      className={styles.thumb}
      onClick={onClick}
      aria-label={`${picture.lateEvidenceId ? `${t("stream.late")}: ` : ""}${t("media.open", { name: picture.fileName })}`}
    >
      {picture.thumbnailUrl ? (
        <img src={picture.thumbnailUrl} alt="" loading="lazy" />
      ) : (
        <span className={styles.film}>
          <Play size={20} aria-hidden />
        </span>
      )}
      {picture.lateEvidenceId && (
        <span className={styles.hiddenMark} title={t("media.late")}>
          {t("stream.late")}
        </span>
      )}
      {isAdmin() && picture.visibility === "INTERNAL" && !picture.lateEvidenceId && (
        <span className={styles.hiddenMark} title={t("media.internal")}>
          <EyeOff size={12} aria-hidden />
        </span>
      )}
    </button>
  );
}

export function Thumbs({ pictures, open }: { pictures: Picture[]; open: ShowPictures }) {
  if (pictures.length === 0) return null;
  return (
    <div className={styles.thumbs}>
      {pictures.map((picture) => (
        <Thumb key={picture.id} picture={picture} onClick={() => open(pictures, picture.id)} />
      ))}
    </div>
  );
}

// fitting returns the files that the service takes, and says at once of the others why it does not.
export async function fitting(files: Iterable<File>): Promise<File[]> {
  const { fit, refused } = await sorted(files);
  if (refused.length > 0) done({ text: refused.join(" "), failed: true, seconds: 30 });
  return fit;
}

// useUploads sends files to a path, one after the other, and shows how far they have come.
export function useUploads(after: () => unknown) {
  const [running, setRunning] = useState<Uploading[]>([]);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const change = (key: string, part: Partial<Uploading>): void =>
    setRunning((all) => all.map((it) => (it.key === key ? { ...it, ...part } : it)));
  const drop = (key: string): void =>
    setRunning((all) =>
      all.filter((it) => {
        if (it.key === key) URL.revokeObjectURL(it.preview);
        return it.key !== key;
      }),
    );
  const files = useRef(new Map<string, [string, File]>());

  const send = (key: string): void => {
    const [path, file] = files.current.get(key)!;
    queue.current = queue.current.then(async () => {
      try {
        await upload(path, file, (share) => change(key, { share }));
        files.current.delete(key);
        await after();
        drop(key);
      } catch (error) {
        change(key, { error });
      }
    });
  };
  return {
    running,
    add(path: string, all: Iterable<File>): Promise<unknown> {
      for (const file of all) {
        const key = crypto.randomUUID();
        files.current.set(key, [path, file]);
        setRunning((now) => [...now, { key, name: file.name, preview: URL.createObjectURL(file), share: 0 }]);
        send(key);
      }
      return queue.current;
    },
    again(key: string): void {
      change(key, { error: undefined, share: 0 });
      send(key);
    },
    drop,
  };
}

export function UploadRow({ it, again, drop }: { it: Uploading; again: () => void; drop: () => void }) {
  return (
    <div
      className={styles.uploading}
      data-failed={it.error !== undefined || undefined}
      title={it.error === undefined ? it.name : sentence(it.error)}
    >
      <img src={it.preview} alt={it.name} />
      {it.error === undefined ? (
        <progress max={1} value={it.share} aria-label={t("media.sending", { name: it.name })} />
      ) : (
        <span>
          <ActionIcon size={28} variant="default" onClick={again} aria-label={t("common.retry")}>
            <RotateCcw size={14} />
          </ActionIcon>
          <ActionIcon size={28} variant="default" onClick={drop} aria-label={t("common.remove")}>
            <X size={14} />
          </ActionIcon>
        </span>
      )}
      {it.error !== undefined && (
        <span role="alert" className="visually-hidden">
          {sentence(it.error)}
        </span>
      )}
    </div>
  );
}

export function MediaStrip({ complaint, may, open }: { complaint: Case; may: boolean; open: ShowPictures }) {
  const late = nodes(complaint.late).flatMap(({ media }) => nodes(media));
  const pictures = [...nodes(complaint.photos), ...late] as Picture[];
  const refresh = useRefresh(complaint.id);
  const uploads = useUploads(refresh);
  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    void fitting([...(event.target.files ?? [])]).then((files) => uploads.add(complaint.uploadUrl, files));
    event.target.value = "";
  };
  if (pictures.length === 0 && !may) return null;
  return (
    <div className={styles.strip}>
      {pictures.map((picture) => (
        <Thumb key={picture.id} picture={picture} onClick={() => open(pictures, picture.id)} />
      ))}
      {uploads.running.map((it) => (
        <UploadRow key={it.key} it={it} again={() => uploads.again(it.key)} drop={() => uploads.drop(it.key)} />
      ))}
      {may && (
        <label className={styles.addPhoto}>
          <ImagePlus size={18} aria-hidden />
          <span>{t("media.add")}</span>
          <input type="file" accept={accepted} multiple onChange={choose} />
        </label>
      )}
    </div>
  );
}

// VisibilityTool lets an administrator show a file to the reporter, or hide it.
export function VisibilityTool({ picture, complaint }: { picture: Picture; complaint: string }) {
  const refresh = useRefresh(complaint);
  const [visibility, setVisibility] = useState(picture.visibility);
  const set = async (next: "PUBLIC" | "INTERNAL"): Promise<void> => {
    try {
      await run(CaseMediaVisibilityDocument, { input: { id: picture.id, visibility: next } });
      setVisibility(next);
      void refresh();
      done({
        text: t(next === "PUBLIC" ? "media.shown" : "media.hid"),
        undo: () => set(next === "PUBLIC" ? "INTERNAL" : "PUBLIC"),
      });
    } catch (cause) {
      failed(cause);
    }
  };
  const label = t(visibility === "PUBLIC" ? "media.hide" : "media.show");
  return (
    <ActionIcon
      size={36}
      aria-label={label}
      title={label}
      onClick={() => void set(visibility === "PUBLIC" ? "INTERNAL" : "PUBLIC")}
    >
      {visibility === "PUBLIC" ? <EyeOff size={18} /> : <Eye size={18} />}
    </ActionIcon>
  );
}

export function RemoveTool({ onClick }: { onClick: () => void }) {
  return (
    <ActionIcon size={36} aria-label={t("media.remove")} title={t("media.remove")} onClick={onClick}>
      <Trash2 size={18} />
    </ActionIcon>
  );
}

// RemoveMedia asks before a file is deleted: an administrator, who may delete any file, for the reason; others, who may
// delete their own, only whether they mean it.
export function RemoveMedia({
  picture,
  complaint,
  admin,
  onClose,
}: {
  picture: Picture;
  complaint: string;
  admin: boolean;
  onClose: () => void;
}) {
  const refresh = useRefresh(complaint);
  return (
    <Confirm<{ reason: string }>
      title={t("media.removeTitle", { name: picture.fileName })}
      action={t("media.remove")}
      onClose={onClose}
      text={<p>{t(admin ? "media.removeText" : "media.removeOwnText")}</p>}
      initial={{ reason: "" }}
      fields={
        admin ? [{ name: "reason", label: t("media.reason"), required: true, kind: "area", rows: 2, max: 2000 }] : []
      }
      confirm={async ({ reason }) => {
        if (admin) await run(CaseRemoveMediaDocument, { input: { id: picture.id, reason } });
        else await run(CaseDeleteMediaDocument, { input: { id: picture.id } });
        await refresh();
        done({ text: t("media.removed", { name: picture.fileName }) });
      }}
    />
  );
}
