import { beforeAll, expect, test } from "vitest";
import type { Service } from "../data/session/viewer";
import { activate } from "../lib/i18n";
import { t } from "../lib/i18n/more";
import { isMailed, mailNote } from "./mailNote";

const at = "2026-11-20T08:00:00Z";
const service = (mail: boolean, mailLinks: boolean): Service => ({ mail, mailLinks }) as Service;

beforeAll(() => activate("en"));

const cases: [string, object, Service, Parameters<typeof t>[0] | undefined][] = [
  ["confirmed", { confirmedAt: at }, service(true, true), undefined],
  ["not confirmed", {}, service(true, true), "mail.waiting"],
  ["not confirmed, where nobody can", {}, service(true, false), "mail.cannot"],
  ["confirmed before there was no public URL", { confirmedAt: at }, service(true, false), undefined],
  ["without a mail server", { confirmedAt: at }, service(false, false), "mail.none"],
  ["somebody else's", { deniedAt: at }, service(true, true), "mail.denied"],
  ["refused by a mail server", { confirmedAt: at, refusedAt: at }, service(true, true), "mail.refused"],
  ["unsubscribed", { confirmedAt: at, unsubscribedAt: at }, service(true, true), "mail.unsubscribed"],
  ["no address", { email: "" }, service(true, true), undefined],
];

test.each(cases)("%s", (_, contact, of, want) => {
  const it = { email: "ada@example.org", ...contact };
  const note = mailNote(it, of);
  expect(note).toBe(want && t(want));
  expect(isMailed(it, of)).toBe(want === undefined && it.email !== "");
});
