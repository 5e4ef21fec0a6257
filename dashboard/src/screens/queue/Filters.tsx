// The filter as chips that can be taken away, and the menu that adds to it.
import { Button, Checkbox, Popover, UnstyledButton } from "@mantine/core";
import { ChevronLeft, ListFilter, X } from "lucide-react";
import { useDeferredValue, useState } from "react";

import { t, type MessageKey } from "../../i18n";
import { useBranches, type Branches } from "../../parts/branches/branches";
import { treeChoices } from "../../parts/Picker";
import { priorityWord } from "../../parts/Priority";
import { statusWord } from "../../parts/Status";
import { viewerId } from "../../session/viewer";
import { dues, facets, marks, priorities, sources, statuses, type Facet, type Filter } from "./filters";
import styles from "./queue.module.css";
import { useSaved } from "./saved";

type Option = { id: string; text: string; depth?: number };

interface Wanted {
  facet?: Facet; // the one that is chosen from
  text?: string; // what its choices contain
  values: Filter["values"]; // those whose names are shown
}

// useOptions returns what each facet can be, and the name of a value. What has to be read is read when it is wanted.
function useOptions({ facet: chosen, text = "", values }: Wanted) {
  const wanted = (facet: Facet) => ({
    text: chosen === facet ? text : "", ids: values[facet] ?? [],
    enabled: chosen === facet || (values[facet] ?? []).some((id) => id !== "none" && id !== "me"),
  });
  const branches: Partial<Record<Facet, Branches>> = {
    zone: useBranches("zones", wanted("zone")),
    category: useBranches("categories", wanted("category")),
    solver: useBranches("solvers", wanted("solver")),
    handler: useBranches("administrators", wanted("handler")),
  };
  const none: Option = { id: "none", text: t("common.none") };
  // Of many, those that are chosen already stand first, then what was found.
  const nodes = (facet: Facet): Option[] => {
    const { rows = [], many, nameOf } = branches[facet]!;
    const ids = values[facet] ?? [];
    return many
      ? [
          ...ids.filter((id) => id !== "none" && id !== "me").map((id) => ({ id, text: nameOf(id) ?? "…" })),
          ...rows.filter((row) => !ids.includes(row.id)).map(({ id, name, parent }) => ({ id, text: parent ? `${name} · ${parent.name}` : name })),
        ]
      : [
          ...treeChoices(rows).map(({ id, content, depth }) => ({ id, text: content as string, depth })),
          ...ids.filter((id) => id !== "none" && id !== "me" && nameOf(id) && !rows.some((row) => row.id === id)).map((id) => ({ id, text: nameOf(id)! })), // people who left
        ];
  };
  const options: Record<Facet, Option[]> = {
    status: statuses.map((id) => ({ id, text: statusWord(id) })),
    priority: priorities.map((id) => ({ id, text: priorityWord(id) })),
    zone: [...nodes("zone"), none],
    category: [...nodes("category"), none],
    solver: [...nodes("solver"), { id: "none", text: t("queue.neverAssigned") }],
    handler: [{ id: "me", text: t("queue.me") }, { id: "none", text: t("queue.nobody") }, ...nodes("handler").filter(({ id }) => id !== viewerId())],
    due: dues.map((id) => ({ id, text: t(`queue.dueIs.${id}`) })),
    source: sources.map((id) => ({ id, text: t(`source.${id}`) })),
    mark: marks.map((id) => ({ id, text: t(`queue.has.${id}`) })),
  };
  return {
    options,
    many: (facet: Facet): boolean => branches[facet]?.many ?? false,
    nameOf: (facet: Facet, id: string): string => options[facet].find((option) => option.id === id)?.text ?? "…",
  };
}

export const facetName = (facet: Facet): string => t(`queue.facet.${facet}` as MessageKey);

type Word = Facet | "search" | "report" | "saved";

export function useFilterWords({ saved, values, search, report }: Filter): { facet: Word; text: string }[] {
  const view = useSaved()?.find((it) => it.id === saved);
  const { nameOf } = useOptions({ values });
  const words: { facet: Word; text: string }[] = facets
    .filter((facet) => values[facet]?.length)
    .map((facet) => {
      const given = values[facet]!;
      const shown = given.slice(0, 3).map((id) => nameOf(facet, id)).join(", ");
      return { facet, text: `${facetName(facet)}: ${shown}${given.length > 3 ? ` +${given.length - 3}` : ""}` };
    });
  if (saved) words.unshift({ facet: "saved", text: t("queue.viewIs", { name: view?.name ?? "…" }) });
  if (search) words.push({ facet: "search", text: `“${search}”` });
  if (report) words.push({ facet: "report", text: t("queue.fromReport") });
  return words;
}

export const without = (filter: Filter, facet: Word): Filter =>
  facet === "saved" ? { ...filter, saved: undefined }
  : facet === "search" ? { ...filter, search: "" }
  : facet === "report" ? { ...filter, report: undefined }
  : { ...filter, values: { ...filter.values, [facet]: undefined } };

export function Filters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const words = useFilterWords(filter);
  return (
    <div className={styles.chips}>
      <ul aria-label={t("queue.filter")}>
        {words.map(({ facet, text }) => (
          <li key={facet} className={styles.chip}>
            <span title={text}>{text}</span>
            <UnstyledButton onClick={() => onChange(without(filter, facet))} aria-label={t("queue.removeFilter", { filter: text })}><X size={13} /></UnstyledButton>
          </li>
        ))}
      </ul>
      <AddFilter filter={filter} onChange={onChange} />
    </div>
  );
}

function AddFilter({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const [open, setOpen] = useState(false);
  const [facet, setFacet] = useState<Facet>();
  const [text, setText] = useState("");
  const { options, many } = useOptions({ ...(facet ? { facet } : {}), text: useDeferredValue(text), values: facet ? { [facet]: filter.values[facet] } : {} });
  const given = facet ? (filter.values[facet] ?? []) : [];
  const toggle = (id: string): void => {
    const next = given.includes(id) ? given.filter((it) => it !== id) : [...given, id];
    const order = options[facet!].map((option) => option.id);
    const place = (it: string): number => (order.includes(it) ? order.indexOf(it) : -1);
    if (!many(facet!)) next.sort((a, b) => place(a) - place(b));
    onChange({ ...filter, values: { ...filter.values, [facet!]: next.length > 0 ? next : undefined } });
  };
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" width={260} trapFocus returnFocus transitionProps={{ duration: 100 }} onExitTransitionEnd={() => setFacet(undefined)}>
      <Popover.Target>
        <Button size="compact-sm" variant="subtle" color="gray" leftSection={<ListFilter size={14} />} onClick={() => setOpen(!open)}>{t("queue.addFilter")}</Button>
      </Popover.Target>
      <Popover.Dropdown className={styles.facets}>
        {!facet && facets.map((it) => <UnstyledButton key={it} onClick={() => { setText(""); setFacet(it); }}>{facetName(it)}</UnstyledButton>)}
        {facet && (
          <>
            <UnstyledButton onClick={() => setFacet(undefined)} autoFocus><ChevronLeft size={14} aria-hidden /><b>{facetName(facet)}</b></UnstyledButton>
            {many(facet) && (
              <input className={styles.findOption} type="search" aria-label={t("common.search")} placeholder={t("common.search")} autoComplete="off" spellCheck={false} value={text} onChange={(event) => setText(event.target.value)} />
            )}
            <div className={styles.options}>
              {options[facet].map(({ id, text, depth }) => (
                <Checkbox key={id} size="xs" label={text} checked={given.includes(id)} onChange={() => toggle(id)} style={{ paddingInlineStart: `${8 + (depth ?? 0) * 14}px` }} />
              ))}
            </div>
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
