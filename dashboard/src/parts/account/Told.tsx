// What somebody is told, and how: by e-mail at all, and each event over each channel.
import { Switch } from "@mantine/core";

import { run } from "../../data/graph/client";
import { useService } from "../../data/session/viewer";
import { t } from "../../lib/i18n/more";
import styles from "../list/list.module.css";
import { Section } from "../list/Screen";
import { mailNote } from "../mailNote";
import { Switches } from "../switches/Switches";
import { OnDevice } from "./OnDevice";
import { failed } from "../undo";
import { SetNotificationPreferencesDocument, type OwnAccountQuery } from "./generated";

interface ToldProps {
  data: OwnAccountQuery;
  reread: () => void;
}

export function Mail({ data: { viewer, serviceInfo, notificationPreferences: is }, reread }: ToldProps) {
  const set = (input: { emailOwn?: boolean; emailBroadcasts?: boolean }): void =>
    void run(SetNotificationPreferencesDocument, { input }).then(reread).catch(failed);
  const note = mailNote(viewer?.contact, useService());
  if (!serviceInfo.mail)
    return (
      <Section top title={t("account.mail")}>
        <p>{t("account.noMail")}</p>
      </Section>
    );
  return (
    <Section top title={t("account.mail")}>
      {note && <p className={styles.about}>{note}</p>}
      <div className={styles.form}>
        <Switch
          label={t("account.mailOwn")}
          description={t("account.mailOwnHint")}
          checked={is.emailOwn}
          onChange={(event) => set({ emailOwn: event.currentTarget.checked })}
        />
        <Switch
          label={t("account.mailBroadcasts")}
          description={t("account.mailBroadcastsHint")}
          checked={is.emailBroadcasts}
          onChange={(event) => set({ emailBroadcasts: event.currentTarget.checked })}
        />
      </div>
    </Section>
  );
}

export function Told({ data: { serviceInfo, notificationPreferences: is }, reread }: ToldProps) {
  return (
    <Section top title={t("account.told")}>
      <p className={styles.about}>{t("account.toldHint")}</p>
      <OnDevice />
      {serviceInfo.mail && !is.emailOwn && <p className={styles.about}>{t("account.toldMailOff")}</p>}
      <Switches
        settings={is.events}
        mail={serviceInfo.mail && is.emailOwn}
        reset={t("account.toldReset")}
        set={async (choices) => {
          await run(SetNotificationPreferencesDocument, { input: { choices } });
          reread();
        }}
      />
    </Section>
  );
}
