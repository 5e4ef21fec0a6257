// `@` and the beginning of a name in an internal note find administrators, who are told of the note and watch the complaint from then on.
import { Combobox, useCombobox } from "@mantine/core";
import { useEffect, useState, type ReactElement, type RefObject } from "react";
import { flushSync } from "react-dom";

import { useDraft } from "../../data/session/drafts";
import { viewerId } from "../../data/session/viewer";
import { t } from "../../lib/i18n/more";
import { useBranches } from "../../parts/branches/branches";
import { fold } from "../../parts/fold";
import { Verbatim } from "../../parts/Verbatim";
import styles from "./complaint.module.css";

interface Named {
  id: string;
  name: string;
}

const shownAtMost = 8;

// What is typed after the last @ before the caret, which may be the beginning of a name.
const begun = /(?:^|[\s([{"'„“«])@([^@\n]{0,40})$/u;

// parted splits a text at names after an @, which are every other part. A name may begin with another one.
function parted(text: string, names: string[]): string[] {
  if (names.length === 0) return [text];
  const longest = names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replaceAll(/[^\p{L}\p{N} ]/gu, escaped));
  return text.split(new RegExp(`@(${longest.join("|")})(?![\\p{L}\\p{N}])`, "u"));
}

const escaped = (char: string): string => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;

// mentionsOf returns the ids of those among some whose names a text still has.
export function mentionsOf(text: string, chosen: Named[]): string[] {
  const names = parted(
    text,
    chosen.map(({ name }) => name),
  ).filter((_, i) => i % 2 === 1);
  return [...new Set(chosen.filter(({ name }) => names.includes(name)).map(({ id }) => id))];
}

export interface Mentions {
  chosen: Named[];
  forget: () => void;
  found: Named[];
  choose: (id: string) => void;
  close: () => void;
  look: () => void; // after the text or the caret has changed
}

interface Field {
  on: boolean;
  area: RefObject<HTMLTextAreaElement | null>;
  setText: (text: string) => void;
}

// useMentions finds administrators by what is typed into a field, and keeps who was chosen as the words are kept.
export function useMentions(draft: string, { on, area, setText }: Field): Mentions {
  const [kept, keep] = useDraft(`${draft}:mentions`);
  const chosen = kept === "" ? [] : (JSON.parse(kept) as Named[]);
  const [typed, setTyped] = useState<string>();
  const [left, setLeft] = useState(-1); // where the @ is whose list was closed
  const open = on && typed !== undefined;
  const { rows } = useBranches("administrators", { text: typed?.trim() ?? "", enabled: open });
  const found = open
    ? (rows ?? []).filter(({ id, name }) => id !== viewerId() && fold(name).includes(fold(typed))).slice(0, shownAtMost)
    : [];
  // wordAt returns what is typed before the caret, and where its @ is.
  const wordAt = (it: HTMLTextAreaElement): [string, number] | undefined => {
    const word =
      it.selectionStart === it.selectionEnd ? begun.exec(it.value.slice(0, it.selectionStart))?.[1] : undefined;
    return word === undefined || chosen.some(({ name }) => word.startsWith(`${name} `))
      ? undefined
      : [word, it.selectionStart - word.length - 1];
  };
  return {
    chosen,
    forget: () => keep(""),
    found,
    choose: (id) => {
      const it = area.current;
      const who = found.find((one) => one.id === id);
      const word = it && wordAt(it);
      if (!it || !who || !word) return;
      const [before, caret] = [`${it.value.slice(0, word[1])}@${who.name} `, it.selectionStart];
      keep(JSON.stringify([...chosen, { id, name: who.name }]));
      flushSync(() => {
        setText(before + it.value.slice(caret));
        setTyped(undefined);
      });
      it.setSelectionRange(before.length, before.length); // at once: whoever types on would go on at the end of the text
    },
    close: () => {
      setLeft((area.current && wordAt(area.current)?.[1]) ?? -1);
      setTyped(undefined);
    },
    look: () => {
      const word = on && area.current ? wordAt(area.current) : undefined;
      setTyped(word && word[1] !== left ? word[0] : undefined);
      if (!word) setLeft(-1);
    },
  };
}

// MentionList is below a field, with those whom `@` finds.
export function MentionList({ mentions, children }: { mentions: Mentions; children: ReactElement }) {
  const { found, choose, close, look } = mentions;
  const open = found.length > 0;
  const store = useCombobox({ opened: open, onDropdownClose: close });
  const { selectFirstOption } = store;
  const those = found.map(({ id }) => id).join();
  useEffect(() => {
    if (those !== "") selectFirstOption();
  }, [those, selectFirstOption]);
  return (
    <div onSelect={look}>
      <Combobox store={store} onOptionSubmit={choose} withinPortal={false} position="bottom-start" width={280}>
        <Combobox.Target withKeyboardNavigation={open}>{children}</Combobox.Target>
        <Combobox.Dropdown className={`${styles.float} ${styles.mentionable}`}>
          <Combobox.Header role="status">{t("composer.mention")}</Combobox.Header>
          <Combobox.Options aria-label={t("composer.mention")}>
            {found.map(({ id, name }) => (
              <Combobox.Option key={id} value={id}>
                <Verbatim>{name}</Verbatim>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </div>
  );
}

// Mentioning is the text of a note with the names of those whom it mentions.
export function Mentioning({ text, names }: { text: string; names: string[] }) {
  return parted(text, names).map((part, i) =>
    i % 2 === 0 ? (
      part
    ) : (
      <b key={`${i} ${part}`} className={styles.mention}>
        <Verbatim>@{part}</Verbatim>
      </b>
    ),
  );
}
