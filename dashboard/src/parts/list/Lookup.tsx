// A field that finds what one types the beginning of: zones, people, groups and the like.
import { ActionIcon, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useDeferredValue, useEffect, useId, useRef, useState, type ReactNode } from "react";

import { t } from "../../lib/i18n/more";
import styles from "./list.module.css";
import type { Picked, Source } from "./lookups";
import { keyOf } from "../../data/graph/keys";
import { Verbatim, verbatimIf } from "../Verbatim";

interface Props {
  label: string;
  source: Source;
  value: Picked | null;
  onChange: (value: Picked | null) => void;
  hint?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  open?: boolean; // shown open, as the only thing there
  without?: (choice: Picked) => boolean; // what is not offered
  hideLabel?: boolean;
  placeholder?: string;
  size?: "sm" | "md";
  autoFocus?: boolean; // when its dialog opens
}

export function Lookup({
  label,
  source,
  value,
  onChange,
  hint,
  error,
  required,
  open: alwaysOpen = false,
  without,
  hideLabel = false,
  placeholder,
  size = "sm",
  autoFocus = alwaysOpen,
}: Props) {
  const [text, setText] = useState<string>();
  const [open, setOpen] = useState(alwaysOpen);
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const wanted = useDeferredValue((text ?? "").trim());
  const { data } = useQuery({
    queryKey: keyOf("lookup", source.key, wanted),
    queryFn: ({ signal }) => source.find(wanted, signal),
    enabled: open,
    placeholderData: (before) => before,
  });
  const choices = (data ?? []).filter((choice) => !without?.(choice));
  const index = Math.min(at, choices.length - 1);
  useEffect(() => {
    list.current?.querySelector("[data-at]")?.scrollIntoView({ block: "nearest" });
  }, [index]);

  const close = (): void => {
    setOpen(alwaysOpen);
    setText(undefined);
    setAt(0);
  };
  const pick = (choice: Picked | undefined): void => {
    if (!choice) return;
    onChange(choice);
    close();
  };
  return (
    <div className={styles.lookup} onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}>
      <TextInput
        ref={input}
        {...(hideLabel ? { "aria-label": label } : { label })}
        size={size}
        description={hint}
        error={error}
        required={required}
        withAsterisk={false}
        role="combobox"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={open && choices[index] ? `${id}-${index}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder ?? t("list.find")}
        data-autofocus={autoFocus || undefined}
        value={text ?? value?.name ?? ""}
        onFocus={(event) => event.currentTarget.select()}
        onClick={() => setOpen(true)}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setOpen(true);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") {
            setOpen(true);
            setAt(open ? Math.min(index + 1, choices.length - 1) : 0);
          } else if (event.key === "ArrowUp") setAt(Math.max(index - 1, 0));
          else if (event.key === "Enter" && open) pick(choices[index]);
          else if (event.key === "Escape" && open && !alwaysOpen) {
            event.stopPropagation();
            close();
          } else return;
          event.preventDefault();
        }}
        rightSection={
          value && (
            <ActionIcon
              size={24}
              aria-label={t("list.clear", { name: label })}
              onClick={() => {
                onChange(null);
                input.current?.focus();
              }}
            >
              <X size={14} />
            </ActionIcon>
          )
        }
      />
      <div
        id={`${id}-list`}
        ref={list}
        role="listbox"
        aria-label={label}
        className={styles.choices}
        hidden={!open}
        data-inline={alwaysOpen || undefined}
      >
        {open &&
          choices.map((choice, position) => (
            <div
              key={choice.id}
              id={`${id}-${position}`}
              role="option"
              aria-selected={position === index}
              data-at={position === index || undefined}
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => setAt(position)}
              onClick={() => pick(choice)}
            >
              <span {...verbatimIf(source.verbatim)}>{choice.name}</span>
              {(choice.hint || choice.address) && (
                <small>
                  {choice.hint}
                  {choice.hint && choice.address && " · "}
                  {choice.address && <Verbatim>{choice.address}</Verbatim>}
                </small>
              )}
            </div>
          ))}
        {open && data && choices.length === 0 && (
          <p role="option" aria-selected={false} aria-disabled>
            {t("common.nothing")}
          </p>
        )}
      </div>
    </div>
  );
}
