// For what waits for more messages than the first: its t knows those too.
import type { ComponentType } from "react";

export * from ".";
export { tOfMore as t } from ".";

// Later is a screen that says so: the routes wait for the messages before they show it, and show it in no other way.
export interface Later {
  screen: ComponentType;
}

export const needsMessages = (screen: ComponentType): Later => ({ screen });
