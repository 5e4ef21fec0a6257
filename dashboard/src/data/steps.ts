// The first steps on this device: whether they are shown. They are over for good once all are done.
import { viewerId } from "./session/viewer";
import { onDevice } from "../lib/storage";

const key = (): string => `redress-steps ${viewerId()}`;

export type Steps = "shown" | "hidden" | "over";

export const stepsNow = (): Steps => (onDevice.get(key()) as Steps | null) ?? "shown";

export function setSteps(steps: Steps): void {
  if (steps === "shown") onDevice.remove(key());
  else onDevice.set(key(), steps);
}
