// Who else has a complaint open, where it is shown beside a list.
import { Users } from "lucide-react";

import { t } from "../../lib/i18n/more";
import styles from "./presence.module.css";
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
