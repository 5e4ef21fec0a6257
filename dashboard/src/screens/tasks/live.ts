// Changes of tasks while their list is shown: a stream of its own, open only while the page is looked at, since a browser
// opens six connections to a host at most. After an interruption it goes on after the last change.
import { createClient } from "graphql-sse";
import { useEffect, useRef } from "react";

import { endpoint } from "../../data/graph/client";
import type { TaskWhereInput } from "../../data/graph/schema.generated";
import { language } from "../../lib/i18n";
import * as session from "../../data/session/session";
import { LiveTasksDocument, type LiveTasksSubscription } from "./generated";

type TaskChange = LiveTasksSubscription["taskChanged"]["changes"][number];

// useTaskChanges calls onChange with each change, and onMissed when some may have been missed.
export function useTaskChanges(
  where: TaskWhereInput,
  onChange: (change: TaskChange) => void,
  onMissed: () => void,
): void {
  const latest = useRef({ onChange, onMissed });
  latest.current = { onChange, onMissed };
  const key = JSON.stringify(where);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last: string | undefined;
    let begun = false;
    const client = createClient({
      url: endpoint,
      retryAttempts: 0,
      credentials: "omit",
      headers: async () => ({ Authorization: `Bearer ${await session.token()}`, "Accept-Language": language() }),
    });
    const again = (cause?: unknown): void => {
      if (JSON.stringify(cause ?? "").includes('"gone"')) last = undefined;
      stop = undefined;
      clearTimeout(timer);
      timer = setTimeout(begin, 2000 + Math.random() * 1000);
    };
    const begin = (): void => {
      if (stop || document.hidden || session.current() !== "in") return;
      const resumed = last !== undefined;
      stop = client.subscribe<LiveTasksSubscription>(
        { query: LiveTasksDocument.toString(), variables: { where: JSON.parse(key), after: last } },
        {
          next: ({ data, errors }) => {
            if (errors?.length) return again(errors);
            if (!data) return;
            last = data.taskChanged.eventId;
            for (const change of data.taskChanged.changes) latest.current.onChange(change);
          },
          error: again,
          complete: again,
        },
        {
          connected: () => {
            if (begun && !resumed) latest.current.onMissed();
            begun = true;
          },
        },
      );
    };
    const end = (): void => {
      clearTimeout(timer);
      const running = stop;
      stop = undefined;
      running?.();
      clearTimeout(timer); // ending completes the stream
    };
    const turned = (): void => (document.hidden ? end() : begin());
    begin();
    document.addEventListener("visibilitychange", turned);
    return () => {
      document.removeEventListener("visibilitychange", turned);
      end();
    };
  }, [key]);
}
