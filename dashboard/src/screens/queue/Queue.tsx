// The queue: complaints, a line each.
import { t } from "../../i18n";
import { useTitle } from "../../shell/title";

export default function Queue() {
  useTitle(t("shell.complaints"));
  return <h1>{t("shell.complaints")}</h1>;
}
