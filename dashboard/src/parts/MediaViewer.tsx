// A photo or a video as large as the window: zoom, turn, next.
import { ActionIcon } from "@mantine/core";
import { ChevronLeft, ChevronRight, ExternalLink, Eye, EyeOff, RotateCw, X, ZoomIn, ZoomOut } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";

import { t } from "../lib/i18n/more";
import { dateTime } from "../lib/i18n/format";
import { isAdmin } from "../data/session/viewer";
import styles from "./viewer.module.css";
import { usePanZoom } from "./zoom";
import type { Agent } from "../data/graph/schema.generated";
import { uploader } from "./uploader";
import { Verbatim } from "./Verbatim";

export interface Picture {
  id: string;
  url: string;
  thumbnailUrl: string | null;
  fileName: string;
  mediaType: "IMAGE" | "VIDEO";
  visibility?: "PUBLIC" | "INTERNAL"; // for those who are told
  lateEvidenceId?: string | null;
  createdAt: string;
  uploadedBy?: { id: string; name: string } | null;
  agent?: Agent;
}

interface Props {
  pictures: Picture[];
  at: string; // the id of the one to begin with
  onClose: () => void;
  tools?: (picture: Picture) => ReactNode;
  instead?: (picture: Picture) => ReactNode; // what to show where the file itself can't be reached
}

export function MediaViewer({ pictures, at, onClose, tools, instead }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [current, setCurrent] = useState(at);
  const [turn, setTurn] = useState(0);
  const [broken, setBroken] = useState("");
  const zoom = usePanZoom();
  const index = Math.max(
    0,
    pictures.findIndex((it) => it.id === current),
  );
  const picture = pictures[index];

  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    dialog.current?.showModal();
    dialog.current?.focus();
    return () => before?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    setTurn(0);
    zoom.reset();
    for (const next of [pictures[index + 1], pictures[index - 1]])
      if (next?.mediaType === "IMAGE") new Image().src = next.url;
    // oxlint-disable-next-line react/exhaustive-deps -- begins anew with each picture
  }, [current]);
  if (!picture) return null;

  const go = (step: number): void => setCurrent(pictures[(index + step + pictures.length) % pictures.length]!.id);
  const small = instead?.(picture);
  const still = picture.mediaType === "IMAGE" && !small && broken !== picture.url;
  const rtl = document.documentElement.dir === "rtl" ? -1 : 1;
  return (
    <dialog
      ref={dialog}
      className={styles.viewer}
      tabIndex={-1}
      aria-label={picture.fileName}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === "ArrowRight") go(rtl);
        else if (event.key === "ArrowLeft") go(-rtl);
        else if (event.key === "+" || event.key === "=") zoom.by(1.4);
        else if (event.key === "-") zoom.by(1 / 1.4);
        else if (event.key === "0") zoom.reset();
        else if (event.key === "r") setTurn((it) => it + 90);
        else return;
        event.preventDefault();
      }}
    >
      <header className={styles.bar}>
        <Facts of={picture} />
        {tools?.(picture)}
        {still && (
          <>
            <ActionIcon onClick={() => zoom.by(1 / 1.4)} aria-label={t("media.smaller")} size={36}>
              <ZoomOut size={18} />
            </ActionIcon>
            <ActionIcon onClick={() => zoom.by(1.4)} aria-label={t("media.larger")} size={36}>
              <ZoomIn size={18} />
            </ActionIcon>
            <ActionIcon onClick={() => setTurn((it) => it + 90)} aria-label={t("media.turn")} size={36}>
              <RotateCw size={18} />
            </ActionIcon>
          </>
        )}
        {!small && (
          <ActionIcon
            component="a"
            href={picture.url}
            target="_blank"
            rel="noopener"
            aria-label={t("media.original")}
            size={36}
          >
            <ExternalLink size={18} />
          </ActionIcon>
        )}
        <ActionIcon onClick={onClose} aria-label={t("common.close")} size={36}>
          <X size={20} />
        </ActionIcon>
      </header>
      <div className={styles.stage} {...(still ? zoom.handlers : {})} data-zoomed={zoom.scale > 1 || undefined}>
        {small ??
          (broken === picture.url ? (
            <p className={styles.broken}>
              {t("media.broken")}{" "}
              <a href={picture.url} target="_blank" rel="noopener">
                {t("media.original")}
              </a>
            </p>
          ) : still ? (
            <img
              key={picture.id}
              src={picture.url}
              alt={picture.fileName}
              draggable={false}
              onError={() => setBroken(picture.url)}
              style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale}) rotate(${turn}deg)` }}
            />
          ) : (
            <video
              key={picture.id}
              src={picture.url}
              controls
              playsInline
              preload="metadata"
              aria-label={picture.fileName}
              onError={() => setBroken(picture.url)}
            />
          ))}
        {pictures.length > 1 && <Turners go={go} />}
      </div>
      <p className={styles.count} role="status">
        {t("media.count", { n: index + 1, total: pictures.length })}
      </p>
    </dialog>
  );
}

// Facts are whose file it is, and who sees it.
function Facts({ of: picture }: { of: Picture }) {
  return (
    <div className={styles.name}>
      <strong>{picture.fileName}</strong>
      <span>
        {picture.visibility && isAdmin() && (
          <>
            {picture.visibility === "PUBLIC" ? <Eye size={13} aria-hidden /> : <EyeOff size={13} aria-hidden />}
            {t(picture.visibility === "PUBLIC" ? "media.public" : "media.internal")}
            {" · "}
          </>
        )}
        {picture.uploadedBy !== undefined && (
          <>{picture.uploadedBy ? <Verbatim>{uploader(picture)}</Verbatim> : uploader(picture)} · </>
        )}
        {picture.createdAt && dateTime(picture.createdAt)}
      </span>
    </div>
  );
}

function Turners({ go }: { go: (step: number) => void }) {
  return (
    <>
      <ActionIcon
        className={styles.previous}
        onClick={() => go(-1)}
        aria-label={t("media.previous")}
        size={44}
        variant="default"
      >
        <ChevronLeft size={22} className={styles.chevron} />
      </ActionIcon>
      <ActionIcon
        className={styles.next}
        onClick={() => go(1)}
        aria-label={t("media.next")}
        size={44}
        variant="default"
      >
        <ChevronRight size={22} className={styles.chevron} />
      </ActionIcon>
    </>
  );
}
