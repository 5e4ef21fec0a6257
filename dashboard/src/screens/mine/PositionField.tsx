// Where it is: the position of this device, or a point on the map.
import { Button } from "@mantine/core";
import { LocateFixed, Map as MapIcon, MapPin } from "lucide-react";
import { lazy, Suspense, useState } from "react";

import { number } from "../../lib/i18n/format";
import { t } from "../../lib/i18n/more";
import { Bones } from "../../parts/Notice";
import type { Position } from "./draft";
import styles from "./mine.module.css";

const PlaceMap = lazy(() => import("../../parts/map/PlaceMap"));

export function PositionField({
  position,
  onChange,
}: {
  position: Position | undefined;
  onChange: (position: Position | undefined) => void;
}) {
  const [mapped, setMapped] = useState(false);
  const [locating, setLocating] = useState("");
  const locate = (): void => {
    setLocating(t("report.locating"));
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        onChange({ latitude, longitude, accuracy });
        setLocating("");
      },
      () => setLocating(t("report.noPosition")),
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 },
    );
  };
  return (
    <>
      <div className={styles.position}>
        {position ? (
          <>
            <span>
              <MapPin size={16} aria-hidden />{" "}
              {position.accuracy > 0
                ? t("report.position", { metres: number(Math.max(1, Math.round(position.accuracy))) })
                : t("report.positionSet")}
            </span>
            <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onChange(undefined)}>
              {t("common.remove")}
            </Button>
          </>
        ) : (
          <Button variant="default" leftSection={<LocateFixed size={16} aria-hidden />} onClick={locate}>
            {t("report.usePosition")}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<MapIcon size={16} aria-hidden />}
          aria-expanded={mapped}
          onClick={() => setMapped(!mapped)}
        >
          {t(mapped ? "map.close" : "map.open")}
        </Button>
        <span role="status" className={styles.soft}>
          {locating}
        </span>
      </div>
      {mapped && (
        <Suspense fallback={<Bones lines={6} />}>
          <PlaceMap place={position} onChange={(point) => onChange({ ...point, accuracy: 0 })} />
        </Suspense>
      )}
    </>
  );
}
