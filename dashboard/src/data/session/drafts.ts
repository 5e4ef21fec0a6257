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

// useDraft is useState for a text that survives. Set it to "" when it was sent. What changes a part of it is a function of what
// is there by then: keys that are pressed before a change is rendered come to handlers that do not know it yet.
export function useDraft(name: string): [string, (text: string | ((before: string) => string)) => void] {
  const [text, setText] = useState(() => readDraft(name));
  const shown = useRef(name);
  const latest = useRef(text);
  useEffect(() => {
    if (shown.current !== name) {
      shown.current = name;
      latest.current = readDraft(name);
      setText(latest.current);
    }
    return () => void unsaved.delete(name);
  }, [name]);
  return [
    text,
    (change) => {
      const next = typeof change === "function" ? change(latest.current) : change;
      latest.current = next;
      setText(next);
      writeDraft(name, next);
    },
  ];
}
