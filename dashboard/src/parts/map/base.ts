// What all maps are made of, those of pages for people without an account too: the library, tiles where the service has some, a pin.
import "leaflet/dist/leaflet.css";

import { Control, DivIcon, Map, Marker, TileLayer } from "leaflet/dist/leaflet-src.esm.js";

import styles from "./map.module.css";

export const closest = 19; // the zoom at which tiles end

export interface Place {
  latitude: number;
  longitude: number;
}

export interface Box {
  south: number;
  west: number;
  north: number;
  east: number;
}

interface Base {
  wheel: boolean;
  tiles: string | null; // their address, with placeholders
  zoomIn: string;
  zoomOut: string;
}

// hostOf returns the host of tiles. One with a placeholder is none that the page may load from.
const hostOf = (tiles: string | null): string | undefined => /^https:\/\/([^/{}]+)\//.exec(tiles ?? "")?.[1];

// makeBase puts a map into an element. Its streets run as they do, whatever the direction of writing.
export function makeBase(element: HTMLElement, { wheel, tiles, zoomIn, zoomOut }: Base): Map {
  element.dir = "ltr";
  const map = new Map(element, {
    zoomControl: false,
    attributionControl: false,
    scrollWheelZoom: wheel,
    minZoom: 2,
    maxZoom: closest,
    worldCopyJump: true,
    zoomAnimation: false,
    fadeAnimation: false,
    markerZoomAnimation: false,
    inertia: !matchMedia("(prefers-reduced-motion: reduce)").matches,
  });
  new Control.Zoom({ zoomInTitle: zoomIn, zoomOutTitle: zoomOut }).addTo(map);
  const host = hostOf(tiles);
  if (host) {
    // Those who run such services ask for the address of the site, and see nothing more of it.
    new TileLayer(tiles!, { maxZoom: closest, referrerPolicy: "strict-origin" }).addTo(map);
    const source = document.createElement("a");
    source.href = /(^|\.)openstreetmap\.org$/.test(host)
      ? "https://www.openstreetmap.org/copyright"
      : `https://${host}/`;
    source.textContent = /(^|\.)openstreetmap\.org$/.test(host) ? "© OpenStreetMap" : host;
    source.target = "_blank";
    source.rel = "noreferrer";
    new Control.Attribution({ prefix: false }).addAttribution(source.outerHTML).addTo(map);
  }
  return map;
}

function icon(): DivIcon {
  const element = document.createElement("span");
  element.ariaHidden = "true";
  return new DivIcon({ html: element, className: styles.pin!, iconSize: [28, 28], iconAnchor: [14, 28] });
}

const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6; // about ten centimetres

// positionOf is a place on a map, which goes around the world more than once.
export const positionOf = ({ lat, lng }: { lat: number; lng: number }): Place => ({
  latitude: round(lat),
  longitude: round(((lng + 540) % 360) - 180),
});

// pinOn returns what moves the pin that marks the one place of a map, or takes it off. Whoever may set it is told where it was dragged to.
export function pinOn(map: Map, set?: (place: Place) => void): (place: Place | undefined) => void {
  const marker = new Marker([0, 0], {
    icon: icon(),
    draggable: set !== undefined,
    interactive: set !== undefined,
    keyboard: false,
  });
  marker.on("dragend", () => set?.(positionOf(marker.getLatLng())));
  return (place) => {
    if (!place) return void marker.remove();
    const at: [number, number] = [place.latitude, place.longitude];
    marker.setLatLng(at).addTo(map);
    if (!map.getBounds().contains(at)) map.setView(at, Math.max(map.getZoom(), 16));
  };
}

// show shows a part of the map, or the world.
export function show(map: Map, box: Box | null | undefined): void {
  if (box)
    map.fitBounds(
      [
        [box.south, box.west],
        [box.north, box.east],
      ],
      { paddingTopLeft: [64, 32], paddingBottomRight: [32, 32], maxZoom: 17 },
    );
  else map.setView([25, 0], 2);
}
