// A list to choose from by typing: arrows, Enter, or the number in front.
import { useEffect, useId, useRef, useState, type ReactNode } from "react";

import { t } from "../../i18n";
import { fold } from "../../parts/fold";
import { treeOf, type Branch } from "../../parts/tree";
import styles from "./actions.module.css";

export interface Choice {
  id: string;
  text: string;
  content?: ReactNode;
  hint?: ReactNode;
  depth?: number;
}

interface Props {
  label: string;
  choices: Choice[] | undefined; // undefined while they are read
  onPick: (choice: Choice) => void;
  onText?: (text: string) => void; // the service filters; else what is typed filters here
  chosen?: string; // shown as chosen already
  disabled?: boolean;
}

export function Picker({ label, choices, onPick, onText, chosen, disabled = false }: Props) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const words = fold(text.trim());
  const shown = (choices ?? []).filter((choice) => onText || fold(choice.text).includes(words));
  const index = Math.min(at, shown.length - 1);

  useEffect(() => list.current?.querySelector("[data-at]")?.scrollIntoView({ block: "nearest" }), [index]);

  const pick = (choice: Choice | undefined): void => {
    if (choice && !disabled) onPick(choice);
  };
  return (
    <div className={styles.picker}>
      <input
        data-autofocus
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={shown[index] ? `${id}-${index}` : undefined}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
          onText?.(event.target.value);
        }}
        onKeyDown={(event) => {
          const digit = text === "" && /^[1-9]$/.test(event.key) && shown.length <= 9 ? Number(event.key) - 1 : -1;
          if (event.key === "ArrowDown") setAt(Math.min(index + 1, shown.length - 1));
          else if (event.key === "ArrowUp") setAt(Math.max(index - 1, 0));
          else if (event.key === "Enter") pick(shown[index]);
          else if (digit >= 0 && shown[digit]) pick(shown[digit]);
          else return;
          event.preventDefault();
        }}
      />
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={label} className={styles.choices}>
        {shown.map((choice, position) => (
          <div
            key={choice.id}
            id={`${id}-${position}`}
            role="option"
            aria-selected={chosen === undefined ? position === index : choice.id === chosen}
            aria-disabled={disabled || undefined}
            data-at={position === index || undefined}
            data-chosen={choice.id === chosen || undefined}
            style={{ paddingInlineStart: `${8 + (choice.depth ?? 0) * 16}px` }}
            onMouseMove={() => setAt(position)}
            onClick={() => pick(choice)}
          >
            <span>{choice.content ?? choice.text}</span>
            {choice.hint}
            {shown.length <= 9 && text === "" && <kbd aria-hidden>{position + 1}</kbd>}
          </div>
        ))}
        {choices && shown.length === 0 && <p>{t("common.nothing")}</p>}
        {!choices && <p>{t("common.loading")} …</p>}
      </div>
    </div>
  );
}

// tree puts the rows of a tree below their parents; what is above a row is found by typing too.
export function tree(rows: readonly Branch[]): Choice[] {
  const choices: Choice[] = [];
  const all = treeOf(rows);
  all.walk((row, depth) => void choices.push({ id: row.id, text: [row, ...all.above(row.id)].map(({ name }) => name).join(" "), content: row.name, depth }));
  return choices;
}
