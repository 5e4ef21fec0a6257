// When a screen fails: a chunk that can't be loaded because the service is away, one that is gone since the desk was
// updated, or a fault of ours. Never a white page.
import { Button } from "@mantine/core";
import { CloudOff, RefreshCw, ServerOff } from "lucide-react";
import { Component, useEffect, useState, type ReactNode } from "react";

import { useSent, type Sent } from "../data/graph/sent";
import { t } from "../lib/i18n";
import { clock, knowsTimeZone } from "../lib/i18n/format";
import { Bones, Empty } from "./Notice";
import styles from "./parts.module.css";

const gone =
  /dynamically imported module|Importing a module script failed|error loading dynamically|Unable to preload/i;

export class Boundary extends Component<{ children: ReactNode }, { fault?: unknown; at: number }> {
  override state: { fault?: unknown; at: number } = { at: 0 };

  static getDerivedStateFromError(fault: unknown) {
    return { fault, at: Date.now() };
  }

  override render() {
    const { fault, at } = this.state;
    if (fault === undefined) return this.props.children;
    if (gone.test(String(fault)))
      return (
        <main role="alert">
          <NotLoaded />
        </main>
      );
    return (
      <main role="alert">
        <Empty icon={CloudOff} title={t("error.crash")}>
          <p>{t("error.crashText")}</p>
          <Before at={at} />
          <Button onClick={() => location.reload()}>{t("common.reload")}</Button>
          <pre>{String(fault)}</pre>
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
        {sent.map((it) => (
          <li key={it.number}>
            {knowsTimeZone() && <time dateTime={new Date(it.at).toISOString()}>{clock(it.at)}</time>} {outcome(it)}
          </li>
        ))}
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

// answers reports whether the service answers for the desk, whatever this browser has kept of it.
const answers = (): Promise<boolean> =>
  fetch(import.meta.env.BASE_URL, { cache: "no-store", credentials: "omit", signal: AbortSignal.timeout(5000) }).then(
    ({ status }) => status < 500,
    () => false,
  );

// NotLoaded says why a chunk is not there: while the service is away, that; when it is back, the page loads itself again.
function NotLoaded() {
  const [away, setAway] = useState<boolean>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = false;
    const look = async (before = false): Promise<void> => {
      const here = await answers();
      if (left) return;
      if (here && before) return location.reload();
      setAway(!here);
      if (!here) timer = setTimeout(() => void look(true), 5000);
    };
    void look();
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, []);
  if (away === undefined) return <Bones lines={4} />;
  return (
    <Empty icon={away ? ServerOff : RefreshCw} title={t(away ? "session.unreachable" : "error.stale")}>
      <p>{t(away ? "session.unreachableText" : "error.staleText")}</p>
      <Button onClick={() => location.reload()}>{t(away ? "common.retry" : "common.reload")}</Button>
    </Empty>
  );
}
