// Who is signed in. The access token is in memory only; the refresh token is in a cookie that scripts don't see and that
// only /desk/session gets. All tabs share the access token over a channel, and one of them at a time
// exchanges the refresh token, under a lock: used twice, it would end the session.
import { useSyncExternalStore } from "react";

import { language, t } from "../../lib/i18n";
import { GraphError } from "../graph/errors";
import { onDevice } from "../../lib/storage";
import { channelOf, hold, isHeld, underLock } from "../../lib/tabs";

export type State = "starting" | "in" | "out" | "insecure" | "unreachable";

interface Tokens {
  accessToken: string;
  renewAt: number; // a while before it expires
}

type Message = { kind: "tokens"; tokens: Tokens; signedIn?: boolean } | { kind: "ended" } | { kind: "wanted" };

const path = "/desk/session";
const lock = "redress-session";
const tokensLock = "redress-session-tokens"; // kept by each tab that has tokens
const refreshedKey = "redress-session-refreshed"; // when a tab last got tokens, while there is a session; no token itself
const signedOutKey = "redress-session-signed-out"; // "pending" until the service has answered, then "done", until somebody signs in
const early = 30; // seconds before it expires that a token is renewed, at most a third of its life

// The session belongs to the browser, not to a component: one of the tabs renews it for all.
let state: State = "starting";
let tokens: Tokens | undefined;
let renewing: Promise<void> | undefined;
let release: (() => void) | undefined; // of tokensLock
const listeners = new Set<() => void>();
const channel = channelOf(lock);

function notify(): void {
  for (const listener of listeners) listener();
}

function become(next: State): void {
  if (state === next) return;
  state = next;
  notify();
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const current = (): State => state;
export const useSession = (): State => useSyncExternalStore(subscribe, current);

// Somebody signed out on this device, in whichever tab: from then on none renews, or the cookie would sign them in again.
type SignedOut = "" | "pending" | "done";
const signedOut = (): SignedOut => (onDevice.get(signedOutKey) ?? "") as SignedOut;
export const useSignedOut = (): SignedOut => useSyncExternalStore(subscribe, signedOut);

channel?.addEventListener("message", ({ data }: MessageEvent<Message>) => {
  if (data.kind === "tokens" && (data.signedIn || !signedOut())) accept(data.tokens);
  if (data.kind === "ended") leave();
  if (data.kind === "wanted" && tokens && fresh(tokens))
    channel.postMessage({ kind: "tokens", tokens } satisfies Message);
});

// The other tabs hear of it at once, those that have no channel too.
addEventListener("storage", ({ key, newValue }) => {
  if (key !== signedOutKey) return;
  if (newValue) leave();
  else channel?.postMessage({ kind: "wanted" } satisfies Message);
  notify();
});
addEventListener("online", () => void tellSignOut().catch(() => undefined));

const fresh = (it: Tokens): boolean => it.renewAt > Date.now();

const usable = (stale: string | undefined): boolean =>
  tokens !== undefined && tokens.accessToken !== stale && fresh(tokens);

function accept(next: Tokens): void {
  if (tokens && tokens.renewAt > next.renewAt) return;
  tokens = next;
  release ??= hold(tokensLock);
  become("in");
}

function share(next: Tokens, signedIn = false): void {
  onDevice.set(refreshedKey, String(Date.now()));
  channel?.postMessage({ kind: "tokens", tokens: next, signedIn } satisfies Message);
  accept(next);
}

// welcome is share for somebody who has just signed in.
function welcome(next: Tokens): void {
  tokens = undefined;
  onDevice.remove(signedOutKey);
  share(next, true);
}

function leave(): void {
  onDevice.remove(refreshedKey);
  tokens = undefined;
  release?.();
  release = undefined;
  become("out");
}

async function call(method: string, suffix: string, body?: object): Promise<Response> {
  return fetch(path + suffix, {
    method,
    credentials: "same-origin",
    headers: {
      "Accept-Language": language(),
      ...(body ? { "Content-Type": "application/json" } : {}),
    },
    keepalive: method === "DELETE", // also when the tab is closed
    body: body ? JSON.stringify(body) : undefined,
    signal: AbortSignal.timeout(20_000),
  });
}

async function read(response: Response): Promise<Tokens> {
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) {
    const retryAfter = Number(response.headers.get("Retry-After") ?? 0);
    throw new GraphError(
      answer.message ?? t("error.unknown"),
      String(answer.code ?? (response.status >= 500 ? "UNAVAILABLE" : "INTERNAL_ERROR")).toUpperCase(),
      answer.errors ?? [],
      answer.request_id ?? "",
      retryAfter,
    );
  }
  return {
    accessToken: answer.access_token,
    renewAt: Date.now() + (answer.expires_in - Math.min(early, answer.expires_in / 3)) * 1000,
  };
}

// mayBeSignedIn reports whether somebody has signed in on this device, and neither signed out nor been signed out.
export const mayBeSignedIn = (): boolean => onDevice.get(refreshedKey) !== null;

// start finds out whether somebody is signed in: another tab may say so, else the cookie decides.
export async function start(): Promise<void> {
  if (!window.isSecureContext) return become("insecure");
  become("starting");
  if (signedOut() === "pending") {
    become("out");
    return void repeatSignOut();
  }
  onDevice.remove(signedOutKey);
  if (!tokens && (await isHeld(tokensLock))) await ask(1000);
  if (tokens) return;
  if (onDevice.get(refreshedKey) === null) return become("out"); // nobody has signed in here
  try {
    await renew();
  } catch (cause) {
    if (current() !== "out")
      become(cause instanceof GraphError && cause.code !== "UNAVAILABLE" ? "out" : "unreachable");
  }
}

// ask gives other tabs time to hand over their token.
async function ask(milliseconds: number): Promise<void> {
  channel?.postMessage({ kind: "wanted" } satisfies Message);
  const until = Date.now() + milliseconds;
  // oxlint-disable-next-line no-unmodified-loop-condition -- a message of another tab modifies it
  while (!(tokens && fresh(tokens)) && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
}

// token returns an access token that is good for a while, renewed before it expires.
export async function token(): Promise<string> {
  if (!tokens || !fresh(tokens)) await renew(tokens?.accessToken);
  if (!tokens) throw new GraphError(t("error.signedOut"), "AUTHENTICATION_REQUIRED");
  return tokens.accessToken;
}

// accountOf returns the account that an access token is for.
function accountOf(accessToken: string): string {
  try {
    return JSON.parse(atob(accessToken.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/"))).sub;
  } catch {
    return "";
  }
}

// tokenOf is token for what may be sent in the name of one account only. In another tab somebody else may have signed in.
export async function tokenOf(account: string): Promise<string> {
  const own = await token();
  if (accountOf(own) !== account) throw new GraphError(t("error.signedOut"), "OTHER_ACCOUNT");
  return own;
}

// renew exchanges the refresh token. Of all tabs that want it at once, one does; the others get what it got.
// stale is the access token that is of no use any more.
export function renew(stale?: string): Promise<void> {
  renewing ??= exchange(stale).finally(() => (renewing = undefined));
  return renewing;
}

async function exchange(stale: string | undefined): Promise<void> {
  const since = Date.now();
  await underLock(lock, async (waited) => {
    if (usable(stale)) return;
    if (waited || Number(onDevice.get(refreshedKey) ?? 0) >= since - 50) await ask(1000);
    if (usable(stale)) return;
    refuseSignedOut();
    const response = await call("POST", "/refresh");
    refuseSignedOut(); // in another tab, meanwhile: what came is of no use, and the service is told next
    if (response.status === 401 || response.status === 403) {
      end();
      throw new GraphError(t("error.signedOut"), "AUTHENTICATION_REQUIRED");
    }
    share(await read(response));
  });
}

// renewRefused renews the access token of a request when that is why it was refused, and returns whether the request may be
// sent again: not if somebody else has signed in meanwhile. Only the refresh token says that a session has ended: an access token
// may be refused long after another one was signed in.
export async function renewRefused(refused: string, code: string): Promise<boolean> {
  if (!["TOKEN_EXPIRED", "SESSION_REVOKED", "INVALID_TOKEN", "AUTHENTICATION_REQUIRED"].includes(code)) return false;
  await renew(refused);
  return tokens !== undefined && accountOf(tokens.accessToken) === accountOf(refused);
}

// Once a session has ended there is no token until somebody signs in.
function refuseSignedOut(): void {
  if (signedOut() || state === "out") throw new GraphError(t("error.signedOut"), "AUTHENTICATION_REQUIRED");
}

export async function signIn(email: string, password: string, newPassword?: string): Promise<void> {
  await tellSignOut(); // or the session before would outlive its cookie
  await begin(() =>
    newPassword
      ? call("POST", "/password", { email, password, new_password: newPassword })
      : call("POST", "", { email, password }),
  );
}

// begin signs somebody in while no tab exchanges a refresh token: the answer to one of a session before would take the new
// session's cookie, and end it.
async function begin(request: () => Promise<Response>): Promise<void> {
  await underLock(lock, async () => welcome(await read(await request())));
}

// setUp creates the first account of a service and signs it in.
export async function setUp(input: Record<string, string>): Promise<void> {
  await begin(() => call("POST", "/setup", input));
}

type Guard = () => boolean | Promise<boolean>;
// Set by the screen that has something to send, asked by whatever signs out.
let guard: Guard | undefined;

// guardSignOut has something ask before somebody signs out, as long as something of theirs is not sent.
export function guardSignOut(next: Guard): () => void {
  guard = next;
  return () => void (guard = undefined);
}

export async function signOut(): Promise<void> {
  if (guard && !(await guard())) return;
  onDevice.set(signedOutKey, "pending");
  end();
  await repeatSignOut();
}

// Signing out is repeated once at a time, however many events ask for it.
let repeating: Promise<void> | undefined;

// repeatSignOut reports to the service that somebody signed out, until it has answered. A reload goes on with it.
function repeatSignOut(): Promise<void> {
  repeating ??= (async () => {
    for (let wait = 1000; signedOut() === "pending"; wait = Math.min(wait * 2, 30_000)) {
      try {
        await tellSignOut();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
  })().finally(() => (repeating = undefined));
  return repeating;
}

// tellSignOut does so once, by the cookie, unless it was done. It waits for a tab that renews: the cookie may be another one then.
async function tellSignOut(): Promise<void> {
  if (signedOut() !== "pending") return;
  await underLock(lock, async () => {
    if (signedOut() !== "pending") return;
    const response = await call("DELETE", "");
    if (response.status >= 500 || response.status === 429) await read(response); // which throws it
    onDevice.set(signedOutKey, "done");
    notify();
  });
}

// end leaves the session in all tabs.
function end(): void {
  channel?.postMessage({ kind: "ended" } satisfies Message);
  leave();
}
