// Who uploaded a file, in words: whoever has no account holds a link, and is the reporter.
import { t } from "../lib/i18n/more";
import type { Picture } from "./MediaViewer";

export const uploader = ({ uploadedBy, agent }: Picture): string =>
  uploadedBy?.name ?? t(agent === "LINK" ? "agent.LINK" : "media.nobody");
