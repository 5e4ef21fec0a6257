// What takes back what was done to a complaint: of what told nobody its inverse, of what told somebody its opposite.
import type { ComplaintRow } from "../../data/graph/rows";
import type { Values } from "./ActionForm";
import type { Case, Verbs } from "./data";

interface Inverse {
  action: Verbs;
  input: Record<string, unknown>;
}

// oppositeOf is the action that people choose to take back one that has told somebody.
export const oppositeOf: Partial<Record<Verbs, Verbs>> = {
  ASSIGN: "CANCEL",
  HOLD: "RESUME",
  RESUME: "HOLD",
  RESOLVE: "REOPEN",
  REJECT: "REOPEN",
  CLOSE: "REOPEN",
  MERGE: "UNMERGE",
  REOPEN: "RESOLVE",
};

// inverseOf is undefined for what told somebody, and where nothing was before.
export function inverseOf(
  action: Verbs,
  before: Case,
  row: ComplaintRow | undefined,
  sent: Values,
): Inverse | undefined {
  const handled: Inverse | undefined = before.handler
    ? { action: "CLAIM", input: { handlerId: before.handler.id } }
    : undefined;
  if (action === "TRIAGE") return { action, input: triagedBefore(before, row) };
  if (action === "EDIT") return { action, input: writtenBefore(before, sent) };
  if (action === "CLAIM") return handled ?? { action: "UNCLAIM", input: {} };
  return action === "UNCLAIM" ? handled : undefined;
}

const triagedBefore = (before: Case, row: ComplaintRow | undefined): Inverse["input"] => ({
  ...(before.category?.id !== row?.category?.id
    ? before.category
      ? { categoryId: before.category.id }
      : { noCategory: true }
    : {}),
  ...(before.zone?.id !== row?.zone?.id ? (before.zone ? { zoneId: before.zone.id } : { noZone: true }) : {}),
  ...(before.priority !== row?.priority ? { priority: before.priority } : {}),
  ...(before.dueAt !== row?.dueAt ? (before.dueAt ? { dueAt: before.dueAt } : { noDueAt: true }) : {}),
});

function writtenBefore(before: Case, sent: Values): Inverse["input"] {
  const position =
    before.latitude === null ? { noPosition: true } : { latitude: before.latitude, longitude: before.longitude };
  return {
    ...("title" in sent && sent.title !== before.title ? { title: before.title } : {}),
    ...("description" in sent && sent.description !== before.description ? { description: before.description } : {}),
    ...("address" in sent && sent.address !== before.address ? { address: before.address } : {}),
    ...("latitude" in sent &&
    (sent.latitude !== String(before.latitude ?? "") || sent.longitude !== String(before.longitude ?? ""))
      ? position
      : {}),
  };
}
