// Who else has a complaint open, where it is shown beside a list.
import { Users } from "lucide-react";

import { t } from "../../i18n";
import styles from "./complaint.module.css";
import { usePresence } from "./presence";

export default function AlsoHere({ id }: { id: string }) {
  const others = usePresence(id, true);
  if (others.length === 0) return null;
  return (
    <p role="status">
      <span className={styles.here}>
        <Users size={13} aria-hidden /> {t("complaint.alsoHere", { names: others.join(", ") })}
      </span>
    </p>
  );
}
