// The form of all plain lists. What the service refuses is said at its field; what was typed stays, also over a reload;
// and when somebody else has saved meanwhile, both values are shown and one click saves.
import { Button, Checkbox, NativeSelect, PasswordInput, Switch, Textarea, TextInput } from "@mantine/core";
import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from "react";

import { asGraphError } from "../../data/graph/errors";
import { t } from "../../lib/i18n/more";
import { dateTime, dayOf, zoned } from "../../lib/i18n/format";
import { readDraft, writeDraft } from "../../data/session/drafts";
import { Dialog } from "../Dialog";
import { ErrorNotice } from "../Notice";
import styles from "./list.module.css";
import { Lookup } from "./Lookup";
import type { Picked, Source } from "./lookups";
import { useBusy } from "../busy";

export type Value = string | boolean | string[] | Picked | null;
export type Values = Record<string, Value>;

export interface Field<V extends Values = Values> {
  name: keyof V & string;
  label: string;
  kind?:
    | "text"
    | "area"
    | "email"
    | "tel"
    | "number"
    | "password"
    | "select"
    | "switch"
    | "lookup"
    | "date"
    | "time"
    | "checks"
    | "money"
    | "url";
  hint?: ReactNode;
  required?: boolean;
  max?: number;
  options?: readonly { value: string; label: string }[];
  source?: Source;
  show?: (values: V) => boolean;
  wire?: string[]; // what the service calls it, if not by its name
  autoComplete?: string;
  rows?: number;
  render?: (props: {
    value: Value;
    values: V;
    error: string | undefined;
    onChange: (value: Value) => void;
  }) => ReactNode;
}

interface Props<V extends Values> {
  draft?: string; // the name under which what is typed survives a reload
  fields: Field<V>[];
  initial: V;
  version?: number;
  submit: (values: V, version: number | undefined) => Promise<unknown>;
  current?: () => Promise<{ values: V; version: number }>; // read again after a conflict
  label: string;
  danger?: boolean;
  onCancel?: (() => void) | undefined;
  children?: ReactNode | ((values: V) => ReactNode);
  extra?: (values: V) => ReactNode; // beside the button
  again?: boolean; // once it was sent, it stands ready for the next
  onValues?: (values: V) => void;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const absent = (value: Value | undefined): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.length === 0);
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

export function Form<V extends Values>(props: Props<V>) {
  const {
    draft,
    fields,
    initial,
    version,
    submit,
    current,
    label,
    danger = false,
    onCancel,
    children,
    extra,
    again = false,
    onValues,
  } = props;
  const [kept] = useState(() => restore(draft, initial));
  const [values, setValues] = useState<V>(kept ?? initial);
  const [restored, setRestored] = useState(kept !== undefined && !same(kept, initial));
  const [base, setBase] = useState({ values: initial, version });
  const [theirs, setTheirs] = useState<V>();
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [fault, setFault] = useState<unknown>();
  const [busy, once] = useBusy();
  const form = useRef<HTMLFormElement>(null);
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
        if ((await submit(values, base.version)) !== false) {
          // false: it was not sent after all
          forget();
          if (again) {
            setValues(initial);
            setRestored(false);
            focusFirst();
          }
        }
      } catch (cause) {
        const error = asGraphError(cause);
        const others: typeof error.fields = [];
        if (error.code === "CONFLICT" && current && error.fields.every(({ field }) => field === "expectedVersion")) {
          const now = await current().catch(() => undefined);
          if (now && now.version !== base.version) {
            // What only they changed is taken over; what both changed stays as it was typed here, with theirs beside it.
            setTheirs(now.values);
            setValues(
              (mine) =>
                Object.fromEntries(
                  Object.entries(mine).map(([name, value]) => [
                    name,
                    same(value, base.values[name]) ? now.values[name]! : value,
                  ]),
                ) as V,
            );
            setBase({ values: base.values, version: now.version });
            return;
          }
        }
        const found: Record<string, string> = {};
        for (const it of error.fields) {
          const field = shown.find(({ name, wire }) =>
            [name, ...(wire ?? [])].some((known) => it.field === known || it.field.startsWith(`${known}.`)),
          );
          if (field) found[field.name] = [found[field.name], sentenceCase(it.message)].filter(Boolean).join(" ");
          else others.push(it);
        }
        setFaults(found);
        if (Object.keys(found).length === 0 || others.length > 0) setFault(cause);
        focusFault();
      }
    });
  };

  const print = (field: Field<V>, value: Value | undefined): string => {
    if (absent(value)) return t("list.empty");
    if (typeof value === "boolean") return t(value ? "list.yes" : "list.no");
    if (Array.isArray(value))
      return value.map((it) => field.options?.find((option) => option.value === it)?.label ?? it).join(", ");
    if (typeof value === "object") return value!.name;
    if (field.kind === "date") return dayOf(value!);
    if (field.kind === "time") return dateTime(zoned(value!).getTime());
    return field.options?.find((option) => option.value === value)?.label ?? value!;
  };
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      aria-label={label}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        void send();
      }}
    >
      {restored && (
        <p className={styles.restored} role="status">
          {t("list.restored")}
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              forget();
              setValues(initial);
              setRestored(false);
            }}
          >
            {t("list.discard")}
          </Button>
        </p>
      )}
      {theirs && (
        <p className={styles.warn} role="alert">
          {t("list.stale")}
        </p>
      )}
      {shown.map((field) => {
        const { name } = field;
        const both = theirs && !same(theirs[name], base.values[name]) && !same(theirs[name], values[name]);
        const taken = theirs && !same(theirs[name], base.values[name]) && same(theirs[name], values[name]);
        return (
          <div key={name}>
            {field.render ? (
              field.render({ value: values[name]!, values, error: faults[name], onChange: (value) => set(name, value) })
            ) : (
              <Input
                field={field as unknown as Field}
                value={values[name]!}
                error={faults[name]}
                onChange={(value) => set(name, value)}
              />
            )}
            {both && (
              <p className={styles.theirs} data-theirs={name}>
                <span>{t("list.theirs", { value: print(field, theirs[name]) })}</span>
                <Button size="compact-sm" variant="default" onClick={() => set(name, theirs[name]!)}>
                  {t("list.takeTheirs")}
                </Button>
              </p>
            )}
            {taken && <p className={styles.hint}>{t("list.taken", { before: print(field, base.values[name]) })}</p>}
          </div>
        );
      })}
      {typeof children === "function" ? children(values) : children}
      {fault !== undefined && <ErrorNotice error={fault} />}
      <footer>
        <Button type="submit" loading={busy} color={danger ? "red" : undefined}>
          {label}
        </Button>
        {onCancel && (
          <Button
            variant="default"
            onClick={() => {
              forget();
              onCancel();
            }}
          >
            {t("common.cancel")}
          </Button>
        )}
        {extra?.(values)}
      </footer>
    </form>
  );
}

interface InputProps {
  field: Field;
  value: Value;
  error: string | undefined;
  onChange: (value: Value) => void;
}

function Input({ field, value, error, onChange }: InputProps) {
  const {
    name,
    label,
    kind = "text",
    hint,
    required = false,
    max,
    options = [],
    source,
    autoComplete = "off",
    rows,
  } = field;
  const id = useId();
  const shared = {
    name,
    label,
    description: hint,
    error,
    required,
    withAsterisk: false,
    "aria-required": required || undefined,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  const text = typeof value === "string" ? value : "";
  switch (kind) {
    case "area":
      return <Textarea {...shared} value={text} rows={rows ?? 4} maxLength={max} resize="vertical" />;
    case "select":
      return (
        <NativeSelect
          {...shared}
          value={text}
          data={[
            ...(required && text !== "" ? [] : [{ value: "", label: required ? t("list.choose") : t("common.none") }]),
            ...options,
          ]}
        />
      );
    case "switch":
      return (
        <Switch
          name={name}
          label={label}
          description={hint}
          error={error}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case "lookup":
      return (
        <Lookup
          label={label}
          source={source!}
          value={value as Picked | null}
          onChange={onChange}
          hint={hint}
          error={error}
          required={required}
        />
      );
    case "password":
      return (
        <PasswordInput {...shared} value={text} autoComplete={autoComplete} aria-invalid={error ? true : undefined} />
      );
    case "checks": {
      const chosen = value as string[];
      return (
        <fieldset data-fault={error ? true : undefined} aria-describedby={error ? `${id}-fault` : undefined}>
          <legend>{label}</legend>
          {hint && <p className={styles.hint}>{hint}</p>}
          {options.map((option) => (
            <Checkbox
              key={option.value}
              label={option.label}
              checked={chosen.includes(option.value)}
              onChange={(event) =>
                onChange(
                  event.currentTarget.checked ? [...chosen, option.value] : chosen.filter((it) => it !== option.value),
                )
              }
            />
          ))}
          {error && (
            <p id={`${id}-fault`} className={styles.fault}>
              {error}
            </p>
          )}
        </fieldset>
      );
    }
    default: {
      const type =
        { date: "date", time: "datetime-local", email: "email", tel: "tel", url: "url" }[kind as string] ?? "text";
      const mode = { number: "numeric", money: "decimal" }[kind as string] as "numeric" | "decimal" | undefined;
      return (
        <TextInput
          {...shared}
          type={type}
          inputMode={mode}
          value={text}
          maxLength={max}
          autoComplete={autoComplete}
          spellCheck={kind === "text"}
        />
      );
    }
  }
}

interface ConfirmProps<V extends Values> {
  title: string;
  text: ReactNode; // what happens
  action: string; // what the button says
  fields?: Field<V>[];
  initial?: V;
  confirm: (values: V) => Promise<unknown>;
  onClose: () => void;
  danger?: boolean;
}

// Confirm asks once, naming what happens.
export function Confirm<V extends Values>({
  title,
  text,
  action,
  fields = [],
  initial = {} as V,
  confirm,
  onClose,
  danger = true,
}: ConfirmProps<V>) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={styles.dialogText}>
        <div>{text}</div>
        <Form
          fields={fields}
          initial={initial}
          label={action}
          danger={danger}
          onCancel={onClose}
          submit={async (values) => {
            await confirm(values);
            onClose();
          }}
        />
      </div>
    </Dialog>
  );
}
