// The e-mail that the reporter of a complaint gets if an action is done and nothing follows, shown before it is done.
import { useDebouncedValue } from "@mantine/hooks";

import type { Action } from "../data/graph/schema.generated";
import { MoveMailDocument } from "../data/notifications/generated";
import { t } from "../lib/i18n/more";
import { Letter } from "./Letter";
import { useGraph } from "./list/page";
import styles from "./parts.module.css";

interface Props {
  complaint: string; // its id
  action: Action;
  note: string; // that the reporter reads
  open?: boolean;
}

export function MoveMail({ complaint, action, note, open = true }: Props) {
  const [publicNote] = useDebouncedValue(note, 300);
  const { data } = useGraph("move-mail", MoveMailDocument, { id: complaint, action, publicNote });
  if (!data) return null; // the action needs no preview
  const mail = data.complaintMailPreview;
  if (!mail) return <p className={styles.mailed}>{t("mail.noneGoes")}</p>;
  return (
    <details className={styles.mailed} open={open}>
      <summary>{t("mail.goes")}</summary>
      <Letter {...mail} />
    </details>
  );
}
