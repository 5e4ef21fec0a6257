// A subscription that is followed until it is told to stop. After an interruption it goes on after the last event.
import { createClient } from "graphql-sse";

import { language } from "../../lib/i18n";
import * as session from "../session/session";
import { endpoint } from "./client";

interface Followed<Data> {
  document: { toString(): string };
  after: () => string | undefined; // the last event that was seen
  onData: (data: Data) => void;
  onGone: () => void; // the last event is no longer retained: it is to be forgotten
  onConnected: (missed: boolean) => void; // whether something may have happened that nobody was told of
  onCut: () => void;
}

export async function follow<Data>(
  signal: AbortSignal,
  { document, after, onData, onGone, onConnected, onCut }: Followed<Data>,
): Promise<void> {
  let used = "";
  const client = createClient({
    url: endpoint,
    retryAttempts: 0,
    credentials: "omit",
    headers: async () => ({ Authorization: `Bearer ${(used = await session.token())}`, "Accept-Language": language() }),
  });
  let pause = 500;
  let begun = false;
  while (!signal.aborted) {
    const resumed = after();
    const opened = Date.now();
    try {
      await new Promise<void>((resolve, reject) => {
        const stop = client.subscribe<Data>(
          { query: document.toString(), variables: { after: resumed } },
          {
            next: ({ data, errors }) => {
              if (errors?.length) {
                if (errors.some((error) => JSON.stringify(error.extensions ?? {}).includes('"gone"'))) onGone();
                return reject(errors[0]);
              }
              if (data) onData(data);
            },
            error: reject,
            complete: resolve,
          },
          {
            connected: () => {
              pause = 500;
              onConnected(resumed === undefined && begun);
              begun = true;
            },
          },
        );
        signal.addEventListener(
          "abort",
          () => {
            stop();
            resolve();
          },
          { once: true },
        );
      });
    } catch (cause) {
      // A token that has expired is renewed as the next connection asks for one. Whether the session has ended is
      // found out by renewing it, so that a page on which nobody does anything says so too.
      const { code, extensions, response } = cause as {
        code?: string;
        extensions?: { code?: string };
        response?: Response;
      };
      if ((extensions?.code ?? code) === "PERMISSION_DENIED") return; // service providers follow no complaints
      if ((extensions?.code ?? code) === "SESSION_REVOKED" || response?.status === 401)
        await session.renew(used).catch(() => undefined);
    }
    if (signal.aborted) return;
    if (Date.now() - opened > 60_000) pause = 500;
    const cut = setTimeout(onCut, 3000);
    await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
    clearTimeout(cut);
    pause = Math.min(pause * 2, 20_000);
    if (pause >= 4000) onCut();
  }
}
