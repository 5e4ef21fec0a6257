// What a complaint says: its text, its photos and videos, and the complaints that say the same.
import { GitMerge, Pencil } from "lucide-react";
import { Link } from "wouter";

import { nodes } from "../../data/graph/nodes";
import { isOpen } from "../../lib/domain";
import { t } from "../../lib/i18n/more";
import { useViewer } from "../../data/session/viewer";
import type { Open } from "./actions";
import { Answer } from "./Answer";
import styles from "./complaint.module.css";
import { offerOf, type Case } from "./data";
import { MediaStrip, type ShowPictures } from "./Media";
import { Actions } from "./Rail";
import { Similar } from "./Similar";

interface Props {
  complaint: Case;
  admin: boolean;
  open: Open;
  show: ShowPictures;
}

export function Body({ complaint, admin, open, show }: Props) {
  const viewer = useViewer();
  const files = admin || complaint.submittedBy?.id === viewer?.id;
  return (
    <section className={styles.body} aria-label={t("field.description")}>
      {!admin && (
        <>
          <Answer complaint={complaint} />
          <Actions complaint={complaint} admin={admin} open={open} />
        </>
      )}
      <Description complaint={complaint} open={open} />
      <MediaStrip complaint={complaint} may={files && isOpen(complaint.status)} open={show} />
      <Duplicates of={complaint} />
      {admin && (
        <Similar
          complaint={complaint}
          merge={
            offerOf(complaint, "MERGE")?.enabled
              ? (intoId) => open("MERGE", { initial: { intoId, reasonCode: "duplicate" } })
              : undefined
          }
        />
      )}
    </section>
  );
}

function Description({ complaint, open }: { complaint: Case; open: Open }) {
  return (
    <div className={styles.description}>
      {complaint.description ? (
        <p className={styles.text} dir="auto">
          {complaint.description}
        </p>
      ) : (
        <p className={styles.none}>{t("complaint.noText")}</p>
      )}
      {offerOf(complaint, "EDIT")?.enabled && (
        <button
          type="button"
          className={styles.change}
          onClick={() => open("EDIT", { fields: ["title", "description"] })}
          aria-label={t("change.text")}
          title={t("change.text")}
        >
          <Pencil size={13} />
        </button>
      )}
    </div>
  );
}

function Duplicates({ of }: { of: Case }) {
  const duplicates = nodes(of.duplicates);
  if (duplicates.length === 0) return null;
  return (
    <p className={styles.duplicates}>
      <GitMerge size={14} aria-hidden /> {t("complaint.duplicates")}{" "}
      {duplicates.map(({ id, reference, title }) => (
        <Link key={id} href={`/complaints/${reference}`} title={title} translate="no">
          {reference}
        </Link>
      ))}
    </p>
  );
}
