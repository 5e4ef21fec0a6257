// What takes the focus away by itself waits for whoever has it in a field: what they type next is for that field.
import { useLayoutEffect, useState } from "react";

import { isField } from "../lib/keyboard";

// useAfterTyping becomes true when something is wanted and no field has the focus, or when it is asked for.
export function useAfterTyping(wanted: boolean): [due: boolean, now: () => void] {
  const [due, setDue] = useState(false);
  useLayoutEffect(() => {
    if (!wanted) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      if (isField(document.activeElement)) timer = setTimeout(look, 300);
      else setDue(true);
    };
    look();
    return () => {
      clearTimeout(timer);
      setDue(false);
    };
  }, [wanted]);
  return [wanted && due, () => setDue(true)];
}
