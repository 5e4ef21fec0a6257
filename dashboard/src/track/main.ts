// The page behind a link in an e-mail. The link's token stands in the fragment of the address, which browsers send to nobody; to open the
// page changes nothing, as mail programs open links by themselves.
import "../tokens.css";
import "./track.css";

import { service as askService, tracked, type Refused, type Service } from "./ask";
import { codeRegion } from "./code";
import { element } from "./element";
import { forget } from "./forms";
import { framed, noticeRegion } from "./frame";
import { activate, preferred, t } from "./messages";
import type { Region } from "./regions";
import { complaintRegions, refreshFiles } from "./show";

const again = 60_000; // milliseconds after which it asks anew, while somebody looks: for what is new, and since the addresses of files end
const page = document.getElementById("track")!;
const { main, show: showIn, say } = framed(page);

let service: Service | undefined; // which outlasts what is shown of it
let timer: ReturnType<typeof setTimeout> | undefined; // until it asks anew
let latest = 0; // the last question that was asked: of two answers the later one is shown

function show(regions: Region[], note?: string): void {
  showIn(service, regions, () => void load(), note);
}

async function load(): Promise<void> {
  clearTimeout(timer);
  const own = ++latest;
  const token = decodeURIComponent(location.hash.slice(1));
  const notice = (heading: string, text: string, retry = false): void =>
    show([
      noticeRegion(
        heading,
        text,
        () => retry && element("button", { type: "button", textContent: t("track.again"), onclick: () => void load() }),
      ),
      ...(!retry && service?.linkPage ? [codeRegion(say, (it) => (location.hash = it), load)] : []),
    ]);
  try {
    if (!token) {
      service ??= await askService();
      if (own === latest) notice(t("track.none"), t("track.noneText"));
      return;
    }
    const found = await tracked(token);
    if (own !== latest) return;
    service = found.service;
    show(complaintRegions(found, { token, say, reload: load }), t("track.private"));
    refreshFiles(found.complaint);
    timer = setTimeout(() => void load(), again);
  } catch (cause) {
    const refused = cause as Refused;
    if (refused.ended) service ??= await askService().catch(() => undefined);
    if (own !== latest) return;
    if (refused.ended) notice(t("track.ended"), t("track.endedText"));
    else if (main.querySelector("form"))
      timer = setTimeout(() => void load(), again); // what is shown stays, with what is typed
    else notice(t("track.failed"), refused.message, true);
  }
}

window.addEventListener("hashchange", () => {
  forget();
  main.replaceChildren();
  void load();
});
document.addEventListener("visibilitychange", () => {
  clearTimeout(timer);
  if (document.visibilityState === "visible" && page.getAttribute("aria-busy") === "false") void load();
});

await activate(preferred());
await load();
