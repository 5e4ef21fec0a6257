// Where it is: the position of this device, or a point on a map, where the service has one. Both are left to whoever reports; words and a district say
// it too.
import type { Box, Place } from "../parts/map/base";
import { element } from "../track/element";
import type { Draft } from "../track/forms";
import { t } from "../track/messages";

export function placeOf({ values }: Draft): Place | undefined {
  const { latitude, longitude } = values;
  return latitude && longitude ? { latitude: Number(latitude), longitude: Number(longitude) } : undefined;
}

// placeField sets the place of a draft, and says whenever it has changed.
export function placeField(
  draft: Draft,
  { tiles, area }: { tiles: string | null; area: Box | null },
  changed: () => void,
): HTMLElement {
  const where = element("p", { className: "hint", role: "status" });
  const locate = element("button", { type: "button", textContent: t("guest.usePosition") });
  const mapped = element("button", { type: "button", textContent: t("guest.openMap"), ariaExpanded: "false" });
  const remove = element("button", { type: "button", textContent: t("guest.removePlace") });
  const middle = element("button", { type: "button", textContent: t("guest.middle"), hidden: true });
  const ground = element("div", { hidden: true, tabIndex: -1 });
  let put: ((place: Place | undefined) => void) | undefined; // moves the pin of the map, once there is one

  const say = (): void => {
    const place = placeOf(draft);
    const unset = ground.hidden ? "" : t("guest.mapHint");
    where.textContent = place ? t("guest.placeSet") : unset;
    remove.hidden = !place;
    put?.(place);
  };
  const set = (place: Place | undefined): void => {
    if (draft.sending) return;
    draft.values["latitude"] = place ? String(place.latitude) : "";
    draft.values["longitude"] = place ? String(place.longitude) : "";
    say();
    changed();
  };
  locate.addEventListener("click", () => {
    where.textContent = t("guest.locating");
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => set({ latitude, longitude }),
      () => (where.textContent = t("guest.noPosition")),
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 },
    );
  });
  let shown: Promise<void> | undefined; // once: a map that is hidden stays as it is
  const open = async (): Promise<void> => {
    const { makeMap } = await import("./map");
    const map = makeMap(ground, tiles!, area, set);
    middle.addEventListener("click", map.middle);
    ({ put } = map);
  };
  const toggle = (): void => {
    const opens = ground.hidden;
    mapped.ariaExpanded = String(opens);
    mapped.textContent = t(opens ? "guest.closeMap" : "guest.openMap");
    draft.values["map"] = opens ? "open" : "";
    ground.hidden = middle.hidden = !opens;
    if (opens)
      (shown ??= open()).then(say, () => {
        shown = undefined;
        where.textContent = t("track.offline");
      });
    else say();
  };
  mapped.addEventListener("click", toggle);
  remove.addEventListener("click", () => {
    set(undefined);
    locate.focus();
  });
  say();
  if (tiles && draft.values["map"]) toggle();
  return element(
    "fieldset",
    { className: "place" },
    element("legend", { textContent: t("guest.where") }),
    element("p", { className: "buttons" }, locate, " ", tiles && mapped, " ", middle, " ", remove),
    ground,
    where,
  );
}
