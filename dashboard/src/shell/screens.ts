// The screens: what the sidebar lists, which keys lead there, and what is loaded when it is opened. A screen is
// added here when it exists.
import {
  ChartNoAxesColumn, ClipboardCheck, ClipboardList, Inbox, MapPin, Megaphone, PhoneIncoming, Tags, Users, type LucideIcon,
} from "lucide-react";
import { lazy, type ComponentType } from "react";
import { Banknote, Send, Hammer, SlidersHorizontal } from "lucide-react";

import type { MessageKey } from "../i18n";
import { isAdmin, isUser, type Viewer } from "../session/viewer";

interface Screen {
  path: string;
  title: MessageKey;
  icon: LucideIcon;
  key: string; // after g
  group?: 2 | 3; // the sidebar has a line between groups
  may: (viewer: Viewer) => boolean;
}

export const screens: Screen[] = [
  { path: "/inbox", title: "inbox.title", icon: Inbox, key: "i", may: isAdmin },
  { path: "/complaints", title: "shell.complaints", icon: ClipboardList, key: "c", may: isAdmin },
  { path: "/reviews", title: "reviews.title", icon: ClipboardCheck, key: "v", may: isAdmin },
  { path: "/intake", title: "intake.title", icon: PhoneIncoming, key: "n", may: isAdmin },
  { path: "/mine", title: "mine.title", icon: Megaphone, key: "m", may: isUser },
  { path: "/tasks", title: "shell.tasks", icon: Hammer, key: "t", may: (viewer) => isAdmin(viewer) || viewer.role === "PROVIDER" },
  { path: "/broadcasts", title: "shell.broadcasts", icon: Send, key: "w", group: 2, may: isAdmin },
  { path: "/payments", title: "shell.payments", icon: Banknote, key: "b", group: 2, may: (viewer) => isAdmin(viewer) || viewer.role === "PROVIDER" },
  { path: "/reports", title: "reports.title", icon: ChartNoAxesColumn, key: "r", group: 2, may: isAdmin },
  { path: "/people", title: "shell.people", icon: Users, key: "p", group: 3, may: isAdmin },
  { path: "/places", title: "shell.places", icon: MapPin, key: "l", group: 3, may: isAdmin },
  { path: "/categories", title: "shell.categories", icon: Tags, key: "k", group: 3, may: isAdmin },
  { path: "/settings", title: "shell.settings", icon: SlidersHorizontal, key: "s", group: 3, may: isAdmin },
];

interface Route {
  path: string;
  page: ComponentType;
}

export const routes: Route[] = [
  { path: "/inbox", page: lazy(() => import("../screens/inbox/Inbox")) },
  { path: "/complaints", page: lazy(() => import("../screens/queue/Queue")) },
  { path: "/complaints/:id", page: lazy(() => import("../screens/complaint/Complaint")) },
  { path: "/reports", page: lazy(() => import("../screens/reports/Reports")) },
  { path: "/reviews", page: lazy(() => import("../screens/reviews/Reviews")) },
  { path: "/reviews/:id", page: lazy(() => import("../screens/reviews/Reviews")) },
  { path: "/intake", page: lazy(() => import("../screens/intake/Intake")) },
  { path: "/mine", page: lazy(() => import("../screens/mine/Mine")) },
  { path: "/report", page: lazy(() => import("../screens/mine/Report")) },
  { path: "/places", page: lazy(() => import("../screens/places/Places")) },
  { path: "/categories", page: lazy(() => import("../screens/categories/Categories")) },
  { path: "/payments", page: lazy(() => import("../screens/payments/Payments")) },
  { path: "/payments/providers", page: lazy(() => import("../screens/providers/Providers")) },
  { path: "/broadcasts", page: lazy(() => import("../screens/broadcasts/Broadcasts")) },
  { path: "/tasks", page: lazy(() => import("../screens/tasks/Tasks")) },
  { path: "/settings", page: lazy(() => import("../screens/settings/Settings")) },
  { path: "/settings/reasons", page: lazy(() => import("../screens/settings/Reasons")) },
  { path: "/settings/history", page: lazy(() => import("../screens/settings/History")) },
  { path: "/settings/audit", page: lazy(() => import("../screens/audit/Audit")) },
  { path: "/account", page: lazy(() => import("../screens/account/Account")) },
  { path: "/people", page: lazy(() => import("../screens/people/People")) },
  { path: "/people/groups", page: lazy(() => import("../screens/people/Groups")) },
];

export const screensOf = (viewer: Viewer): Screen[] => screens.filter((screen) => screen.may(viewer));
