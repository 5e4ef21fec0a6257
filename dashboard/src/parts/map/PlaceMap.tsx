// A small map with one place on it, which can be set: by a click, by dragging the pin, or by the keyboard, which moves the
// map below the middle.
import { MapPin } from "lucide-react";
import { useEffect, useRef, useState } from "react";

import { t } from "../../lib/i18n/more";
import { PlainButton } from "../Plain";
import type { Place } from "./base";
import { drawZones, makeMap, pinOn, positionOf, show, type Map } from "./ground";
import styles from "./map.module.css";
import { boxOfZones, nameAt, readExtent, useZones } from "./zones";

interface Props {
  place: Place | undefined;
  zone?: string | undefined; // the id of the zone to be marked
  onChange?: (place: Place) => void;
}

export default function PlaceMap({ place, zone, onChange }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<Map>(undefined);
  const put = useRef<ReturnType<typeof pinOn>>(undefined);
  const [ready, setReady] = useState(false);
  const [nowhere, setNowhere] = useState(false); // no complaint says where the city is
  const zones = useZones();
  const change = useRef(onChange);
  change.current = onChange;
  const set = (to: Place): void => change.current?.(to);

  useEffect(() => {
    const made = (map.current = makeMap(box.current!, { wheel: false }));
    const stop = new AbortController();
    if (place) {
      made.setView([place.latitude, place.longitude], 16);
      setReady(true);
    } else {
      void readExtent(undefined, stop.signal)
        .catch(() => undefined)
        .then((extent) => {
          if (stop.signal.aborted) return;
          show(made, extent);
          setReady(true);
          if (!extent) setNowhere(true);
        });
    }
    made.on("click", ({ latlng }) => set(positionOf(latlng)));
    put.current = pinOn(made, onChange && set);
    const resized = new ResizeObserver(() => made.invalidateSize({ pan: false }));
    resized.observe(box.current!);
    return () => {
      stop.abort();
      resized.disconnect();
      made.remove();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- made once, around the place as it is then
  }, []);
  useEffect(() => {
    if (nowhere && zones && !place) show(map.current!, boxOfZones(zones));
    // oxlint-disable-next-line react/exhaustive-deps -- a place that is set does not move the map
  }, [nowhere, zones]);
  useEffect(() => {
    return ready && zones ? drawZones(map.current!, zones, zone) : undefined;
  }, [ready, zones, zone]);
  useEffect(() => {
    if (ready) put.current!(place);
    // oxlint-disable-next-line react/exhaustive-deps -- the same point in another object is no move
  }, [ready, place?.latitude, place?.longitude]);

  const where = place && nameAt(zones, place.latitude, place.longitude);
  return (
    <div className={styles.place}>
      <div
        ref={box}
        className={styles.small}
        role="group"
        aria-label={t(onChange ? "map.set" : "map.place")}
        data-set={onChange ? true : undefined}
      />
      {onChange && (
        <p className={styles.below}>
          <span>{place ? (where ? t("map.isIn", { zone: where }) : t("map.isSet")) : t("map.setHint")}</span>
          <PlainButton
            small
            onClick={() => {
              set(positionOf(map.current!.getCenter()));
            }}
          >
            <MapPin size={14} aria-hidden /> {t("map.middle")}
          </PlainButton>
        </p>
      )}
    </div>
  );
}
