// The language and the theme that an account has chosen: kept with the account, so that they are the same on each of its
// devices, and on the device, so that they are there before anybody has signed in.
import { useMantineColorScheme } from "@mantine/core";

import { run } from "../data/graph/client";
import { asGraphError } from "../data/graph/errors";
import type { UpdatePreferencesInput } from "../data/graph/schema.generated";
import { activeLanguage, choose, type Language } from "../lib/i18n";
import { failed } from "./undo";
import { SetLookDocument } from "../data/session/generated";
import { loadViewer, type Viewer } from "../data/session/viewer";

export type Scheme = "auto" | "light" | "dark";

const schemeOf = { SYSTEM: "auto", LIGHT: "light", DARK: "dark" } as const;
const themeOf = { auto: "SYSTEM", light: "LIGHT", dark: "DARK" } as const;

let atDoor: Language | undefined; // chosen before the sign-in

// chooseAtDoor is for the pages before the sign-in: what is chosen there holds for who then signs in.
export async function chooseAtDoor(next: Language): Promise<void> {
  atDoor = next;
  await choose(next);
}

async function store(input: UpdatePreferencesInput): Promise<void> {
  try {
    await run(SetLookDocument, { input }, { keepalive: true });
    await loadViewer();
  } catch (cause) {
    if (!asGraphError(cause).lost) failed(cause); // without a connection it holds for this device
  }
}

const storable = (language: Language): boolean => language !== "ar-XB";

interface Look {
  scheme: Scheme;
  setScheme: (next: Scheme) => void;
  setLanguage: (next: Language) => void;
}

// useLook changes the look of who is signed in.
export function useLook(): Look {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return {
    scheme: colorScheme,
    setScheme: (next) => {
      setColorScheme(next);
      void store({ theme: themeOf[next] });
    },
    setLanguage: (next) => void choose(next).then(() => (storable(next) ? store({ language: next }) : undefined)),
  };
}

// applyLook shows an account in its own language and theme, before its screens are.
export async function applyLook({ preferences }: Viewer, setScheme: (next: Scheme) => void): Promise<void> {
  if (!preferences) return;
  setScheme(schemeOf[preferences.theme]);
  const door = atDoor;
  atDoor = undefined;
  if (door && storable(door)) {
    if (!preferences.language?.startsWith(door)) void store({ language: door });
    return;
  }
  const own = preferences.language?.startsWith("de") ? "de" : preferences.language?.startsWith("en") ? "en" : undefined;
  if (own && own !== activeLanguage() && storable(activeLanguage())) await choose(own);
}
