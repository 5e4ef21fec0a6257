// A list to choose one from by typing: arrows and Enter, the number in front, or the mouse.
import { Search } from "lucide-react";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";

import { t } from "../lib/i18n";
import { fold } from "./fold";
import { Bones } from "./Notice";
import styles from "./picker.module.css";
import { treeOf, type Branch } from "./tree";
import { verbatimIf } from "./Verbatim";

export interface Choice {
  id: string;
  text: string; // what is searched
  content?: ReactNode; // what is shown instead
  verbatim?: boolean; // a name
  hint?: ReactNode;
  depth?: number;
}

interface Props {
  label: string;
  choices: Choice[] | undefined; // undefined while they are read
  onPick: (choice: Choice) => void;
  onText?: (text: string) => void; // the service filters; else what is typed filters here
  chosen?: string; // shown as chosen already
  field?: boolean; // one of a form, which Enter sends once something is chosen; else choosing is all there is to do
  autoFocus?: boolean;
  required?: boolean;
  disabled?: boolean;
  placeholder?: string;
  empty?: string; // what is said where there is nothing to choose
}

export function Picker({
  label,
  choices,
  onPick,
  onText,
  chosen,
  field = false,
  autoFocus = !field,
  required = false,
  disabled = false,
  placeholder,
  empty,
}: Props) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const words = fold(text);
  const shown = (choices ?? []).filter((choice) => onText || fold(choice.text).includes(words));
  const index = Math.min(at, shown.length - 1);
  const picked = field ? shown.findIndex((choice) => choice.id === chosen) : -1;
  const numbered = !field && shown.length <= 9 && text === "";

  useEffect(() => {
    if (picked >= 0) setAt(picked);
  }, [picked]);
  useEffect(() => {
    list.current?.querySelector("[data-at]")?.scrollIntoView({ block: "nearest" });
  }, [index]);

  const pick = (choice: Choice | undefined): void => {
    if (choice && !disabled) onPick(choice);
  };
  return (
    <div className={styles.picker} data-field={field || undefined}>
      {field && (
        <label htmlFor={`${id}-text`}>
          {label}
          {required && (
            <span aria-hidden className={styles.required}>
              {" *"}
            </span>
          )}
        </label>
      )}
      <div className={styles.box}>
        <div className={styles.search}>
          <Search size={14} aria-hidden />
          <input
            dir="auto"
            id={`${id}-text`}
            data-autofocus={autoFocus || undefined}
            role="combobox"
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-activedescendant={shown[index] ? `${id}-${index}` : undefined}
            aria-label={field ? undefined : label}
            placeholder={placeholder ?? (field ? t("common.search") : label)}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setAt(0);
              onText?.(event.target.value);
            }}
            onKeyDown={(event) => {
              if (field && (event.ctrlKey || event.metaKey)) return;
              const digit = numbered && /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : -1;
              if (event.key === "ArrowDown") setAt(Math.min(index + 1, shown.length - 1));
              else if (event.key === "ArrowUp") setAt(Math.max(index - 1, 0));
              else if (event.key === "Enter" && !(field && shown[index]?.id === chosen)) pick(shown[index]);
              else if (digit >= 0 && shown[digit]) pick(shown[digit]);
              else return;
              event.preventDefault();
            }}
          />
        </div>
        <div ref={list} id={`${id}-list`} role="listbox" aria-label={label} className={styles.list}>
          {shown.map((choice, position) => (
            <div
              key={choice.id}
              id={`${id}-${position}`}
              role="option"
              aria-selected={field || chosen !== undefined ? choice.id === chosen : position === index}
              aria-disabled={disabled || undefined}
              data-at={position === index || undefined}
              style={choice.depth ? { paddingInlineStart: `${8 + choice.depth * 16}px` } : undefined}
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => setAt(position)}
              onClick={() => pick(choice)}
            >
              {field && <i className={styles.mark} aria-hidden />}
              <span
                className={styles.text}
                data-chosen={(!field && choice.id === chosen) || undefined}
                {...verbatimIf(choice.verbatim)}
              >
                {choice.content ?? choice.text}
              </span>
              {choice.hint && <span className={styles.hint}>{choice.hint}</span>}
              {numbered && <kbd aria-hidden>{position + 1}</kbd>}
            </div>
          ))}
        </div>
        {!choices && (
          <div className={styles.wait}>
            <Bones lines={2} />
          </div>
        )}
        {choices && shown.length === 0 && <p className={styles.none}>{empty ?? t("common.nothing")}</p>}
      </div>
    </div>
  );
}

// treeChoices puts the rows of a tree below their parents; what is above a row is found by typing too.
export function treeChoices(rows: readonly Branch[]): Choice[] {
  const choices: Choice[] = [];
  const all = treeOf(rows);
  all.walk(
    (row, depth) =>
      void choices.push({
        id: row.id,
        text: [row, ...all.above(row.id)].map(({ name }) => name).join(" "),
        content: row.name,
        depth,
      }),
  );
  return choices;
}
