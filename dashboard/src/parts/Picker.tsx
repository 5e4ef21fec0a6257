// A list to choose one from, with a field that searches it: arrows and Enter, or the mouse.
import { Search } from "lucide-react";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";

import { t } from "../i18n";
import { Bones } from "./Notice";
import styles from "./picker.module.css";

export interface Option {
  id: string;
  text: string;
  hint?: ReactNode;
}

interface Props {
  label: string;
  placeholder?: string;
  options: Option[] | undefined; // undefined while they are loaded
  value: string;
  text: string;
  onText: (text: string) => void;
  onChoose: (id: string) => void;
  required?: boolean;
  autoFocus?: boolean;
  empty?: string;
}

export function Picker({ label, placeholder, options, value, text, onText, onChoose, required = false, autoFocus = false, empty }: Props) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const chosen = options?.findIndex((option) => option.id === value) ?? -1;
  const [at, setAt] = useState(0);
  const active = Math.min(at, (options?.length ?? 0) - 1);
  useEffect(() => setAt(0), [text]);
  useEffect(() => {
    if (chosen >= 0) setAt(chosen);
  }, [chosen]);
  useEffect(() => list.current?.children[active]?.scrollIntoView({ block: "nearest" }), [active]);
  return (
    <div className={styles.picker}>
      <label htmlFor={`${id}-text`}>{label}{required && <span aria-hidden className={styles.required}> *</span>}</label>
      <div className={styles.box}>
        <div className={styles.search}>
          <Search size={14} aria-hidden />
          <input
            id={`${id}-text`}
            data-autofocus={autoFocus || undefined}
            role="combobox"
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-activedescendant={options?.[active] ? `${id}-${active}` : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder ?? t("common.search")}
            value={text}
            onChange={(event) => onText(event.target.value)}
            onKeyDown={(event) => {
              const count = options?.length ?? 0;
              if (event.ctrlKey || event.metaKey) return;
              if (event.key === "ArrowDown" && count > 0) setAt((active + 1) % count);
              else if (event.key === "ArrowUp" && count > 0) setAt((active - 1 + count) % count);
              else if (event.key === "Enter" && options?.[active] && options[active].id !== value) onChoose(options[active].id);
              else return;
              event.preventDefault();
            }}
          />
        </div>
        <ul ref={list} id={`${id}-list`} role="listbox" aria-label={label} className={styles.list}>
          {options?.map((option, index) => (
            <li
              key={option.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={option.id === value}
              data-active={index === active || undefined}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(option.id)}
            >
              <span className={styles.mark} aria-hidden />
              <span className={styles.text}>{option.text}</span>
              {option.hint && <span className={styles.hint}>{option.hint}</span>}
            </li>
          ))}
        </ul>
        {options === undefined && <div className={styles.wait}><Bones lines={2} /></div>}
        {options?.length === 0 && <p className={styles.none}>{empty ?? t("common.nothing")}</p>}
      </div>
    </div>
  );
}
