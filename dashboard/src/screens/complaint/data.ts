// What the page of a complaint reads and does.
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";

import { run, type Document } from "../../graph/client";
import type { Action, TimelineKind } from "../../graph/schema.generated";
import { putComplaint, type ComplaintRow } from "../../graph/rows";
import { activeLanguage, has, t, type MessageKey } from "../../i18n";
import {
  CaseAssignDocument,
  CaseCancelDocument,
  CaseClaimDocument,
  CaseCloseDocument,
  CaseEditDocument,
  CaseHoldDocument,
  CaseMergeDocument,
  CaseRateDocument,
  CaseReassignDocument,
  CaseRejectDocument,
  CaseReopenDocument,
  CaseResolveDocument,
  CaseResumeDocument,
  CaseReviewDocument,
  CaseTriageDocument,
  CaseUnclaimDocument,
  CaseUnmergeDocument,
  CaseWithdrawDocument,
  ComplaintPageDocument,
  ComplaintTimelineDocument,
  ReasonLabelsDocument,
  type CaseTaskFragment,
  type ComplaintPageQuery,
  type ComplaintTimelineQuery,
  type OfferFragment,
} from "./generated";

export type Case = NonNullable<ComplaintPageQuery["complaint"]>;
export type CaseTask = CaseTaskFragment;
export type Offer = OfferFragment;
export type Entry = NonNullable<ComplaintTimelineQuery["complaint"]>["timeline"]["entries"][number];
export type { Action, TimelineKind };

export const pageKey = (id: string): string[] => ["complaint", id];
export const timelineKey = (id: string): string[] => ["timeline", id];

export const useCase = (id: string | undefined) =>
  useQuery({
    queryKey: pageKey(id ?? ""),
    enabled: id !== undefined,
    staleTime: 0,
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }) => {
      const { complaint } = await run(ComplaintPageDocument, { id: id! }, { signal });
      if (complaint) putComplaint(complaint);
      return complaint;
    },
  });

export const useTimeline = (id: string, kinds: TimelineKind[] | undefined) =>
  useInfiniteQuery({
    queryKey: [...timelineKey(id), kinds?.join() ?? ""],
    staleTime: 0,
    initialPageParam: null as string | null,
    queryFn: async ({ signal, pageParam }) => {
      const { complaint } = await run(
        ComplaintTimelineDocument,
        { id, first: 40, before: pageParam, kinds: kinds ?? null },
        { signal },
      );
      return complaint?.timeline ?? { entries: [], hasMore: false, end: null };
    },
    getNextPageParam: (last) => (last.hasMore ? last.end : undefined),
  });

// useRefresh returns what reads the page of a complaint anew.
export function useRefresh(id: string): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: pageKey(id) }),
      queries.invalidateQueries({ queryKey: timelineKey(id) }),
    ]);
}

const never = Number.POSITIVE_INFINITY;

// Codes that the desk offers for an action while the organisation has set none.
const usual: Partial<Record<Action, string[]>> = {
  HOLD: ["waiting_for_parts", "waiting_for_reporter", "waiting_for_inspection", "third_party", "weather", "other"],
  REJECT: ["not_ours", "no_fault_found", "already_done", "not_enough_information", "misuse", "other"],
  MERGE: ["duplicate", "same_cause"],
  UNMERGE: ["not_the_same", "by_mistake"],
  REOPEN: ["not_fixed", "came_back", "by_mistake", "other"],
  REASSIGN: ["reassigned", "overloaded", "solver_ill", "other_skills"],
  CANCEL: ["not_needed", "wrong_solver", "solver_ill", "by_mistake", "other"],
};

const plainLabel = (code: string): string => {
  const key = `reason.${code}`;
  if (has(key)) return t(key as MessageKey);
  const words = code.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

// useReasons returns the codes of an action with their labels, and the label of any code.
export function useReasons() {
  const language = activeLanguage() === "ar-XB" ? "en" : activeLanguage();
  const { data } = useQuery({
    queryKey: ["reasons", language],
    queryFn: ({ signal }) => run(ReasonLabelsDocument, { language }, { signal }),
    staleTime: never,
  });
  return useMemo(() => {
    const labels = new Map<string, string>();
    for (const codes of Object.values(data ?? {})) {
      if (!Array.isArray(codes)) continue;
      // A label of another language is better than none, but not than one of the desk.
      for (const { code, label, labels: has } of codes)
        if (has.some((it) => it.language.startsWith(language))) labels.set(code, label);
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
  }, [data]);
}

type Verb = Document<
  { done: { complaint: ComplaintRow } | { task: { complaint: ComplaintRow | null } } },
  { input: never }
>;

const verbs = {
  TRIAGE: CaseTriageDocument,
  EDIT: CaseEditDocument,
  ASSIGN: CaseAssignDocument,
  HOLD: CaseHoldDocument,
  RESUME: CaseResumeDocument,
  RESOLVE: CaseResolveDocument,
  REJECT: CaseRejectDocument,
  MERGE: CaseMergeDocument,
  UNMERGE: CaseUnmergeDocument,
  CLOSE: CaseCloseDocument,
  REOPEN: CaseReopenDocument,
  CLAIM: CaseClaimDocument,
  UNCLAIM: CaseUnclaimDocument,
  WITHDRAW: CaseWithdrawDocument,
  RATE: CaseRateDocument,
  REASSIGN: CaseReassignDocument,
  CANCEL: CaseCancelDocument,
  REVIEW_COMPLETION: CaseReviewDocument,
} satisfies Partial<Record<Action, unknown>>;

export type Verbs = keyof typeof verbs;
export const isVerb = (action: Action): action is Verbs => action in verbs;

// perform does an action on a complaint or on its task, whose ids and versions are in the input, and returns the row.
export async function perform(action: Verbs, input: Record<string, unknown>): Promise<ComplaintRow | undefined> {
  const { done } = await run(verbs[action] as unknown as Verb, { input: input as never });
  const row = "complaint" in done ? done.complaint : (done.task.complaint ?? undefined);
  if (row) putComplaint(row);
  return row;
}

export const liveTask = (it: Case): CaseTask | undefined => {
  const task = it.work.edges[0]?.node;
  return task && task.endedAt === null ? (task as CaseTask) : undefined;
};

// addressee is who wrote the complaint, as people call them.
export const reporterOf = (it: Case): string =>
  it.submittedBy?.name || it.contact?.name || it.contact?.email || it.contact?.phone || t("complaint.caller");

// readByReporter says whether the reporter reads what is public: without an account nobody does, so it says how to reach
// them instead.
export function readByReporter(it: Case): string {
  if (it.submittedBy) return t("form.readByReporter", { name: reporterOf(it) });
  const name = it.contact?.name || t("complaint.caller");
  const { phone, email } = it.contact ?? {};
  return phone
    ? t("form.callReporter", { name, phone })
    : email
      ? t("form.mailReporter", { name, email })
      : t("form.noWayToReporter", { name });
}

export const offerOf = (it: Case, action: Action): Offer | undefined =>
  (it.availableActions as Offer[]).find((offer) => offer.action === action) ??
  (liveTask(it)?.availableActions as Offer[] | undefined)?.find((offer) => offer.action === action);
