// Reporting something: what, where, photos. What was typed is kept on this device until it was sent; a report that was sent
// twice because an answer was lost is one report.
import { Button, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Camera, Check, LocateFixed, Map as MapIcon, MapPin, X } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState, type FormEvent } from "react";
import { useLocation } from "wouter";

import { run } from "../../data/graph/client";
import { keyOf } from "../../data/graph/keys";
import { asGraphError, sentence } from "../../data/graph/errors";
import { limits } from "../../lib/domain";
import { needsMessages, t } from "../../lib/i18n/more";
import { number } from "../../lib/i18n/format";
import { accepted } from "../../lib/domain";
import { BranchSelect } from "../../parts/branches/BranchSelect";
import { Bones } from "../../parts/Notice";
import { statusWord } from "../../parts/Status";
import { done } from "../../parts/undo";
import { sorted, upload } from "../../parts/upload";
import { useDraft } from "../../data/session/drafts";
import { useService, viewerId } from "../../data/session/viewer";
import { useTitle } from "../../parts/title";
import { ReportComplaintDocument, ReportedNearbyDocument, type ReportComplaintMutation } from "./generated";
import styles from "./mine.module.css";
import { forgetPhotos, keepPhoto, keptPhotos } from "../../data/session/photos";
import { useBusy } from "../../parts/busy";

const PlaceMap = lazy(() => import("../../parts/map/PlaceMap"));

type Sent = ReportComplaintMutation["submitComplaint"]["complaint"];

interface Position {
  latitude: number;
  longitude: number;
  accuracy: number; // in metres; 0 if it was set on the map
}

interface Photo {
  key: string;
  file: File;
  preview: string;
  share: number;
  sent: boolean;
  fault: string;
}

const mostPhotos = limits.files;
const draft = "report"; // of its photos

function Report() {
  const [, navigate] = useLocation();
  const lengths = useService()?.limits;
  const [title, setTitle] = useDraft("report:title");
  const [description, setDescription] = useDraft("report:description");
  const [address, setAddress] = useDraft("report:address");
  const [key, setKey] = useDraft("report:key"); // stays the same until the report was sent
  const [category, setCategory] = useDraft("report:category");
  const [zone, setZone] = useDraft("report:zone");
  const [place, setPlace] = useDraft("report:position");
  const position = place ? (JSON.parse(place) as Position) : undefined;
  const setPosition = (next: Position | undefined): void => setPlace(next ? JSON.stringify(next) : "");
  const [mapped, setMapped] = useState(false);
  const [locating, setLocating] = useState("");
  const [photos, setPhotos] = useState<Photo[]>([]);
  const [submitted, setSubmitted] = useDraft("report:sent"); // the report, as long as photos of it are missing
  const sent = submitted ? (JSON.parse(submitted) as Sent) : undefined;
  const account = useRef(viewerId()).current;
  const [refused, setRefused] = useState<string[]>([]);
  const [busy, once] = useBusy();
  const [fault, setFault] = useState("");
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const nearby = useQuery({
    queryKey: keyOf("report", "nearby", position?.latitude, position?.longitude, category),
    enabled: position !== undefined,
    staleTime: 300_000,
    retry: false,
    queryFn: ({ signal }) =>
      run(
        ReportedNearbyDocument,
        { latitude: position!.latitude, longitude: position!.longitude, categoryId: category || null },
        { signal },
      ),
  });
  const previews = useRef(new Set<string>());
  useEffect(() => {
    const urls = previews.current;
    return () => urls.forEach((url) => URL.revokeObjectURL(url));
  }, []);
  useTitle(t("mine.report"));
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
  }, [account]);

  const locate = (): void => {
    setLocating(t("report.locating"));
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        setPosition({ latitude, longitude, accuracy });
        setLocating("");
      },
      () => setLocating(t("report.noPosition")),
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 },
    );
  };
  const addPhotos = async (files: File[]): Promise<void> => {
    const { fit, refused: others } = await sorted(files);
    const added = fit.slice(0, mostPhotos - photos.length).map((file) => shownPhoto(crypto.randomUUID(), file));
    setRefused([...others, ...(fit.length > added.length ? [t("report.mostPhotos", { n: mostPhotos })] : [])]);
    setPhotos((all) => [...all, ...added]);
    for (const { key: id, file } of added) await keepPhoto(account, draft, id, file).catch(() => undefined); // without room it is there until the page is left
  };
  const change = (photo: Photo, to: Partial<Photo>): void =>
    setPhotos((all) => all.map((it) => (it.key === photo.key ? { ...it, ...to } : it)));

  // sendPhotos sends what is not there yet, one after the other, and returns whether all are.
  const sendPhotos = async (complaint: Sent): Promise<boolean> => {
    let all = true;
    for (const photo of photos.filter((it) => !it.sent)) {
      change(photo, { fault: "", share: 0 });
      try {
        await upload(complaint.uploadUrl, photo.file, (share) => change(photo, { share }));
        change(photo, { sent: true, share: 1 });
        void forgetPhotos(photo.key).catch(() => undefined);
      } catch (cause) {
        all = false;
        change(photo, { fault: sentence(cause) });
      }
    }
    return all;
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    return once(async () => {
      setFault("");
      setWrong({});
      try {
        let complaint = sent;
        if (!complaint) {
          const idempotencyKey = key || crypto.randomUUID();
          setKey(idempotencyKey);
          const input = {
            title,
            description,
            address,
            categoryId: category || null,
            zoneId: zone || null,
            idempotencyKey,
            ...(position ? { latitude: position.latitude, longitude: position.longitude } : {}),
          };
          complaint = (await run(ReportComplaintDocument, { input })).submitComplaint.complaint;
          setSubmitted(JSON.stringify(complaint));
          for (const clear of [setTitle, setDescription, setAddress, setKey, setCategory, setZone, setPlace]) clear("");
        }
        if (await sendPhotos(complaint)) leave(complaint);
        else setFault(t("report.photosMissing", { reference: complaint.reference }));
      } catch (cause) {
        const error = asGraphError(cause);
        if (error.code === "IDEMPOTENCY_MISMATCH") setKey(""); // it was sent before and changed since: this is another report
        setWrong(Object.fromEntries(error.fields.map(({ field, message }) => [field, message])));
        if (error.fields.length === 0) setFault(sentence(cause));
      }
    });
  };
  const leave = (complaint: Sent): void => {
    setSubmitted("");
    void forgetPhotos(...photos.map(({ key: id }) => id)).catch(() => undefined);
    done({ text: t("report.thanks", { reference: complaint.reference }) });
    navigate(`/complaints/${complaint.id}`, { replace: true });
  };
  return (
    <form className={styles.page} onSubmit={(event) => void submit(event)} noValidate aria-labelledby="report-title">
      <h1 id="report-title">{t("mine.report")}</h1>
      <fieldset className={styles.group} disabled={sent !== undefined}>
        <TextInput
          label={t("report.what")}
          placeholder={t("report.whatHint")}
          size="md"
          autoFocus
          required
          withAsterisk={false}
          maxLength={lengths?.title}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          error={wrong.title}
        />
        <Textarea
          label={t("report.more")}
          placeholder={t("report.moreHint")}
          size="md"
          autosize
          minRows={3}
          maxRows={12}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
          error={wrong.description}
        />
        <BranchSelect
          of="categories"
          label={t("report.category")}
          none={t("report.unsure")}
          size="md"
          value={category}
          onChange={setCategory}
          error={wrong.categoryId}
        />
        <TextInput
          label={t("report.where")}
          placeholder={t("report.whereHint")}
          size="md"
          autoComplete="street-address"
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
          error={wrong.address}
        />
        <div className={styles.position}>
          {position ? (
            <>
              <span>
                <MapPin size={16} aria-hidden />{" "}
                {position.accuracy > 0
                  ? t("report.position", { metres: number(Math.max(1, Math.round(position.accuracy))) })
                  : t("report.positionSet")}
              </span>
              <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setPosition(undefined)}>
                {t("common.remove")}
              </Button>
            </>
          ) : (
            <Button variant="default" leftSection={<LocateFixed size={16} aria-hidden />} onClick={locate}>
              {t("report.usePosition")}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<MapIcon size={16} aria-hidden />}
            aria-expanded={mapped}
            onClick={() => setMapped(!mapped)}
          >
            {t(mapped ? "map.close" : "map.open")}
          </Button>
          <span role="status" className={styles.soft}>
            {locating}
          </span>
        </div>
        {mapped && (
          <Suspense fallback={<Bones lines={6} />}>
            <PlaceMap place={position} onChange={(point) => setPosition({ ...point, accuracy: 0 })} />
          </Suspense>
        )}
        <BranchSelect
          of="zones"
          label={t("report.zone")}
          none={t("report.unsure")}
          size="md"
          value={zone}
          onChange={setZone}
          error={wrong.zoneId}
        />
      </fieldset>
      {(nearby.data?.nearbyComplaints.length ?? 0) > 0 && (
        <aside className={styles.nearby} aria-label={t("report.nearby")}>
          <h2>{t("report.nearby")}</h2>
          <ul>
            {nearby.data!.nearbyComplaints.map((it, index) => (
              <li key={index}>
                {t("report.nearbyOne", {
                  what: it.categoryName ?? "",
                  status: statusWord(it.status),
                  days: it.ageInDays,
                  metres: it.distance,
                })}
              </li>
            ))}
          </ul>
          <p className={styles.soft}>{t("report.nearbyText")}</p>
        </aside>
      )}
      <div className={styles.group}>
        <p className={styles.label}>{t("report.photos")}</p>
        <ul className={styles.photos}>
          {photos.map((photo) => (
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
                  onClick={() => {
                    setPhotos((all) => all.filter((it) => it !== photo));
                    void forgetPhotos(photo.key).catch(() => undefined);
                  }}
                >
                  <X size={14} />
                </button>
              )}
              {photo.fault && <p>{photo.fault}</p>}
            </li>
          ))}
          {photos.length < mostPhotos && (
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
                    void addPhotos([...(event.currentTarget.files ?? [])]);
                    event.currentTarget.value = "";
                  }}
                />
              </label>
            </li>
          )}
        </ul>
      </div>
      {refused.map((it) => (
        <p key={it} className={styles.fault} role="alert">
          {it}
        </p>
      ))}
      <p className={styles.fault} role="alert">
        {fault}
      </p>
      <div className={styles.end}>
        <Button type="submit" size="md" loading={busy}>
          {t(sent ? "report.sendPhotos" : "report.send")}
        </Button>
        {sent && (
          <Button size="md" variant="default" onClick={() => leave(sent)}>
            {t("report.withoutPhotos")}
          </Button>
        )}
      </div>
    </form>
  );
}

export default needsMessages(Report);
