// A list as a file: exactly what its filters let through, with the mark by which Excel knows its letters.
import { Button } from "@mantine/core";
import { Download as Icon } from "lucide-react";

import { run } from "../../data/graph/client";
import { t } from "../../lib/i18n/more";
import { failed } from "../undo";
import { ExportLinkDocument, type ExportLinkQueryVariables } from "./generated";
import { useBusy } from "../busy";

export function Download({ of, filter }: { of: ExportLinkQueryVariables["of"]; filter: Record<string, unknown> }) {
  const [busy, once] = useBusy();
  const fetchIt = (): Promise<void> =>
    once(async () => {
      try {
        const { exportLink } = await run(ExportLinkDocument, { of, arguments: { ...filter, bom: true } });
        const link = document.createElement("a");
        link.href = exportLink.url;
        link.download = "";
        link.click();
      } catch (cause) {
        failed(cause);
      }
    });
  return (
    <Button variant="default" leftSection={<Icon size={15} />} loading={busy} onClick={() => void fetchIt()}>
      {t("list.export")}
    </Button>
  );
}
