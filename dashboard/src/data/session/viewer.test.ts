import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { signIn } from "../fake";
import { onDevice } from "../../lib/storage";
import * as session from "./session";

const key = "redress-solver";
const kept = (): string | null => onDevice.get(key);

beforeEach(() => onDevice.remove(key));
afterEach(() => session.signOut());

test("a phone keeps its solver with the service, until the session ends", async () => {
  await signIn("ada@example.org", "SOLVER");
  expect(JSON.parse(kept()!)).toMatchObject({ viewer: { id: "ada@example.org" }, service: { timeZone: "UTC" } });
  await session.signOut();
  expect(kept()).toBeNull();
});

test("nobody else is kept", async () => {
  await signIn("ada@example.org", "ADMIN");
  expect(kept()).toBeNull();
});

const ada = { id: "ada@example.org", name: "Ada", role: "SOLVER", preferences: null };

test.each([
  ["a solver and the service", { viewer: ada, service: { timeZone: "America/New_York", limits: {} } }, true],
  ["a solver alone, whose times would have no zone", { viewer: ada }, false],
])("without a connection %s: does the phone go on?", async (_, pair, goesOn) => {
  vi.resetModules();
  onDevice.set(key, JSON.stringify(pair));
  onDevice.set("redress-session-refreshed", "1");
  const fresh = await import("./viewer");
  expect(fresh.restoreViewer()).toBe(goesOn);
  const { currentTimeZone } = await import("../../lib/i18n/format");
  if (goesOn) expect(currentTimeZone()).toBe("America/New_York");
  else expect(currentTimeZone).toThrow();
});
