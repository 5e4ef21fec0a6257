// The work that the service wants to see from whoever reports without an account: to find a number by trying (ALTCHA, version 1). It is begun when
// somebody begins to type, so that it is done when they have.
import { ask } from "../track/ask";
import { GuestChallengeDocument, type GuestChallengeQuery, type GuestFormQuery } from "./generated";

export type Challenge = NonNullable<GuestFormQuery["guestForm"]>["challenge"];

const atOnce = 500; // hashes that are computed beside each other
const fresh = 50 * 60_000; // milliseconds for which a proof is used; the service takes it for an hour

// able reports whether this browser can hash: on pages without HTTPS it can't.
export const able = (): boolean => globalThis.crypto?.subtle !== undefined;

const inHex = (hash: ArrayBuffer): string =>
  [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// solve returns the solution of a challenge, as the service takes it.
export async function solve({ algorithm, challenge, maxNumber, salt, signature }: Challenge): Promise<string> {
  const encoder = new TextEncoder();
  for (let first = 0; first <= maxNumber; first += atOnce) {
    const tried = Array.from({ length: Math.min(atOnce, maxNumber - first + 1) }, (_, i) => first + i);
    const hashes = await Promise.all(
      tried.map(async (number) => inHex(await crypto.subtle.digest(algorithm, encoder.encode(salt + number)))),
    );
    const found = hashes.indexOf(challenge);
    if (found >= 0) return btoa(JSON.stringify({ algorithm, challenge, number: first + found, salt, signature }));
  }
  throw new Error("the challenge has no solution");
}

// A proof is used once, and again for the same report as long as it has not arrived.
export class Proof {
  #offered: { challenge: Challenge; at: number } | undefined;
  #solved: Promise<string> | undefined;

  // offer gives it a challenge that the service has just made.
  offer(challenge: Challenge): void {
    this.#offered = { challenge, at: Date.now() };
    this.#solved = undefined;
  }

  // begin begins to solve the challenge that was offered.
  begin(): void {
    if (!this.#offered || this.#solved) return;
    this.#solved = solve(this.#offered.challenge);
    this.#solved.catch(() => undefined); // whoever takes it is told
  }

  // take returns the solution, of a new challenge if the last one is old or was used.
  async take(): Promise<string> {
    if (!this.#offered || Date.now() - this.#offered.at > fresh) {
      const { guestForm } = await ask<GuestChallengeQuery>(GuestChallengeDocument);
      if (guestForm) this.offer(guestForm.challenge);
    }
    this.begin();
    return this.#solved!;
  }

  // drop has the next one take another challenge.
  drop(): void {
    this.#offered = this.#solved = undefined;
  }
}
