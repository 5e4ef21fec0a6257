// Reason codes: what may be given as the reason of an action, in the language of the desk.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { run } from "../../data/graph/client";
import { keyOf } from "../../data/graph/keys";
import { usualReopenReasons, type Action } from "../../lib/domain";
import { activeLanguage, messageOf } from "../../lib/i18n";
import { ReasonLabelsDocument } from "./generated";

const never = Number.POSITIVE_INFINITY;

// Codes that the desk offers for an action while the organisation has set none.
const usual: Partial<Record<Action, readonly string[]>> = {
  HOLD: ["waiting_for_parts", "waiting_for_reporter", "waiting_for_inspection", "third_party", "weather", "other"],
  REJECT: ["not_ours", "no_fault_found", "already_done", "not_enough_information", "misuse", "other"],
  MERGE: ["duplicate", "same_cause"],
  UNMERGE: ["not_the_same", "by_mistake"],
  REOPEN: usualReopenReasons,
  REASSIGN: ["reassigned", "overloaded", "solver_ill", "other_skills"],
  CANCEL: ["not_needed", "wrong_solver", "solver_ill", "by_mistake", "other"],
};

const plainLabel = (code: string): string => {
  const known = messageOf(`reason.${code}`);
  if (known) return known;
  const words = code.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

// useReasons returns the codes of an action with their labels, and the label of any code.
export function useReasons() {
  const language = activeLanguage() === "ar-XB" ? "en" : activeLanguage();
  const { data } = useQuery({
    queryKey: keyOf("reasons", language),
    queryFn: ({ signal }) => run(ReasonLabelsDocument, { language }, { signal }),
    staleTime: never,
  });
  return useMemo(() => {
    const labels = new Map<string, string>();
    for (const codes of Object.values(data ?? {})) {
      if (!Array.isArray(codes)) continue;
      // A label of another language is better than none, but not than one of the desk.
      for (const { code, label, labels: own } of codes)
        if (own.some((it) => it.language.startsWith(language))) labels.set(code, label);
    }
    const label = (code: string): string => labels.get(code) ?? plainLabel(code);
    return {
      label,
      of: (action: Action): { code: string; label: string }[] => {
        const set =
          (data as Record<string, { code: string; retired: boolean }[]> | undefined)?.[action]?.filter(
            (it) => !it.retired,
          ) ?? [];
        const codes = set.length > 0 ? set.map((it) => it.code) : (usual[action] ?? ["other"]);
        return codes.map((code) => ({ code, label: label(code) }));
      },
    };
  }, [data, language]);
}
