// What was changed in the settings, by whom and when.
import { Button } from "@mantine/core";
import { History as Icon } from "lucide-react";
import { useState } from "react";

import { run } from "../../data/graph/client";
import { needsOffice, t } from "../../lib/i18n/office";
import { dateTime } from "../../lib/i18n/format";
import styles from "../../parts/list/list.module.css";
import { useGraph } from "../../parts/list/page";
import { Screen } from "../../parts/list/Screen";
import { Bones, Empty, ErrorNotice } from "../../parts/Notice";
import { failed } from "../../parts/undo";
import { useViewer } from "../../data/session/viewer";
import { Changes } from "./Changes";
import { SettingsHistoryDocument, type SettingsHistoryQuery } from "./generated";
import { forSuperAdmins } from "./superAdmins";
import { settingsTabs } from "./tabs";

function List() {
  const viewer = useViewer();
  const { data, error, refetch } = useGraph("settings-history", SettingsHistoryDocument, {});
  const [more, setMore] = useState<SettingsHistoryQuery["settings"]["changes"]>([]);
  const first = data?.settings.changes;
  const changes = first && [...first, ...more.filter(({ version }) => version < (first.at(-1)?.version ?? 0))];
  const last = changes?.at(-1)?.version;
  const read = async (): Promise<void> => {
    const { settings } = await run(SettingsHistoryDocument, { before: last });
    setMore([...more, ...settings.changes]);
  };
  return (
    <Screen title={t("shell.settings")} tabs={settingsTabs(viewer)}>
      {error && !data && <ErrorNotice error={error} retry={refetch} />}
      {!changes && !error && <Bones lines={6} />}
      {changes?.length === 0 && (
        <Empty icon={Icon} title={t("settings.noChanges")}>
          <p>{t("settings.noChangesText")}</p>
        </Empty>
      )}
      {changes && changes.length > 0 && (
        <div className={styles.column}>
          <ol className={styles.rows} data-panel>
            {changes.map((change) => (
              <li key={change.version}>
                <div>
                  <strong translate="no">{change.actor.name}</strong>
                  <small>{dateTime(change.createdAt)}</small>
                  <Changes before={change.before} after={change.after} />
                </div>
              </li>
            ))}
          </ol>
          {changes.length % 50 === 0 && last !== undefined && last > 1 && (
            <div>
              <Button variant="default" onClick={() => void read().catch(failed)}>
                {t("list.more")}
              </Button>
            </div>
          )}
        </div>
      )}
    </Screen>
  );
}

export default needsOffice(forSuperAdmins(List));
