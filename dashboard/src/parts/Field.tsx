// A field for text that is typed fast: the browser's own, which grows with its text. React renders nothing while
// somebody types; the text is kept as a draft and read from the element when it is sent.
import { useEffect, useId, useRef, type ReactNode, type RefObject } from "react";

import { readDraft, writeDraft } from "../data/session/drafts";
import styles from "./parts.module.css";

interface Props {
  label: string;
  hint?: ReactNode;
  error?: string;
  draft?: string; // the name under which what is typed survives
  rows?: number;
  maxLength?: number;
  internal?: boolean; // what the reporter never sees looks different
  autoFocus?: boolean;
  field?: RefObject<HTMLTextAreaElement | null>;
  onInput?: (text: string) => void;
}

export function Field({
  label,
  hint,
  error,
  draft,
  rows = 2,
  maxLength,
  internal = false,
  autoFocus = false,
  field,
  onInput,
}: Props) {
  const own = useRef<HTMLTextAreaElement>(null);
  const element = field ?? own;
  const id = useId();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const it = element.current;
    if (draft && it && it.value === "") it.value = readDraft(draft);
    return () => {
      if (timer.current !== undefined && draft && it) writeDraft(draft, it.value);
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [draft, element]);
  return (
    <div className={styles.field} data-internal={internal || undefined} data-error={error ? true : undefined}>
      <label htmlFor={id}>{label}</label>
      {hint && <p id={`${id}-hint`}>{hint}</p>}
      <textarea
        dir="auto"
        ref={element}
        id={id}
        rows={rows}
        maxLength={maxLength}
        aria-describedby={[hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined}
        aria-invalid={error ? true : undefined}
        {...(autoFocus ? { "data-autofocus": true } : {})}
        onInput={(event) => {
          const { value } = event.currentTarget;
          onInput?.(value);
          if (!draft) return;
          clearTimeout(timer.current);
          timer.current = setTimeout(() => {
            timer.current = undefined;
            writeDraft(draft, value);
          }, 200);
        }}
      />
      {error && (
        <p id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
