// The dialogs in which something is done with one complaint or with all that are ticked. Each is one step: choose, or write
// and send with Ctrl+Enter.
import { useQuery } from "@tanstack/react-query";
import { useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from "react";

import { run } from "../../graph/client";
import type { Action } from "../../graph/schema.generated";
import { getComplaint } from "../../graph/rows";
import { has, language, t, type MessageKey } from "../../i18n";
import { dateTime, localTime, zoned } from "../../i18n/format";
import { Dialog } from "../../parts/Dialog";
import { useBranches } from "../../parts/branches/branches";
import { Field } from "../../parts/Field";
import { ErrorNotice } from "../../parts/Notice";
import { Picker, treeChoices, type Choice } from "../../parts/Picker";
import { PlainButton, PlainSelect } from "../../parts/Plain";
import { Priority, priorities, priorityWord } from "../../parts/Priority";
import { shownStatus, Status } from "../../parts/Status";
import { done, failed } from "../../parts/undo";
import { writeDraft } from "../../session/drafts";
import { serviceNow } from "../../session/viewer";
import styles from "./actions.module.css";
import { startBulk } from "./bulk";
import {
  QueueActionsDocument,
  QueueNoteDocument,
  QueueReasonsDocument,
  QueueSimilarDocument,
  QueueSolversDocument,
} from "./generated";
import type { QueueList } from "./list";
import { perform, type Item, type Order } from "./verbs";

export type Doing =
  | "assign"
  | "priority"
  | "category"
  | "zone"
  | "due"
  | "hold"
  | "resume"
  | "resolve"
  | "reject"
  | "merge"
  | "close"
  | "note";

interface Props {
  doing: Doing;
  list: QueueList;
  query: string;
  ids: string[]; // empty for all that match
  onClose: () => void;
}

// The action of the graph that decides whether it is possible.
const actions: Record<Doing, Action> = {
  assign: "ASSIGN",
  priority: "TRIAGE",
  category: "TRIAGE",
  zone: "TRIAGE",
  due: "TRIAGE",
  hold: "HOLD",
  resume: "RESUME",
  resolve: "RESOLVE",
  reject: "REJECT",
  merge: "MERGE",
  close: "CLOSE",
  note: "COMMENT",
};

export function ActionDialog(props: Props) {
  const { doing, list, query, ids, onClose } = props;
  const all = ids.length === 0;
  const single = ids.length === 1 ? getComplaint(ids[0]!) : undefined;
  const which = single?.reference ?? t("queue.complaints", { n: all ? list.total : ids.length });

  const possible = useQuery({
    queryKey: ["actions", single?.id, single?.version],
    queryFn: ({ signal }) => run(QueueActionsDocument, { id: single!.id }, { signal }),
    enabled: single !== undefined,
  }).data?.complaint?.availableActions.find((it) => it.action === actions[doing]);
  const refused = possible && !possible.enabled ? possible.disabledReason : "";

  // act closes at once: the row shows that it is being done, and what went wrong if it does.
  const act = (order: Omit<Order, "said">, said: string, sent?: () => void): void => {
    onClose();
    const complete: Order = { ...order, said };
    if (all) return void startBulk(list, query, complete).then(sent).catch(failed);
    const items: Item[] = ids.map((id) => ({ id, expectedVersion: getComplaint(id)?.version }));
    if (items.length > 100) return void startBulk(list, query, complete, items).then(sent).catch(failed);
    void perform(list, complete, items).then((accepted) => accepted && sent?.());
  };
  const shared: Part = { ...props, act, refused, single, draft: `queue:${doing}:${single?.id ?? "many"}` };
  return (
    <Dialog title={t(`queue.do.${doing}`, { which })} onClose={onClose}>
      {single && <p className={styles.about}>{single.title}</p>}
      {refused && (
        <p className={styles.refused} role="alert">
          {refused}
        </p>
      )}
      {doing === "assign" && <Assign {...shared} />}
      {doing === "priority" && <ChoosePriority {...shared} />}
      {(doing === "category" || doing === "zone") && <ChoosePlace {...shared} />}
      {doing === "due" && <ChooseDue {...shared} />}
      {["hold", "resume", "resolve", "reject", "close"].includes(doing) && <Note {...shared} />}
      {doing === "merge" && <Merge {...shared} />}
      {doing === "note" && <InternalNote {...shared} />}
    </Dialog>
  );
}

interface Part extends Props {
  act: (order: Omit<Order, "said">, said: string, sent?: () => void) => void;
  refused: string;
  single: ReturnType<typeof getComplaint>;
  draft: string;
}

function Assign({ ids, list, act, refused, draft }: Part) {
  const [search, setSearch] = useState("");
  const instructions = useRef<HTMLTextAreaElement>(null);
  const about = ids[0] ?? list.cursorId ?? "";
  const { data, error } = useQuery({
    queryKey: ["solvers", about, search],
    queryFn: ({ signal }) => run(QueueSolversDocument, { id: about, search: search || null }, { signal }),
    placeholderData: (before) => before,
    enabled: about !== "",
  });
  const choices = data?.assignableSolvers.map((it): Choice => ({
    id: it.solver.id,
    text: it.solver.name,
    hint: (
      <>
        {(it.declined || it.sameZone) && <span>{t(it.declined ? "queue.solver.declined" : "queue.solver.near")}</span>}
        <span>{t("queue.solver.live", { n: it.live })}</span>
        {it.overdue > 0 && <b>{t("queue.solver.overdue", { n: it.overdue })}</b>}
      </>
    ),
  }));
  const pick = (choice: Choice): void =>
    act(
      { verb: "assign", input: { solverId: choice.id, instructions: instructions.current?.value ?? "" } },
      t("queue.said.assign", { name: choice.text }),
      () => writeDraft(draft, ""),
    );
  return (
    <>
      {error && <ErrorNotice error={error} />}
      <Picker
        label={t("queue.pick.solver")}
        choices={choices}
        onPick={pick}
        onText={setSearch}
        disabled={refused !== ""}
      />
      <div className={styles.form} onKeyDown={onCtrlEnter(() => choices?.[0] && pick(choices[0]))}>
        <Field
          label={t("queue.instructions")}
          hint={t("queue.instructionsHint")}
          draft={draft}
          rows={1}
          maxLength={serviceNow()?.limits.note}
          field={instructions}
        />
      </div>
    </>
  );
}

function ChoosePriority({ act, single, refused }: Part) {
  const choices = priorities.map((priority): Choice => ({
    id: priority,
    text: priorityWord(priority),
    content: <Priority priority={priority} word />,
  }));
  return (
    <Picker
      label={t("queue.pick.priority")}
      choices={choices}
      chosen={single?.priority}
      disabled={refused !== ""}
      onPick={({ id, text }) =>
        act({ verb: "triage", input: { priority: id } }, t("queue.said.priority", { name: text }))
      }
    />
  );
}

function ChoosePlace({ doing, act, single, refused }: Part) {
  const [text, setText] = useState("");
  const { rows, many, error } = useBranches(doing === "zone" ? "zones" : "categories", { text });
  const found = rows?.map((row): Choice => ({ id: row.id, text: row.name, content: row.name, hint: row.parent?.name }));
  return (
    <>
      {error !== null && error !== undefined && <ErrorNotice error={error} />}
      <Picker
        label={t(doing === "zone" ? "queue.pick.zone" : "queue.pick.category")}
        choices={many ? found : rows && treeChoices(rows)}
        onText={many ? setText : undefined}
        disabled={refused !== ""}
        chosen={(doing === "zone" ? single?.zone : single?.category)?.id}
        onPick={({ id, content }) =>
          act(
            { verb: "triage", input: doing === "zone" ? { zoneId: id } : { categoryId: id } },
            t(doing === "zone" ? "queue.said.zone" : "queue.said.category", { name: content as string }),
          )
        }
      />
    </>
  );
}

const day = 86_400_000;

function ChooseDue({ act, single, refused }: Part) {
  const [own, setOwn] = useState(() => localTime(single?.dueAt ? Date.parse(single.dueAt) : Date.now() + day));
  const at = (days: number): string => zoned(`${localTime(Date.now() + days * day).slice(0, 10)}T17:00`).toISOString();
  const weekday = new Date(`${localTime(Date.now())}:00Z`).getUTCDay();
  const times: [MessageKey, string][] = [
    ["queue.due.today", at(0)],
    ["queue.due.tomorrow", at(1)],
    ["queue.due.three", at(3)],
    ["queue.due.monday", at((8 - weekday) % 7 || 7)],
    ["queue.due.week", at(7)],
    ["queue.due.fortnight", at(14)],
  ];
  const set = (time: string): void =>
    act({ verb: "triage", input: { dueAt: time } }, t("queue.said.due", { time: dateTime(time) }));
  const choices: Choice[] = [
    ...times
      .filter(([, time]) => Date.parse(time) > Date.now())
      .map(([key, time]) => ({ id: time, text: t(key), hint: dateTime(time) })),
    { id: "none", text: t("queue.due.none") },
  ];
  return (
    <>
      <Picker
        label={t("queue.pick.due")}
        choices={choices}
        disabled={refused !== ""}
        onPick={({ id }) =>
          id === "none" ? act({ verb: "triage", input: { noDueAt: true } }, t("queue.said.noDue")) : set(id)
        }
      />
      <form
        className={styles.row}
        onSubmit={(event) => {
          event.preventDefault();
          set(zoned(own).toISOString());
        }}
      >
        <label className={styles.own}>
          {t("queue.due.own")}
          <input type="datetime-local" value={own} onChange={(event) => setOwn(event.currentTarget.value)} required />
        </label>
        <PlainButton primary type="submit" disabled={refused !== "" || !own}>
          {t("common.save")}
        </PlainButton>
      </form>
    </>
  );
}

// Reasons are those that the organisation has set up; until there are some, ours are offered.
const usual: Partial<Record<Doing, string[]>> = {
  hold: ["waiting_for_parts", "waiting_for_reporter", "waiting_for_inspection", "third_party", "other"],
  reject: ["not_ours", "no_fault_found", "already_done", "not_enough_information", "other"],
  merge: ["duplicate", "same_cause"],
};

function useReasons(doing: Doing): { value: string; label: string }[] {
  const { data } = useQuery({
    queryKey: ["reasons", doing, language()],
    queryFn: ({ signal }) => run(QueueReasonsDocument, { action: actions[doing], language: language() }, { signal }),
    enabled: doing in usual,
    staleTime: 60_000,
  });
  if (!(doing in usual)) return [];
  if (data?.reasonCodes.length) return data.reasonCodes.map(({ code, label }) => ({ value: code, label }));
  return usual[doing]!.map((code) => ({
    value: code,
    label: has(`reason.${code}`) ? t(`reason.${code}` as MessageKey) : code,
  }));
}

const onCtrlEnter =
  (send: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };

function Form({
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

function Note({ doing, act, refused, draft }: Part) {
  const reasons = useReasons(doing);
  const [reason, setReason] = useState("");
  const publicNote = useRef<HTMLTextAreaElement>(null);
  const internalNote = useRef<HTMLTextAreaElement>(null);
  const [wrong, setWrong] = useState("");
  const required = doing === "resolve" || doing === "reject";
  const send = (): void => {
    if (refused) return;
    const [told, noted] = [publicNote.current!.value, internalNote.current!.value];
    if (required && told.trim() === "") return setWrong(t("queue.noteRequired"));
    const reasonCode = reasons.length > 0 ? { reasonCode: reason || reasons[0]!.value } : {};
    act(
      { verb: doing as Order["verb"], input: { ...reasonCode, publicNote: told, internalNote: noted } },
      t(`queue.said.${doing}` as MessageKey),
      () => {
        writeDraft(draft, "");
        writeDraft(`${draft}:internal`, "");
      },
    );
  };
  return (
    <Form send={send} busy={refused !== ""} label={t(`queue.send.${doing}` as MessageKey)}>
      {reasons.length > 0 && (
        <PlainSelect
          focused
          label={t("queue.reason")}
          data={reasons}
          value={reason || reasons[0]!.value}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <Field
        label={t("queue.publicNote")}
        hint={t(required ? "queue.publicNoteRequired" : "queue.publicNoteHint")}
        error={wrong}
        draft={draft}
        maxLength={serviceNow()?.limits.note}
        field={publicNote}
        autoFocus={reasons.length === 0}
        onInput={() => wrong && setWrong("")}
      />
      <Field
        label={t("queue.internalNote")}
        hint={t("queue.internalNoteHint")}
        draft={`${draft}:internal`}
        rows={1}
        maxLength={serviceNow()?.limits.note}
        field={internalNote}
        internal
      />
    </Form>
  );
}

function Merge({ act, refused, ids, single, draft }: Part) {
  const reasons = useReasons("merge");
  const [text, setText] = useState("");
  const [into, setInto] = useState<{ id: string; reference: string }>();
  const [reason, setReason] = useState("");
  const publicNote = useRef<HTMLTextAreaElement>(null);
  const words = text.trim() || single?.title.split(/\s+/).sort((a, b) => b.length - a.length)[0] || "";
  const { data } = useQuery({
    queryKey: ["similar", words],
    queryFn: ({ signal }) => run(QueueSimilarDocument, { text: words }, { signal }),
    enabled: words.length > 1,
    placeholderData: (before) => before,
  });
  const choices = data?.find.complaints
    .filter((it) => !ids.includes(it.id) && it.status !== "MERGED")
    .map((it): Choice => ({
      id: it.id,
      text: it.reference,
      content: (
        <>
          <b>{it.reference}</b> {it.title}
        </>
      ),
      hint: <Status status={shownStatus(it as Parameters<typeof shownStatus>[0])} compact />,
    }));
  const send = (): void => {
    if (!into || refused) return;
    act(
      {
        verb: "merge",
        input: {
          intoId: into.id,
          reasonCode: reason || reasons[0]?.value || "duplicate",
          publicNote: publicNote.current?.value ?? "",
        },
      },
      t("queue.said.merge", { reference: into.reference }),
      () => writeDraft(draft, ""),
    );
  };
  return (
    <>
      {into ? (
        <p className={styles.into}>
          {t("queue.into")} <b>{into.reference}</b>{" "}
          <PlainButton small onClick={() => setInto(undefined)}>
            {t("queue.other")}
          </PlainButton>
        </p>
      ) : (
        <Picker
          label={t("queue.pick.merge")}
          choices={words.length > 1 ? choices : []}
          onText={setText}
          onPick={(choice) => setInto({ id: choice.id, reference: choice.text })}
          disabled={refused !== ""}
        />
      )}
      {into && (
        <Form send={send} busy={refused !== ""} label={t("queue.send.merge")}>
          <PlainSelect
            autoFocus
            label={t("queue.reason")}
            data={reasons}
            value={reason || reasons[0]?.value}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Field
            label={t("queue.publicNote")}
            hint={t("queue.publicNoteHint")}
            draft={draft}
            maxLength={serviceNow()?.limits.note}
            field={publicNote}
          />
        </Form>
      )}
    </>
  );
}

function InternalNote({ ids, list, draft, onClose, refused }: Part) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [key] = useState(() => crypto.randomUUID());
  const send = (): void => {
    const text = field.current!.value;
    if (text.trim() === "" || refused) return;
    onClose();
    void (async () => {
      try {
        for (const id of ids)
          await run(QueueNoteDocument, {
            input: { complaintId: id, text, visibility: "INTERNAL", idempotencyKey: `${key}-${id}` },
          });
        writeDraft(draft, "");
        for (const id of ids) list.touched(id, t("queue.goneMeanwhile"));
        done({ text: t("queue.said.note", { n: ids.length }) });
      } catch (cause) {
        failed(cause);
      }
    })();
  };
  return (
    <Form send={send} busy={refused !== ""} label={t("queue.send.note")}>
      <Field
        label={t("queue.internalNote")}
        hint={t("queue.internalNoteHint")}
        draft={draft}
        rows={3}
        maxLength={serviceNow()?.limits.comment}
        field={field}
        internal
        autoFocus
      />
    </Form>
  );
}
