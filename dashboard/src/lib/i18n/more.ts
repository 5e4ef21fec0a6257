// For what is shown only once all messages are there: its t knows those too that don't come first.
import type { ComponentType } from "react";

export * from ".";
export { tOfAll as t } from ".";

// Later is a screen that says so: the routes wait for the messages before they show it, and show it in no other way.
export interface Later {
  screen: ComponentType;
}

export const needsMessages = (screen: ComponentType): Later => ({ screen });
