// Has the browser keep the files of the desk, for work without a connection, and offers to put it on the home screen.
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>;
}

// The browser offers it once to a page, whichever component is shown then.
let offered: InstallEvent | undefined;
const listeners = new Set<() => void>();

function offer(event: InstallEvent | undefined): void {
  offered = event;
  for (const listener of [...listeners]) listener();
}

window.addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault(); // the page Me has a button for it
  offer(event as InstallEvent);
});
window.addEventListener("appinstalled", () => offer(undefined));

export const canInstall = (): boolean => offered !== undefined;

export function onInstallable(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export async function install(): Promise<void> {
  await offered?.prompt();
  offer(undefined);
}

export function register(): void {
  if (import.meta.env.DEV || !("serviceWorker" in navigator)) return;
  void navigator.serviceWorker
    .register("/desk/worker.js", { scope: "/desk/", updateViaCache: "none" })
    .catch(() => undefined);
}
