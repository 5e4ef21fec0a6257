// Elements without a library: what the page shows is little, and texts can't become markup.
type Child = Node | string | false | null | undefined;

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children.filter((child) => child !== false && child !== null && child !== undefined));
  return made;
}

export const section = (heading: string, ...children: HTMLElement[]): HTMLElement =>
  element("section", {}, element("h2", { textContent: heading }), ...children);
