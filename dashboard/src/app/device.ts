// What is shown on the device beside the desk: pressing it opens its page in a tab that is open, and whoever comes back to the
// desk has no more use for it.
import { useEffect } from "react";
import { useLocation } from "wouter";

import { clearDevice } from "../data/notifications/device";

export function useDevice(): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    const worker = "serviceWorker" in navigator ? navigator.serviceWorker : undefined;
    const open = ({ data }: MessageEvent<{ open?: string } | null>): void => {
      if (data?.open) navigate(data.open);
    };
    const seen = (): void => {
      if (document.visibilityState === "visible") void clearDevice().catch(() => undefined);
    };
    worker?.addEventListener("message", open);
    document.addEventListener("visibilitychange", seen);
    return () => {
      worker?.removeEventListener("message", open);
      document.removeEventListener("visibilitychange", seen);
    };
  }, [navigate]);
}
