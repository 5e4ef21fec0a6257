// What somebody has typed and not sent: kept on this device, for this account, over reloads and ended sessions.
import { useEffect, useRef, useState } from "react";

import { viewerId } from "./viewer";
import { onDevice } from "../../lib/storage";

const prefix = "redress-draft:";
const keyOf = (name: string): string => `${prefix}${viewerId()}:${name}`;

// Of all fields of the tab, for the offer to reload it.
const unsaved = new Set<string>();

// hasUnsaved reports whether a reload would lose or interrupt something that is being typed.
export const hasUnsaved = (): boolean => unsaved.size > 0;

export function readDraft(name: string): string {
  return onDevice.get(keyOf(name)) ?? "";
}

export function writeDraft(name: string, text: string): void {
  if (text === "") {
    onDevice.remove(keyOf(name));
    unsaved.delete(name);
  } else {
    onDevice.set(keyOf(name), text);
    unsaved.add(name);
  }
}

// useDraft is useState for a text that survives. Set it to "" when it was sent.
export function useDraft(name: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => readDraft(name));
  const shown = useRef(name);
  useEffect(() => {
    if (shown.current !== name) {
      shown.current = name;
      setText(readDraft(name));
    }
    return () => void unsaved.delete(name);
  }, [name]);
  return [
    text,
    (next) => {
      setText(next);
      writeDraft(name, next);
    },
  ];
}
