// English made to look foreign: letters with accents, a third longer, written from right to left. What still reads as
// plain English on a screen doesn't come from the messages.
import type { Messages } from "@lingui/core";

const from = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const to = "àƀçđéƒĝĥîĵķĺɱñöþǫŕšţûṽŵẋýžÀƁÇÐÉƑĜĤÎĴĶĹṀÑÖÞǪŔŠŢÛṼŴẊÝŽ";

function foreign(text: string): string {
  const accented = text.replaceAll(/[a-z]/gi, (letter) => to[from.indexOf(letter)]!);
  return /\p{L}/u.test(text) ? `${accented}${"·".repeat(Math.ceil(text.length / 3))}` : accented;
}

type Part = string | unknown[];

function convert(part: Part): Part {
  if (typeof part === "string") return part === "#" ? part : foreign(part);
  const [name, kind, choices] = part as [string, string?, Record<string, Part | Part[]>?];
  if (!choices || typeof choices !== "object" || kind === "number" || kind === "date" || kind === "time") return part;
  return [
    name,
    kind,
    Object.fromEntries(
      Object.entries(choices).map(([choice, value]) => [
        choice,
        choice === "offset" ? value : Array.isArray(value) ? value.map((it) => convert(it as Part)) : foreign(value),
      ]),
    ),
  ];
}

export function load({ default: english }: { default: Messages }): { default: Messages } {
  const messages = Object.fromEntries(
    Object.entries(english).map(([key, message]) => [
      key,
      Array.isArray(message) ? message.map((part) => convert(part as Part)) : foreign(message),
    ]),
  );
  return { default: messages as Messages };
}
