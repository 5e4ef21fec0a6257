// Whether the service has been updated since this tab was opened.
import { useSyncExternalStore } from "react";

import { hasUnsaved } from "./session/drafts";
import { loadService, serviceNow } from "./session/viewer";

// The version that this tab was loaded from, and what was found since.
let first: string | undefined;
let newer = false;
let checked = Date.now();
const listeners = new Set<() => void>();

async function check(): Promise<void> {
  if (document.hidden || Date.now() - checked < 5 * 60_000) return;
  checked = Date.now();
  first ??= serviceNow()?.version;
  const { version } = await loadService();
  if (first !== undefined && version !== first && !newer) {
    newer = true;
    for (const listener of listeners) listener();
  }
}

// watchVersion asks when somebody comes back to the tab, and every few minutes.
export function watchVersion(): () => void {
  const quietly = (): void => void check().catch(() => undefined);
  const timer = setInterval(quietly, 10 * 60_000);
  document.addEventListener("visibilitychange", quietly);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", quietly);
  };
}

// useNewVersion reports whether to offer a reload, which is never while something is unsaved.
export const useNewVersion = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => newer && !hasUnsaved(),
  );
