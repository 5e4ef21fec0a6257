// The page behind a link in an e-mail. The link's token stands in the fragment of the address, which browsers send to nobody; to open the
// page changes nothing, as mail programs open links by themselves.
import "../tokens.css";
import "./track.css";

import { complaintOf, service as askService, type Refused, type Service } from "./ask";
import { element } from "./element";
import { activate, preferred, t } from "./messages";
import { refreshFiles, showComplaint, showNotice } from "./show";

const again = 60_000; // milliseconds after which it asks anew, while somebody looks: for what is new, and since the addresses of files end
const page = document.getElementById("track")!;

let service: Service | undefined; // which outlasts what is shown of it
let timer: ReturnType<typeof setTimeout> | undefined; // until it asks anew
let latest = 0; // the last question that was asked: of two answers the later one is shown
let shown = ""; // what stands on the page, so that nothing moves under a reader for nothing

// show shows what is made of something, if that is not what is shown. The addresses of files are other ones each minute.
function show(what: unknown, make: () => HTMLElement[]): void {
  const key = JSON.stringify(what, (name, value) => (name === "url" || name === "thumbnailUrl" ? undefined : value));
  if (key === shown) return;
  shown = key;
  page.replaceChildren(...make());
  page.setAttribute("aria-busy", "false");
}

async function load(): Promise<void> {
  clearTimeout(timer);
  const own = ++latest;
  const token = decodeURIComponent(location.hash.slice(1));
  const notice = (heading: string, text: string, retry = false): void =>
    show([heading, text, service, document.documentElement.lang], () =>
      showNotice(
        service,
        heading,
        text,
        retry && element("button", { textContent: t("track.again"), onclick: () => void load() }),
        repaint,
      ),
    );
  try {
    if (!token) {
      service ??= await askService();
      if (own === latest) notice(t("track.none"), t("track.noneText"));
      return;
    }
    const found = await complaintOf(token);
    if (own !== latest) return;
    service = found.service;
    show([found, document.documentElement.lang], () => showComplaint(found.service, found.complaint, repaint));
    refreshFiles(found.complaint);
    timer = setTimeout(() => void load(), again);
  } catch (cause) {
    const refused = cause as Refused;
    if (refused.ended) service ??= await askService().catch(() => undefined);
    if (own !== latest) return;
    if (refused.ended) notice(t("track.ended"), t("track.endedText"));
    else notice(t("track.failed"), refused.message, true);
  }
}

// repaint shows the page in another language.
function repaint(): void {
  shown = "";
  void load();
}

window.addEventListener("hashchange", repaint);
document.addEventListener("visibilitychange", () => {
  clearTimeout(timer);
  if (document.visibilityState === "visible" && page.getAttribute("aria-busy") === "false") void load();
});

await activate(preferred());
await load();
