// How much room the browser leaves on this phone, told in words.
import { t } from "../../lib/i18n/more";
import { number } from "../../lib/i18n/format";

const photo = 900_000; // bytes of a photo that was made small, as a rule
const few = 20;

export interface Room {
  photos: number; // how many more fit
  few: boolean;
  lasting: boolean; // the browser keeps it even when the phone runs short of room
}

export async function room(): Promise<Room | undefined> {
  if (!navigator.storage?.estimate) return undefined;
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  const photos = Math.max(0, Math.floor((quota - usage) / photo));
  return { photos, few: photos < few, lasting: (await navigator.storage.persisted?.().catch(() => false)) ?? false };
}

export function roomWords({ photos }: Room): string {
  if (photos === 0) return t("solver.room.none");
  return photos > 1000 ? t("solver.room.many") : t("solver.room", { n: number(photos), count: photos });
}

export function size(bytes: number): string {
  return bytes < 950_000
    ? t("solver.kilobytes", { n: number(Math.max(1, Math.round(bytes / 1000))) })
    : t("solver.megabytes", { n: number(Math.round(bytes / 100_000) / 10) });
}

// isFull reports whether something could not be kept because there is no room.
export const isFull = (cause: unknown): boolean => cause instanceof DOMException && cause.name === "QuotaExceededError";
