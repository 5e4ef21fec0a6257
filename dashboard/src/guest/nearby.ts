// What was reported close by, so that nobody reports it again.
import { ask } from "../track/ask";
import { element } from "../track/element";
import { t } from "../track/messages";
import type { Place } from "../parts/map/base";
import { GuestNearbyDocument, type GuestNearbyQuery } from "./generated";

type Nearby = GuestNearbyQuery["nearbyComplaints"];

const answered = new Map<string, Promise<Nearby>>(); // of each place, which is asked once

function nearby(place: Place, category: string): Promise<Nearby> {
  const variables = { ...place, categoryId: category || null };
  const key = JSON.stringify(variables);
  const found =
    answered.get(key) ??
    ask<GuestNearbyQuery>(GuestNearbyDocument, undefined, variables).then(
      ({ nearbyComplaints }) => nearbyComplaints,
      () => [], // to know it is of use, and not needed
    );
  answered.set(key, found);
  return found;
}

// nearbyBox is a part of the page that show fills; it is empty while nothing is known.
export function nearbyBox(): { box: HTMLElement; show: (place: Place | undefined, category: string) => void } {
  const box = element("div", { className: "nearby", role: "status" });
  let latest = 0; // the last question: of two answers the later one is shown
  const show = async (place: Place | undefined, category: string): Promise<void> => {
    const own = ++latest;
    const found = place ? await nearby(place, category) : [];
    if (own !== latest) return;
    if (found.length === 0) return box.replaceChildren();
    box.replaceChildren(
      element("h3", { textContent: t("guest.nearby") }),
      element(
        "ul",
        {},
        ...found.map((it) =>
          element("li", {
            textContent: t("guest.nearbyOne", {
              what: it.categoryName ?? "",
              status: t(`track.${it.status}`),
              days: it.ageInDays,
              metres: it.distance,
            }),
          }),
        ),
      ),
      element("p", { className: "hint", textContent: t("guest.nearbyText") }),
    );
  };
  return { box, show: (place, category) => void show(place, category) };
}
