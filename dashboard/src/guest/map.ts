// A map on which somebody sets the place that they report: by a click, by dragging the pin, or by the keyboard, which moves the map below the middle.
import { makeBase, pinOn, positionOf, show, type Box, type Place } from "../parts/map/base";
import styles from "../parts/map/map.module.css";
import { t } from "../track/messages";

// makeMap puts a map into an element, and returns what moves its pin, and what sets it to the middle.
export function makeMap(
  into: HTMLElement,
  tiles: string,
  area: Box | null,
  set: (place: Place) => void,
): { put: (place: Place | undefined) => void; middle: () => void } {
  into.className = styles.small!;
  into.dataset.set = "";
  into.role = "group";
  into.ariaLabel = t("guest.map");
  const map = makeBase(into, { wheel: false, tiles, zoomIn: t("guest.zoomIn"), zoomOut: t("guest.zoomOut") });
  show(map, area);
  map.on("click", ({ latlng }) => set(positionOf(latlng)));
  new ResizeObserver(() => map.invalidateSize({ pan: false })).observe(into);
  return {
    put: pinOn(map, set),
    middle: () => set(positionOf(map.getCenter())),
  };
}
