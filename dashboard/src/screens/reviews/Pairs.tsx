// Photos and videos of before and after, paired in their order: side by side, or one over the other where it is narrow.
import { ActionIcon } from "@mantine/core";
import { ImageOff, RotateCw } from "lucide-react";
import { useState, type CSSProperties, type SyntheticEvent } from "react";

import { t } from "../../lib/i18n/more";
import type { PanZoom } from "../../parts/zoom";
import type { ReviewPhotoFragment } from "./generated";
import styles from "./reviews.module.css";

interface Props {
  before: ReviewPhotoFragment[];
  after: ReviewPhotoFragment[];
  zoom: PanZoom;
}

export function Pairs({ before, after, zoom }: Props) {
  const count = Math.max(before.length, after.length, 1);
  // Where there are more than fit, the wheel goes on to the next ones.
  const { onWheel, ...others } = zoom.handlers;
  const handlers = count > 1 ? others : { onWheel, ...others };
  return (
    <ol className={styles.pairs} data-many={count > 1 || undefined}>
      {Array.from({ length: count }, (_, at) => (
        <li key={at} className={styles.pair}>
          {(before[at] || at === 0) && <Side side="before" photos={before} at={at} zoom={zoom} handlers={handlers} />}
          {(after[at] || at === 0) && <Side side="after" photos={after} at={at} zoom={zoom} handlers={handlers} />}
        </li>
      ))}
    </ol>
  );
}

interface SideProps {
  side: "before" | "after";
  photos: ReviewPhotoFragment[];
  at: number;
  zoom: PanZoom;
  handlers: Partial<PanZoom["handlers"]>;
}

function Side({ side, photos, at, zoom, handlers }: SideProps) {
  const photo = photos[at];
  const [turn, setTurn] = useState(0);
  return (
    <figure className={styles.side} data-side={side}>
      <figcaption>
        <h2>{t(side === "before" ? "reviews.before" : "reviews.after")}</h2>
        {photos.length > 1 && (
          <span className={styles.count}>{t("complaint.place", { n: at + 1, total: photos.length })}</span>
        )}
        {photo?.mediaType === "IMAGE" && (
          <ActionIcon size={28} onClick={() => setTurn((it) => it + 90)} aria-label={t("media.turn")}>
            <RotateCw size={15} />
          </ActionIcon>
        )}
      </figcaption>
      {photo ? (
        <Frame key={photo.id} photo={photo} after={side === "after"} turn={turn} zoom={zoom} handlers={handlers} />
      ) : (
        <p className={styles.empty}>
          <ImageOff size={22} aria-hidden /> {t(side === "before" ? "reviews.noneBefore" : "reviews.noneAfter")}
        </p>
      )}
    </figure>
  );
}

interface FrameProps {
  photo: ReviewPhotoFragment;
  after: boolean;
  turn: number; // in degrees
  zoom: PanZoom;
  handlers: Partial<PanZoom["handlers"]>;
}

// Frame has the shape of what it shows, before that has arrived too.
function Frame({ photo, after, turn, zoom, handlers }: FrameProps) {
  const { url, fileName, mediaType } = photo;
  const [size, setSize] = useState({ width: photo.width || 4, height: photo.height || 3 }); // usual, where the service knows none
  // Browsers have the last word: they turn a photo as its camera was held.
  const arrived = (width: number, height: number): void => {
    if (width > 0 && height > 0 && Math.abs(width / height - size.width / size.height) > 0.01)
      setSize({ width, height });
  };
  const ratio = size.width / size.height;
  const { x, y } = zoom.share;
  return (
    <div
      className={styles.frame}
      style={{ "--ratio": turn % 180 === 0 ? ratio : 1 / ratio } as CSSProperties}
      {...(mediaType === "IMAGE" ? handlers : {})}
      data-zoomed={(mediaType === "IMAGE" && zoom.scale > 1) || undefined}
    >
      {mediaType === "IMAGE" ? (
        <img
          src={url}
          alt={fileName}
          draggable={false}
          data-after={after || undefined}
          data-across={turn % 180 !== 0 || undefined}
          onLoad={({ currentTarget: it }: SyntheticEvent<HTMLImageElement>) =>
            arrived(it.naturalWidth, it.naturalHeight)
          }
          style={{ transform: `translate(${x * 100}cqi, ${y * 100}cqb) scale(${zoom.scale}) rotate(${turn}deg)` }}
        />
      ) : (
        <video
          src={url}
          controls
          playsInline
          preload="metadata"
          aria-label={fileName}
          onLoadedMetadata={({ currentTarget: it }: SyntheticEvent<HTMLVideoElement>) =>
            arrived(it.videoWidth, it.videoHeight)
          }
        />
      )}
    </div>
  );
}
