// Files that somebody chose: each is looked at before it is taken, which is a moment on a busy telephone.
import { useCallback, useRef, useState } from "react";

// useChosen is useState for what was made of chosen files.
export function useChosen<T>() {
  const [shown, show] = useState<T[]>([]);
  const current = useRef(shown);
  const looking = useRef<Promise<unknown>>(Promise.resolve());
  return {
    shown, // when the component was last drawn
    now: (): T[] => current.current,
    change: useCallback((to: (all: T[]) => T[]): void => show((current.current = to(current.current))), []),
    // add is told what is being done with files until they are taken.
    add: (taken: Promise<void>): void => {
      looking.current = Promise.allSettled([looking.current, taken]);
    },
    // all waits for what was chosen and is still looked at.
    all: async (): Promise<T[]> => {
      await looking.current;
      return current.current;
    },
  };
}
