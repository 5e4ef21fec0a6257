// A dialog of the browser's own: it keeps the focus inside, closes by Esc and gives the focus back.
import { X } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";

import { t } from "../i18n";
import styles from "./parts.module.css";

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
  wide?: boolean;
  bare?: boolean; // without a heading of its own
  side?: boolean; // a drawer at the start
}

export function Dialog({ title, onClose, children, wide = false, bare = false, side = false }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current!;
    const before = document.activeElement as HTMLElement | null;
    dialog.showModal();
    dialog.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    return () => {
      dialog.close();
      before?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={element}
      className={styles.dialog}
      data-wide={wide || undefined}
      data-side={side || undefined}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === element.current) onClose();
      }}
    >
      <div className={styles.dialogBody}>
        {!bare && (
          <header>
            <h2>{title}</h2>
            <button type="button" className={styles.icon} onClick={onClose} aria-label={t("common.close")}><X size={16} aria-hidden /></button>
          </header>
        )}
        {children}
      </div>
    </dialog>
  );
}
