// When a screen fails: a chunk that is gone since the desk was updated, or a fault of ours. Never a white page.
import { Button } from "@mantine/core";
import { CloudOff, RefreshCw } from "lucide-react";
import { Component, type ReactNode } from "react";

import { useSent, type Sent } from "../graph/sent";
import { t } from "../i18n";
import { clock } from "../i18n/format";
import { Empty } from "../parts/Notice";
import styles from "./shell.module.css";

const gone = /dynamically imported module|Importing a module script failed|error loading dynamically|Unable to preload/i;

export class Boundary extends Component<{ children: ReactNode }, { fault?: unknown; at: number }> {
  override state: { fault?: unknown; at: number } = { at: 0 };

  static getDerivedStateFromError(fault: unknown) {
    return { fault, at: Date.now() };
  }

  override render() {
    const { fault, at } = this.state;
    if (fault === undefined) return this.props.children;
    const stale = gone.test(String(fault));
    return (
      <main role="alert">
        <Empty icon={stale ? RefreshCw : CloudOff} title={t(stale ? "error.stale" : "error.crash")}>
          <p>{t(stale ? "error.staleText" : "error.crashText")}</p>
          {!stale && <Before at={at} />}
          <Button onClick={() => location.reload()}>{t("common.reload")}</Button>
          {!stale && <pre>{String(fault)}</pre>}
        </Empty>
      </main>
    );
  }
}

// Before says what went out before the screen failed, and what is answered to it meanwhile.
function Before({ at }: { at: number }) {
  const sent = useSent(at);
  if (sent.length === 0) return <p>{t("error.sentNothing")}</p>;
  return (
    <>
      <p>{t("error.sent")}</p>
      <ul className={styles.sent}>
        {sent.map((it) => <li key={it.number}><time dateTime={new Date(it.at).toISOString()}>{clock(it.at)}</time> {outcome(it)}</li>)}
      </ul>
    </>
  );
}

function outcome({ state, of, text }: Sent): string {
  const what = { n: of.length, references: of.join(", ") };
  if (state === "waiting") return t("error.sentWaiting", what);
  if (state === "unknown") return t("error.sentUnknown", what);
  if (state === "refused") return t("error.sentRefused", { ...what, why: text ?? "" });
  return text ?? t("error.sentDone", what);
}
