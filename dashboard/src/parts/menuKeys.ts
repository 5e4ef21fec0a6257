// Keys within a menu of buttons and boxes to tick: arrows, Home and End go from one to the next, letters to the next one that
// begins with them, Enter ticks. Fields in it keep theirs.
import { useRef, type KeyboardEvent } from "react";

import { fold } from "./fold";

const pause = 700; // milliseconds after which letters begin anew

const textOf = (item: HTMLElement): string =>
  fold(((item instanceof HTMLInputElement && item.labels?.[0]) || item).textContent);

export function useMenuKeys(): (event: KeyboardEvent<HTMLElement>) => void {
  const typed = useRef({ text: "", at: 0 });
  return (event) => {
    const { key, currentTarget, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key.length > 1) typed.current = { text: "", at: 0 };
    const field = target instanceof HTMLInputElement && target.type !== "checkbox";
    if (field && (target.type !== "search" || !["ArrowDown", "ArrowUp"].includes(key))) return;
    const items = [...currentTarget.querySelectorAll<HTMLElement>("button, input")];
    const at = items.indexOf(target as HTMLElement);
    const go = (index: number): void => items[(index + items.length) % items.length]?.focus();
    if (key === "ArrowDown") go(at + 1);
    else if (key === "ArrowUp") go(at < 0 ? -1 : at - 1);
    else if (key === "Home") go(0);
    else if (key === "End") go(-1);
    else if (key === "Enter" && target instanceof HTMLInputElement) target.click();
    else if (key.length === 1 && key !== " ") {
      const now = Date.now();
      const text = fold((now - typed.current.at < pause ? typed.current.text : "") + key);
      typed.current = { text, at: now };
      const from = text.length > 1 ? at : at + 1; // one more letter may be of the same one
      const next = items.findIndex((_, step) => textOf(items[(from + step) % items.length]!).startsWith(text));
      if (next >= 0) go(from + next);
    } else return;
    event.preventDefault();
  };
}
