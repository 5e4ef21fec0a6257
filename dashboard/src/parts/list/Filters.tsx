// Search and filters above a list, as chips that can be removed. What is set is in the address.
import { ActionIcon, Popover, TextInput, UnstyledButton } from "@mantine/core";
import { ChevronDown, Search, X } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";

import { t } from "../../lib/i18n/more";
import { useKeys } from "../../lib/keyboard";
import { usePopover } from "../popover";
import styles from "./list.module.css";
import { Lookup } from "./Lookup";
import { useName, type Source } from "./lookups";
import type { List } from "./url";

export interface Filter {
  name: string;
  label: string;
  options?: { value: string; label: string }[];
  source?: Source;
  // Its own is one that stands in several places of the address.
  own?: { value: string; clear: Record<string, undefined>; chip: (text: string) => ReactNode };
  only?: boolean; // set by links only: shown while it is set
}

interface Props {
  list: List;
  filters: Filter[];
  search?: boolean | string; // whether the list can be searched; what its field says
  children?: ReactNode;
}

export function Filters({ list, filters, search = true, children }: Props) {
  return (
    <div className={styles.filters} role="search">
      {search && <SearchField list={list} label={typeof search === "string" ? search : t("common.search")} />}
      {filters.map((filter) => (
        <Chip key={filter.name} list={list} filter={filter} />
      ))}
      {children}
    </div>
  );
}

function SearchField({ list, label }: { list: List; label: string }) {
  const [text, setText] = useState(list.text);
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef(list.text);
  const latest = useRef(list);
  latest.current = list;
  useKeys({ "/": () => input.current?.focus() });
  useEffect(() => {
    if (list.text === sent.current) return;
    sent.current = list.text;
    setText(list.text);
  }, [list.text]);
  useEffect(() => {
    if (text.trim() === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text.trim();
      latest.current.set({ q: text.trim() }, true);
    }, 250);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <TextInput
      ref={input}
      type="search"
      className={styles.search}
      size="sm"
      maxLength={200}
      aria-label={label}
      placeholder={label}
      leftSection={<Search size={15} aria-hidden />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}

function Chip({ list, filter }: { list: List; filter: Filter }) {
  const { name, label, options, source } = filter;
  const value = valueOf(list, filter);
  const shown = useValue(filter, value);
  const { open, change, button } = usePopover();
  const text = value ? `${label}: ${shown}` : label;
  if (filter.only && !value) return null;
  return (
    <span className={styles.chip} data-active={value ? true : undefined}>
      {options && (
        <>
          <span aria-hidden>{text}</span>
          <ChevronDown size={13} aria-hidden />
          <select aria-label={label} value={value ?? ""} onChange={(event) => list.set({ [name]: event.target.value })}>
            <option value="">{t("list.all")}</option>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </>
      )}
      {filter.only && <span>{text}</span>}
      {filter.own?.chip(text)}
      {source && (
        <Popover opened={open} onChange={change} position="bottom-start" width={300} withinPortal={false} trapFocus>
          <Popover.Target>
            <UnstyledButton ref={button} className={styles.chipButton} onClick={() => change(!open)}>
              {text}
              <ChevronDown size={13} aria-hidden />
            </UnstyledButton>
          </Popover.Target>
          <Popover.Dropdown className={styles.float}>
            {open && (
              <Lookup
                label={label}
                source={source}
                value={null}
                open
                onChange={(picked) => {
                  change(false);
                  list.set({ [name]: picked?.id });
                }}
              />
            )}
          </Popover.Dropdown>
        </Popover>
      )}
      {value && (
        <ActionIcon
          size={20}
          className={styles.chipClear}
          aria-label={t("list.clear", { name: text })}
          onClick={() => list.set(without(filter))}
        >
          <X size={13} />
        </ActionIcon>
      )}
    </span>
  );
}

// valueOf is what the address says of a filter, if it is set.
export const valueOf = (list: List, { name, own }: Filter): string | undefined =>
  own ? own.value : list.filters[name];

const without = ({ name, own }: Filter): Record<string, undefined> => own?.clear ?? { [name]: undefined };

function useValue({ options, source, only, own }: Filter, value: string | undefined): string {
  const name = useName((source || only) && value ? value : undefined);
  if (!value) return "";
  if (options) return options.find((option) => option.value === value)?.label ?? value;
  return own ? value : name || (only ? value.slice(0, 8) : "");
}

// Nothing is what a list says when its filters let nothing through: it names each, to clear it.
export function Nothing({ list, filters }: { list: List; filters: Filter[] }) {
  const set = filters.filter((filter) => valueOf(list, filter));
  return (
    <div className={styles.nothing}>
      <p>{t("list.nothingFits")}</p>
      {list.text && (
        <ClearButton text={`${t("common.search")}: ${list.text}`} onClick={() => list.set({ q: undefined })} />
      )}
      {set.map((filter) => (
        <ClearFilter key={filter.name} list={list} filter={filter} />
      ))}
    </div>
  );
}

function ClearFilter({ list, filter }: { list: List; filter: Filter }) {
  const value = useValue(filter, valueOf(list, filter));
  return <ClearButton text={`${filter.label}: ${value}`} onClick={() => list.set(without(filter))} />;
}

function ClearButton({ text, onClick }: { text: string; onClick: () => void }) {
  return (
    <UnstyledButton className={styles.clearButton} onClick={onClick}>
      {t("list.clear", { name: text })}
      <X size={13} aria-hidden />
    </UnstyledButton>
  );
}
