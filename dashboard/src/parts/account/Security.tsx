// How an account is kept safe: its password and where it is signed in.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { run } from "../../data/graph/client";
import { nodes } from "../../data/graph/nodes";
import { keyOf } from "../../data/graph/keys";
import { GraphError } from "../../data/graph/errors";
import { t } from "../../lib/i18n/more";
import { Confirm, Form } from "../list/Form";
import styles from "../list/list.module.css";
import { useRefresh } from "../list/once";
import { Section } from "../list/Screen";
import { done } from "../undo";
import { signIn, token } from "../../data/session/session";
import { Sessions } from "./Sessions";
import { RevokeOtherSessionsDocument, RevokeOwnSessionDocument, type OwnAccountQuery } from "./generated";

export type Own = NonNullable<OwnAccountQuery["viewer"]>;

// sessionOf is the session of an access token.
function sessionOf(jwt: string): string {
  try {
    return JSON.parse(atob(jwt.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/"))).sid ?? "";
  } catch {
    return "";
  }
}

interface PasswordValues extends Record<string, string> {
  current: string;
  next: string;
  again: string;
}

export function Password({ email, minimum, reread }: { email: string; minimum: number; reread: () => void }) {
  const [round, setRound] = useState(0);
  return (
    <Form<PasswordValues>
      key={round}
      initial={{ current: "", next: "", again: "" }}
      label={t("account.changePassword")}
      fields={[
        {
          name: "current",
          label: t("account.currentPassword"),
          kind: "password",
          required: true,
          autoComplete: "current-password",
          wire: ["password", "currentPassword", "current_password"],
        },
        {
          name: "next",
          label: t("session.newPassword"),
          hint: t("session.newPasswordHint", { n: minimum }),
          kind: "password",
          required: true,
          autoComplete: "new-password",
          wire: ["new_password", "newPassword"],
        },
        { name: "again", label: t("account.again"), kind: "password", required: true, autoComplete: "new-password" },
      ]}
      submit={async ({ current, next, again }) => {
        if (next !== again)
          throw new GraphError("", "VALIDATION_ERROR", [
            { field: "again", code: "invalid", message: t("account.differs") },
          ]);
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

export function OwnSessions({ own, reread }: { own: Own; reread: () => void }) {
  const [asking, setAsking] = useState(false);
  const refresh = useRefresh();
  const { data: current } = useQuery({
    queryKey: keyOf("own-session", own.sessions),
    queryFn: async () => sessionOf(await token()),
  });
  const sessions = nodes(own.sessions);
  return (
    <Section
      top
      title={t("account.sessions")}
      actions={
        sessions.length > 1 && (
          <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
            {t("account.endOthers")}
          </Button>
        )
      }
    >
      <Sessions
        sessions={sessions}
        current={current}
        end={async (id) => {
          await run(RevokeOwnSessionDocument, { input: { id } });
          reread();
        }}
      />
      {asking && (
        <Confirm
          title={t("account.endOthersTitle")}
          action={t("account.endOthers")}
          onClose={() => setAsking(false)}
          text={<p>{t("account.endOthersText")}</p>}
          confirm={async () => {
            await run(RevokeOtherSessionsDocument, { input: { keepCurrent: true } });
            refresh("own");
            done({ text: t("account.ended") });
          }}
        />
      )}
    </Section>
  );
}
