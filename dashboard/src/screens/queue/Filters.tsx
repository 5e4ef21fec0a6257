// The filter as chips that can be taken away, and the menu that adds to it.
import { Button, Checkbox, Popover, UnstyledButton } from "@mantine/core";
import { ChevronLeft, ListFilter, X } from "lucide-react";
import { useDeferredValue, useEffect, useState, type RefObject } from "react";

import { t } from "../../lib/i18n";
import { dayOf } from "../../lib/i18n/format";
import { priorities, shownStatuses, sources } from "../../lib/domain";
import { useKeys } from "../../lib/keyboard";
import { useBranches, type Branches } from "../../parts/branches/branches";
import { useMenuKeys } from "../../parts/menuKeys";
import { usePopover } from "../../parts/popover";
import { treeChoices } from "../../parts/Picker";
import { priorityWord } from "../../parts/Priority";
import { statusWord } from "../../parts/Status";
import { Verbatim } from "../../parts/Verbatim";
import { viewerId } from "../../data/session/viewer";
import { caller, dues, facets, isSpan, marks, only, type Facet, type Filter } from "../../data/filters";
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
  const plain = (id: string): string => id.replace(only, "");
  const isRow = (id: string): boolean => id !== "none" && id !== "me" && !id.startsWith(caller);
  const wanted = (facet: Facet) => ({
    text: chosen === facet ? text : "",
    ids: (values[facet] ?? []).filter(isRow).map(plain),
    enabled: chosen === facet || (values[facet] ?? []).some(isRow),
  });
  const branches: Partial<Record<Facet, Branches>> = {
    zone: useBranches("zones", wanted("zone")),
    category: useBranches("categories", wanted("category")),
    notZone: useBranches("zones", wanted("notZone")),
    notCategory: useBranches("categories", wanted("notCategory")),
    solver: useBranches("solvers", wanted("solver")),
    handler: useBranches("administrators", wanted("handler")),
    reporter: useBranches("reporters", wanted("reporter")),
    group: useBranches("groups", wanted("group")),
    provider: useBranches("providers", wanted("provider")),
  };
  const none: Option = { id: "none", text: t("common.none") };
  // Of many, those that are chosen already stand first, then what was found. A branch with others below it is offered without them too.
  const nodes = (facet: Facet): Option[] => {
    const { rows = [], many, nameOf } = branches[facet]!;
    const ids = (values[facet] ?? []).filter((id) => id !== "none" && id !== "me");
    const textOf = (id: string): string => {
      if (id.startsWith(caller)) return id.slice(caller.length);
      const name = nameOf(plain(id)) ?? "…";
      return id.startsWith(only) && (many || rows.some((row) => row.parentId === plain(id)))
        ? t("queue.noneBelow", { name })
        : name;
    };
    if (many) {
      return [
        ...ids.map((id) => ({ id, text: textOf(id) })),
        ...rows
          .filter((row) => !ids.includes(row.id))
          .map(({ id, name, parent }) => ({ id, text: parent ? `${name} · ${parent.name}` : name })),
      ];
    }
    const below = new Set(rows.map(({ parentId }) => parentId));
    const tree = treeChoices(rows).flatMap(({ id, content, depth }) => [
      { id, text: content as string, depth },
      ...(below.has(id)
        ? [{ id: only + id, text: t("queue.noneBelow", { name: content as string }), depth: (depth ?? 0) + 1 }]
        : []),
    ]);
    return [...tree, ...ids.filter((id) => !tree.some((it) => it.id === id)).map((id) => ({ id, text: textOf(id) }))]; // people who left, and branches as a report names them
  };
  const options: Record<Facet, Option[]> = {
    status: shownStatuses.map((id) => ({ id, text: statusWord(id) })),
    priority: priorities.map((id) => ({ id, text: priorityWord(id) })),
    zone: [...nodes("zone"), none],
    category: [...nodes("category"), none],
    notZone: [...nodes("notZone"), none],
    notCategory: [...nodes("notCategory"), none],
    solver: [...nodes("solver"), { id: "none", text: t("queue.neverAssigned") }],
    group: [...nodes("group"), none],
    provider: [...nodes("provider"), none],
    reporter: nodes("reporter"),
    handler: [
      { id: "me", text: t("queue.me") },
      { id: "none", text: t("queue.nobody") },
      ...nodes("handler").filter(({ id }) => id !== viewerId()),
    ],
    due: dues.map((id) => ({ id, text: t(`queue.dueIs.${id}`) })),
    source: sources.map((id) => ({ id, text: t(`source.${id}`) })),
    mark: marks.map((id) => ({ id, text: t(`queue.has.${id}`) })),
    reported: [],
    resolved: [],
    closed: [],
    ended: [],
    openAt: [],
  };
  return {
    options,
    many: (facet: Facet): boolean => branches[facet]?.many ?? false,
    nameOf: (facet: Facet, id: string): string =>
      isSpan(facet) || facet === "openAt"
        ? spanWords(id)
        : (options[facet].find((option) => option.id === id)?.text ?? "…"),
  };
}

// spanWords is a time from one day to another, or a day, in words.
function spanWords(span: string): string {
  const [from = "", to = ""] = span.includes("..") ? span.split("..").map((day) => day && dayOf(day)) : [dayOf(span)];
  if (!span.includes("..")) return from;
  return from && to
    ? from === to
      ? from
      : t("queue.fromTo", { from, to })
    : from
      ? t("queue.since", { from })
      : t("queue.until", { to });
}

const named: ReadonlySet<Facet> = new Set<Facet>(["solver", "handler", "reporter", "group", "provider"]); // whose rows have names

export const facetName = (facet: Facet): string => t(`queue.facet.${facet}`);

type Word = Facet | "search" | "report" | "saved";

export function useFilterWords({ saved, values, search, report }: Filter): { facet: Word; text: string }[] {
  const view = useSaved()?.find((it) => it.id === saved);
  const { nameOf } = useOptions({ values });
  const words: { facet: Word; text: string }[] = facets
    .filter((facet) => values[facet]?.length)
    .map((facet) => {
      const given = values[facet]!;
      const shown = given
        .slice(0, 3)
        .map((id) => nameOf(facet, id))
        .join(", ");
      return { facet, text: `${facetName(facet)}: ${shown}${given.length > 3 ? ` +${given.length - 3}` : ""}` };
    });
  if (saved) words.unshift({ facet: "saved", text: t("queue.viewIs", { name: view?.name ?? "…" }) });
  if (search) words.push({ facet: "search", text: `“${search}”` });
  if (report) words.push({ facet: "report", text: t("queue.fromReport") });
  return words;
}

export const without = (filter: Filter, facet: Word): Filter =>
  facet === "saved"
    ? { ...filter, saved: undefined }
    : facet === "search"
      ? { ...filter, search: "" }
      : facet === "report"
        ? { ...filter, report: undefined }
        : { ...filter, values: { ...filter.values, [facet]: undefined } };

interface FiltersProps {
  filter: Filter;
  onChange: (filter: Filter) => void;
  onSearch: () => void; // leads to the field of the search
}

export function Filters({ filter, onChange, onSearch }: FiltersProps) {
  const words = useFilterWords(filter);
  const { open, change, button } = usePopover();
  const [facet, setFacet] = useState<Facet | "saved">();
  const show = (next?: Facet | "saved"): void => {
    setFacet(next);
    change(true);
  };
  useKeys({ f: () => show() });
  return (
    <div className={styles.chips}>
      <ul aria-label={t("queue.filter")}>
        {words.map(({ facet: it, text }) => (
          <li key={it} className={styles.chip}>
            {it === "report" ? (
              <span title={text}>{text}</span>
            ) : (
              <UnstyledButton
                className={styles.chipOpen}
                title={text}
                aria-haspopup={it === "search" ? undefined : "dialog"}
                onClick={() => (it === "search" ? onSearch() : show(it))}
              >
                {text}
              </UnstyledButton>
            )}
            <UnstyledButton
              onClick={() => onChange(without(filter, it))}
              aria-label={t("queue.removeFilter", { filter: text })}
            >
              <X size={13} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <FilterMenu
        filter={filter}
        onChange={onChange}
        open={open}
        onOpen={(next) => (next ? show() : change(false))}
        button={button}
        facet={facet}
        onFacet={setFacet}
      />
    </div>
  );
}

interface MenuProps extends Omit<FiltersProps, "onSearch"> {
  open: boolean;
  onOpen: (open: boolean) => void;
  button: RefObject<HTMLButtonElement | null>;
  facet?: Facet | "saved"; // what is chosen from; without it, which that is
  onFacet: (facet?: Facet | "saved") => void;
}

function FilterMenu({ filter, onChange, open, onOpen, button, facet, onFacet }: MenuProps) {
  const keys = useMenuKeys();
  const views = useSaved();
  const [left, setLeft] = useState<Facet | "saved">(); // has the focus again
  useEffect(() => {
    if (!open) setLeft(undefined);
  }, [open]);
  const back = (from: Facet | "saved"): void => {
    setLeft(from);
    onFacet();
  };
  const [text, setText] = useState("");
  useEffect(() => {
    setText("");
  }, [facet]);
  const chosen = facet === "saved" ? undefined : facet;
  const { options, many } = useOptions({
    ...(chosen ? { facet: chosen } : {}),
    text: useDeferredValue(text),
    values: chosen ? { [chosen]: filter.values[chosen] } : {},
  });
  const given = chosen ? (filter.values[chosen] ?? []) : [];
  const put = (values: string[]): void =>
    onChange({ ...filter, values: { ...filter.values, [chosen!]: values.length > 0 ? values : undefined } });
  const toggle = (id: string): void => {
    const next = given.includes(id) ? given.filter((it) => it !== id) : [...given, id];
    const order = options[chosen!].map((option) => option.id);
    const place = (it: string): number => (order.includes(it) ? order.indexOf(it) : -1);
    if (!many(chosen!)) next.sort((a, b) => place(a) - place(b));
    put(next);
  };
  return (
    <Popover
      opened={open}
      onChange={onOpen}
      position="bottom-start"
      width={260}
      trapFocus
      transitionProps={{ duration: 100 }}
    >
      <Popover.Target>
        <Button
          ref={button}
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<ListFilter size={14} />}
          onClick={() => onOpen(!open)}
          aria-keyshortcuts="f"
        >
          {t("queue.addFilter")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={styles.facets} onKeyDown={keys}>
        {!facet &&
          facets.map((it) => (
            <UnstyledButton key={it} onClick={() => onFacet(it)} autoFocus={it === left}>
              {facetName(it)}
            </UnstyledButton>
          ))}
        {!facet && (views?.length ?? 0) > 0 && (
          <UnstyledButton onClick={() => onFacet("saved")} autoFocus={left === "saved"}>
            {t("queue.facet.saved")}
          </UnstyledButton>
        )}
        {facet && (
          <UnstyledButton onClick={() => back(facet)} autoFocus>
            <ChevronLeft size={14} aria-hidden />
            <b>{t(`queue.facet.${facet}`)}</b>
          </UnstyledButton>
        )}
        {facet === "saved" && (
          <div className={styles.options}>
            {views?.map(({ id, name }) => (
              <Checkbox
                key={id}
                size="xs"
                label={name}
                checked={filter.saved === id}
                onChange={() => onChange({ ...filter, saved: filter.saved === id ? undefined : id })}
                style={{ paddingInlineStart: "8px" }}
              />
            ))}
          </div>
        )}
        {chosen && isSpan(chosen) && (
          <Days
            labels={[t("queue.from"), t("queue.to")]}
            value={(given[0] ?? "..").split("..")}
            onChange={(days) => put(days.some(Boolean) ? [days.join("..")] : [])}
          />
        )}
        {chosen === "openAt" && (
          <Days labels={[t("queue.day")]} value={[given[0] ?? ""]} onChange={([day]) => put(day ? [day] : [])} />
        )}
        {chosen && !isSpan(chosen) && chosen !== "openAt" && (
          <>
            {many(chosen) && (
              <input
                className={styles.findOption}
                type="search"
                aria-label={t("common.search")}
                placeholder={t(chosen === "reporter" ? "queue.findReporter" : "common.search")}
                autoComplete="off"
                spellCheck={false}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
            {chosen === "reporter" && text.trim().length < 3 && given.length === 0 && (
              <p className={styles.facetHint}>{t("queue.findReporterHint")}</p>
            )}
            <div className={styles.options}>
              {options[chosen].map(({ id, text: label, depth }) => (
                <Checkbox
                  key={id}
                  size="xs"
                  label={named.has(chosen) && id !== "none" && id !== "me" ? <Verbatim>{label}</Verbatim> : label}
                  checked={given.includes(id)}
                  onChange={() => toggle(id)}
                  style={{ paddingInlineStart: `${8 + (depth ?? 0) * 14}px` }}
                />
              ))}
            </div>
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

// Days takes one or two days. One that is being typed, such as in the year 2, is no day yet.
function Days({ labels, value, onChange }: { labels: string[]; value: string[]; onChange: (days: string[]) => void }) {
  const [days, setDays] = useState(value);
  const change = (at: number, day: string): void => {
    const next = days.map((it, index) => (index === at ? day : it));
    setDays(next);
    if (day === "" || day >= "1900") onChange(next);
  };
  return (
    <div className={styles.days}>
      {labels.map((label, at) => (
        <label key={label}>
          {label}
          <input type="date" value={days[at] ?? ""} onChange={(event) => change(at, event.target.value)} />
        </label>
      ))}
    </div>
  );
}
