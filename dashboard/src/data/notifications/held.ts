// The e-mail that is held since the database was restored, which administrators are asked about.
import { useQuery } from "@tanstack/react-query";

import { run } from "../graph/client";
import { keyOf } from "../graph/keys";
import { isAdmin, useViewer } from "../session/viewer";
import { HeldMailDocument, type HeldMailQuery } from "./generated";

export type HeldMail = NonNullable<HeldMailQuery["heldMail"]>;

const often = 2_000; // while a decision is carried out
const seldom = 60_000; // while another administrator may decide

export function useHeldMail(): HeldMail | undefined {
  const { data } = useQuery({
    queryKey: keyOf("held-mail"),
    queryFn: async ({ signal }) => (await run(HeldMailDocument, {}, { signal })).heldMail ?? null,
    enabled: isAdmin(useViewer()),
    staleTime: 5 * 60_000,
    refetchInterval: ({ state }) => (state.data ? (state.data.decision ? often : seldom) : false),
  });
  return data ?? undefined;
}
