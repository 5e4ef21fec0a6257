// What the screens for solvers share.
import {
  ArrowLeft,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CirclePause,
  Eye,
  ImageOff,
  RotateCcw,
  UserCheck,
  type LucideIcon,
} from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { Link } from "wouter";

import { t } from "../../lib/i18n/more";
import { clock, dateTime, localTime } from "../../lib/i18n/format";
import type { TaskStatus as Status } from "../../lib/domain";
import { database } from "../../data/outbox/db";
import parts from "../../parts/parts.module.css";
import { viewerId } from "../../data/session/viewer";
import styles from "./field.module.css";
import type { FieldMedia, Shown } from "./tasks";

const looks: Record<Status | "ON_HOLD" | "SENT_BACK", [LucideIcon, string]> = {
  ASSIGNED: [CircleDashed, "blue"],
  ACCEPTED: [UserCheck, "violet"],
  IN_PROGRESS: [CircleDot, "teal"],
  COMPLETION_SUBMITTED: [Eye, "amber"],
  COMPLETED: [CircleCheck, "green"],
  DECLINED: [CircleDashed, "blue"],
  RETURNED: [CircleDashed, "blue"],
  CANCELLED: [CircleDashed, "blue"],
  ON_HOLD: [CirclePause, "slate"],
  SENT_BACK: [RotateCcw, "orange"],
};

export function TaskStatus({ shown }: { shown: Shown }) {
  const status = shown.onHold ? "ON_HOLD" : shown.sentBack === undefined ? shown.status : "SENT_BACK";
  const [Icon, tone] = looks[status];
  return (
    <span className={parts.status} data-tone={tone}>
      <Icon size={14} aria-hidden />
      <span className={parts.word}>{t(`solver.status.${status}`)}</span>
    </span>
  );
}

// when is a time of today by the clock, and any other with its day.
export const when = (at: number, now: number): string =>
  localTime(at).slice(0, 10) === localTime(now).slice(0, 10) ? clock(at) : dateTime(at);

export function Head({ back, title, children }: { back: string; title: ReactNode; children?: ReactNode }) {
  return (
    <header className={styles.head}>
      <Link href={back} className={styles.back} aria-label={t("common.back")}>
        <ArrowLeft size={22} className={styles.arrow} aria-hidden />
      </Link>
      <span className={styles.headTitle}>{title}</span>
      {children}
    </header>
  );
}

// Bytes shows a picture that this phone holds.
export function Bytes({ bytes, alt, className }: { bytes: ArrayBuffer; alt: string; className?: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes], { type: "image/jpeg" }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes]);
  return url ? <img src={url} alt={alt} className={className} /> : <span className={className} />;
}

// Thumbnail shows a photo of the service: as this phone has kept it, else from the service.
export function Thumbnail({ media, alt }: { media: FieldMedia; alt: string }) {
  const [kept, setKept] = useState<ArrayBuffer | null>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let gone = false;
    void database()
      .then((db) => db.get("pictures", [viewerId(), media.id]))
      .then((row) => !gone && setKept(row?.bytes ?? null))
      .catch(() => !gone && setKept(null));
    return () => void (gone = true);
  }, [media.id]);
  if (kept === undefined) return <span className={styles.thumb} />;
  if (kept) return <Bytes bytes={kept} alt={alt} className={styles.thumb} />;
  if (!media.thumbnailUrl || failed)
    return (
      <span className={styles.thumb} role="img" aria-label={alt}>
        {media.mediaType !== "VIDEO" && <ImageOff size={20} aria-hidden />}
      </span>
    );
  return <img src={media.thumbnailUrl} alt={alt} className={styles.thumb} onError={() => setFailed(true)} />;
}
