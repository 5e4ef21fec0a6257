// The photos and videos of a report, and the ways to add some.
import { Loader } from "@mantine/core";
import { Camera, Images, Play, Video, X } from "lucide-react";
import type { ReactNode } from "react";

import { videoFormats } from "../../lib/domain";
import { t } from "../../lib/i18n/more";
import styles from "./field.module.css";
import { Bytes } from "./parts";
import { mostPhotos, type Reporting } from "./reporting";

export function ReportPhotos({ report }: { report: Reporting }) {
  const { photos, shrinking } = report;
  const mayAdd = photos.length + shrinking < mostPhotos;
  return (
    <section className={styles.panel}>
      <h2>
        {t("solver.photos")}{" "}
        <span className={styles.soft}>{t("solver.photosOf", { n: photos.length, most: mostPhotos })}</span>
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
                onClick={() => void report.remove(photo)}
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
          onTake={report.take}
          icon={<Camera size={18} aria-hidden />}
          text={t("solver.takePhoto")}
        />
        <Adder
          capture
          accept="video/*"
          disabled={!mayAdd}
          onTake={report.take}
          icon={<Video size={18} aria-hidden />}
          text={t("solver.takeVideo")}
        />
        <Adder
          accept={`image/*,${videoFormats.join()}`}
          disabled={!mayAdd}
          onTake={report.take}
          icon={<Images size={18} aria-hidden />}
          text={t("solver.choosePhotos")}
        />
      </div>
      {report.little && (
        <p className={styles.soft} role="status">
          {report.little}
        </p>
      )}
    </section>
  );
}

interface AdderProps {
  capture?: boolean;
  accept: string;
  disabled: boolean;
  onTake: (files: File[]) => Promise<void>;
  icon: ReactNode;
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
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = "";
          void onTake(files);
        }}
        {...(capture ? { capture: "environment" as const } : { multiple: true })}
      />
      {icon} {text}
    </label>
  );
}
