// How much one is told of the complaint: of what concerns oneself, of all that its reporter is told, or of what one has to do.
import { ActionIcon, Menu } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Bell, BellOff, BellRing, type LucideIcon } from "lucide-react";

import { run } from "../../data/graph/client";
import type { NotificationLevel } from "../../data/graph/schema.generated";
import { t } from "../../lib/i18n/more";
import { done, failed } from "../../parts/undo";
import styles from "./complaint.module.css";
import { pageKey, type Case } from "./data";
import { CaseLevelDocument } from "./generated";

const icons: Record<NotificationLevel, LucideIcon> = { NORMAL: Bell, WATCHING: BellRing, MUTED: BellOff };

// Whoever reported it is told what reporters are.
const levelsOf = (admin: boolean): NotificationLevel[] =>
  admin ? ["NORMAL", "WATCHING", "MUTED"] : ["NORMAL", "MUTED"];

// useLevel returns what sets how much one is told of a complaint.
export function useLevel({ id, reference }: Case): (level: NotificationLevel) => void {
  const queries = useQueryClient();
  return (level) => {
    const show = (is: NotificationLevel): void => {
      queries.setQueryData<Case>(pageKey(id), (it) => it && { ...it, notificationLevel: is });
    };
    run(CaseLevelDocument, { input: { complaintId: id, level } })
      .then(() => {
        show(level);
        done({ text: t(`level.${level}Done`, { reference }), seconds: 5 });
      })
      .catch(failed);
  };
}

export function Level({ complaint, admin }: { complaint: Case; admin: boolean }) {
  const set = useLevel(complaint);
  const is = complaint.notificationLevel;
  const Icon = icons[is];
  return (
    <Menu width={320} withinPortal={false} position="bottom-start">
      <Menu.Target>
        <ActionIcon
          size={24}
          aria-label={t("level.label", { level: t(`level.${is}`) })}
          title={t("level.label", { level: t(`level.${is}`) })}
        >
          <Icon size={13} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={styles.float}>
        <Menu.RadioGroup value={is} onChange={(level) => set(level as NotificationLevel)}>
          {levelsOf(admin).map((level) => (
            <Menu.RadioItem key={level} value={level} closeMenuOnClick>
              {t(`level.${level}`)}
              <small className={styles.why}>{t(`level.${admin ? "admin" : "reporter"}.${level}`)}</small>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
