import { t } from "../../lib/i18n/office";
import type { Tab } from "../../parts/list/Screen";
import type { Viewer } from "../../data/session/viewer";

// settingsTabs are the pages of the settings: reason codes and the audit are for all administrators.
export const settingsTabs = (viewer: Viewer | undefined): Tab[] => [
  ...(viewer?.role === "SUPER_ADMIN"
    ? [
        { path: "/settings", title: t("settings.general") },
        { path: "/settings/notifications", title: t("notifications.title") },
        { path: "/settings/mails", title: t("settings.mails") },
      ]
    : []),
  { path: "/settings/reasons", title: t("settings.reasons") },
  ...(viewer?.role === "SUPER_ADMIN" ? [{ path: "/settings/history", title: t("settings.history") }] : []),
  { path: "/settings/audit", title: t("settings.audit") },
];
