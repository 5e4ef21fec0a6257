// What became of a call that was sent, and what to tell the caller.
import { Button } from "@mantine/core";
import { CircleCheck } from "lucide-react";
import { useLocation } from "wouter";

import { t } from "../../lib/i18n/more";
import styles from "./intake.module.css";
import type { Result } from "./sending";

export function Sent({ result, onNext }: { result: Result; onNext: () => void }) {
  const [, navigate] = useLocation();
  return (
    <div className={styles.result} role="status">
      <CircleCheck size={32} aria-hidden />
      <h1>
        {t(result.kind === "done" ? "intake.done" : result.kind === "added" ? "intake.added" : "intake.noted", {
          reference: result.reference,
          name: result.name,
        })}
      </h1>
      <p>
        {t("intake.tell")} <strong translate="no">{result.reference}</strong>
      </p>
      <div className={styles.buttons}>
        <Button autoFocus onClick={onNext}>
          {t("intake.next")}
        </Button>
        <Button variant="default" onClick={() => navigate(`/complaints/${result.reference}`)}>
          {t("intake.openIt", { reference: result.reference })}
        </Button>
      </div>
    </div>
  );
}
