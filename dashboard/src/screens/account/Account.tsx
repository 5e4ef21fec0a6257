// One's own account: name, password, sessions, and how the desk looks.
import { Button, NativeSelect, Switch, useMantineColorScheme } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { run } from "../../graph/client";
import { GraphError } from "../../graph/errors";
import { activeLanguage, choose, languages, t, type Language } from "../../i18n";
import { Confirm, Form } from "../../parts/list/Form";
import styles from "../../parts/list/list.module.css";
import { zones, type Picked } from "../../parts/list/lookups";
import { useRefresh } from "../../parts/list/once";
import { useGraph } from "../../parts/list/page";
import { Facts, Screen, Section } from "../../parts/list/Screen";
import { Bones, ErrorNotice } from "../../parts/Notice";
import { done, failed } from "../../parts/undo";
import { signIn, token } from "../../session/session";
import { loadViewer } from "../../session/viewer";
import { setLetters, useLetters } from "../../shell/keys";
import { Sessions } from "../people/Sessions";
import {
  OwnAccountDocument, RevokeOtherSessionsDocument, RevokeOwnSessionDocument, SetNotificationPreferencesDocument, UpdateOwnProfileDocument, UpdatePreferencesDocument,
  type OwnAccountQuery, type UpdatePreferencesMutationVariables,
} from "./generated";

type Own = NonNullable<OwnAccountQuery["viewer"]>;

// sessionOf is the session of an access token.
function sessionOf(jwt: string): string {
  try {
    return JSON.parse(atob(jwt.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/"))).sid ?? "";
  } catch {
    return "";
  }
}

export default function Account() {
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
  const groups = own.groups.edges?.flatMap((edge) => edge?.node?.name ?? []) ?? [];
  return (
    <div className={styles.cards}>
      <div className={styles.card}>
        <Section top title={t("account.profile")}>
          <Facts of={[[t("people.email"), own.contact?.email], [t("people.role"), own.role && t(`role.${own.role}`)], [t("people.groups"), groups.join(", ")]]} />
          <Profile own={own} reread={reread} />
        </Section>
      </div>
      <div className={styles.card}><Look own={own} organization={data.serviceInfo.timeZone} reread={reread} /></div>
      <div className={styles.card}>
        <Section top title={t("account.password")}><Password email={own.contact?.email ?? ""} minimum={data.serviceInfo.limits.passwordMinimum} reread={reread} /></Section>
      </div>
      {data.serviceInfo.mail && <div className={styles.card}><Mail preferences={data.notificationPreferences} reread={reread} /></div>}
      <div className={styles.card}><OwnSessions own={own} reread={reread} /></div>
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
      input: { expectedVersion, name: values.name, phone: values.phone, ...(values.zone ? { zoneId: values.zone.id } : { noZone: true }) },
    });
    reread();
    void loadViewer();
    return updateOwnProfile.user.version ?? undefined;
  };
  return (
    <Form<ProfileValues>
      key={own.version} draft="account" initial={initial} version={own.version ?? undefined} label={t("list.save")}
      fields={[
        { name: "name", label: t("people.name"), required: true, max: 200, autoComplete: "name" },
        { name: "phone", label: t("people.phone"), kind: "tel", autoComplete: "tel" },
        { name: "zone", label: t("people.zone"), kind: "lookup", source: zones, wire: ["zoneId"] },
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

interface PasswordValues extends Record<string, string> {
  current: string;
  next: string;
  again: string;
}

function Password({ email, minimum, reread }: { email: string; minimum: number; reread: () => void }) {
  const [round, setRound] = useState(0);
  return (
    <Form<PasswordValues>
      key={round} initial={{ current: "", next: "", again: "" }} label={t("account.changePassword")}
      fields={[
        { name: "current", label: t("account.currentPassword"), kind: "password", required: true, autoComplete: "current-password", wire: ["password", "currentPassword", "current_password"] },
        { name: "next", label: t("session.newPassword"), hint: t("session.newPasswordHint", { n: minimum }), kind: "password", required: true, autoComplete: "new-password", wire: ["new_password", "newPassword"] },
        { name: "again", label: t("account.again"), kind: "password", required: true, autoComplete: "new-password" },
      ]}
      submit={async ({ current, next, again }) => {
        if (next !== again) throw new GraphError("", "VALIDATION_ERROR", [{ field: "again", code: "invalid", message: t("account.differs") }]);
        await signIn(email, current, next);
        setRound(round + 1);
        reread();
        done({ text: t("account.passwordChanged") });
      }}
    >
      <p className={styles.hint}>{t("account.passwordHint")}</p>
    </Form>
  );
}

function Look({ own, organization, reread }: { own: Own; organization: string; reread: () => void }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const letters = useLetters();
  const store = (input: UpdatePreferencesMutationVariables["input"]): void => {
    void run(UpdatePreferencesDocument, { input }).then(() => { reread(); return loadViewer(); }).catch(failed);
  };
  return (
    <Section top title={t("account.look")}>
      <div className={styles.form}>
        <NativeSelect
          label={t("shell.language")} value={activeLanguage()} data={languages.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(event) => { const next = event.currentTarget.value as Language; store({ language: next }); void choose(next); }}
        />
        <NativeSelect
          label={t("shell.theme")} value={colorScheme}
          data={[{ value: "auto", label: t("shell.themeSystem") }, { value: "light", label: t("shell.themeLight") }, { value: "dark", label: t("shell.themeDark") }]}
          onChange={(event) => {
            const next = event.currentTarget.value as "auto" | "light" | "dark";
            setColorScheme(next);
            store({ theme: next === "auto" ? "SYSTEM" : next === "light" ? "LIGHT" : "DARK" });
          }}
        />
        <NativeSelect
          label={t("account.timeZone")} value={own.preferences?.timeZone ?? ""}
          data={[{ value: "", label: t("account.timeZoneDefault", { zone: organization }) }, ...["UTC", ...Intl.supportedValuesOf("timeZone")].map((it) => ({ value: it, label: it }))]}
          onChange={(event) => store({ timeZone: event.currentTarget.value })}
        />
        <Switch label={t("keys.on")} description={t("keys.onHint")} checked={letters} onChange={(event) => setLetters(event.currentTarget.checked)} />
      </div>
    </Section>
  );
}

function Mail({ preferences, reread }: { preferences: OwnAccountQuery["notificationPreferences"]; reread: () => void }) {
  const set = (input: { emailOwn?: boolean; emailBroadcasts?: boolean }): void => void run(SetNotificationPreferencesDocument, { input }).then(reread).catch(failed);
  return (
    <Section top title={t("account.mail")}>
      <div className={styles.form}>
        <Switch label={t("account.mailOwn")} checked={preferences.emailOwn} onChange={(event) => set({ emailOwn: event.currentTarget.checked })} />
        <Switch label={t("account.mailBroadcasts")} description={t("account.mailBroadcastsHint")} checked={preferences.emailBroadcasts} onChange={(event) => set({ emailBroadcasts: event.currentTarget.checked })} />
      </div>
    </Section>
  );
}

function OwnSessions({ own, reread }: { own: Own; reread: () => void }) {
  const [asking, setAsking] = useState(false);
  const refresh = useRefresh();
  const { data: current } = useQuery({ queryKey: ["own-session", own.sessions], queryFn: async () => sessionOf(await token()) });
  const sessions = own.sessions.edges?.flatMap((edge) => edge?.node ?? []) ?? [];
  return (
    <Section top title={t("people.sessions")} actions={sessions.length > 1 && <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>{t("account.endOthers")}</Button>}>
      <Sessions sessions={sessions} current={current} end={async (id) => { await run(RevokeOwnSessionDocument, { input: { id } }); reread(); }} />
      {asking && (
        <Confirm
          title={t("account.endOthersTitle")} action={t("account.endOthers")} onClose={() => setAsking(false)} text={<p>{t("account.endOthersText")}</p>}
          confirm={async () => { await run(RevokeOtherSessionsDocument, { input: { keepCurrent: true } }); refresh("own"); done({ text: t("people.ended") }); }}
        />
      )}
    </Section>
  );
}
