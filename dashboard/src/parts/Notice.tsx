// What a screen says when it has nothing to show, when something failed, and while it waits.
import { Button } from "@mantine/core";
import { CircleAlert, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

import { asGraphError, sentence } from "../data/graph/errors";
import { t } from "../lib/i18n";
import styles from "./parts.module.css";

// Empty names the next step: it is never only "nothing here".
export function Empty({ icon: Icon, title, children }: { icon?: LucideIcon; title: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      {Icon && <Icon size={28} aria-hidden />}
      <p className={styles.emptyTitle}>{title}</p>
      {children}
    </div>
  );
}

export function ErrorNotice({ error, retry }: { error: unknown; retry?: () => void }) {
  const { requestId } = asGraphError(error);
  return (
    <div className={styles.error} role="alert">
      <CircleAlert size={18} aria-hidden />
      <div>
        <p>{sentence(error)}</p>
        {requestId && <p className={styles.small}>{t("error.request", { id: requestId })}</p>}
      </div>
      {retry && (
        <Button size="xs" variant="default" onClick={retry}>
          {t("common.retry")}
        </Button>
      )}
    </div>
  );
}

// Bones stands where text will be.
export function Bones({ lines = 3 }: { lines?: number }) {
  return (
    <div className={styles.bones} aria-hidden>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  );
}
