// What is sent to whoever is signed in also as a notification of the operating system, on devices where they want it so. It comes by
// the stream of the bell while a tab is open: there is no push service. The service worker shows it, since on phones no page may.
import { viewerId } from "../session/viewer";
import type { Received } from "./unread";
import { activeLanguage, t } from "../../lib/i18n";
import { onDevice } from "../../lib/storage";
import type { DeviceNotice } from "../../worker/notice";

const key = "redress-device"; // the account that wants it on this device

export type DeviceState = "on" | "off" | "blocked" | "unsupported";

const supported = (): boolean =>
  window.isSecureContext && "Notification" in window && "serviceWorker" in navigator && !import.meta.env.DEV;

// deviceState is whether whoever is signed in is told on this device.
export function deviceState(): DeviceState {
  if (!supported()) return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  return Notification.permission === "granted" && onDevice.get(key) === viewerId() ? "on" : "off";
}

// setDevice turns it on, for which it asks the browser, or off.
export async function setDevice(on: boolean): Promise<DeviceState> {
  const account = viewerId();
  if (!on || !account) onDevice.remove(key);
  else if ((await Notification.requestPermission()) === "granted") onDevice.set(key, account);
  return deviceState();
}

// showOnDevice shows a notification unless somebody looks at a tab of the desk.
export function showOnDevice({ id, title }: Received, unread: number): void {
  if (deviceState() !== "on") return;
  const notice: DeviceNotice = {
    title,
    body: t("shell.bellUnread", { n: unread }),
    lang: activeLanguage(),
    path: `/notifications?open=${id}`,
  };
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ notice }));
}

// clearDevice takes away what is shown.
export async function clearDevice(): Promise<void> {
  if (!supported() || Notification.permission !== "granted") return;
  const worker = await navigator.serviceWorker.getRegistration();
  for (const shown of (await worker?.getNotifications()) ?? []) shown.close();
}
