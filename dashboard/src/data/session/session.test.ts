import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { serve, signIn } from "../fake";
import { run } from "../graph/client";
import { onDevice } from "../../lib/storage";
import { ViewerDocument } from "./generated";
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

// held keeps the answers of an address, which all refuse, back until they are released.
function held(path: string, body: object): { asked: () => number; release: () => void } {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let asked = 0;
  const before = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    if (String(input) !== path) return before(input, init);
    asked++;
    await released;
    globalThis.fetch = before;
    return new Response(JSON.stringify(body), { status: 401, headers: { "Content-Type": "application/json" } });
  };
  return { asked: () => asked, release };
}

test("a refresh token that is refused ends no session that begins meanwhile", async () => {
  await signIn("anna", "ADMIN");
  const refresh = held("/desk/session/refresh", { code: "session_revoked" });
  const renewed = session.renew(await session.token()).catch((cause: unknown) => cause);
  await vi.waitFor(() => expect(refresh.asked()).toBe(1));
  const signedIn = session.signIn("anna", "");
  await new Promise((resolve) => setTimeout(resolve, 20));
  refresh.release();
  expect(await renewed).toMatchObject({ code: "AUTHENTICATION_REQUIRED" });
  await signedIn;
  expect(session.current()).toBe("in");
});

test.each([
  ["the same person", "anna", true],
  ["somebody else", "boris", false],
])("an access token that is refused after %s has signed in ends no session", async (_, next, sentAgain) => {
  await signIn("anna", "ADMIN");
  const graph = held("/graphql", { errors: [{ message: "Ended.", extensions: { code: "SESSION_REVOKED" } }] });
  const answer = run(ViewerDocument, {}).catch((cause: unknown) => cause);
  await vi.waitFor(() => expect(graph.asked()).toBe(1));
  await session.signIn(next, "");
  serve({ Viewer: () => ({ viewer: null }) });
  graph.release();
  if (sentAgain) expect(await answer).toEqual({ viewer: null });
  else expect(await answer).toMatchObject({ code: "SESSION_REVOKED" });
  expect(session.current()).toBe("in");
});

test("once a session has ended nothing is asked for until somebody signs in", async () => {
  await signIn("anna", "ADMIN");
  const refresh = held("/desk/session/refresh", { code: "session_revoked" });
  refresh.release();
  const used = await session.token();
  await expect(session.renew(used)).rejects.toMatchObject({ code: "AUTHENTICATION_REQUIRED" });
  expect(session.current()).toBe("out");
  sent.length = 0;
  await expect(run(ViewerDocument, {})).rejects.toMatchObject({ code: "AUTHENTICATION_REQUIRED" });
  await expect(session.renewRefused(used, "SESSION_REVOKED")).rejects.toMatchObject({
    code: "AUTHENTICATION_REQUIRED",
  });
  expect(sent).toEqual([]);
});

test("a tab waits for the tokens of another one as long as a busy device takes", async () => {
  await signIn("anna", "ADMIN");
  const accessToken = await session.token();
  await session.signOut();
  sent.length = 0;
  const other = new BroadcastChannel("redress-session");
  other.addEventListener("message", ({ data }: MessageEvent<{ kind: string }>) => {
    if (data.kind !== "wanted") return;
    const tokens = { accessToken, renewAt: Date.now() + 60_000 };
    setTimeout(() => other.postMessage({ kind: "tokens", tokens }), 400);
  });
  vi.spyOn(navigator.locks, "query").mockResolvedValue({ held: [{ name: "redress-session-tokens" }] });
  onDevice.set("redress-session-refreshed", "0");
  await session.start();
  other.close();
  expect(await session.token()).toBe(accessToken);
  expect(sent).toEqual([]);
});
