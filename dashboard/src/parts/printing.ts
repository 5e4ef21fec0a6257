// Whether the page is being printed, for what looks otherwise on paper than a style can make it.
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const paper = matchMedia("print");
    const look = (to: boolean) => (): void => flushSync(() => setPrinting(to)); // it must be there when the event is over
    const [begin, end, change] = [look(true), look(false), (): void => look(paper.matches)()];
    addEventListener("beforeprint", begin);
    addEventListener("afterprint", end);
    paper.addEventListener("change", change);
    return () => {
      removeEventListener("beforeprint", begin);
      removeEventListener("afterprint", end);
      paper.removeEventListener("change", change);
    };
  }, []);
  return printing;
}
