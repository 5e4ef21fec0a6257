// Small things that forms share.
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { keyOf, type Reading } from "../../data/graph/keys";

// useOnce gives the same request the same idempotency key: what is sent again after a lost answer happens once.
export function useOnce(): (input: unknown) => string {
  const last = useRef({ text: "", key: "" });
  return (input) => {
    const text = JSON.stringify(input);
    if (last.current.text !== text) last.current = { text, key: crypto.randomUUID() };
    return last.current.key;
  };
}

// useRefresh reads lists again, by their names.
export function useRefresh(): (...names: Reading[]) => void {
  const queries = useQueryClient();
  return (...names) => {
    for (const name of names) void queries.invalidateQueries({ queryKey: keyOf(name) });
  };
}
