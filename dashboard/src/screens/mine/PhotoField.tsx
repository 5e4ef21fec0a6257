// The photos of a report: how far each has come, and room for more.
import { Camera, Check, X } from "lucide-react";

import { accepted } from "../../lib/domain";
import { t } from "../../lib/i18n/more";
import styles from "./mine.module.css";
import { mostPhotos, type Photos } from "./photos";

export function PhotoField({ photos, busy }: { photos: Photos; busy: boolean }) {
  return (
    <>
      <div className={styles.group}>
        <p className={styles.label}>{t("report.photos")}</p>
        <ul className={styles.photos}>
          {photos.all.map((photo) => (
            <li key={photo.key} data-failed={photo.fault !== "" || undefined}>
              {photo.file.type.startsWith("video/") ? (
                <video src={photo.preview} muted playsInline />
              ) : (
                <img src={photo.preview} alt={photo.file.name} />
              )}
              {photo.sent && (
                <span className={styles.sent}>
                  <Check size={16} aria-label={t("report.photoSent")} />
                </span>
              )}
              {busy && !photo.sent && photo.share > 0 && (
                <progress value={photo.share} max={1} aria-label={photo.file.name} />
              )}
              {!busy && !photo.sent && (
                <button
                  type="button"
                  aria-label={t("report.removePhoto", { name: photo.file.name })}
                  onClick={() => photos.remove(photo)}
                >
                  <X size={14} />
                </button>
              )}
              {photo.fault && <p>{photo.fault}</p>}
            </li>
          ))}
          {photos.all.length < mostPhotos && (
            <li>
              <label className={styles.addPhoto}>
                <Camera size={22} aria-hidden />
                <span>{t("report.addPhoto")}</span>
                <input
                  className="visually-hidden"
                  type="file"
                  accept={accepted}
                  multiple
                  onChange={(event) => {
                    photos.add([...(event.currentTarget.files ?? [])]);
                    event.currentTarget.value = "";
                  }}
                />
              </label>
            </li>
          )}
        </ul>
      </div>
      {photos.refused.map((it) => (
        <p key={it} className={styles.fault} role="alert">
          {it}
        </p>
      ))}
    </>
  );
}
