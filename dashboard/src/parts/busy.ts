import { useCallback, useRef, useState } from "react";

// useBusy does one thing at a time, and says whether it is at it. What is begun meanwhile is dropped, also in the same moment,
// before a button that is busy was drawn: two clicks at once make one complaint.
export function useBusy(): [boolean, (work: () => Promise<unknown>) => Promise<void>] {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const once = useCallback(async (work: () => Promise<unknown>): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      running.current = false;
      setBusy(false);
    }
  }, []);
  return [busy, once];
}
