// Relative times that go on by themselves, with the exact one on hover.
import { ClockAlert } from "lucide-react";
import { useSyncExternalStore } from "react";

import { age, ago, due, exact } from "../lib/i18n/format";
import styles from "./parts.module.css";

// One clock for all times that are shown, so that they tick together.
let now = Date.now();
const listeners = new Set<() => void>();
setInterval(() => {
  if (document.hidden) return;
  now = Date.now();
  for (const listener of listeners) listener();
}, 20_000);

export const useNow = (): number =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => now,
  );

// Due is a deadline. It stands still where the complaint waits or has ended.
export function Due({ at, running }: { at: string | null; running: boolean }) {
  const time = useNow();
  if (!at) return null;
  if (!running) return null;
  const { text, late, soon } = due(at, time);
  return (
    <time
      className={styles.due}
      dateTime={at}
      title={exact(at)}
      data-late={late || undefined}
      data-soon={soon || undefined}
    >
      {late && <ClockAlert size={13} aria-hidden />}
      {text}
    </time>
  );
}

export function Age({ at }: { at: string }) {
  const time = useNow();
  return (
    <time dateTime={at} title={exact(at)}>
      {age(at, time)}
    </time>
  );
}

export function Ago({ at }: { at: string }) {
  const time = useNow();
  return (
    <time dateTime={at} title={exact(at)}>
      {ago(at, time)}
    </time>
  );
}
