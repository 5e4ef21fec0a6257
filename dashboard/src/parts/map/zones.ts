// The outlines of zones, and which zone a place is in.
import { useQuery } from "@tanstack/react-query";
import type { MultiPolygon, Polygon, Position } from "geojson";

import { run } from "../../data/graph/client";
import { keyOf } from "../../data/graph/keys";
import type { ComplaintWhereInput } from "../../data/graph/schema.generated";
import type { Box } from "./base";
import { ComplaintExtentDocument, ZoneOutlinesDocument } from "./generated";

export interface Zone {
  id: string;
  name: string;
  boundary: Polygon | MultiPolygon;
}

const most = 4_000_000; // characters of outlines; a city with more keeps those that come first by name

// useZones reads the zones that have a boundary.
export function useZones(): Zone[] | undefined {
  return useQuery({
    queryKey: keyOf("zones", "outlines"),
    staleTime: 60 * 60_000,
    queryFn: async ({ signal }) => {
      const zones: Zone[] = [];
      let size = 0;
      for (let page = 1, pages = 1; page <= pages && size < most; page++) {
        const { zonePage } = await run(ZoneOutlinesDocument, { page }, { signal });
        pages = zonePage.pagination.totalPages;
        for (const { id, name, boundary } of zonePage.zones) {
          if (!boundary) continue;
          size += JSON.stringify(boundary).length;
          zones.push({ id, name, boundary: boundary as Zone["boundary"] });
        }
      }
      return zones;
    },
  }).data;
}

function ringHas(ring: Position[], x: number, y: number): boolean {
  let inside = false;
  for (let at = 0, last = ring.length - 1; at < ring.length; last = at++) {
    const [ax, ay] = ring[at] as [number, number];
    const [bx, by] = ring[last] as [number, number];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

// areaOf is the area within a ring, in square degrees.
const areaOf = (ring: Position[]): number =>
  Math.abs(
    ring.reduce((sum, [x, y], at) => {
      const [toX, toY] = ring[(at + 1) % ring.length] as [number, number];
      return sum + x! * toY - toX * y!;
    }, 0),
  ) / 2;

export const polygons = ({ type, coordinates }: Zone["boundary"]): Position[][][] =>
  type === "Polygon" ? [coordinates] : coordinates;

// sizeOf is the area of a zone.
export const sizeOf = ({ boundary }: Zone): number =>
  polygons(boundary).reduce((sum, [outer]) => sum + areaOf(outer!), 0);

// has reports whether a place is in a zone.
export const has = ({ boundary }: Zone, latitude: number, longitude: number): boolean =>
  polygons(boundary).some(
    ([outer, ...holes]) =>
      ringHas(outer!, longitude, latitude) && !holes.some((hole) => ringHas(hole, longitude, latitude)),
  );

// nameAt returns the name of the smallest zone around a place.
export function nameAt(zones: Zone[] | undefined, latitude: number, longitude: number): string {
  const around = (zones ?? []).filter((zone) => has(zone, latitude, longitude));
  return around.toSorted((a, b) => sizeOf(a) - sizeOf(b))[0]?.name ?? "";
}

const boxOf = ({ type, coordinates }: Zone["boundary"]): Box =>
  (coordinates.flat(type === "Polygon" ? 1 : 2) as Position[]).reduce<Box>(
    (box, [x, y]) => ({
      south: Math.min(box.south, y!),
      west: Math.min(box.west, x!),
      north: Math.max(box.north, y!),
      east: Math.max(box.east, x!),
    }),
    { south: 90, west: 180, north: -90, east: -180 },
  );

export const boxOfZones = (zones: Zone[]): Box | undefined => boxAround(zones.map(({ boundary }) => boxOf(boundary)));

// boxAround is the smallest box around boxes.
export function boxAround(boxes: Box[]): Box | undefined {
  if (boxes.length === 0) return undefined;
  return boxes.reduce((a, b) => ({
    south: Math.min(a.south, b.south),
    west: Math.min(a.west, b.west),
    north: Math.max(a.north, b.north),
    east: Math.max(a.east, b.east),
  }));
}

// readExtent returns where the complaints of a filter are. Few that are far away from all others are left out.
export async function readExtent(
  where: ComplaintWhereInput | undefined,
  signal?: AbortSignal,
): Promise<Box | undefined> {
  const { count, clusters, complaints } = (await run(ComplaintExtentDocument, { where }, { signal })).complaintMap;
  const points = complaints.flatMap(({ latitude, longitude }) =>
    latitude === null || longitude === null
      ? []
      : [{ count: 1, bounds: { south: latitude, west: longitude, north: latitude, east: longitude } }],
  );
  const all = clusters.length > 0 ? clusters.filter((it) => it.count * 50 >= count) : points;
  return boxAround((all.length > 0 ? all : clusters).map((it) => it.bounds));
}
