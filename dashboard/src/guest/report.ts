// The form, and what somebody gets who has sent it.
import { limits } from "../lib/domain";
import { ask, type Refused } from "../track/ask";
import { element, section } from "../track/element";
import {
  choice,
  form,
  keepFiles,
  lineField,
  photos,
  sendFiles,
  textField,
  type Around,
  type Draft,
} from "../track/forms";
import { t } from "../track/messages";
import type { Region } from "../track/regions";
import { GuestReportDocument, type GuestFormQuery, type GuestReportMutation } from "./generated";
import { nearbyBox } from "./nearby";
import { placeField, placeOf } from "./place";
import type { Proof } from "./proof";

export type Service = GuestFormQuery["serviceInfo"];
export type Offered = NonNullable<GuestFormQuery["guestForm"]>;
export type Receipt = GuestReportMutation["submitGuestReport"] & { email: boolean };

// indented are the rows of a tree in a list, in which no markup can show what is below what.
const indented = (of: Offered["categories"]): { value: string; text: string }[] =>
  of.map(({ id, name, depth }) => ({ value: id, text: "\u2003".repeat(depth) + name }));

// inputOf is what is sent of a draft.
function inputOf(draft: Draft): object {
  const { values } = draft;
  const contact = {
    name: values["contact.name"]?.trim() ?? "",
    email: values["contact.email"]?.trim() ?? "",
    phone: values["contact.phone"]?.trim() ?? "",
  };
  return {
    title: values["title"],
    description: values["description"] ?? "",
    categoryId: values["categoryId"] || null,
    zoneId: values["zoneId"] || null,
    address: values["address"] ?? "",
    ...placeOf(draft),
    contact: contact.name || contact.email || contact.phone ? contact : null,
  };
}

const waits = [1_000, 2_000, 4_000]; // milliseconds after which a report is sent again to a service that is busy

const send = async (input: object): Promise<GuestReportMutation["submitGuestReport"]> =>
  (await ask<GuestReportMutation>(GuestReportDocument, undefined, { input })).submitGuestReport;

// sendPatiently sends a report, again if the service is busy. That does no harm: the same report with the same proof is answered the same.
async function sendPatiently(input: object): ReturnType<typeof send> {
  for (const wait of waits) {
    try {
      return await send(input);
    } catch (cause) {
      if ((cause as Refused).code !== "UNAVAILABLE") throw cause;
      await new Promise((resolve) => setTimeout(resolve, wait * (1 + Math.random())));
    }
  }
  return send(input);
}

// submit sends a draft with a proof: another one if the service does not take the first, because it is old or was used.
async function submit(draft: Draft, proof: Proof, again = true): Promise<GuestReportMutation["submitGuestReport"]> {
  const input = { ...inputOf(draft), proof: await proof.take() };
  try {
    return await sendPatiently(input);
  } catch (cause) {
    const { fields } = cause as Refused;
    if (!again || fields.length !== 1 || fields[0]!.field !== "proof") throw cause;
    proof.drop();
    return submit(draft, proof, false);
  }
}

export function reportRegion(
  service: Service,
  { categories, zones, area }: Offered,
  proof: Proof,
  sent: (receipt: Receipt) => void,
  around: Around,
): Region {
  const fields = (draft: Draft): HTMLElement[] => {
    const near = nearbyBox();
    const look = (): void => near.show(placeOf(draft), draft.values["categoryId"] ?? "");
    look();
    const kind =
      categories.length > 0 && choice(draft, "categoryId", t("guest.kind"), indented(categories), t("guest.unsure"));
    if (kind) kind.addEventListener("change", look);
    return [
      lineField(
        draft,
        "title",
        t("guest.what"),
        { maxLength: limits.title, required: true, dir: "auto" },
        t("guest.whatHint"),
      ),
      textField(draft, "description", t("guest.more"), limits.description, t("guest.moreHint")),
      ...(kind ? [kind] : []),
      placeField(draft, { tiles: service.mapTiles, area }, look),
      lineField(
        draft,
        "address",
        t("guest.address"),
        { maxLength: limits.address, dir: "auto" },
        t("guest.addressHint"),
      ),
      ...(zones.length > 0 ? [choice(draft, "zoneId", t("guest.zone"), indented(zones), t("guest.unsure"))] : []),
      near.box,
      photos(draft),
      element("h2", { textContent: t("guest.you") }),
      element("p", { className: "hint", textContent: t("guest.youText") }),
      lineField(draft, "contact.email", t("guest.email"), { type: "email", autocomplete: "email", maxLength: 254 }),
      lineField(draft, "contact.phone", t("guest.phone"), {
        type: "tel",
        autocomplete: "tel",
        maxLength: limits.phone,
      }),
      lineField(draft, "contact.name", t("guest.name"), { autocomplete: "name", maxLength: limits.name, dir: "auto" }),
    ];
  };
  return {
    name: "report",
    of: [categories, zones, area, service.mapTiles],
    make: () => {
      const made = form(
        {
          name: "report",
          fields,
          missing: ({ values }) => !values["title"]?.trim() && t("guest.whatMissing"),
          label: t("guest.send"),
          send: async (draft) => {
            const receipt = await submit(draft, proof);
            proof.drop();
            keepFiles("photos", draft.files);
            sent({ ...receipt, email: Boolean(draft.values["contact.email"]?.trim()) });
            return ""; // the page says it
          },
        },
        around,
      );
      const box = element("div", {}, made);
      box.addEventListener("input", () => proof.begin());
      return [
        element("h1", { textContent: t("guest.title"), tabIndex: -1 }),
        element("p", { textContent: t("guest.intro") }),
        box,
      ];
    },
  };
}

// receiptRegions are what somebody sees who has reported something: where it is followed, and their photos on their way.
export function receiptRegions(service: Service, receipt: Receipt, another: () => void, around: Around): Region[] {
  const address = `${service.linkPage}#${receipt.token}`;
  return [
    {
      name: "receipt",
      of: receipt,
      make: () => [
        element("h1", { textContent: t("guest.thanks"), tabIndex: -1 }),
        element(
          "dl",
          {},
          element("dt", { textContent: t("track.reference") }),
          element("dd", { textContent: receipt.reference }),
        ),
        section(
          t("guest.follow"),
          element("p", { textContent: t("guest.followText") }),
          element("p", { className: "address", textContent: address }),
          element(
            "p",
            { className: "buttons" },
            element("a", {
              className: "primary",
              href: `/track#${receipt.token}`,
              textContent: t("guest.open"),
            }),
            " ",
            element("button", {
              type: "button",
              textContent: t("guest.copy"),
              onclick: () =>
                void navigator.clipboard.writeText(address).then(
                  () => around.say(t("guest.copied")),
                  () => around.say(t("guest.notCopied")),
                ),
            }),
          ),
          ...(receipt.email && service.mailLinks ? [element("p", { textContent: t("guest.confirm") })] : []),
        ),
      ],
    },
    {
      name: "photos",
      of: receipt.uploadUrl,
      make: () => [
        section(
          t("track.photos"),
          form(
            {
              name: "photos",
              fields: (draft) => [photos(draft)],
              missing: ({ files }) => files.length === 0 && t("guest.photosMissing"),
              label: t("guest.sendPhotos"),
              look: "plain",
              send: async (draft, progress) => {
                await sendFiles(draft, receipt.uploadUrl, receipt.token, progress);
                return t("guest.photosSent");
              },
            },
            around,
          ),
        ),
      ],
    },
    {
      name: "another",
      of: null,
      make: () => [element("button", { type: "button", textContent: t("guest.another"), onclick: another })],
    },
  ];
}
