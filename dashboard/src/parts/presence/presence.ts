// Who else has a complaint open. It is a stream of its own, so it is open only while the page is looked at: a browser
// opens six connections to a host at most.
import { createClient } from "graphql-sse";
import { useEffect, useState } from "react";

import { endpoint } from "../../data/graph/client";
import { language } from "../../lib/i18n";
import * as session from "../../data/session/session";
import { ComplaintPresenceDocument, type ComplaintPresenceSubscription } from "./generated";

export function usePresence(id: string, wanted: boolean): string[] {
  const [names, setNames] = useState<string[]>([]);
  useEffect(() => {
    if (!wanted) return;
    let stop: (() => void) | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const client = createClient({
      url: endpoint,
      retryAttempts: 0,
      credentials: "omit",
      headers: async () => ({ Authorization: `Bearer ${await session.token()}`, "Accept-Language": language() }),
    });
    const again = (): void => {
      stop = undefined;
      timer = setTimeout(begin, 5000);
    };
    const begin = (): void => {
      if (stop || document.hidden || session.current() !== "in") return;
      stop = client.subscribe<ComplaintPresenceSubscription>(
        { query: ComplaintPresenceDocument.toString(), variables: { id } },
        {
          next: ({ data }) => data && setNames([...new Set(data.presence.people.map((it) => it.name))]),
          error: again,
          complete: () => undefined,
        },
      );
    };
    const end = (): void => {
      clearTimeout(timer);
      stop?.();
      stop = undefined;
    };
    const turned = (): void => (document.hidden ? end() : begin());
    begin();
    document.addEventListener("visibilitychange", turned);
    return () => {
      document.removeEventListener("visibilitychange", turned);
      end();
    };
  }, [id, wanted]);
  return names;
}
