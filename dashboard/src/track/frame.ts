// What frames the pages for people without an account: who runs the service, whom to ask, the language, and a line that says what was done.
import type { Service } from "./ask";
import { element } from "./element";
import { choose, language, languages, t, type Language } from "./messages";
import { place, type Region } from "./regions";

const saidFor = 10_000; // milliseconds for which the line says what was done

// framed puts a frame into an element of the page, and returns what shows regions in it and what says that something was done.
export function framed(page: HTMLElement): {
  main: HTMLElement;
  show: (service: Service | undefined, regions: Region[], repaint: () => void, note?: string) => void;
  say: (text: string) => void;
} {
  const main = element("main", { tabIndex: -1 });
  return {
    main,
    show(service, regions, repaint, note) {
      place(page, [head(service), { name: "main", of: null, make: () => [main] }, foot(service, repaint, note)]);
      place(main, regions);
      page.setAttribute("aria-busy", "false");
    },
    say: speaker(),
  };
}

// speaker puts a line on the page, and returns what shows a text in it, wherever on the page somebody is.
function speaker(): (text: string) => void {
  const said = element("p", { className: "said", role: "status" });
  document.body.append(said);
  let silence: ReturnType<typeof setTimeout> | undefined; // until what was done is old news
  return (text) => {
    clearTimeout(silence);
    said.textContent = text;
    silence = setTimeout(() => (said.textContent = ""), saidFor);
  };
}

// noticeRegion is a page that shows nothing else: why there is none.
export function noticeRegion(heading: string, text: string, more: () => HTMLElement | false): Region {
  document.title = heading;
  return {
    name: "notice",
    of: [heading, text],
    make: () => [element("h1", { textContent: heading, tabIndex: -1 }), element("p", { textContent: text }), more()],
  };
}

// head is who runs the service, if that is known.
function head(service: Service | undefined): Region {
  const { name, logoUrl } = service?.organization ?? { name: "", logoUrl: "" };
  return {
    name: "head",
    of: service,
    make: () => [
      service !== undefined &&
        element(
          "header",
          {},
          logoUrl !== "" && element("img", { src: logoUrl, alt: "" }),
          element("span", { textContent: name || "Redress" }),
        ),
    ],
  };
}

// foot is whom to ask, a note, and the languages of the page.
function foot(service: Service | undefined, repaint: () => void, note?: string): Region {
  const { email: address, phone } = service?.organization ?? { email: "", phone: "" };
  const change = async (next: Language): Promise<void> => {
    await choose(next);
    repaint();
  };
  const made = (): HTMLElement =>
    element(
      "footer",
      {},
      (address !== "" || phone !== "") &&
        element(
          "p",
          {},
          element("strong", { textContent: t("track.contact") }),
          " ",
          phone !== "" && element("a", { href: `tel:${phone.replaceAll(/[^+\d]/g, "")}`, textContent: phone }),
          phone !== "" && address !== "" && " · ",
          address !== "" && element("a", { href: `mailto:${address}`, textContent: address }),
        ),
      note !== undefined && element("p", { textContent: note }),
      element(
        "div",
        { className: "languages", role: "group", ariaLabel: t("track.language") },
        ...(Object.entries(languages) as [Language, string][]).map(([code, name]) =>
          element("button", {
            type: "button",
            lang: code,
            textContent: name,
            ariaPressed: String(code === language()),
            onclick: () => void change(code),
          }),
        ),
      ),
    );
  return { name: "foot", of: [service, note], make: () => [service !== undefined && made()] };
}
