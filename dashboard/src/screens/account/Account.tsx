// One's own account: name, password, sessions, and how the desk looks.
import { NativeSelect, Switch } from "@mantine/core";

import { run } from "../../data/graph/client";
import { nodes } from "../../data/graph/nodes";
import { needsMessages, activeLanguage, languages, t, type Language } from "../../lib/i18n/more";
import { timeZones, zoneToday } from "../../lib/i18n/zones";
import { Form } from "../../parts/list/Form";
import styles from "../../parts/list/list.module.css";
import { zones, type Picked } from "../../parts/list/lookups";
import { useGraph } from "../../parts/list/page";
import { Facts, Screen, Section } from "../../parts/list/Screen";
import { Bones, ErrorNotice } from "../../parts/Notice";
import { done, failed } from "../../parts/undo";
import { useLook, type Scheme } from "../../parts/look";
import { loadViewer } from "../../data/session/viewer";
import { setLetters, useLetters } from "../../lib/keyboard";
import {
  UpdateOwnProfileDocument,
  UpdatePreferencesDocument,
  type UpdatePreferencesMutationVariables,
} from "./generated";
import { OwnAccountDocument, type OwnAccountQuery } from "../../parts/account/generated";
import { OwnSessions, Password, type Own } from "../../parts/account/Security";
import { Mail, Told } from "../../parts/account/Told";
import { Verbatim } from "../../parts/Verbatim";

function Account() {
  const { data, error, refetch } = useGraph("own", OwnAccountDocument, {});
  return (
    <Screen title={t("shell.ownAccount")}>
      {error && !data && <ErrorNotice error={error} retry={refetch} />}
      {!data && !error && <Bones lines={10} />}
      {data?.viewer && <Own data={data} own={data.viewer} reread={refetch} />}
    </Screen>
  );
}

function Own({ data, own, reread }: { data: OwnAccountQuery; own: Own; reread: () => void }) {
  const groups = nodes(own.groups).map(({ name }) => name);
  return (
    <div className={styles.cards}>
      <div className={styles.card}>
        <Section top title={t("account.profile")}>
          <Facts
            of={[
              [t("account.email"), own.contact && <Verbatim>{own.contact.email}</Verbatim>],
              [t("account.role"), own.role && t(`role.${own.role}`)],
              [t("account.groups"), groups.length > 0 && <Verbatim>{groups.join(", ")}</Verbatim>],
            ]}
          />
          <Profile own={own} reread={reread} />
        </Section>
      </div>
      <div className={styles.card}>
        <Look own={own} organization={data.serviceInfo.timeZone} reread={reread} />
      </div>
      <div className={styles.card}>
        <Section top title={t("account.password")}>
          <Password
            email={own.contact?.email ?? ""}
            minimum={data.serviceInfo.limits.passwordMinimum}
            reread={reread}
          />
        </Section>
      </div>
      <div className={styles.card}>
        <Mail data={data} reread={reread} />
      </div>
      <div className={styles.card}>
        <Told data={data} reread={reread} />
      </div>
      <div className={styles.card}>
        <OwnSessions own={own} reread={reread} />
      </div>
      <p>
        <a href="/desk/licenses.md">{t("account.licenses")}</a>
      </p>
    </div>
  );
}

interface ProfileValues extends Record<string, string | Picked | null> {
  name: string;
  phone: string;
  zone: Picked | null;
}

const valuesOf = (own: Own): ProfileValues => ({ name: own.name, phone: own.contact?.phone ?? "", zone: own.zone });

function Profile({ own, reread }: { own: Own; reread: () => void }) {
  const initial = valuesOf(own);
  const write = async (values: ProfileValues, expectedVersion: number | undefined): Promise<number | undefined> => {
    const { updateOwnProfile } = await run(UpdateOwnProfileDocument, {
      input: {
        expectedVersion,
        name: values.name,
        phone: values.phone,
        ...(values.zone ? { zoneId: values.zone.id } : { noZone: true }),
      },
    });
    reread();
    void loadViewer();
    return updateOwnProfile.user.version ?? undefined;
  };
  return (
    <Form<ProfileValues>
      key={own.version}
      draft="account"
      initial={initial}
      version={own.version ?? undefined}
      label={t("list.save")}
      fields={[
        { name: "name", label: t("account.name"), required: true, max: 200, autoComplete: "name" },
        { name: "phone", label: t("account.phone"), kind: "tel", autoComplete: "tel" },
        { name: "zone", label: t("account.zone"), kind: "lookup", source: zones, wire: ["zoneId"] },
      ]}
      current={async () => {
        const now = (await run(OwnAccountDocument, {})).viewer!;
        return { values: valuesOf(now), version: now.version ?? 0 };
      }}
      submit={async (values, version) => {
        const after = await write(values, version);
        done({ text: t("account.saved"), undo: () => write(initial, after) });
      }}
    />
  );
}

function Look({ own, organization, reread }: { own: Own; organization: string; reread: () => void }) {
  const { scheme, setScheme, setLanguage } = useLook();
  const letters = useLetters();
  const store = (input: UpdatePreferencesMutationVariables["input"]): void => {
    void run(UpdatePreferencesDocument, { input })
      .then(() => {
        reread();
        return loadViewer();
      })
      .catch(failed);
  };
  return (
    <Section top title={t("account.look")}>
      <div className={styles.form}>
        <NativeSelect
          label={t("shell.language")}
          value={activeLanguage()}
          data={languages.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(event) => setLanguage(event.currentTarget.value as Language)}
        />
        <NativeSelect
          label={t("shell.theme")}
          value={scheme}
          data={[
            { value: "auto", label: t("shell.themeSystem") },
            { value: "light", label: t("shell.themeLight") },
            { value: "dark", label: t("shell.themeDark") },
          ]}
          onChange={(event) => setScheme(event.currentTarget.value as Scheme)}
        />
        <NativeSelect
          label={t("account.timeZone")}
          value={zoneToday(own.preferences?.timeZone ?? "")}
          data={[
            { value: "", label: t("account.timeZoneDefault", { zone: organization }) },
            ...timeZones(own.preferences?.timeZone || "UTC").map((it) => ({ value: it, label: it })),
          ]}
          onChange={(event) => store({ timeZone: event.currentTarget.value })}
        />
        <Switch
          label={t("keys.on")}
          description={t("keys.onHint")}
          checked={letters}
          onChange={(event) => setLetters(event.currentTarget.checked)}
        />
      </div>
    </Section>
  );
}

export default needsMessages(Account);
