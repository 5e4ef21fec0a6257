// The ground of all maps: tiles where the service has some, else a plain one, with the outlines of zones and their names.
import {
  DivIcon,
  GeoJSON,
  LatLngBounds,
  LayerGroup,
  Map,
  Marker,
  type LatLng,
  type LatLngExpression,
} from "leaflet/dist/leaflet-src.esm.js";

import { t } from "../../lib/i18n/more";
import { serviceNow } from "../../data/session/viewer";
import { makeBase } from "./base";
import styles from "./map.module.css";
import { has, polygons, sizeOf, type Zone } from "./zones";

// makeMap puts a map into an element of the desk.
export const makeMap = (element: HTMLElement, { wheel = true }: { wheel?: boolean } = {}): Map =>
  makeBase(element, {
    wheel,
    tiles: serviceNow()?.mapTiles ?? null,
    zoomIn: t("map.zoomIn"),
    zoomOut: t("map.zoomOut"),
  });

const nameHeight = 16;
const mostNames = 60;
// Made once: it measures names.
let ruler: CanvasRenderingContext2D | null = null;

// widthOf is how wide a name is written on a map.
function widthOf(name: string): number {
  ruler ??= document.createElement("canvas").getContext("2d");
  if (!ruler) return name.length * 8;
  ruler.font = `600 12px ${getComputedStyle(document.body).fontFamily}`;
  return ruler.measureText(name).width;
}

interface Frame {
  left: number;
  right: number;
  top: number;
}

// fit returns where a name stands in a zone as it is on the screen: on the topmost line that is long enough and free.
function fit(map: Map, { boundary }: Zone, width: number, taken: Frame[]): Frame | undefined {
  const { x: right, y: bottom } = map.getSize();
  const rings = polygons(boundary)
    .flat()
    .map((ring) => {
      const step = Math.ceil(ring.length / 500); // of a coast line a rough shape will do
      return ring.filter((_, at) => at % step === 0).map(([x, y]) => map.latLngToContainerPoint([y!, x!]));
    });
  const heights = rings.flat().map(({ y }) => y);
  const least = heights.reduce((a, b) => Math.min(a, b), Infinity);
  const most = heights.reduce((a, b) => Math.max(a, b), -Infinity);
  const step = Math.max(8, (Math.min(most, bottom) - Math.max(least, 0)) / 24);
  for (let y = Math.max(least, 0) + nameHeight; y < Math.min(most, bottom) - nameHeight / 2; y += step) {
    const ends: number[] = [];
    for (const ring of rings) {
      for (let at = 0, last = ring.length - 1; at < ring.length; last = at++) {
        const [a, b] = [ring[at]!, ring[last]!];
        if (a.y > y !== b.y > y) ends.push(((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x);
      }
    }
    ends.sort((a, b) => a - b);
    for (let at = 0; at + 1 < ends.length; at += 2) {
      const [from, to] = [Math.max(ends[at]!, 0), Math.min(ends[at + 1]!, right)];
      if (to - from < width + 8) continue;
      const middle = (from + to) / 2;
      const frame = { left: middle - width / 2, right: middle + width / 2, top: y - nameHeight / 2 };
      if (
        !taken.some(
          (it) => it.left < frame.right + 6 && frame.left < it.right + 6 && Math.abs(it.top - frame.top) < nameHeight,
        )
      )
        return frame;
    }
  }
  return undefined;
}

// drawZones draws the outlines of zones, and their names where there is room: those of the smallest zones in which they
// fit, so that a district is named while its quarters are too small to be.
export function drawZones(map: Map, zones: Zone[], marked?: string): () => void {
  const shapes = new LayerGroup().addTo(map);
  const names = new LayerGroup().addTo(map);
  const drawn = zones
    .map((zone) => ({
      zone,
      size: sizeOf(zone),
      width: widthOf(zone.name),
      shape: new GeoJSON(zone.boundary, {
        interactive: false,
        style: { className: zone.id === marked ? `${styles.zone} ${styles.marked}` : styles.zone! },
      }).addTo(shapes),
    }))
    .toSorted((a, b) => a.size - b.size);
  const label = (): void => {
    names.clearLayers();
    const taken: Frame[] = [];
    const named: LatLng[] = [];
    for (const { zone, shape, width } of drawn) {
      const bounds = shape.getBounds();
      if (taken.length === mostNames || !bounds.isValid() || !map.getBounds().intersects(bounds)) continue;
      const { x } = map
        .latLngToContainerPoint(bounds.getSouthEast())
        .subtract(map.latLngToContainerPoint(bounds.getNorthWest()));
      if (x < width || named.some(({ lat, lng }) => has(zone, lat, lng))) continue;
      const frame = fit(map, zone, width, taken);
      if (!frame) continue;
      const at = map.containerPointToLatLng([(frame.left + frame.right) / 2, frame.top]);
      taken.push(frame);
      named.push(at);
      const text = document.createElement("span");
      text.textContent = zone.name;
      text.dir = "auto";
      text.ariaHidden = "true";
      new Marker(at, {
        icon: new DivIcon({ html: text, className: styles.name!, iconSize: [0, 0] }),
        interactive: false,
        keyboard: false,
        zIndexOffset: -1000,
      }).addTo(names);
    }
  };
  if (map.getZoom() !== undefined) label();
  map.on("moveend", label);
  return () => {
    map.off("moveend", label);
    shapes.remove();
    names.remove();
  };
}

// buttonAt is a marker that is a button: it can be reached and pressed like any other.
export function buttonAt(at: LatLngExpression, button: HTMLButtonElement, size: number, onTop = false): Marker {
  return new Marker(at, {
    icon: new DivIcon({ html: button, className: styles.point!, iconSize: [size, size] }),
    interactive: false,
    keyboard: false,
    zIndexOffset: onTop ? 1000 : 0,
  });
}

export { closest, pinOn, positionOf, show } from "./base";
export { DivIcon, LatLngBounds, LayerGroup, Map, Marker };
