// Keys, by the character that they write. Screens add theirs while they are shown; the one that came last is asked
// first. Single letters can be turned off (WCAG 2.1.4); arrows, Enter, Escape and keys with Ctrl can't.
import { useEffect, useRef, useSyncExternalStore } from "react";
import { t } from "./i18n";
import type { Key } from "./keys";
import { onDevice } from "./storage";

export type Keys = Partial<Record<Key, (event: KeyboardEvent) => void | boolean>>;

const stored = "redress-keys";
// There is one keyboard: whichever component was shown last hears it first.
let lettersOn = onDevice.get(stored) !== "off";
const listeners = new Set<() => void>();
const layers: { current: Keys }[] = [];
let prefix = "";
let prefixAt = 0;

export const useLetters = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => lettersOn,
  );

export function setLetters(on: boolean): void {
  lettersOn = on;
  onDevice.set(stored, on ? "on" : "off");
  for (const listener of listeners) listener();
}

// ctrl is what stands on the key that works with others.
export const ctrl = (): string => (/Mac/.test(navigator.platform) ? "⌘" : t("common.ctrl"));

// isField reports whether something takes what is typed.
export const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !["checkbox", "radio", "button", "submit"].includes(target.type)));

const pressable = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest("a[href], button, summary, [role=menuitem], [role=option], input[type=checkbox]") !== null;

function nameOf(event: KeyboardEvent): string {
  const key = event.key === " " ? "Space" : event.key;
  const named = key.length > 1;
  return (
    (event.ctrlKey || event.metaKey ? "Mod+" : "") +
    (event.shiftKey && (named || event.ctrlKey || event.metaKey || /^\p{L}$/u.test(key)) ? "Shift+" : "") +
    (named ? key : key.toLowerCase())
  );
}

// Keyboards of Android compose each word of every language, and what they send as a key, with its own code, is meant for the page.
const composesWords = /Android/.test(navigator.userAgent);

// isComposed reports whether a key belongs to an input method (of Japanese, Chinese, Korean), which composes text by it.
// Safari sends the Enter that confirms a text after the composition has ended: only its code, 229, says whose it is.
const isComposed = (event: KeyboardEvent): boolean => event.keyCode === 229 || (event.isComposing && !composesWords);

// Such a key reaches nobody: this is the first listener of the page. What the browser does by itself with the key, it does.
window.addEventListener("keydown", (event) => isComposed(event) && event.stopImmediatePropagation(), true);

// opened returns the menu or popover that is open. Mantine gives it the focus once it is drawn.
function opened(): HTMLElement | null {
  const opener = document.querySelector(
    "[aria-haspopup=menu][aria-expanded=true], [aria-haspopup=dialog][aria-expanded=true]",
  );
  return document.getElementById(opener?.getAttribute("aria-controls") ?? "");
}

const focusable = ":is(a[href], button, input, select, textarea):not(:disabled)";

// handOver gives a key to what was opened, in place of the page, once it has the focus: Escape closes it, letters move in it.
// A menu in which nothing can be done now never has it.
function handOver(event: KeyboardEvent, to: HTMLElement): void {
  const { key } = event;
  if (key !== "Escape" && (key.length !== 1 || key === " ")) return;
  event.preventDefault();
  const give = (): void => {
    const pressed = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    (to.contains(document.activeElement) ? document.activeElement : to)?.dispatchEvent(pressed);
  };
  if (!to.querySelector(focusable)) return void setTimeout(give);
  to.addEventListener("focusin", () => setTimeout(give), { once: true }); // the first item, again and again, until then
}

function handle(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey) return;
  const name = nameOf(event);
  const modified = event.ctrlKey || event.metaKey;
  const letter = !modified && event.key.length === 1 && event.key !== " ";
  const inDialog = document.querySelector("dialog[open]") !== null;
  if (isField(event.target) && !(modified && (name === "Mod+k" || name === "Mod+Enter"))) return;
  if (inDialog && name !== "Mod+k") return;
  if (event.target instanceof Element && event.target.closest("[role=dialog], [role=menu]")) return;
  const popover = modified ? null : opened();
  if (popover) return handOver(event, popover);
  if (letter && !lettersOn) return;
  if (["Enter", "Space"].includes(name) && pressable(event.target)) return;
  const sequence = prefix && Date.now() - prefixAt < 1500 ? `${prefix} ${name}` : "";
  prefix = "";
  for (const candidate of sequence ? [sequence, name] : [name]) {
    for (let layer = layers.length - 1; layer >= 0; layer--) {
      const action = layers[layer]!.current[candidate as Key];
      if (!action || action(event) === false) continue;
      event.preventDefault();
      return;
    }
  }
  if (layers.some((layer) => Object.keys(layer.current).some((key) => key.startsWith(`${name} `)))) {
    prefix = name;
    prefixAt = Date.now();
  }
}

document.addEventListener("keydown", handle);

// useKeys adds keys while a component is shown.
export function useKeys(keys: Keys): void {
  const layer = useRef(keys);
  layer.current = keys;
  useEffect(() => {
    layers.push(layer);
    return () => void layers.splice(layers.indexOf(layer), 1);
  }, []);
}
