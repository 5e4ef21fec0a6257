// The title of the tab: what is on it first, so that tabs can be told apart, the organisation last.
import { useEffect } from "react";

import { useOrganization } from "../data/session/viewer";

export function useTitle(...parts: (string | undefined)[]): void {
  const title = [...parts, useOrganization()].filter(Boolean).join(" · ");
  useEffect(() => {
    document.title = title;
  }, [title]);
}
