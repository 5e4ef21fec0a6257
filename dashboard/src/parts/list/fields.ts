// The fields of a form, and what is done with their values.
import type { ReactNode } from "react";

import type { Picked, Source } from "./lookups";
import { t } from "../../lib/i18n/more";
import { dateTime, dayOf, zoned } from "../../lib/i18n/format";

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
    | "url"
    | "color";
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

export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export const absent = (value: Value | undefined): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.length === 0);

// merged takes over what only they changed; what both changed stays as it was typed here.
export const merged = <V extends Values>(mine: V, before: V, theirs: V): V =>
  Object.fromEntries(
    Object.entries(mine).map(([name, value]) => [name, same(value, before[name]) ? theirs[name]! : value]),
  ) as V;

// print is a value as people read it.
export function print(field: Field, value: Value | undefined): string {
  if (absent(value)) return t("list.empty");
  if (typeof value === "boolean") return t(value ? "list.yes" : "list.no");
  if (Array.isArray(value))
    return value.map((it) => field.options?.find((option) => option.value === it)?.label ?? it).join(", ");
  if (typeof value === "object") return value!.name;
  if (field.kind === "date") return dayOf(value!);
  if (field.kind === "time") return dateTime(zoned(value!).getTime());
  return field.options?.find((option) => option.value === value)?.label ?? value!;
}
