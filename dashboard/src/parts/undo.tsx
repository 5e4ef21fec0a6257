// The bar that offers to take back what was just done, for ten seconds: by the inverse mutation where nobody was told,
// else by naming the opposite. Ctrl+Z undoes what nobody was told; of the rest it says so, and does it when it is pressed again.
import { CircleCheck, CircleAlert } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";

import { sentence } from "../data/graph/errors";
import { told } from "../data/graph/sent";
import { t } from "../lib/i18n";
import { ctrl } from "../lib/keyboard";
import styles from "./parts.module.css";
import { PlainButton } from "./Plain";

interface Done {
  text: string;
  label?: string; // what the button says; "Undo" by default
  undo?: () => unknown;
  failed?: boolean;
  warned?: boolean; // it was said that undoing it tells somebody
  seconds?: number;
}

// One bar for the tab: what is done is said wherever it was done, and stays when the screen changes.
let shown: Done | undefined;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

function show(next: Done | undefined): void {
  shown = next;
  for (const listener of listeners) listener();
}

// done says what was done, and how to undo it.
export function done(it: Done): void {
  told(it.text);
  show(it);
}

export const failed = (cause: unknown): void => show({ text: sentence(cause), failed: true });

export async function undo(byKey = false): Promise<void> {
  const it = shown;
  if (!it?.undo) return byKey ? show({ text: t("common.noUndo"), failed: true, seconds: 4 }) : undefined;
  if (byKey && it.label && !it.warned)
    return show({ ...it, text: t("common.undoTells", { ctrl: ctrl() }), warned: true });
  show(undefined);
  try {
    await it.undo();
  } catch (cause) {
    failed(cause);
  }
}

export function UndoBar() {
  const it = useSyncExternalStore(subscribe, () => shown);
  useEffect(() => {
    if (!it) return;
    const timer = setTimeout(() => shown === it && show(undefined), (it.seconds ?? 10) * 1000);
    return () => clearTimeout(timer);
  }, [it]);
  return (
    <div className={styles.undoPlace} role="status" aria-live="polite">
      {it && (
        <div className={styles.undo} data-failed={it.failed || undefined}>
          {it.failed ? <CircleAlert size={16} aria-hidden /> : <CircleCheck size={16} aria-hidden />}
          <span>{it.text}</span>
          {it.undo && (
            <PlainButton small onClick={() => void undo()}>
              {it.label ?? t("common.undo")}
            </PlainButton>
          )}
        </div>
      )}
    </div>
  );
}
