// The ground of all maps: tiles where the service has some, else a plain one, with the outlines of zones and their names.
import "leaflet/dist/leaflet.css";

import { Control, DivIcon, GeoJSON, LatLngBounds, LayerGroup, Map, Marker, TileLayer, type LatLngExpression } from "leaflet/dist/leaflet-src.esm.js";

import { t } from "../../i18n";
import { serviceNow } from "../../session/viewer";
import styles from "./map.module.css";
import type { Box, Zone } from "./zones";

export const closest = 19; // the zoom at which tiles end

// tilesOf returns the address of the tiles. One whose host has a placeholder is none that the page may load from.
function tilesOf(): { url: string; host: string } | undefined {
  const url = serviceNow()?.mapTiles;
  const host = /^https:\/\/([^/{}]+)\//.exec(url ?? "")?.[1];
  return url && host ? { url, host } : undefined;
}

// makeMap puts a map into an element. Its streets run as they do, whatever the direction of writing.
export function makeMap(element: HTMLElement, { wheel = true }: { wheel?: boolean } = {}): Map {
  element.dir = "ltr";
  const map = new Map(element, {
    zoomControl: false, attributionControl: false, scrollWheelZoom: wheel, minZoom: 2, maxZoom: closest, worldCopyJump: true,
    zoomAnimation: false, fadeAnimation: false, markerZoomAnimation: false,
    inertia: !matchMedia("(prefers-reduced-motion: reduce)").matches,
  });
  new Control.Zoom({ zoomInTitle: t("map.zoomIn"), zoomOutTitle: t("map.zoomOut") }).addTo(map);
  const tiles = tilesOf();
  if (tiles) {
    // Those who run such services ask for the address of the site, and see nothing more of it.
    new TileLayer(tiles.url, { maxZoom: closest, referrerPolicy: "strict-origin" }).addTo(map);
    const source = document.createElement("a");
    source.href = /(^|\.)openstreetmap\.org$/.test(tiles.host) ? "https://www.openstreetmap.org/copyright" : `https://${tiles.host}/`;
    source.textContent = /(^|\.)openstreetmap\.org$/.test(tiles.host) ? "© OpenStreetMap" : tiles.host;
    source.target = "_blank";
    source.rel = "noreferrer";
    new Control.Attribution({ prefix: false }).addAttribution(source.outerHTML).addTo(map);
  }
  return map;
}

// drawZones draws the outlines of zones, and the names of those that are large enough to be read.
export function drawZones(map: Map, zones: Zone[], marked?: string): () => void {
  const shapes = new LayerGroup().addTo(map);
  const names = new LayerGroup().addTo(map);
  const drawn = zones.map((zone) => ({
    zone,
    shape: new GeoJSON(zone.boundary, { interactive: false, style: { className: zone.id === marked ? `${styles.zone} ${styles.marked}` : styles.zone! } }).addTo(shapes),
  }));
  const label = (): void => {
    names.clearLayers();
    for (const { zone, shape } of drawn) {
      const bounds = shape.getBounds();
      if (!bounds.isValid() || !map.getBounds().intersects(bounds)) continue;
      const size = map.latLngToContainerPoint(bounds.getSouthEast()).subtract(map.latLngToContainerPoint(bounds.getNorthWest()));
      if (size.x < 72 || size.x > 1.5 * map.getSize().x || size.y < 24) continue;
      const text = document.createElement("span");
      text.textContent = zone.name;
      text.dir = "auto";
      text.ariaHidden = "true";
      text.style.maxInlineSize = `${Math.round(size.x) - 8}px`;
      new Marker([bounds.getNorth(), bounds.getCenter().lng], { icon: new DivIcon({ html: text, className: styles.name!, iconSize: [0, 0] }), interactive: false, keyboard: false, zIndexOffset: -1000 }).addTo(names);
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
  return new Marker(at, { icon: new DivIcon({ html: button, className: styles.point!, iconSize: [size, size] }), interactive: false, keyboard: false, zIndexOffset: onTop ? 1000 : 0 });
}

// show shows a part of the map, or the world.
export function show(map: Map, box: Box | undefined): void {
  if (box) map.fitBounds([[box.south, box.west], [box.north, box.east]], { padding: [24, 24], maxZoom: 17 });
  else map.setView([25, 0], 2);
}

export { DivIcon, LatLngBounds, LayerGroup, Map, Marker };
