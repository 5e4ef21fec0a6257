// A dialog that is there in the next frame. It is not shown with showModal, which makes all else inert and so computes
// the style of each row anew; instead it keeps the focus inside by itself, covers the rest, closes by Esc and gives
// the focus back.
import { X } from "lucide-react";
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";
import { createPortal } from "react-dom";

import { t } from "../lib/i18n";
import styles from "./parts.module.css";

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
  wide?: boolean;
  bare?: boolean; // without a heading of its own
  side?: boolean; // a drawer at the start
}

const focusable =
  "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex='0']";

const fields = ["input", "select", "textarea"].map((it) => `form ${it}:not(:disabled)`).join();

export function Dialog({ title, onClose, children, wide = false, bare = false, side = false }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current!;
    const before = document.activeElement as HTMLElement | null;
    (
      dialog.querySelector<HTMLElement>("[data-autofocus]") ??
      dialog.querySelector<HTMLElement>(fields) ??
      dialog.querySelector<HTMLElement>(focusable) ??
      dialog
    ).focus({ preventScroll: true });
    return () => {
      if (before?.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && !event.defaultPrevented) {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    }
    if (event.key !== "Tab") return;
    const all = [...element.current!.querySelectorAll<HTMLElement>(focusable)].filter(
      (it) => it.tabIndex >= 0 && it.getClientRects().length > 0,
    );
    const [first] = all;
    const last = all.at(-1);
    const at = document.activeElement;
    if (!first || !last) return;
    if (event.shiftKey ? at === first || at === element.current : at === last) {
      event.preventDefault();
      (event.shiftKey ? last : first).focus();
    }
  };
  return createPortal(
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- whoever has no pointer closes with Escape */}
      <div className={styles.backdrop} onMouseDown={onClose} />
      <dialog
        open
        ref={element}
        tabIndex={-1}
        className={styles.dialog}
        data-wide={wide || undefined}
        data-side={side || undefined}
        aria-label={title}
        aria-modal="true"
        onKeyDown={onKeyDown}
      >
        <div className={styles.dialogBody}>
          {!bare && (
            <header>
              <h2>{title}</h2>
              <button type="button" className={styles.icon} onClick={onClose} aria-label={t("common.close")}>
                <X size={16} aria-hidden />
              </button>
            </header>
          )}
          {children}
        </div>
      </dialog>
    </>,
    document.body,
  );
}
