// What a panel shows whose row is not there: not yet, or not any more. These are functions and no components, so that the
// panel stays the same one when its row comes, and the focus in it.
import type { ReactElement } from "react";

import { t } from "../../lib/i18n/more";
import { Bones, Empty, ErrorNotice } from "../Notice";
import { Panel } from "./Screen";

interface Waiting {
  title?: string;
  error: unknown;
  retry: () => void;
  lines?: number; // that are likely to come
  onClose: () => void;
}

export const waitingPanel = ({ title, error, retry, lines = 8, onClose }: Waiting): ReactElement => (
  <Panel title={title ?? t("common.loading")} onClose={onClose}>
    {error ? <ErrorNotice error={error} retry={retry} /> : <Bones lines={lines} />}
  </Panel>
);

export const gonePanel = (onClose: () => void): ReactElement => (
  <Panel title={t("shell.notFound")} onClose={onClose}>
    <Empty title={t("list.gone")} />
  </Panel>
);
