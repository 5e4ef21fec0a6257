// What is done to a complaint on its page, by a button, a key or the address: at once, or by a form.
import { useEffect, useState } from "react";
import { useLocation, useSearchParams } from "wouter";

import type { ComplaintRow } from "../../data/graph/rows";
import { t } from "../../lib/i18n/more";
import { nextActions } from "../../parts/nextActions";
import { done, failed } from "../../parts/undo";
import type { Values } from "./ActionForm";
import { isVerb, offerOf, perform, useRefresh, type Action, type Case, type Verbs } from "./data";
import { inverseOf, oppositeOf } from "./inverse";

interface Options {
  fields?: string[];
  initial?: Values;
}

export type Open = (action: Action, options?: Options) => void;
export type Finished = (action: Verbs, row: ComplaintRow | undefined, sent: Values, before: Case) => void;

export function useActions(complaint: Case, admin: boolean) {
  const [, navigate] = useLocation();
  const [opened, setOpened] = useState<Options & { action: Verbs }>(); // whose form is shown
  const refresh = useRefresh(complaint.id);

  // finished says what was done. What told nobody is undone by the inverse; what told somebody names its opposite.
  const finished: Finished = (action, row, sent, before) => {
    setOpened(undefined);
    const text = t(`done.${action}`, { reference: before.reference });
    const inverse = inverseOf(action, before, row, sent);
    if (inverse) {
      const undo = async (): Promise<void> => {
        await perform(inverse.action, { id: before.id, expectedVersion: row?.version, ...inverse.input });
        await refresh();
      };
      return done({ text, undo });
    }
    const opposite = admin ? oppositeOf[action] : undefined;
    done({
      text,
      ...(opposite ? { label: t(`action.${opposite}`), undo: () => setOpened({ action: opposite }) } : {}),
    });
  };
  // act does what needs no form.
  const act = async (action: Verbs): Promise<void> => {
    try {
      const row = await perform(action, { id: complaint.id, expectedVersion: complaint.version });
      await refresh();
      finished(action, row, {}, complaint);
    } catch (cause) {
      failed(cause);
      void refresh();
    }
  };
  const open: Open = (action, options = {}) => {
    const offer = offerOf(complaint, action);
    if (!offer || !isVerb(action)) return;
    if (!offer.enabled) return done({ text: offer.disabledReason, failed: true });
    if (action === "REVIEW_COMPLETION") return navigate(`/reviews/${complaint.reference}`);
    if (action === "UNCLAIM" || (action === "CLAIM" && !options.fields)) return void act(action);
    setOpened({ action, ...options });
  };
  // The inbox leads to what is done next: ?do=ASSIGN opens its form once. No address does anything by itself.
  const [params, setParams] = useSearchParams();
  const wanted = params.get("do");
  useEffect(() => {
    if (!wanted) return;
    setParams((it) => (it.delete("do"), it), { replace: true });
    const next = nextActions(complaint).find((action) => action === wanted);
    if (next) open(next);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each time that it is asked for
  }, [wanted]);

  return { opened, open, close: () => setOpened(undefined), finished };
}
