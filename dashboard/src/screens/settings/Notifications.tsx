// How events are told to those who have chosen nothing themselves, for each role.
import { NativeSelect } from "@mantine/core";
import { useState } from "react";

import { run } from "../../data/graph/client";
import type { Role } from "../../data/graph/schema.generated";
import { roles } from "../../lib/domain";
import { needsOffice, t } from "../../lib/i18n/office";
import styles from "../../parts/list/list.module.css";
import { useRefresh } from "../../parts/list/once";
import { useGraph } from "../../parts/list/page";
import { Screen } from "../../parts/list/Screen";
import { Bones, ErrorNotice } from "../../parts/Notice";
import { Switches } from "../../parts/switches/Switches";
import { useService, useViewer } from "../../data/session/viewer";
import { NotificationDefaultsDocument, SetNotificationDefaultsDocument } from "./generated";
import { forSuperAdmins } from "./superAdmins";
import { settingsTabs } from "./tabs";

function Defaults() {
  const [role, setRole] = useState<Role>("USER");
  const refresh = useRefresh();
  const { data, error, refetch, waiting } = useGraph("notification-defaults", NotificationDefaultsDocument, { role });
  return (
    <Screen title={t("shell.settings")} tabs={settingsTabs(useViewer())}>
      {error && !data && <ErrorNotice error={error} retry={refetch} />}
      <div className={styles.column}>
        <p className={styles.hint}>{t("settings.notificationsText")}</p>
        <NativeSelect
          label={t("account.role")}
          value={role}
          data={roles.map((it) => ({ value: it, label: t(`role.${it}`) }))}
          onChange={(event) => setRole(event.currentTarget.value as Role)}
        />
        {useService()?.mail === false && <p className={styles.hint}>{t("mail.none")}</p>}
        {data && !waiting ? (
          <Switches
            key={role}
            settings={data.settings.notifications}
            mail
            reset={t("settings.notificationsReset")}
            set={async (choices) => {
              await run(SetNotificationDefaultsDocument, { input: { role, choices } });
              refresh("notification-defaults", "settings", "settings-history");
            }}
          />
        ) : (
          <Bones lines={12} />
        )}
      </div>
    </Screen>
  );
}

export default needsOffice(forSuperAdmins(Defaults));
