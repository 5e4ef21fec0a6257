import { createHash } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";

import { Proof, solve, type Challenge } from "./proof";

// challengeOf is a challenge as the service makes it, whose solution is a number.
function challengeOf(number: number, salt = "5f1c?expires=1798761600&"): Challenge {
  const challenge = createHash("sha256").update(`${salt}${number}`).digest("hex");
  return { algorithm: "SHA-256", challenge, maxNumber: 2000, salt, signature: "signed" };
}

const solutionOf = (text: string): unknown => JSON.parse(atob(text));

// answers has the service answer questions for a challenge with these, and returns how often it was asked.
function answers(...challenges: Challenge[]): () => number {
  const asked = vi.fn(() =>
    Promise.resolve(Response.json({ data: { guestForm: { challenge: challenges[asked.mock.calls.length - 1] } } })),
  );
  vi.stubGlobal("fetch", asked);
  return () => asked.mock.calls.length;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test.each([0, 1, 499, 500, 1234, 2000])("the number %d is found", async (number) => {
  const of = challengeOf(number);
  const { maxNumber: _, ...rest } = of;
  expect(solutionOf(await solve(of))).toEqual({ ...rest, number });
});

test("a challenge without a solution is a fault", async () => {
  await expect(solve({ ...challengeOf(3), challenge: "00" })).rejects.toThrow("no solution");
});

test("what was offered is used, and used again until it is dropped", async () => {
  const asked = answers(challengeOf(7));
  const proof = new Proof();
  proof.offer(challengeOf(5));
  proof.begin();
  expect(solutionOf(await proof.take())).toMatchObject({ number: 5 });
  expect(solutionOf(await proof.take())).toMatchObject({ number: 5 });
  expect(asked()).toBe(0);
  proof.drop();
  expect(solutionOf(await proof.take())).toMatchObject({ number: 7 });
  expect(asked()).toBe(1);
});

test("what is too old is asked for anew", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const asked = answers(challengeOf(7), challengeOf(9));
  const proof = new Proof();
  proof.offer(challengeOf(5));
  await proof.take();
  vi.setSystemTime(Date.now() + 51 * 60_000);
  expect(solutionOf(await proof.take())).toMatchObject({ number: 7 });
  expect(asked()).toBe(1);
});
