// The band above every page that asks administrators about the e-mail that is held since a restore.
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { run } from "../data/graph/client";
import { asGraphError } from "../data/graph/errors";
import { keyOf } from "../data/graph/keys";
import { DropHeldMailDocument, ReleaseHeldMailDocument } from "../data/notifications/generated";
import type { HeldMail as Held } from "../data/notifications/held";
import { t } from "../lib/i18n/office";
import { dateTime } from "../lib/i18n/format";
import { Confirm } from "../parts/list/Form";
import { done, failed } from "../parts/undo";
import styles from "./shell.module.css";

const decisions = {
  RELEASE: (since: string) => run(ReleaseHeldMailDocument, { since }),
  DROP: (since: string) => run(DropHeldMailDocument, { since }),
};

type Decision = keyof typeof decisions;

export default function HeldMail({ held: { since, count: n, decision } }: { held: Held }) {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Decision>();
  return (
    <section className={styles.band} aria-label={t("heldMail.title")}>
      <p role="status">
        {decision ? t(`heldMail.doing.${decision}`, { n }) : t("heldMail.text", { n, time: dateTime(since) })}
      </p>
      {!decision &&
        (["RELEASE", "DROP"] as const).map((it) => (
          <Button key={it} size="compact-sm" variant="default" onClick={() => setAsked(it)}>
            {t(`heldMail.do.${it}`)}
          </Button>
        ))}
      {asked && (
        <Confirm
          title={t(`heldMail.title.${asked}`, { n })}
          action={t(`heldMail.do.${asked}`)}
          danger={asked === "DROP"}
          onClose={() => setAsked(undefined)}
          text={
            <>
              <p>{t("heldMail.why", { time: dateTime(since) })}</p>
              <p>{t(`heldMail.then.${asked}`)}</p>
            </>
          }
          confirm={async () => {
            try {
              await decisions[asked](since);
              done({ text: t(`heldMail.done.${asked}`) });
            } catch (cause) {
              if (!["NOT_FOUND", "CONFLICT"].includes(asGraphError(cause).code)) throw cause;
              failed(cause); // somebody else has decided, so that the band goes
            } finally {
              await queries.invalidateQueries({ queryKey: keyOf("held-mail") });
            }
          }}
        />
      )}
    </section>
  );
}
