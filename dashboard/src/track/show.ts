// What the page shows: elements of what the service answered, made anew for each answer that differs.
import { isRunning } from "../lib/domain";
import type { Complaint, Service } from "./ask";
import type { TrackFileFragment } from "./generated";
import { element } from "./element";
import { choose, day, language, languages, moment, t, type Language } from "./messages";

type Nodes<Node> = { edges: { node: Node | null }[] };

const nodes = <Node>(list: Nodes<Node>): Node[] => list.edges.flatMap(({ node }) => (node ? [node] : []));

// lines are the paragraphs of what somebody wrote.
const lines = (text: string): HTMLElement[] =>
  text.split(/\n{2,}/).map((part) => element("p", { className: "words", textContent: part, dir: "auto" }));

export function showComplaint(service: Service, complaint: Complaint, repaint: () => void): HTMLElement[] {
  const { timeZone } = service;
  document.title = `${complaint.reference} · ${service.organization.name}`;
  const facts: [string, string][] = [
    [t("track.reference"), complaint.reference],
    [t("track.reported"), moment(complaint.createdAt, timeZone)],
  ];
  if (complaint.category) facts.push([t("track.kind"), complaint.category.name]);
  if (complaint.address) facts.push([t("track.place"), complaint.address]);
  if (complaint.dueAt && isRunning(complaint.status)) facts.push([t("track.expected"), day(complaint.dueAt, timeZone)]);
  const photos = nodes(complaint.media);
  return [
    head(service),
    element(
      "main",
      {},
      element("h1", { textContent: complaint.title, dir: "auto" }),
      element(
        "p",
        { className: `now ${complaint.status}` },
        element("strong", { textContent: t(`track.${complaint.status}`) }),
        " ",
        element("span", { textContent: t(`track.${complaint.status}.text`) }),
      ),
      element(
        "dl",
        {},
        ...facts.flatMap(([name, value]) => [
          element("dt", { textContent: name }),
          element("dd", { textContent: value, dir: "auto" }),
        ]),
      ),
      section(t("track.happened"), element("ol", { className: "story" }, ...story(complaint, timeZone))),
      complaint.description !== "" && section(t("track.words"), ...lines(complaint.description)),
      photos.length > 0 && section(t("track.photos"), files(photos, timeZone)),
      element(
        "p",
        {},
        `${t("track.account")} `,
        element("a", { href: `/desk/complaints/${complaint.reference}`, textContent: t("track.signIn") }),
      ),
    ),
    foot(service, repaint, t("track.private")),
  ];
}

// story is what has happened, the latest first.
function story(complaint: Complaint, timeZone: string): HTMLElement[] {
  const entries = [
    ...nodes(complaint.statusLog).map((row) => ({
      at: row.createdAt,
      heading: t(`track.${row.status}`),
      text: row.publicNote,
      photos: [] as TrackFileFragment[],
    })),
    ...nodes(complaint.comments).map((row) => ({
      at: row.createdAt,
      heading: t("track.message"),
      text: row.redacted ? t("track.redacted") : row.text,
      photos: nodes(row.media),
    })),
  ].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return entries.map(({ at, heading, text, photos }) =>
    element(
      "li",
      {},
      element("h3", { textContent: heading }),
      element("time", { dateTime: at, textContent: moment(at, timeZone) }),
      ...(text === "" ? [] : lines(text)),
      photos.length > 0 && files(photos, timeZone),
    ),
  );
}

// files shows pictures that lead to the whole ones, and videos.
function files(all: TrackFileFragment[], timeZone: string): HTMLElement {
  return element(
    "ul",
    { className: "files" },
    ...all.map((file) => {
      const date = moment(file.createdAt, timeZone);
      if (file.mediaType === "VIDEO")
        return element(
          "li",
          {},
          element("video", {
            controls: true,
            preload: "metadata",
            src: file.url,
            ariaLabel: t("track.video", { date }),
          }),
        );
      const picture = element("img", {
        src: file.thumbnailUrl ?? file.url,
        alt: t("track.photo", { date }),
        loading: "lazy",
      });
      const link = element("a", { href: file.url, target: "_blank", rel: "noopener" }, picture);
      link.dataset.file = file.id;
      return element("li", {}, link);
    }),
  );
}

// refreshFiles gives the links of files that are shown their new addresses: the earlier ones end.
export function refreshFiles(complaint: Complaint): void {
  const fresh = new Map(
    [complaint.media, ...nodes(complaint.comments).map(({ media }) => media)]
      .flatMap((list) => nodes(list))
      .map(({ id, url }) => [id, url]),
  );
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-file]"))
    link.href = fresh.get(link.dataset.file!) ?? link.href;
}

// showNotice is the page without a complaint: why there is none, and whom to ask.
export function showNotice(
  service: Service | undefined,
  heading: string,
  text: string,
  more: HTMLElement | false,
  repaint: () => void,
): HTMLElement[] {
  document.title = heading;
  const main = element("main", {}, element("h1", { textContent: heading }), element("p", { textContent: text }), more);
  return service ? [head(service), main, foot(service, repaint)] : [main];
}

function section(heading: string, ...children: HTMLElement[]): HTMLElement {
  return element("section", {}, element("h2", { textContent: heading }), ...children);
}

function head({ organization }: Service): HTMLElement {
  const name = organization.name || "Redress";
  return element(
    "header",
    {},
    organization.logoUrl !== "" && element("img", { src: organization.logoUrl, alt: "" }),
    element("span", { textContent: name }),
  );
}

function foot({ organization }: Service, repaint: () => void, note?: string): HTMLElement {
  const { email, phone } = organization;
  const change = async (next: Language): Promise<void> => {
    await choose(next);
    repaint();
  };
  return element(
    "footer",
    {},
    (email !== "" || phone !== "") &&
      element(
        "p",
        {},
        element("strong", { textContent: t("track.contact") }),
        " ",
        phone !== "" && element("a", { href: `tel:${phone.replaceAll(/[^+\d]/g, "")}`, textContent: phone }),
        phone !== "" && email !== "" && " · ",
        email !== "" && element("a", { href: `mailto:${email}`, textContent: email }),
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
}
