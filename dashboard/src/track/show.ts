// What the page shows: regions of what the service answered.
import { isRunning } from "../lib/domain";
import { email, message, rating, reopening, withdrawal } from "./actions";
import type { Complaint, Tracked } from "./ask";
import { element, section } from "./element";
import type { Around } from "./forms";
import type { TrackFileFragment } from "./generated";
import { day, moment, t } from "./messages";
import type { Region } from "./regions";

type Nodes<Node> = { edges: { node: Node | null }[] };

const nodes = <Node>(list: Nodes<Node>): Node[] => list.edges.flatMap(({ node }) => (node ? [node] : []));

// lines are the paragraphs of what somebody wrote.
const lines = (text: string): HTMLElement[] =>
  text.split(/\n{2,}/).map((part) => element("p", { className: "words", textContent: part, dir: "auto" }));

// complaintRegions is the page of a complaint: what is known of it, what its reporter can do, and what has happened.
export function complaintRegions(found: Tracked, around: Around): Region[] {
  const { complaint, service, other } = found;
  const otherNow = other.at(-1)?.status;
  const { timeZone } = service;
  document.title = `${complaint.reference} · ${service.organization.name}`;
  const photos = nodes(complaint.media);
  return [
    {
      name: "now",
      of: [complaint.title, complaint.status, otherNow],
      make: () => [
        element("h1", { textContent: complaint.title, dir: "auto", tabIndex: -1 }),
        element(
          "p",
          { className: `now ${complaint.status}` },
          element("strong", { textContent: t(`track.${complaint.status}`) }),
          " ",
          element("span", { textContent: t(`track.${complaint.status}.text`) }),
          otherNow && element("span", { textContent: ` ${t("track.other", { status: t(`track.${otherNow}`) })}` }),
        ),
      ],
    },
    facts(complaint, timeZone),
    rating(found, around),
    reopening(found, around),
    message(found, around),
    {
      name: "story",
      of: [complaint.statusLog, complaint.comments, other, service],
      make: () => [section(t("track.happened"), element("ol", { className: "story" }, ...story(found)))],
    },
    {
      name: "words",
      of: complaint.description,
      make: () => [complaint.description !== "" && section(t("track.words"), ...lines(complaint.description))],
    },
    {
      name: "photos",
      of: photos,
      make: () => [photos.length > 0 && section(t("track.photos"), files(photos, timeZone))],
    },
    withdrawal(found, around),
    email(found, around),
  ];
}

function facts(complaint: Complaint, timeZone: string): Region {
  const all: [string, string][] = [
    [t("track.reference"), complaint.reference],
    [t("track.reported"), moment(complaint.createdAt, timeZone)],
  ];
  if (complaint.category) all.push([t("track.kind"), complaint.category.name]);
  if (complaint.address) all.push([t("track.place"), complaint.address]);
  if (complaint.dueAt && isRunning(complaint.status)) all.push([t("track.expected"), day(complaint.dueAt, timeZone)]);
  if (complaint.rating !== null)
    all.push([
      t("track.yourRating"),
      [t("track.of5", { n: complaint.rating }), complaint.ratingComment].filter((it) => it !== "").join(": "),
    ]);
  return {
    name: "facts",
    of: all,
    make: () => [
      element(
        "dl",
        {},
        ...all.flatMap(([name, value]) => [
          element("dt", { textContent: name }),
          element("dd", { textContent: value, dir: "auto" }),
        ]),
      ),
    ],
  };
}

// story is what has happened, the latest first.
function story({ complaint, other, service: { timeZone, organization } }: Tracked): HTMLElement[] {
  const move = (row: Tracked["other"][number], heading: string) => ({
    at: row.createdAt,
    heading,
    text: row.publicNote,
    photos: [] as TrackFileFragment[],
  });
  const entries = [
    ...other.map((row) => move(row, t("track.other", { status: t(`track.${row.status}`) }))),
    ...nodes(complaint.statusLog).map((row) => move(row, t(`track.${row.status}`))),
    ...nodes(complaint.comments).map((row) => ({
      at: row.createdAt,
      heading: row.agent === "LINK" ? t("track.fromYou") : organization.name || t("track.fromUs"),
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
