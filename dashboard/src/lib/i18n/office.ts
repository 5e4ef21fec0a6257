// For the screens of an office, which wait for all messages: its t knows each of them.
import type { ComponentType } from "react";

export * from ".";
export { tOfOffice as t } from ".";

// Office is a screen that says so, as Later of more.ts.
export interface Office {
  office: ComponentType;
}

export const needsOffice = (office: ComponentType): Office => ({ office });
