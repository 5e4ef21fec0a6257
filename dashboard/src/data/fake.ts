// For unit tests: what browsers have and the environment of the tests lacks, and a service that answers the operations of
// the graph by their names.
import "fake-indexeddb/auto";

import { GraphError } from "./graph/errors";
import * as session from "./session/session";
import { loadService, loadViewer, type Viewer } from "./session/viewer";
import { activate } from "../lib/i18n";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

// Whoever asks for a lock waits for those before, or is told at once that there is no lock.
const held: Record<string, Promise<unknown>> = {};

async function request(
  name: string,
  { ifAvailable, mode }: LockOptions,
  work: (lock: object | null) => unknown,
): Promise<unknown> {
  if (mode === "shared") return work({ name });
  if (ifAvailable && name in held) return work(null);
  const own = (held[name] ?? Promise.resolve()).catch(() => undefined).then(() => work({ name }));
  held[name] = own;
  try {
    return await own;
  } finally {
    if (held[name] === own) delete held[name];
  }
}

const query = async (): Promise<LockManagerSnapshot> => ({ held: Object.keys(held).map((name) => ({ name })) });

Object.defineProperty(window, "isSecureContext", { value: true });
Object.defineProperty(navigator, "locks", { value: { request, query } });

export interface Asked {
  name: string;
  variables: Record<string, unknown>;
}

type Answer = (variables: never) => unknown;

let answers: Record<string, Answer> = {}; // the server that all of a test asks
export const asked: Asked[] = [];

// serve says what is answered from now on. An answer that throws a GraphError is refused with it.
export function serve(next: Record<string, Answer>): void {
  answers = next;
  asked.length = 0;
}

let issued = 0; // access tokens, each of which is another one

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });

globalThis.fetch = async (input, init) => {
  const path = String(input);
  if (path === "/healthz") return new Response("ok", { headers: { Date: new Date().toUTCString() } });
  const body = JSON.parse(String(init?.body ?? "{}"));
  if (path === "/desk/session")
    return json({ access_token: `h.${btoa(JSON.stringify({ sub: body.email }))}.${++issued}`, expires_in: 900 });
  const name = /(?:query|mutation|subscription) (\w+)/.exec(body.query)?.[1] ?? "";
  if (name === "Service") return json({ data: { serviceInfo: { timeZone: "UTC", limits: {} } } });
  asked.push({ name, variables: body.variables });
  const answer = answers[name];
  if (!answer) throw new TypeError(`nothing answers ${name}`);
  try {
    return json({ data: answer(body.variables as never) });
  } catch (cause) {
    if (!(cause instanceof GraphError)) throw cause;
    if (cause.lost) throw new TypeError("no connection", { cause });
    return json({ errors: [{ message: cause.message, extensions: { code: cause.code, fields: cause.fields } }] });
  }
};

// signIn signs an account in, whose id is its address.
export async function signIn(id: string, role: Viewer["role"]): Promise<void> {
  await activate("en");
  await session.signIn(id, "");
  const before = answers;
  serve({ Viewer: () => ({ viewer: { id, name: id, role, preferences: null } }) });
  await loadService();
  await loadViewer();
  serve(before);
}
