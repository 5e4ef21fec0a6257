// A report: photos, words, and whether the work is done. All of it is kept on the phone as it comes.
import { Button, Textarea } from "@mantine/core";
import { CircleAlert } from "lucide-react";
import { Redirect, useParams } from "wouter";

import { t } from "../../lib/i18n/more";
import { useReachable } from "../../data/outbox/connection";
import { useOutbox, type Task } from "../../data/outbox/outbox";
import { Bones } from "../../parts/Notice";
import { serviceNow } from "../../data/session/viewer";
import { useTitle } from "../../parts/title";
import { Verbatim } from "../../parts/Verbatim";
import styles from "./field.module.css";
import { Head } from "./parts";
import { useReporting, type Reporting } from "./reporting";
import { ReportPhotos } from "./ReportPhotos";
import { shown, useTasks } from "./tasks";

const steps = [25, 50, 75, 90];

export default function Report() {
  const { id } = useParams<{ id: string }>();
  const { list } = useTasks();
  const entries = useOutbox();
  const task = list?.tasks.find((it) => it.id === id);
  useTitle(t("solver.report"), task?.complaint?.reference);
  if (!list)
    return (
      <div className={styles.page}>
        <Bones lines={9} />
      </div>
    );
  // Also what is handed over leads to its task, unless somebody has gone on meanwhile.
  if (!task?.complaint || shown(task, entries, list.at).status !== "IN_PROGRESS")
    return <Redirect to={`/today/${id}`} replace />;
  return <Form task={{ id: task.id, reference: task.complaint.reference, title: task.complaint.title }} />;
}

function Form({ task }: { task: Task }) {
  const report = useReporting(task);
  if (!report.ready && !report.fault)
    return (
      <div className={styles.page}>
        <Head back={`/today/${task.id}`} title={t("solver.report")} />
        <Bones lines={9} />
      </div>
    );
  return (
    <form
      className={styles.page}
      data-bar
      onSubmit={(event) => {
        event.preventDefault();
        void report.send();
      }}
    >
      <Head back={`/today/${task.id}`} title={<Verbatim>{task.reference}</Verbatim>} />
      <h1 className={styles.title}>{task.title}</h1>

      <fieldset className={styles.segments}>
        <legend className="visually-hidden">{t("solver.finishedLabel")}</legend>
        {[true, false].map((value) => (
          <label key={String(value)} data-on={report.finished === value || undefined}>
            <input
              type="radio"
              name="finished"
              checked={report.finished === value}
              onChange={() => report.write({ finished: value })}
            />
            {t(value ? "solver.finished" : "solver.unfinished")}
          </label>
        ))}
      </fieldset>

      <ReportPhotos report={report} />

      <Remarks report={report} />

      <HandIn report={report} />
    </form>
  );
}

// Remarks are the words of a report, and how far the work is that is not done.
function Remarks({ report }: { report: Reporting }) {
  return (
    <section className={styles.panel}>
      <Textarea
        label={t("solver.remarks")}
        size="md"
        rows={4}
        autosize={false}
        maxLength={serviceNow()?.limits.remarks}
        value={report.remarks}
        onChange={(event) => report.write({ remarks: event.currentTarget.value })}
      />
      {!report.finished && (
        <fieldset className={styles.percents}>
          <legend>{t("solver.percentLabel")}</legend>
          {steps.map((step) => (
            <label key={step} data-on={report.percent === step || undefined}>
              <input
                type="radio"
                name="percent"
                checked={report.percent === step}
                onChange={() => report.write({ percent: step })}
                onClick={() => report.percent === step && report.write({ percent: null })}
              />
              {t("solver.percent", { n: step })}
            </label>
          ))}
        </fieldset>
      )}
    </section>
  );
}

// HandIn is the button of a report, within reach of the thumb, with what stands in its way.
function HandIn({ report }: { report: Reporting }) {
  const { fault, unsure } = report;
  const reachable = useReachable();
  return (
    <div className={styles.bar}>
      {fault && (
        <p className={styles.barNote} data-refused role="alert">
          <CircleAlert size={16} aria-hidden /> {fault.text}
        </p>
      )}
      {unsure && (
        <div className={styles.barNote} role="alert">
          <CircleAlert size={16} aria-hidden />
          <span>
            {t("solver.withoutPhoto")}{" "}
            <button type="button" className={styles.textButton} onClick={() => void report.send(true)}>
              {t("solver.handInAnyway")}
            </button>
          </span>
        </div>
      )}
      {!fault && !unsure && !reachable && <p className={styles.barNote}>{t("solver.goesLater")}</p>}
      <Button
        type="submit"
        size="lg"
        fullWidth
        className={styles.thumbButton}
        loading={report.busy}
        disabled={report.shrinking > 0}
      >
        {t(report.finished ? "solver.handIn" : "solver.sendReport")}
      </Button>
    </div>
  );
}
