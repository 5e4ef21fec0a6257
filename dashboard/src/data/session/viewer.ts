// The account that is signed in and the service that it is signed in to, as the desk needs them everywhere.
import { useSyncExternalStore } from "react";

import { run } from "../graph/client";
import { setTimeZone } from "../../lib/i18n/format";
import { localIn } from "../../lib/i18n/zone";
import { isAdminRole } from "../../lib/domain";
import { mayBeSignedIn } from "./session";
import { ServiceDocument, ViewerDocument, type ServiceQuery, type ViewerQuery } from "./generated";
import { onDevice } from "../../lib/storage";

export type Viewer = NonNullable<ViewerQuery["viewer"]>;
export type Service = ServiceQuery["serviceInfo"];

// Who is signed in is the same for all screens, and is asked for outside of components too.
let viewer: Viewer | undefined;
let service: Service | undefined;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

// seesComplaints reports whether the account has complaints to follow; those of service providers have none.
export const seesComplaints = (it: Viewer | undefined = viewer): boolean => it !== undefined && it.role !== "PROVIDER";
export const viewerId = (): string => viewer?.id ?? "";
export const isAdmin = (it: Viewer | undefined = viewer): boolean => isAdminRole(it?.role);
export const isUser = (it: Viewer | undefined = viewer): boolean => it?.role === "USER";
export const useViewer = (): Viewer | undefined => useSyncExternalStore(subscribe, () => viewer);
export const useService = (): Service | undefined => useSyncExternalStore(subscribe, () => service);
export const viewerNow = (): Viewer | undefined => viewer;
export const serviceNow = (): Service | undefined => service;

// organizationToday is the day on the organization's calendar, by which the service dates payments, wherever the viewer is.
export const organizationToday = (): string => localIn(service?.timeZone ?? "UTC", Date.now()).slice(0, 10);

const keptKey = "redress-solver"; // who works on this phone, for when there is no connection

// restoreViewer takes the solver who is signed in on this device from what was read last, and reports whether there is one.
export function restoreViewer(): boolean {
  const kept = viewer || !mayBeSignedIn() ? null : onDevice.get(keptKey);
  if (kept) {
    ({ viewer, service } = JSON.parse(kept));
    changed();
  }
  return viewer !== undefined;
}

// forgetViewer is for somebody who signs out.
export const forgetViewer = (): void => onDevice.remove(keptKey);

function changed(): void {
  if (viewer?.role === "SOLVER") onDevice.set(keptKey, JSON.stringify({ viewer, service }));
  else if (viewer) onDevice.remove(keptKey);
  setTimeZone(viewer?.preferences?.timeZone ?? service?.timeZone ?? "UTC");
  for (const listener of [...listeners]) listener();
}

// loadService reads what the sign-in page shows.
export async function loadService(): Promise<Service> {
  service = (await run(ServiceDocument, {}, { anonymous: true })).serviceInfo;
  changed();
  return service;
}

// loadViewer reads who is signed in, and returns whether it is somebody else than before.
export async function loadViewer(): Promise<boolean> {
  const before = viewer?.id;
  viewer = (await run(ViewerDocument, {})).viewer ?? undefined;
  changed();
  return before !== undefined && before !== viewer?.id;
}
