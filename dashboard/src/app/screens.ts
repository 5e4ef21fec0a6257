// The screens: what the sidebar lists, which keys lead there, and what is loaded when it is opened. A screen is
// added here when it exists.
import {
  ChartNoAxesColumn,
  ClipboardCheck,
  ClipboardList,
  Inbox,
  MapPin,
  Megaphone,
  PhoneIncoming,
  Tags,
  UserCheck,
  Users,
  type LucideIcon,
} from "lucide-react";
import { lazy, type ComponentType } from "react";
import { Banknote, Send, Hammer, SlidersHorizontal } from "lucide-react";

import { moreMessages, type FirstKey, type Later } from "../lib/i18n/more";
import { officeMessages, type Office } from "../lib/i18n/office";
import { isAdmin, isUser, type Viewer } from "../data/session/viewer";

interface Screen {
  path: string;
  title: FirstKey;
  icon: LucideIcon;
  key: string; // after g
  group?: 2 | 3; // the sidebar has a line between groups
  may: (viewer: Viewer) => boolean;
}

export const screens: Screen[] = [
  { path: "/inbox", title: "shell.inbox", icon: Inbox, key: "i", may: isAdmin },
  { path: "/work", title: "shell.work", icon: UserCheck, key: "m", may: isAdmin },
  { path: "/complaints", title: "shell.complaints", icon: ClipboardList, key: "c", may: isAdmin },
  { path: "/reviews", title: "shell.reviews", icon: ClipboardCheck, key: "v", may: isAdmin },
  { path: "/intake", title: "shell.intake", icon: PhoneIncoming, key: "n", may: isAdmin },
  { path: "/mine", title: "shell.mine", icon: Megaphone, key: "m", may: isUser },
  {
    path: "/tasks",
    title: "shell.tasks",
    icon: Hammer,
    key: "t",
    may: (viewer) => isAdmin(viewer) || viewer.role === "PROVIDER",
  },
  { path: "/broadcasts", title: "shell.broadcasts", icon: Send, key: "w", group: 2, may: isAdmin },
  {
    path: "/payments",
    title: "shell.payments",
    icon: Banknote,
    key: "b",
    group: 2,
    may: (viewer) => isAdmin(viewer) || viewer.role === "PROVIDER",
  },
  { path: "/reports", title: "shell.reports", icon: ChartNoAxesColumn, key: "r", group: 2, may: isAdmin },
  { path: "/people", title: "shell.people", icon: Users, key: "p", group: 3, may: isAdmin },
  { path: "/places", title: "shell.places", icon: MapPin, key: "l", group: 3, may: isAdmin },
  { path: "/categories", title: "shell.categories", icon: Tags, key: "k", group: 3, may: isAdmin },
  { path: "/settings", title: "shell.settings", icon: SlidersHorizontal, key: "s", group: 3, may: isAdmin },
];

interface Route {
  path: string;
  page: ComponentType;
}

// later is a screen whose messages are not among the first ones.
export const later = (load: () => Promise<{ default: Later }>): ComponentType =>
  lazy(async () => {
    const [{ default: it }] = await Promise.all([load(), moreMessages()]);
    return { default: it.screen };
  });

const office = (load: () => Promise<{ default: Office }>): ComponentType =>
  lazy(async () => {
    const [{ default: it }] = await Promise.all([load(), officeMessages()]);
    return { default: it.office };
  });

export const routes: Route[] = [
  { path: "/inbox", page: later(() => import("../screens/inbox/Inbox")) },
  { path: "/work", page: lazy(() => import("../screens/queue/Queue")) },
  { path: "/complaints", page: lazy(() => import("../screens/queue/Queue")) },
  { path: "/complaints/:id", page: later(() => import("../screens/complaint/Complaint")) },
  { path: "/reports", page: office(() => import("../screens/reports/Reports")) },
  { path: "/reviews", page: later(() => import("../screens/reviews/Reviews")) },
  { path: "/reviews/:id", page: later(() => import("../screens/reviews/Reviews")) },
  { path: "/intake", page: later(() => import("../screens/intake/Intake")) },
  { path: "/mine", page: later(() => import("../screens/mine/Mine")) },
  { path: "/report", page: later(() => import("../screens/mine/Report")) },
  { path: "/places", page: office(() => import("../screens/places/Places")) },
  { path: "/categories", page: office(() => import("../screens/categories/Categories")) },
  { path: "/payments", page: office(() => import("../screens/payments/Payments")) },
  { path: "/payments/providers", page: office(() => import("../screens/payments/Providers")) },
  { path: "/broadcasts", page: office(() => import("../screens/broadcasts/Broadcasts")) },
  { path: "/tasks", page: office(() => import("../screens/tasks/Tasks")) },
  { path: "/settings", page: office(() => import("../screens/settings/Settings")) },
  { path: "/settings/notifications", page: office(() => import("../screens/settings/Notifications")) },
  { path: "/settings/mails", page: office(() => import("../screens/settings/Mails")) },
  { path: "/settings/reasons", page: office(() => import("../screens/settings/Reasons")) },
  { path: "/settings/history", page: office(() => import("../screens/settings/History")) },
  { path: "/settings/audit", page: office(() => import("../screens/settings/Audit")) },
  { path: "/notifications", page: later(() => import("../screens/notifications/Notifications")) },
  { path: "/account", page: later(() => import("../screens/account/Account")) },
  { path: "/people", page: office(() => import("../screens/people/People")) },
  { path: "/people/groups", page: office(() => import("../screens/people/Groups")) },
];

const solverPaths = ["/today", "/today/:id", "/today/:id/report", "/outbox", "/me"];

// mayOpen reports whether a screen is for the viewer. One that the sidebar does not list is for whoever it leads to.
export function mayOpen(viewer: Viewer, path: string): boolean {
  if (path === "/report") return isUser(viewer);
  if (path === "/complaints/:id") return isAdmin(viewer) || isUser(viewer);
  return screens.find((it) => path === it.path || path.startsWith(`${it.path}/`))?.may(viewer) ?? true;
}

// isScreen reports whether an address is one of the desk's, of whatever role.
export const isScreen = (address: string): boolean =>
  [...routes.map(({ path }) => path), ...solverPaths].some((path) =>
    new RegExp(`^${path.replaceAll(":id", "[^/]+")}$`).test(address),
  );

export const screensOf = (viewer: Viewer): Screen[] => screens.filter((screen) => screen.may(viewer));
