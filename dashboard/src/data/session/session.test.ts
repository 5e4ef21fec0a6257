import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { signIn } from "../fake";
import { onDevice } from "../../lib/storage";
import * as session from "./session";

const refused = (): never => {
  throw new DOMException("The operation is insecure.", "SecurityError");
};

const sent: string[] = [];
const served = globalThis.fetch;

beforeEach(() => {
  sent.length = 0;
  globalThis.fetch = async (input, init) => {
    sent.push(`${init?.method ?? "GET"} ${String(input)}`);
    return served(input, init);
  };
});

afterEach(() => {
  globalThis.fetch = served;
  vi.restoreAllMocks();
});

test("a browser that blocks site data signs in and out", async () => {
  vi.spyOn(window, "localStorage", "get").mockImplementation(refused);
  vi.spyOn(window, "sessionStorage", "get").mockImplementation(refused);
  vi.spyOn(navigator.locks, "request").mockImplementation(async () => refused());
  await signIn("anna", "USER");
  expect(session.current()).toBe("in");
  expect(session.mayBeSignedIn()).toBe(true);
  await session.signOut();
  expect(session.current()).toBe("out");
  expect(session.mayBeSignedIn()).toBe(false);
  expect(sent.filter((it) => it.startsWith("DELETE"))).toEqual(["DELETE /desk/session"]);
  await expect(session.token()).rejects.toMatchObject({ code: "AUTHENTICATION_REQUIRED" });
  await signIn("boris", "USER");
  expect(session.current()).toBe("in");
});

test("what a full storage does not take is kept while the page is open", () => {
  onDevice.set("redress-test", "before");
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  onDevice.set("redress-test", "after");
  expect(onDevice.get("redress-test")).toBe("after");
  expect(onDevice.keys()).toContain("redress-test");
  vi.restoreAllMocks();
  onDevice.remove("redress-test");
  expect(onDevice.get("redress-test")).toBe(null);
  onDevice.set("redress-test", "again");
  expect(window.localStorage.getItem("redress-test")).toBe("again");
});
