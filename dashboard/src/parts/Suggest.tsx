// A field with proposals below it: Enter takes the one that is marked, Tab leaves what was typed.
import { useEffect, useId, useRef, useState, type ReactNode } from "react";

import styles from "./picker.module.css";
import type { Choice } from "./Picker";
import { verbatimIf } from "./Verbatim";

interface Props {
  label: string;
  hideLabel?: boolean;
  listLabel: string;
  placeholder?: string;
  value: string;
  onValue: (value: string) => void;
  options: Choice[];
  onChoose: (id: string) => void;
  autoFocus?: boolean;
  icon?: ReactNode;
  hint?: string;
  busy?: boolean;
  pending?: boolean; // what is proposed is not for this text yet
  onEarly?: () => void; // Enter was pressed while it is pending
  waiting?: string; // what is said meanwhile
}

export function Suggest({
  label,
  hideLabel = false,
  listLabel,
  placeholder,
  value,
  onValue,
  options,
  onChoose,
  autoFocus = false,
  icon,
  hint,
  busy = false,
  pending = false,
  onEarly,
  waiting = "",
}: Props) {
  const id = useId();
  const [focused, setFocused] = useState(false);
  const [dismissed, setDismissed] = useState(false);
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const shown = focused && !dismissed && (options.length > 0 || (pending && waiting !== ""));
  const active = Math.min(at, options.length - 1);
  useEffect(() => {
    setAt(0);
  }, [value]);
  useEffect(() => {
    if (autoFocus) input.current?.focus();
    // oxlint-disable-next-line react/exhaustive-deps -- where it begins
  }, []);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active, shown]);
  return (
    <div className={styles.suggest}>
      <label htmlFor={`${id}-text`} className={hideLabel ? "visually-hidden" : undefined}>
        {label}
      </label>
      <div className={styles.field}>
        {icon}
        <input
          dir="auto"
          ref={input}
          id={`${id}-text`}
          type="text"
          role="combobox"
          aria-expanded={shown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-busy={busy || undefined}
          aria-activedescendant={shown && options[active] ? `${id}-${active}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={value}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onChange={(event) => {
            setDismissed(false);
            onValue(event.target.value);
          }}
          onKeyDown={(event) => {
            if (event.ctrlKey || event.metaKey) return;
            if (event.key === "ArrowDown" && options.length > 0) {
              setDismissed(false);
              setAt(shown ? (active + 1) % options.length : 0);
            } else if (event.key === "ArrowUp" && shown && options.length > 0)
              setAt((active - 1 + options.length) % options.length);
            else if (event.key === "Enter" && pending) {
              setDismissed(false);
              onEarly?.();
            } else if (event.key === "Enter" && shown && options[active]) {
              setDismissed(true);
              onChoose(options[active].id);
            } else if (event.key === "Escape" && shown) setDismissed(true);
            else return;
            event.preventDefault();
          }}
        />
        {hint && <span className={styles.fieldHint}>{hint}</span>}
      </div>
      <ul ref={list} id={`${id}-list`} role="listbox" aria-label={listLabel} className={styles.popup} hidden={!shown}>
        {options.map((option, index) => (
          <li
            key={option.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => setAt(index)}
            onClick={() => {
              setDismissed(true);
              onChoose(option.id);
            }}
          >
            <span className={styles.text} {...verbatimIf(option.verbatim)}>
              {option.text}
            </span>
            {option.hint && <span className={styles.hint}>{option.hint}</span>}
          </li>
        ))}
        {pending && waiting && options.length === 0 && (
          <li role="option" aria-selected={false} aria-disabled className={styles.wait}>
            {waiting}
          </li>
        )}
      </ul>
    </div>
  );
}
