// One of the cards beside a complaint, and what changes a value in it.
import { Pencil } from "lucide-react";
import type { ReactNode } from "react";

import styles from "./complaint.module.css";

export function Card({ title, tools, children }: { title: string; tools?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.card}>
      <header>
        <h2>{title}</h2>
        {tools}
      </header>
      {children}
    </section>
  );
}

export function Change({ label, onClick, letter }: { label: string; onClick?: () => void; letter?: string }) {
  if (!onClick) return null;
  return (
    <button
      type="button"
      className={styles.change}
      onClick={onClick}
      aria-label={label}
      title={letter ? `${label} (${letter})` : label}
    >
      <Pencil size={13} />
    </button>
  );
}
