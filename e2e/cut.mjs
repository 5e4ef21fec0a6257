// What is cut on a screen: words that do not fit where they stand, and what stands beyond the window where nothing scrolls
// there. Of what people wrote, such as a long title in a list, the beginning is enough; the whole stands in its title.
export const cut = (page) => page.evaluate(() => {
  const found = new Set();
  const seen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest(".visually-hidden, [aria-hidden=true], .leaflet-container");
  const scrolls = (element) => ["auto", "scroll"].includes(getComputedStyle(element).overflowX);
  const name = (element) => `${element.tagName.toLowerCase()}.${String(element.className?.baseVal ?? element.className).split(" ")[0]} “${(element.innerText || element.value || "").trim().slice(0, 60)}”`;
  const own = (element) => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "");
  for (const element of document.querySelectorAll("body *")) {
    if (!seen(element) || element.clientWidth === 1) continue; // one pixel is for those who listen
    const style = getComputedStyle(element);
    const hides = ["hidden", "clip"].includes(style.overflowX);
    if (element.tagName === "SELECT") {
      // A closed select shows its choice on one line, with room for its arrow.
      const canvas = document.createElement("canvas").getContext("2d");
      canvas.font = style.font;
      const room = element.clientWidth - Number.parseFloat(style.paddingInlineStart) - Number.parseFloat(style.paddingInlineEnd);
      const text = element.selectedOptions[0]?.text ?? "";
      if (style.opacity !== "0" && canvas.measureText(text).width > room + 1) found.add(`select “${text}” is ${Math.ceil(canvas.measureText(text).width - room)} too wide`);
    } else if (element.tagName === "INPUT" && element.value === "" && element.placeholder) {
      const canvas = document.createElement("canvas").getContext("2d");
      canvas.font = style.font;
      const room = element.clientWidth - Number.parseFloat(style.paddingInlineStart) - Number.parseFloat(style.paddingInlineEnd);
      if (canvas.measureText(element.placeholder).width > room + 1) found.add(`placeholder “${element.placeholder}” is ${Math.ceil(canvas.measureText(element.placeholder).width - room)} too wide`);
    } else if (hides && own(element) && element.scrollWidth > element.clientWidth + 1 && !element.title) found.add(`${name(element)} is ${element.scrollWidth - element.clientWidth} too wide`);
    if (!own(element) || element.tagName === "OPTION" || (hides && element.title)) continue;
    const range = document.createRange();
    range.selectNodeContents(element);
    const box = range.getBoundingClientRect();
    if (box.width === 0 || box.bottom < 0) continue;
    let within = false;
    for (let above = element.parentElement; above && !within; above = above.parentElement) within = (scrolls(above) && above.scrollWidth > above.clientWidth) || above.clientWidth === 1;
    if (!within && (box.right > innerWidth + 1 || box.left < -1)) found.add(`${name(element)} stands ${Math.ceil(Math.max(box.right - innerWidth, -box.left))} beyond the window`);
    // Words that run out of their box into what hides them.
    for (let above = element.parentElement; above && !within && above !== document.body; above = above.parentElement) {
      const limits = getComputedStyle(above);
      if (scrolls(above)) break;
      if (!["hidden", "clip"].includes(limits.overflowX)) continue;
      if (above.clientWidth <= 1) break; // for those who listen: the heads of a table whose rows are cards
      const edge = above.getBoundingClientRect();
      if ((box.right > edge.right + 1 || box.left < edge.left - 1) && !element.title && !above.title && limits.textOverflow !== "ellipsis") found.add(`${name(element)} is cut ${Math.ceil(Math.max(box.right - edge.right, edge.left - box.left))} by ${name(above)}`);
      break;
    }
  }
  return [...found];
});
