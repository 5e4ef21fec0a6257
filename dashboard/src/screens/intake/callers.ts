// Who calls, found by what they say.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { run } from "../../data/graph/client";
import { keyOf } from "../../data/graph/keys";
import type { Caller, Change, Draft } from "./draft";
import { IntakeCallersDocument } from "./generated";
import { useSettled } from "./settled";

// newCaller is somebody new, of whom what was searched for is known: a phone number, an email address or a name.
function newCaller(text: string): Draft["caller"] {
  const isPhone = /^[+\d][\d\s()/-]+$/.test(text);
  return {
    name: isPhone || text.includes("@") ? "" : text,
    phone: isPhone ? text : "",
    email: text.includes("@") ? text : "",
    known: false,
  };
}

// useTheirs is what is known of the caller who was chosen, if they are known.
function useTheirs(chosen: Draft["caller"]): Caller | undefined {
  const theirs = useQuery({
    queryKey: keyOf("caller-open", chosen?.email || chosen?.phone || chosen?.name),
    queryFn: async ({ signal }) => {
      const { callerLookup } = await run(
        IntakeCallersDocument,
        { text: chosen!.email || chosen!.phone || chosen!.name },
        { signal },
      );
      return callerLookup.find((it) => (chosen!.userId ? it.user?.id === chosen!.userId : it.name === chosen!.name));
    },
    enabled: chosen?.known === true,
    staleTime: 60_000,
  });
  return chosen?.known ? theirs.data : undefined;
}

export type Callers = ReturnType<typeof useCallers>;

export function useCallers(draft: Draft, change: Change) {
  const chosen = draft.caller;
  const wanted = draft.search.trim();
  const settled = useSettled(wanted, 250);
  const [early, setEarly] = useState<string>(); // what Enter took before it was known who that is
  const search = early === wanted ? early : settled;
  const callers = useQuery({
    queryKey: keyOf("caller", search),
    queryFn: ({ signal }) => run(IntakeCallersDocument, { text: search }, { signal }),
    enabled: search.length > 2 && !draft.caller,
    placeholderData: (before) => before,
  });
  const theirs = useTheirs(chosen);

  const take = (it: Caller): void =>
    change({
      caller: { userId: it.user?.id, name: it.name, phone: it.phone, email: it.email, known: true },
      search: "",
    });
  const takeNew = (): void => change({ caller: newCaller(wanted), search: "" });
  // Who is not among them is somebody new: only once that is known.
  const pending =
    wanted.length > 2 && !callers.isError && (wanted !== search || callers.isPlaceholderData || !callers.data);

  // What was pressed before the answer is done with it, wherever the keys have gone on to meanwhile.
  useEffect(() => {
    if (early === undefined || (early === wanted && pending)) return;
    setEarly(undefined);
    if (early !== wanted || chosen || callers.isError) return;
    const [first] = callers.data?.callerLookup ?? [];
    if (first) take(first);
    else takeNew();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the answer is there
  }, [early, wanted, pending]);

  return {
    found: search.length > 2 ? (callers.data?.callerLookup ?? []) : [],
    newcomer: wanted.length > 2 && !pending ? wanted : "",
    theirs,
    take,
    takeNew,
    takeEarly: () => setEarly(wanted),
    early: early !== undefined, // Enter has taken who is still looked up
    pending,
    busy: callers.isFetching,
    error: callers.isError && !chosen ? callers.error : undefined,
    retry: () => void callers.refetch(),
  };
}
