// When somebody last typed into a field. What takes the focus away by itself waits until they pause.
import { useLayoutEffect, useState } from "react";

import { isField } from "./keys";

const pause = 1000; // milliseconds
let last = -Infinity;

for (const kind of ["keydown", "input"]) {
  document.addEventListener(kind, ({ target }) => {
    if (isField(target)) last = performance.now();
  }, true);
}

// useAfterTyping becomes true when something is wanted and nobody has typed for a second.
export function useAfterTyping(wanted: boolean): boolean {
  const [due, setDue] = useState(false);
  useLayoutEffect(() => {
    if (!wanted) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      const rest = last + pause - performance.now();
      if (rest > 0 && isField(document.activeElement)) timer = setTimeout(look, rest);
      else setDue(true);
    };
    look();
    return () => {
      clearTimeout(timer);
      setDue(false);
    };
  }, [wanted]);
  return wanted && due;
}
