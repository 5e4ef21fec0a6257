// The focus goes back to what opened a panel when the panel is closed: by Escape, by its button, after something was
// created in it, and also where the list was drawn anew meanwhile.
import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";

// giveOn gives the focus to what is found once something that had it has gone, unless somebody has gone on elsewhere.
function giveOn(find: () => HTMLElement | null | undefined): void {
  setTimeout(() => {
    if (document.activeElement === document.body) find()?.focus({ preventScroll: true });
  });
}

// step gives the focus to the one after or before in a place, of those that a selector finds; to the first one where none has it.
// It reports whether there is one.
export function step(place: HTMLElement | null, selector: string, by: number): boolean {
  const all = [...(place?.querySelectorAll<HTMLElement>(selector) ?? [])];
  const at = all.indexOf(document.activeElement as HTMLElement);
  all[at < 0 ? 0 : Math.max(0, Math.min(at + by, all.length - 1))]?.focus();
  return all.length > 0;
}

// useReturn notes what has the focus in a list, and gives it back when nothing is open beside the list any more.
export function useReturn(list: RefObject<HTMLElement | null>, open: boolean): void {
  const opener = useRef<HTMLElement>(undefined);
  useEffect(() => {
    const place = list.current;
    const note = ({ target }: Event): void => void (opener.current = target as HTMLElement);
    place?.addEventListener("focusin", note);
    return () => place?.removeEventListener("focusin", note);
  }, [list]);
  useEffect(() => {
    const place = list.current;
    if (!open) return;
    return () => giveOn(() => place && (again(opener.current, place) ?? place.querySelector<HTMLElement>("h1")));
  }, [list, open]);
}

// again finds what had the focus, or what leads to the same where it is not there any more.
function again(before: HTMLElement | undefined, place: HTMLElement): HTMLElement | undefined {
  if (!before || before.isConnected) return before;
  const href = before.getAttribute("href");
  const same = href === null ? null : place.querySelector<HTMLElement>(`a[href="${CSS.escape(href)}"]`);
  return same ?? undefined;
}

// useSuccessor is for a line of a list that can go away while it has the focus, such as one that is marked as read: the focus
// goes on to the same part of the line beside it.
export function useSuccessor<T extends HTMLElement>(part: string): RefObject<T | null> {
  const line = useRef<T>(null);
  useLayoutEffect(() => {
    const here = line.current;
    return () => {
      if (!here?.contains(document.activeElement)) return;
      const beside = here.nextElementSibling ?? here.previousElementSibling;
      giveOn(
        () => (beside?.isConnected ? beside.querySelector<HTMLElement>(part) : null) ?? document.getElementById("main"),
      );
    };
  }, [part]);
  return line;
}
