// What the dialogs of the actions share: what each is given, its form, and the reasons that it offers.
import { useQuery } from "@tanstack/react-query";
import type { FormEvent, KeyboardEvent, ReactNode } from "react";

import { run } from "../../data/graph/client";
import { keyOf } from "../../data/graph/keys";
import type { getComplaint } from "../../data/graph/rows";
import { messageOf, language, t } from "../../lib/i18n";
import { PlainButton } from "../../parts/Plain";
import styles from "./actions.module.css";
import { actions, type Doing } from "./doing";
import { QueueReasonsDocument } from "./generated";
import type { QueueList } from "./list";
import type { Order } from "./verbs";

// Noted is what is done with notes, a public and an internal one.
const withNotes = ["hold", "resume", "resolve", "reject", "close"] as const;
export type Noted = (typeof withNotes)[number];
export const isNoted = (doing: Doing): doing is Noted => (withNotes as readonly Doing[]).includes(doing);

export interface Props {
  doing: Doing;
  list: QueueList;
  query: string;
  ids: string[]; // empty for all that match
  onClose: () => void;
}

export interface Part extends Props {
  act: (order: Omit<Order, "said">, said: string, sent?: () => void) => void;
  refused: string;
  single: ReturnType<typeof getComplaint>;
  draft: string;
}

// Reasons are those that the organisation has set up; until there are some, ours are offered.
const usual: Partial<Record<Doing, string[]>> = {
  hold: ["waiting_for_parts", "waiting_for_reporter", "waiting_for_inspection", "third_party", "other"],
  reject: ["not_ours", "no_fault_found", "already_done", "not_enough_information", "other"],
  merge: ["duplicate", "same_cause"],
};

export function useReasons(doing: Doing): { value: string; label: string }[] {
  const { data } = useQuery({
    queryKey: keyOf("reasons", doing, language()),
    queryFn: ({ signal }) => run(QueueReasonsDocument, { action: actions[doing], language: language() }, { signal }),
    enabled: doing in usual,
    staleTime: 60_000,
  });
  if (!(doing in usual)) return [];
  if (data?.reasonCodes.length) return data.reasonCodes.map(({ code, label }) => ({ value: code, label }));
  return usual[doing]!.map((code) => ({
    value: code,
    label: messageOf(`reason.${code}`) ?? code,
  }));
}

export const onCtrlEnter =
  (send: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };

export function Form({
  send,
  busy,
  children,
  label,
}: {
  send: () => void;
  busy: boolean;
  children: ReactNode;
  label: string;
}) {
  return (
    <form
      className={styles.form}
      onKeyDown={onCtrlEnter(send)}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send();
      }}
    >
      {children}
      <div className={styles.send}>
        <span>{t("queue.ctrlEnter")}</span>
        <PlainButton primary type="submit" disabled={busy}>
          {label}
        </PlainButton>
      </div>
    </form>
  );
}
