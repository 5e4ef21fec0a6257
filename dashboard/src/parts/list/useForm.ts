// What a form does: it keeps what is typed, sends it once, and says at each field what the service refuses.
import { useEffect, useState, type RefObject } from "react";

import { asGraphError, type GraphError } from "../../data/graph/errors";
import { readDraft, writeDraft } from "../../data/session/drafts";
import { t } from "../../lib/i18n/more";
import { useBusy } from "../busy";
import { absent, merged, same, type Field, type Value, type Values } from "./fields";

export interface Filled<V extends Values> {
  draft?: string; // the name under which what is typed survives a reload
  fields: Field<V>[];
  initial: V;
  version?: number;
  submit: (values: V, version: number | undefined) => Promise<unknown>;
  current?: () => Promise<{ values: V; version: number }>; // read again after a conflict
  again?: boolean; // once it was sent, it stands ready for the next
  onValues?: (values: V) => void;
}

const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function restore<V extends Values>(draft: string | undefined, initial: V): V | undefined {
  if (!draft) return undefined;
  try {
    const stored = JSON.parse(readDraft(draft) || "null") as V | null;
    return stored ? { ...initial, ...stored } : undefined;
  } catch {
    return undefined;
  }
}

// faultsOf returns what is wrong with which field, and whether there is more that belongs to none.
function faultsOf<V extends Values>(faults: GraphError["fields"], fields: Field<V>[]) {
  const found: Record<string, string> = {};
  let rest = false;
  for (const { field: wrong, message } of faults) {
    const field = fields.find(({ name, wire }) =>
      [name, ...(wire ?? [])].some((known) => wrong === known || wrong.startsWith(`${known}.`)),
    );
    if (field) found[field.name] = [found[field.name], sentenceCase(message)].filter(Boolean).join(" ");
    else rest = true;
  }
  return { found, rest };
}

export function useForm<V extends Values>(form: RefObject<HTMLFormElement | null>, filled: Filled<V>) {
  const { draft, fields, initial, version, submit, current, again = false, onValues } = filled;
  const [kept] = useState(() => restore(draft, initial));
  const [values, setValues] = useState<V>(kept ?? initial);
  const [restored, setRestored] = useState(kept !== undefined && !same(kept, initial));
  const [base, setBase] = useState({ values: initial, version });
  const [theirs, setTheirs] = useState<V>();
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [fault, setFault] = useState<unknown>();
  const [busy, once] = useBusy();
  useEffect(() => {
    onValues?.(values);
    // oxlint-disable-next-line react/exhaustive-deps -- told when a value changes, not when the callback does
  }, [values]);

  // What is new begins with its first field. Where a dialog has chosen another place, that stays.
  const focusFirst = (): void =>
    form.current
      ?.querySelector<HTMLElement>("input:not(:disabled), select:not(:disabled), textarea:not(:disabled)")
      ?.focus({ preventScroll: true });
  useEffect(() => {
    if (version === undefined && !form.current?.contains(document.activeElement)) focusFirst();
    // oxlint-disable-next-line react/exhaustive-deps -- where it begins
  }, []);

  const change = (next: V): void => {
    setValues(next);
    if (draft) writeDraft(draft, same(next, base.values) ? "" : JSON.stringify(next));
  };
  const set = (name: string, value: Value): void => {
    change({ ...values, [name]: value });
    if (faults[name]) setFaults(({ [name]: _changed, ...rest }) => rest);
  };
  const forget = (): void => {
    if (draft) writeDraft(draft, "");
  };
  const discard = (): void => {
    forget();
    setValues(initial);
    setRestored(false);
  };
  const shown = fields.filter((field) => field.show?.(values) ?? true);
  const focusFault = (): void => {
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-fault] input")?.focus(),
    );
  };

  const send = async (): Promise<void> => {
    const missing = shown.filter((field) => field.required && absent(values[field.name]));
    if (missing.length > 0) {
      setFaults(Object.fromEntries(missing.map((field) => [field.name, t("list.required")])));
      return focusFault();
    }
    return once(async () => {
      setFault(undefined);
      setFaults({});
      try {
        if ((await submit(values, base.version)) === false) return; // it was not sent after all
        if (!again) return forget();
        discard();
        focusFirst();
      } catch (cause) {
        const error = asGraphError(cause);
        if (error.code === "CONFLICT" && current && error.fields.every(({ field }) => field === "expectedVersion")) {
          const now = await current().catch(() => undefined);
          if (now && now.version !== base.version) {
            setTheirs(now.values);
            setValues((mine) => merged(mine, base.values, now.values));
            setBase({ values: base.values, version: now.version });
            return;
          }
        }
        const { found, rest } = faultsOf(error.fields, shown);
        setFaults(found);
        if (Object.keys(found).length === 0 || rest) setFault(cause);
        focusFault();
      }
    });
  };
  return { values, set, shown, base: base.values, theirs, restored, discard, forget, faults, fault, busy, send };
}
