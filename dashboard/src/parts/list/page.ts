// A page of a list from the graph. The page before stays while the next one is read.
import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { run, type Document } from "../../data/graph/client";
import { keyOf, type Reading } from "../../data/graph/keys";

export function useGraph<Result, Variables extends Record<string, unknown>>(
  name: Reading,
  document: Document<Result, Variables>,
  variables: Variables,
  { enabled = true, every, keep = true }: { enabled?: boolean; every?: number | undefined; keep?: boolean } = {},
) {
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: keyOf(name, variables),
    queryFn: ({ signal }) => run(document, variables, { signal }),
    placeholderData: keep ? keepPreviousData : undefined,
    refetchInterval: every ?? false,
    enabled,
    staleTime: 5_000,
  });
  return { data, error: error ?? undefined, refetch: () => void refetch(), waiting: isPlaceholderData };
}

// eachPage reads a list to its end, for lists that are shown whole, such as trees.
export async function eachPage<Row>(read: (page: number) => Promise<{ rows: Row[]; pages: number }>): Promise<Row[]> {
  const first = await read(1);
  const rows = [...first.rows];
  for (let page = 2; page <= first.pages; page++) rows.push(...(await read(page)).rows);
  return rows;
}
