// The page on which people report something without an account.
import "../tokens.css";
import "../track/track.css";
import "./guest.css";

import { ask, type Refused } from "../track/ask";
import { element } from "../track/element";
import { framed, noticeRegion } from "../track/frame";
import { activate, preferred, t } from "../track/messages";
import { GuestFormDocument, type GuestFormQuery } from "./generated";
import { able, Proof } from "./proof";
import { receiptRegions, reportRegion, type Receipt } from "./report";

const { main, show, say } = framed(document.getElementById("report")!);
const proof = new Proof();

let found: GuestFormQuery | undefined; // which outlasts what is shown of it
let receipt: Receipt | undefined; // of what was sent

// paint shows what is known, in the language that is chosen.
function paint(): void {
  const service = found!.serviceInfo;
  const around = { token: "", say, reload: async () => paint() };
  const notice = (heading: string, text: string): void =>
    show(service, [noticeRegion(heading, text, () => false)], paint);
  document.title = `${t("guest.title")} · ${service.organization.name}`;
  if (receipt) {
    show(
      service,
      receiptRegions(service, receipt, () => turnTo(undefined), around),
      paint,
      t("track.private"),
    );
  } else if (!found!.guestForm) notice(t("guest.off"), t("guest.offText"));
  else if (!able()) notice(t("guest.insecure"), t("guest.insecureText"));
  else show(service, [reportRegion(service, found!.guestForm, proof, arrived, around)], paint);
}

// turnTo shows a receipt, or the form again.
function turnTo(next: Receipt | undefined): void {
  receipt = next;
  paint();
  main.querySelector<HTMLElement>("h1")?.focus();
  window.scrollTo(0, 0);
}

// arrived shows the receipt, and sends the photos.
function arrived(next: Receipt): void {
  turnTo(next);
  if (main.querySelector(".chosen li")) document.forms.namedItem("photos")?.requestSubmit();
}

async function load(): Promise<void> {
  try {
    found = await ask<GuestFormQuery>(GuestFormDocument);
    if (found.guestForm) proof.offer(found.guestForm.challenge);
    paint();
  } catch (cause) {
    show(
      undefined,
      [
        noticeRegion(t("track.failed"), (cause as Refused).message, () =>
          element("button", { type: "button", textContent: t("track.again"), onclick: () => void load() }),
        ),
      ],
      () => undefined,
    );
  }
}

await activate(preferred());
await load();
