// Sending what was written down: as a new complaint, as one that is the same as another, or as a note on the caller's own.
import { useState } from "react";

import { run } from "../../data/graph/client";
import type { ComplaintSource, Priority } from "../../data/graph/schema.generated";
import { t } from "../../lib/i18n/more";
import { useBusy } from "../../parts/busy";
import { useReasons } from "../../parts/reasons/reasons";
import { isComplete, positionOf, type Draft, type useIntakeDraft } from "./draft";
import { IntakeMergeDocument, IntakeNoteDocument, IntakeSubmitDocument } from "./generated";
import type { Similar } from "./known";

export interface Result {
  kind: "done" | "added" | "noted";
  reference: string;
  name: string;
}

type Chosen = NonNullable<Draft["caller"]>;

async function sendNote(draft: Draft, chosen: Chosen, key: string, target: Similar): Promise<Result> {
  const text = [t("intake.calledAgain", { title: draft.title.trim() }), draft.description.trim()]
    .filter(Boolean)
    .join("\n");
  await run(IntakeNoteDocument, {
    input: { complaintId: target.id, text, visibility: "INTERNAL", idempotencyKey: key },
  });
  return { kind: "noted", reference: target.reference, name: chosen.name };
}

async function sendComplaint(
  draft: Draft,
  chosen: Chosen,
  key: string,
  target: Similar | undefined,
  reasonCode: string, // of merging it into the target
): Promise<Result> {
  const {
    submitComplaint: { complaint },
  } = await run(IntakeSubmitDocument, {
    input: {
      title: draft.title.trim(),
      description: draft.description,
      address: draft.address,
      ...positionOf(draft.position),
      zoneId: draft.zoneId || null,
      categoryId: draft.categoryId || null,
      priority: (draft.priority || null) as Priority | null,
      source: draft.source as ComplaintSource,
      idempotencyKey: key,
      ...(chosen.userId
        ? { reporterId: chosen.userId }
        : { contact: { name: chosen.name, phone: chosen.phone, email: chosen.email } }),
    },
  });
  if (target) await run(IntakeMergeDocument, { input: { id: complaint.id, intoId: target.id, reasonCode } });
  return {
    kind: target ? "added" : "done",
    reference: target?.reference ?? complaint.reference,
    name: chosen.name || chosen.phone || chosen.email,
  };
}

export function useSending({ draft, change, clear }: ReturnType<typeof useIntakeDraft>, target: Similar | undefined) {
  const [busy, once] = useBusy();
  const [fault, setFault] = useState<unknown>();
  const [result, setResult] = useState<Result>();
  const reasons = useReasons();
  const chosen = draft.caller;
  const complete = isComplete(draft);

  const submit = async (): Promise<void> => {
    if (busy || !chosen || !complete) return;
    return once(async () => {
      setFault(undefined);
      const key = draft.key || crypto.randomUUID();
      change({ key });
      try {
        if (target?.theirs) setResult(await sendNote(draft, chosen, key, target));
        else {
          const codes = reasons.of("MERGE").map(({ code }) => code);
          const reasonCode = codes.find((it) => it === "duplicate") ?? codes[0] ?? "duplicate";
          setResult(await sendComplaint(draft, chosen, key, target, reasonCode));
        }
        clear();
      } catch (cause) {
        setFault(cause);
      }
    });
  };
  const startOver = (): void => {
    clear();
    setFault(undefined);
  };
  return { submit, busy, complete, fault, startOver, result, next: () => setResult(undefined) };
}
