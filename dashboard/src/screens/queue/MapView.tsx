// The complaints of the queue on a map: one by one where they are few, else in groups. What is on the map is listed beside
// it too, so that nothing needs a pointer.
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

import { run } from "../../data/graph/client";
import { keyOf } from "../../data/graph/keys";
import { useLive } from "../../data/graph/live";
import { putComplaint, useComplaint } from "../../data/graph/rows";
import type { ComplaintWhereInput } from "../../data/graph/schema.generated";
import { t } from "../../lib/i18n/more";
import { number } from "../../lib/i18n/format";
import { isRunning, tones } from "../../lib/domain";
import { QueueMapDocument, type QueueMapQuery } from "../../parts/map/generated";
import { buttonAt, closest, drawZones, makeMap, show, type Map, type Marker } from "../../parts/map/ground";
import styles from "../../parts/map/map.module.css";
import type { Box } from "../../parts/map/base";
import { boxOfZones, nameAt, readExtent, useZones } from "../../parts/map/zones";
import { Bones, ErrorNotice } from "../../parts/Notice";
import { PlainButton } from "../../parts/Plain";
import { Priority } from "../../parts/Priority";
import { shownStatus, Status, statusWord } from "../../parts/Status";
import { Due } from "../../parts/Time";

type Cluster = QueueMapQuery["complaintMap"]["clusters"][number];
type Point = QueueMapQuery["complaintMap"]["complaints"][number];

interface Props {
  where: ComplaintWhereInput;
  at: string; // zoom, latitude and longitude, as the address has them; anything else is where the complaints are
  onAt: (at: string) => void;
  peeking: string | null;
  onPeek: (id: string) => void;
}

interface Part {
  bounds: Box;
  zoom: number;
}

// partOf is what the map shows now, as the graph takes it.
function partOf(map: Map): Part {
  const bounds = map.getBounds();
  const wrap = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180;
  const whole = bounds.getEast() - bounds.getWest() >= 360;
  return {
    zoom: map.getZoom(),
    bounds: {
      south: Math.max(-90, bounds.getSouth()),
      north: Math.min(90, bounds.getNorth()),
      west: whole ? -180 : wrap(bounds.getWest()),
      east: whole ? 180 : wrap(bounds.getEast()),
    },
  };
}

function placeOf(at: string): [zoom: number, latitude: number, longitude: number] | undefined {
  const [zoom, latitude, longitude] = at.split("/").map(Number);
  if (
    zoom === undefined ||
    latitude === undefined ||
    longitude === undefined ||
    ![zoom, latitude, longitude].every(Number.isFinite)
  )
    return undefined;
  return zoom >= 2 && zoom <= closest && Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180
    ? [zoom, latitude, longitude]
    : undefined;
}

export default function MapView({ where, at, onAt, peeking, onPeek }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<Map>(undefined);
  const [part, setPart] = useState<Part>();
  const [extent, setExtent] = useState(placeOf(at) ? 0 : 1); // how often the place of all of them was asked for
  const [nowhere, setNowhere] = useState(false); // none of them has a position: then the zones are shown
  const zones = useZones();
  const queries = useQueryClient();
  const peeked = useRef(peeking);
  peeked.current = peeking;
  const moved = useRef(onAt);
  moved.current = onAt;

  useEffect(() => {
    const made = (map.current = makeMap(box.current!));
    made.on("moveend", () => {
      setPart(partOf(made));
      const { lat, lng } = made.getCenter();
      moved.current(`${made.getZoom()}/${lat.toFixed(5)}/${lng.toFixed(5)}`);
    });
    const place = placeOf(at);
    if (place) made.setView([place[1], place[2]], place[0]);
    const resized = new ResizeObserver(() => {
      made.invalidateSize({ pan: false });
      keepInSight(made, peeked.current);
    });
    resized.observe(box.current!);
    return () => {
      resized.disconnect();
      made.remove();
      map.current = undefined;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- made once, where the address says; afterwards the map says where it is
  }, []);
  useEffect(() => {
    if (extent === 0) return;
    const stop = new AbortController();
    void readExtent(where, stop.signal)
      .catch(() => undefined)
      .then((found) => {
        if (stop.signal.aborted || !map.current) return;
        show(map.current, found);
        setNowhere(!found);
      });
    return () => stop.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- asked for by number, of the filter as it is then
  }, [extent]);
  useEffect(() => {
    if (nowhere && zones && map.current) show(map.current, boxOfZones(zones));
  }, [nowhere, zones]);
  const begun = part !== undefined;
  useEffect(() => {
    return begun && zones && map.current ? drawZones(map.current, zones) : undefined;
  }, [begun, zones]);

  // The complaint that is open stays in sight when it is chosen from the list and when the map becomes smaller.
  const places = useRef(new globalThis.Map<string, Point>());
  const keepInSight = (on: Map | undefined, id: string | null): void => {
    const it = places.current.get(id ?? "");
    if (!on || it?.latitude == null || it.longitude == null || on.getZoom() === undefined) return;
    if (!on.getBounds().pad(-0.05).contains([it.latitude, it.longitude]))
      on.panTo([it.latitude, it.longitude], { animate: false });
  };
  useEffect(() => {
    keepInSight(map.current, peeking);
  }, [peeking]);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: keyOf("complaint-map", where, part),
    enabled: part !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    queryFn: async ({ signal }) => {
      const { complaintMap } = await run(QueueMapDocument, { ...part!, where }, { signal });
      for (const complaint of complaintMap.complaints) putComplaint(complaint);
      return complaintMap;
    },
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLive(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void queries.invalidateQueries({ queryKey: keyOf("complaint-map") });
    }, 2000);
  });
  useEffect(() => {
    return () => clearTimeout(timer.current);
  }, []);

  const zoomTo = ({ bounds, centre }: Cluster): void => {
    const before = map.current!.getZoom();
    map.current!.fitBounds(
      [
        [bounds.south, bounds.west],
        [bounds.north, bounds.east],
      ],
      { padding: [32, 32], maxZoom: closest },
    );
    if (map.current!.getZoom() <= before)
      map.current!.setView([centre.latitude, centre.longitude], Math.min(before + 2, closest));
  };
  useMarkers(map, data, peeking, zones === undefined ? "" : "zones", {
    cluster: zoomTo,
    point: (it) => onPeek(it.id),
    clusterName: (it) => clusterName(it, nameAt(zones, it.centre.latitude, it.centre.longitude)),
  });
  const points = data?.complaints ?? [];
  places.current = new globalThis.Map(points.map((it) => [it.id, it]));
  const largest = (data?.clusters ?? []).toSorted((a, b) => b.count - a.count).slice(0, 50);
  return (
    <div className={styles.split}>
      <section className={styles.list} aria-label={t("map.here")} aria-busy={!data || isPlaceholderData}>
        <p role="status">{data ? t("map.count", { n: data.count }) : t("common.loading")}</p>
        {error && <ErrorNotice error={error} retry={() => void refetch()} />}
        {!data && !error && <Bones lines={6} />}
        <ul>
          {points.map(({ id }) => (
            <PointLine key={id} id={id} here={id === peeking} onPeek={onPeek} />
          ))}
          {largest.map((it) => (
            <li key={`${it.centre.latitude} ${it.centre.longitude}`}>
              <button type="button" onClick={() => zoomTo(it)}>
                <strong>{clusterName(it, nameAt(zones, it.centre.latitude, it.centre.longitude))}</strong>
                <span className={styles.facts}>{t("map.zoomTo")}</span>
              </button>
            </li>
          ))}
        </ul>
        {data?.count === 0 && (
          <p>
            {t("map.none")}{" "}
            <PlainButton small onClick={() => setExtent(extent + 1)}>
              {t("map.all")}
            </PlainButton>
          </p>
        )}
        <p>{t("map.unplaced")}</p>
      </section>
      <div ref={box} className={styles.large} role="group" aria-label={t("map.label")} />
    </div>
  );
}

const clusterName = ({ count }: Cluster, zone: string): string =>
  zone ? t("map.clusterIn", { n: count, zone }) : t("map.cluster", { n: count });

function PointLine({ id, here, onPeek }: { id: string; here: boolean; onPeek: (id: string) => void }) {
  const row = useComplaint(id);
  if (!row) return null;
  return (
    <li>
      <button type="button" aria-current={here || undefined} onClick={() => onPeek(id)}>
        <strong dir="auto">{row.title}</strong>
        <span className={styles.facts}>
          <span translate="no">{row.reference}</span>
          <Status status={shownStatus(row)} />
          <Priority priority={row.priority} />
          <Due at={row.dueAt} running={isRunning(row.status)} />
        </span>
      </button>
    </li>
  );
}

interface Actions {
  cluster: (it: Cluster) => void;
  point: (it: Point) => void;
  clusterName: (it: Cluster) => string;
}

// useMarkers keeps the markers that stay, so that the focus stays with the one that has it.
function useMarkers(
  map: React.RefObject<Map | undefined>,
  data: QueueMapQuery["complaintMap"] | undefined,
  peeking: string | null,
  names: string,
  actions: Actions,
): void {
  const shown = useRef(new globalThis.Map<string, Marker>());
  const act = useRef(actions);
  act.current = actions;
  useEffect(() => {
    if (!map.current || !data) return;
    const wanted = new globalThis.Map<string, () => Marker>();
    for (const it of data.complaints) {
      if (it.latitude === null || it.longitude === null) continue;
      const status = shownStatus(it);
      const tone = it.overdue ? "red" : tones[status];
      const name = t("map.pointed", { reference: it.reference, title: it.title, status: statusWord(status) });
      wanted.set(`${it.id} ${tone} ${it.priority} ${it.id === peeking} ${it.latitude} ${it.longitude} ${name}`, () => {
        const button = makeButton(name, it.priority === "URGENT" ? "!" : "", () => act.current.point(it));
        button.dataset.tone = tone;
        if (it.id === peeking) button.ariaCurrent = "true";
        return buttonAt([it.latitude!, it.longitude!], button, 24, it.id === peeking);
      });
    }
    for (const it of data.clusters) {
      const name = act.current.clusterName(it);
      wanted.set(`${it.centre.latitude} ${it.centre.longitude} ${name}`, () => {
        const button = makeButton(name, number(it.count), () => act.current.cluster(it));
        button.dataset.cluster = "";
        return buttonAt([it.centre.latitude, it.centre.longitude], button, Math.min(56, 28 + 6 * Math.log10(it.count)));
      });
    }
    for (const [key, marker] of shown.current) {
      if (wanted.delete(key)) continue;
      marker.remove();
      shown.current.delete(key);
    }
    for (const [key, make] of wanted) shown.current.set(key, make().addTo(map.current));
  }, [map, data, peeking, names]);
  useEffect(() => {
    const markers = shown.current;
    return () => markers.clear();
  }, []);
}

function makeButton(name: string, text: string, onClick: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.title = name;
  button.ariaLabel = name;
  button.textContent = text;
  button.addEventListener("click", (event) => {
    event.stopPropagation();
    onClick();
  });
  button.addEventListener("dblclick", (event) => event.stopPropagation());
  return button;
}
