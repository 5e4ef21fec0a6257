// Buttons and a select of the browser's own, for what has to be there in the next frame: dialogs that a key opens and bars
// that a tick shows. They look like the others.
import { useId, type ButtonHTMLAttributes, type SelectHTMLAttributes } from "react";

import styles from "./parts.module.css";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  primary?: boolean;
  small?: boolean;
  quiet?: boolean; // without a border
}

export function PlainButton({ primary, small, quiet, className, type = "button", ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={className ? `${styles.button} ${className}` : styles.button}
      data-primary={primary || undefined}
      data-small={small || undefined}
      data-quiet={quiet || undefined}
      {...rest}
    />
  );
}

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string;
  data: { value: string; label: string }[];
  focused?: boolean; // it gets the focus when its dialog opens
}

export function PlainSelect({ label, data, focused, ...rest }: SelectProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select id={id} {...(focused ? { "data-autofocus": true } : {})} {...rest}>
        {data.map(({ value, label: name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
