// What the page of a complaint reads and does.
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";

import { run, type Document } from "../../data/graph/client";
import { keyOf, type Key } from "../../data/graph/keys";
import { useLive } from "../../data/graph/live";
import type { Action, TimelineKind } from "../../data/graph/schema.generated";
import type { ComplaintAction } from "../../lib/domain";
import { putComplaint, type ComplaintRow } from "../../data/graph/rows";
import { serviceNow } from "../../data/session/viewer";
import { t } from "../../lib/i18n/more";
import { isMailed } from "../../parts/mailNote";
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

export const pageKey = (id: string): Key => keyOf("complaint", id);
export const timelineKey = (...asked: string[]): Key => keyOf("timeline", ...asked);

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
    queryKey: timelineKey(id, kinds?.join() ?? ""),
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

// useLiveRefresh reads the page anew when others have changed the complaint, once for changes that come together.
export function useLiveRefresh(id: string): void {
  const refresh = useRefresh(id);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLive((event) => {
    if (event.kind === "resync" || (event.kind === "complaint" && event.event.complaintId === id)) {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void refresh(), 120);
    }
  });
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
} satisfies Record<Exclude<ComplaintAction, "COMMENT">, unknown> & Partial<Record<Action, unknown>>; // comments are the composer's

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
  return task && task.endedAt === null ? task : undefined;
};

// addressee is who wrote the complaint, as people call them.
export const reporterOf = (it: Case): string =>
  it.submittedBy?.name || it.contact?.name || it.contact?.email || it.contact?.phone || t("complaint.caller");

// readByReporter says whether the reporter reads what is public: without an account only whoever is told by e-mail does, so
// it says how to reach the others.
export function readByReporter(it: Case): string {
  if (it.submittedBy) return t("form.readByReporter", { name: reporterOf(it) });
  const name = it.contact?.name || t("complaint.caller");
  const { phone, email } = it.contact ?? {};
  if (isMailed(it.contact, serviceNow())) return t("form.mailedToReporter", { name, email: email ?? "" });
  if (phone) return t("form.callReporter", { name, phone });
  if (email) return t("form.mailReporter", { name, email });
  return t(serviceNow()?.linkPage ? "form.readByLink" : "form.noWayToReporter", { name });
}

export const offerOf = (it: Case, action: Action): Offer | undefined =>
  (it.availableActions as Offer[]).find((offer) => offer.action === action) ??
  liveTask(it)?.availableActions?.find((offer) => offer.action === action);
