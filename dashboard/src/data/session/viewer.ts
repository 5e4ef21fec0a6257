// The account that is signed in and the service that it is signed in to, as the desk needs them everywhere.
import { useSyncExternalStore } from "react";

import { run } from "../graph/client";
import { setTimeZone } from "../../lib/i18n/format";
import { localIn } from "../../lib/i18n/zone";
import { isAdminRole } from "../../lib/domain";
import { current, mayBeSignedIn, subscribe as subscribeSession } from "./session";
import { ServiceDocument, ViewerDocument, type ServiceQuery, type ViewerQuery } from "./generated";
import { onDevice } from "../../lib/storage";

export type Viewer = NonNullable<ViewerQuery["viewer"]>;
export type Service = ServiceQuery["serviceInfo"];

// Who is signed in is the same for all screens, and is asked for outside of components too.
let viewer: Viewer | undefined;
let service: Service | undefined;
let asKept = false; // the service, by what this device has kept of it
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
// useOrganization is the name of the organization, and that of the product until one was given.
export const useOrganization = (): string => useService()?.organization.name || "Redress";
export const viewerNow = (): Viewer | undefined => viewer;
export const serviceNow = (): Service | undefined => service;

// organizationToday is the day on the organization's calendar, by which the service dates payments, wherever the viewer is.
export function organizationToday(): string {
  if (!service) throw new Error("a day is asked for before the organization is known");
  return localIn(service.timeZone, Date.now()).slice(0, 10);
}

const keptKey = "redress-solver"; // who works on this phone, for when there is no connection

// restoreViewer takes the solver who is signed in on this device from what was read last, and reports whether there is one.
export function restoreViewer(): boolean {
  const kept = viewer || !mayBeSignedIn() ? null : onDevice.get(keptKey);
  if (kept) {
    const pair = JSON.parse(kept) as { viewer: Viewer; service?: Service };
    if (pair.service) {
      // whose time zone the times of the viewer are in
      viewer = pair.viewer;
      asKept = service === undefined;
      service ??= pair.service;
      changed();
    }
  }
  return viewer !== undefined && service !== undefined;
}

// Nobody goes on as somebody who has signed out, or whose session has ended.
subscribeSession(() => current() === "out" && onDevice.remove(keptKey));

function changed(): void {
  if (viewer?.role !== "SOLVER") {
    if (viewer) onDevice.remove(keptKey);
  } else if (service) onDevice.set(keptKey, JSON.stringify({ viewer, service }));
  if (service) setTimeZone(viewer?.preferences?.timeZone ?? service.timeZone);
  for (const listener of [...listeners]) listener();
}

let loading: Promise<Service> | undefined; // by whoever asks first, for all that ask meanwhile

// knownService returns the service, which is read once for all that need it at the start, and again after what was kept of it.
export const knownService = async (): Promise<Service> =>
  service && !asKept ? service : (loading ??= loadService().finally(() => (loading = undefined)));

// loadService reads the service anew.
export async function loadService(): Promise<Service> {
  service = (await run(ServiceDocument, {}, { anonymous: true })).serviceInfo;
  asKept = false;
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
