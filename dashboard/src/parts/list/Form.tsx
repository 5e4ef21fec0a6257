// The form of all plain lists. What the service refuses is said at its field; what was typed stays, also over a reload;
// and when somebody else has saved meanwhile, both values are shown and one click saves.
import { Button, Checkbox, NativeSelect, PasswordInput, Switch, Textarea, TextInput } from "@mantine/core";
import { useId, useRef, type FormEvent, type ReactNode } from "react";

import { t } from "../../lib/i18n/more";
import { Dialog } from "../Dialog";
import { ErrorNotice } from "../Notice";
import { print, same, type Field, type Value, type Values } from "./fields";
import styles from "./list.module.css";
import { Lookup } from "./Lookup";
import type { Picked } from "./lookups";
import { useForm, type Filled } from "./useForm";

export type { Field, Value, Values } from "./fields";

interface Props<V extends Values> extends Filled<V> {
  label: string;
  danger?: boolean;
  onCancel?: (() => void) | undefined;
  children?: ReactNode | ((values: V) => ReactNode);
  extra?: (values: V) => ReactNode; // beside the button
}

export function Form<V extends Values>(props: Props<V>) {
  const { label, danger = false, onCancel, children, extra } = props;
  const form = useRef<HTMLFormElement>(null);
  const { values, set, shown, base, theirs, restored, discard, forget, faults, fault, busy, send } = useForm(
    form,
    props,
  );
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
          <Button size="compact-sm" variant="default" onClick={discard}>
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
            {theirs && !same(theirs[name], base[name]) && (
              <Theirs
                field={field as unknown as Field}
                before={base[name]}
                theirs={theirs[name]!}
                mine={values[name]}
                take={() => set(name, theirs[name]!)}
              />
            )}
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

interface TheirsProps {
  field: Field;
  before: Value | undefined;
  theirs: Value;
  mine: Value | undefined;
  take: () => void;
}

// Theirs says what somebody else changed meanwhile: taken over already, or to be chosen.
function Theirs({ field, before, theirs, mine, take }: TheirsProps) {
  if (same(theirs, mine)) return <p className={styles.hint}>{t("list.taken", { before: print(field, before) })}</p>;
  return (
    <p className={styles.theirs} data-theirs={field.name}>
      <span>{t("list.theirs", { value: print(field, theirs) })}</span>
      <Button size="compact-sm" variant="default" onClick={take}>
        {t("list.takeTheirs")}
      </Button>
    </p>
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
        { date: "date", time: "datetime-local", email: "email", tel: "tel", url: "url", color: "color" }[
          kind as string
        ] ?? "text";
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
