// The place in the sidebar below the name of the screen that is shown.
import { createContext, useContext, type ReactNode } from "react";
import { createPortal } from "react-dom";

export const SidebarSlot = createContext<HTMLElement | null>(null);

// InSidebar shows a screen's own lists, such as its views, there.
export function InSidebar({ children }: { children: ReactNode }) {
  const place = useContext(SidebarSlot);
  return place ? createPortal(children, place) : null;
}
