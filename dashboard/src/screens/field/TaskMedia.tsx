// The photos and videos of a task: small in a row, and as large as the phone.
import { Play } from "lucide-react";
import { lazy, Suspense, type ReactNode } from "react";

import { nodes } from "../../data/graph/nodes";
import { t } from "../../lib/i18n/more";
import { useReachable } from "../../data/outbox/connection";
import type { Picture } from "../../parts/MediaViewer";
import styles from "./field.module.css";
import { Thumbnail } from "./parts";
import type { FieldMedia, FieldTask } from "./tasks";

const MediaViewer = lazy(() => import("../../parts/MediaViewer").then((it) => ({ default: it.MediaViewer })));

// latest returns a photo with the link that was read last.
export function latest(tasks: readonly FieldTask[], media: FieldMedia): FieldMedia {
  const all = tasks.flatMap((task) => [
    ...(task.complaint ? nodes(task.complaint.media) : []),
    ...nodes(task.updates).flatMap((update) => nodes(update.media)),
  ]);
  return all.find(({ id }) => id === media.id) ?? media;
}

export type OnView = (media: FieldMedia, all: FieldMedia[]) => void;

export function Strip({ media, onView }: { media: FieldMedia[]; onView: OnView }) {
  return (
    <ul className={styles.strip}>
      {media.map((it, index) => (
        <li key={it.id}>
          <button type="button" onClick={() => onView(it, media)} className={styles.tile}>
            <Thumbnail
              media={it}
              alt={t(it.mediaType === "VIDEO" ? "solver.video" : "solver.photo", { n: index + 1 })}
            />
            {it.mediaType === "VIDEO" && <Play size={20} aria-hidden className={styles.play} />}
          </button>
        </li>
      ))}
    </ul>
  );
}

// Viewer shows the files as large as the phone, and without a connection the small copies that the phone has kept.
export function Viewer({ all, at, onClose }: { all: FieldMedia[]; at: string; onClose: () => void }) {
  const reachable = useReachable();
  const small = (picture: Picture): ReactNode => (
    <div className={styles.viewer}>
      <p className={styles.soft}>{t("solver.smallOnly")}</p>
      <Thumbnail media={all.find(({ id }) => id === picture.id)!} alt={picture.fileName} />
    </div>
  );
  // What a phone has kept since an older version of the desk has no names.
  const pictures = all.map((media): Picture => ({
    ...media,
    fileName: media.fileName || t(media.mediaType === "VIDEO" ? "solver.videoTitle" : "solver.photoTitle"),
  }));
  return (
    <Suspense>
      <MediaViewer pictures={pictures} at={at} onClose={onClose} instead={reachable ? undefined : small} />
    </Suspense>
  );
}
