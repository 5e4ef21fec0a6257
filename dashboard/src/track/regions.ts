// Regions are the parts of the page. Each is made anew only when what it shows has changed, so that nothing moves under a reader, and nothing that
// somebody types is lost.
import { element } from "./element";

export interface Region {
  name: string;
  of: unknown; // what it shows
  make: () => (HTMLElement | false)[];
}

const shown = new WeakMap<HTMLElement, string>(); // what each region shows

// keyOf leaves out the addresses of files, which are other ones each minute.
const keyOf = (of: unknown): string =>
  JSON.stringify([of, document.documentElement.lang], (name, value) =>
    name === "url" || name === "thumbnailUrl" ? undefined : value,
  );

// place shows regions in an element, which holds nothing else, in their order. Whoever was in one that is made anew stays in it.
export function place(into: HTMLElement, regions: Region[]): void {
  const boxes = new Map([...into.children].map((box) => [(box as HTMLElement).dataset.region, box as HTMLElement]));
  for (const { name, of, make } of regions) {
    let box = boxes.get(name);
    boxes.delete(name);
    if (!box) {
      box = element("div", { className: "region" });
      box.dataset.region = name;
      into.append(box);
    }
    const key = keyOf(of);
    if (shown.get(box) === key) continue;
    shown.set(box, key);
    const inside = box.contains(document.activeElement);
    box.replaceChildren(...make().filter((child) => child !== false));
    if (inside) (box.querySelector<HTMLElement>("button, summary, textarea, [tabindex]") ?? into).focus();
  }
  for (const box of boxes.values()) box.remove();
}
