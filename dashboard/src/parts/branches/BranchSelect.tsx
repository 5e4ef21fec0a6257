// A field for a zone or a category: a list to choose from where they are few, else a field that finds them.
import { NativeSelect } from "@mantine/core";
import type { ReactNode } from "react";

import { t } from "../../lib/i18n";
import { Lookup } from "../list/Lookup";
import { categories, zones } from "../list/lookups";
import { treePaths } from "../tree";
import { useBranches, type Kind } from "./branches";

interface Props {
  of: Kind;
  label: string;
  hideLabel?: boolean;
  none: string; // what it says while nothing is chosen
  value: string;
  onChange: (id: string) => void;
  error?: ReactNode;
  required?: boolean;
  size?: "sm" | "md";
  autoFocus?: boolean;
}

export function BranchSelect({
  of,
  label,
  hideLabel = false,
  none,
  value,
  onChange,
  error,
  required,
  size = "sm",
  autoFocus = false,
}: Props) {
  const { rows, many, nameOf } = useBranches(of, { ids: value ? [value] : [] });
  if (many) {
    return (
      <Lookup
        label={label}
        hideLabel={hideLabel}
        source={of === "zones" ? zones : categories}
        value={value ? { id: value, name: nameOf(value) ?? `${t("common.loading")} …` } : null}
        onChange={(picked) => onChange(picked?.id ?? "")}
        error={error}
        required={required}
        size={size}
        placeholder={none}
        autoFocus={autoFocus}
      />
    );
  }
  const paths = treePaths(rows ?? []);
  return (
    <NativeSelect
      {...(hideLabel ? { "aria-label": label } : { label })}
      size={size}
      value={value}
      required={required}
      error={error}
      data-autofocus={autoFocus || undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: "", label: none },
        ...(value !== "" && !paths.some((it) => it.value === value)
          ? [{ value, label: nameOf(value) ?? `${t("common.loading")} …` }]
          : []),
        ...paths,
      ]}
    />
  );
}
