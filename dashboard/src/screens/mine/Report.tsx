// Reporting something: what, where, photos. What was typed is kept on this device until it was sent; a report that was sent
// twice because an answer was lost is one report.
import { Button } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useLocation } from "wouter";

import { run } from "../../data/graph/client";
import { asGraphError, sentence } from "../../data/graph/errors";
import type { SubmitComplaintInput } from "../../data/graph/schema.generated";
import { useDraft } from "../../data/session/drafts";
import { needsMessages, t } from "../../lib/i18n/more";
import { useBusy } from "../../parts/busy";
import { useTitle } from "../../parts/title";
import { done } from "../../parts/undo";
import { positionOf, useReportDraft, type Draft } from "./draft";
import { Fields } from "./Fields";
import { ReportComplaintDocument, type ReportComplaintMutation } from "./generated";
import styles from "./mine.module.css";
import { Nearby } from "./Nearby";
import { PhotoField } from "./PhotoField";
import { usePhotos } from "./photos";

type Sent = ReportComplaintMutation["submitComplaint"]["complaint"];

function inputOf(
  { title, description, address, category, zone, position: stored }: Draft,
  key: string,
): SubmitComplaintInput {
  const position = positionOf(stored);
  return {
    title,
    description,
    address,
    categoryId: category || null,
    zoneId: zone || null,
    idempotencyKey: key,
    ...(position ? { latitude: position.latitude, longitude: position.longitude } : {}),
  };
}

function Report() {
  const [, navigate] = useLocation();
  const { draft, change, clear } = useReportDraft();
  const photos = usePhotos();
  const [submitted, setSubmitted] = useDraft("report:sent"); // the report, as long as photos of it are missing
  const sent = submitted ? (JSON.parse(submitted) as Sent) : undefined;
  const [busy, once] = useBusy();
  const [fault, setFault] = useState("");
  const [wrong, setWrong] = useState<Record<string, string>>({});
  useTitle(t("mine.report"));

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    return once(async () => {
      setFault("");
      setWrong({});
      try {
        let complaint = sent;
        if (!complaint) {
          const key = draft.key || crypto.randomUUID();
          change({ key });
          const input = inputOf(draft, key);
          complaint = (await run(ReportComplaintDocument, { input })).submitComplaint.complaint;
          setSubmitted(JSON.stringify(complaint));
          clear();
        }
        if (await photos.send(complaint.uploadUrl)) leave(complaint);
        else setFault(t("report.photosMissing", { reference: complaint.reference }));
      } catch (cause) {
        const error = asGraphError(cause);
        if (error.code === "IDEMPOTENCY_MISMATCH") change({ key: "" }); // it was sent before and changed since: this is another report
        setWrong(Object.fromEntries(error.fields.map(({ field, message }) => [field, message])));
        if (error.fields.length === 0) setFault(sentence(cause));
      }
    });
  };
  const leave = (complaint: Sent): void => {
    setSubmitted("");
    photos.forgetAll();
    done({ text: t("report.thanks", { reference: complaint.reference }) });
    navigate(`/complaints/${complaint.id}`, { replace: true });
  };
  return (
    <form className={styles.page} onSubmit={(event) => void submit(event)} noValidate aria-labelledby="report-title">
      <h1 id="report-title">{t("mine.report")}</h1>
      <Fields draft={draft} change={change} wrong={wrong} disabled={sent !== undefined} />
      <Nearby draft={draft} />
      <PhotoField photos={photos} busy={busy} />
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
