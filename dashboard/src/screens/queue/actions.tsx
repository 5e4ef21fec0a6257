// The dialogs in which something is done with one complaint or with all that are ticked. Each is one step: choose, or write
// and send with Ctrl+Enter.
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";

import { run } from "../../data/graph/client";
import { keyOf } from "../../data/graph/keys";
import { getComplaint } from "../../data/graph/rows";
import { t, type FirstKey } from "../../lib/i18n";
import { dateTime, localTime, zoned } from "../../lib/i18n/format";
import { priorities } from "../../lib/domain";
import { Dialog } from "../../parts/Dialog";
import { useBranches } from "../../parts/branches/branches";
import { Field } from "../../parts/Field";
import { ErrorNotice } from "../../parts/Notice";
import { Picker, treeChoices, type Choice } from "../../parts/Picker";
import { PlainButton } from "../../parts/Plain";
import { Priority, priorityWord } from "../../parts/Priority";
import { failed } from "../../parts/undo";
import { writeDraft } from "../../data/session/drafts";
import { serviceNow } from "../../data/session/viewer";
import styles from "./actions.module.css";
import { startBulk } from "./bulk";
import { isNoted, onCtrlEnter, type Part, type Props } from "./dialog";
import { actions } from "./doing";
import { QueueActionsDocument, QueueSolversDocument } from "./generated";
import { Merge } from "./Merge";
import { InternalNote, Note } from "./notes";
import { perform, type Item, type Order } from "./verbs";

export function ActionDialog(props: Props) {
  const { doing, list, query, ids, onClose } = props;
  const all = ids.length === 0;
  const single = ids.length === 1 ? getComplaint(ids[0]!) : undefined;
  const which = single?.reference ?? t("queue.complaints", { n: all ? list.total : ids.length });

  const possible = useQuery({
    queryKey: keyOf("actions", single?.id, single?.version),
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
      {isNoted(doing) && <Note {...shared} doing={doing} />}
      {doing === "merge" && <Merge {...shared} />}
      {doing === "note" && <InternalNote {...shared} />}
    </Dialog>
  );
}

function Assign({ ids, list, act, refused, draft }: Part) {
  const [search, setSearch] = useState("");
  const instructions = useRef<HTMLTextAreaElement>(null);
  const about = ids[0] ?? list.cursorId ?? "";
  const { data, error } = useQuery({
    queryKey: keyOf("solvers", about, search),
    queryFn: ({ signal }) => run(QueueSolversDocument, { id: about, search: search || null }, { signal }),
    placeholderData: (before) => before,
    enabled: about !== "",
  });
  const choices = data?.assignableSolvers.map((it): Choice => ({
    id: it.solver.id,
    text: it.solver.name,
    verbatim: true,
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
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Ctrl+Enter of its field */}
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
  const times: [FirstKey, string][] = [
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
