// What is written down during a call.
import { useDraft } from "../../data/session/drafts";
import type { IntakeCallersQuery } from "./generated";

export type Caller = IntakeCallersQuery["callerLookup"][number];

export interface Draft {
  search: string;
  caller?: { userId?: string; name: string; phone: string; email: string; known: boolean };
  title: string;
  description: string;
  address: string;
  position: string;
  zoneId: string;
  categoryId: string;
  priority: string;
  source: string;
  same: string; // the complaint that it is the same as
  key: string; // so that what is sent twice is one complaint
}

export const blank: Draft = {
  search: "",
  title: "",
  description: "",
  address: "",
  position: "",
  zoneId: "",
  categoryId: "",
  priority: "",
  source: "PHONE",
  same: "",
  key: "",
};

export function positionOf(text: string): { latitude: number; longitude: number } | undefined {
  const match = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(text);
  if (!match) return undefined;
  const [latitude, longitude] = [Number(match[1]), Number(match[2])];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

export const canBeReached = (caller: Draft["caller"]): boolean =>
  Boolean(caller?.userId || caller?.phone || caller?.email);

export const isComplete = (draft: Draft): boolean =>
  canBeReached(draft.caller) &&
  draft.title.trim() !== "" &&
  (draft.position === "" || positionOf(draft.position) !== undefined);

const read = (stored: string): Draft => ({ ...blank, ...(stored ? (JSON.parse(stored) as Partial<Draft>) : {}) });

export type Change = (part: Partial<Draft>) => void;

// useIntakeDraft is what is written down, kept on this device until it was sent.
export function useIntakeDraft(): { draft: Draft; change: Change; clear: () => void } {
  const [stored, store] = useDraft("intake");
  return {
    draft: read(stored),
    change: (part) => store((before) => JSON.stringify({ ...read(before), ...part })),
    clear: () => store(""),
  };
}
