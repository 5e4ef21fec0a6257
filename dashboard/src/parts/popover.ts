import { useRef, useState, type RefObject } from "react";

interface Opened {
  open: boolean;
  change: (open: boolean) => void;
  button: RefObject<HTMLButtonElement | null>;
}

// usePopover opens and closes a popover. What it was opened from has the focus again, or its button where that is gone, unless
// something else has it. Mantine would note the opener when all is drawn: on a busy machine the first field has the focus
// by then, and goes with it.
export function usePopover(): Opened {
  const [open, setOpen] = useState(false);
  const opener = useRef<Element>(null);
  const button = useRef<HTMLButtonElement>(null);
  const change = (next: boolean): void => {
    if (next && !open) opener.current = document.activeElement;
    setOpen(next);
    if (next || !open) return;
    setTimeout(() => {
      const at = document.activeElement;
      if (at && at !== document.body && !at.closest("[role=dialog]")) return;
      const back = opener.current?.isConnected ? opener.current : button.current;
      if (back instanceof HTMLElement) back.focus({ preventScroll: true });
    });
  };
  return { open, change, button };
}
