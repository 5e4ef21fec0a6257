// The keys, and the switch that turns single letters off.
import { Switch } from "@mantine/core";

import { ctrl, setLetters, useLetters } from "../lib/keyboard";
import { help, type Place } from "../lib/keys";
import { t } from "../lib/i18n/more";
import type { MoreKey } from "../lib/i18n/keys";
import { isAdmin, useViewer } from "../data/session/viewer";
import { Dialog } from "../parts/Dialog";
import styles from "./palette.module.css";
import { screensOf } from "./screens";

const titles: Record<Place, MoreKey> = {
  everywhere: "keys.everywhere",
  list: "keys.list",
  queue: "keys.queue",
  actions: "keys.complaint",
  complaint: "keys.onComplaint",
  notifications: "notifications.title",
  reviews: "keys.reviews",
};

// nameOf is what stands on the keys.
function nameOf(key: string): string {
  const names: Record<string, string> = {
    Mod: ctrl(),
    Shift: t("keys.shift"),
    ArrowDown: "↓",
    ArrowUp: "↑",
    Enter: "↵",
    Escape: "Esc",
    Space: t("keys.space"),
    Home: t("keys.home"),
    End: t("keys.end"),
    PageUp: t("keys.pageUp"),
    PageDown: t("keys.pageDown"),
  };
  const parts = key.split(/(?<=.)\+/);
  return parts
    .map((part) => names[part] ?? (parts.length > 1 && part.length === 1 ? part.toUpperCase() : part))
    .join(" ");
}

export default function KeyHelp({ onClose }: { onClose: () => void }) {
  const viewer = useViewer();
  const letters = useLetters();
  const places = (Object.keys(titles) as Place[]).filter(
    (place) => isAdmin(viewer) || ["everywhere", "list", "notifications"].includes(place),
  );
  const groups = places.map((place) => ({
    title: t(titles[place]),
    lines: help(place).map(({ meaning, keys }) => ({ names: keys.map(nameOf), meaning: t(meaning) })),
  }));
  const screens = viewer ? screensOf(viewer).map(({ key, title }) => ({ names: [`g ${key}`], meaning: t(title) })) : [];
  groups.splice(1, 0, { title: t("keys.go"), lines: screens });
  return (
    <Dialog title={t("keys.title")} onClose={onClose} wide>
      <div className={styles.keys}>
        <Switch
          checked={letters}
          onChange={(event) => setLetters(event.currentTarget.checked)}
          label={t("keys.on")}
          description={t("keys.onHint")}
          data-autofocus
        />
        <div className={styles.groups}>
          {groups.map(({ title, lines }) => (
            <section key={title}>
              <h3>{title}</h3>
              <dl>
                {lines.map(({ names, meaning }) => (
                  <div key={names.join()}>
                    <dt>
                      {names.map((name) => (
                        <kbd key={name}>{name}</kbd>
                      ))}
                    </dt>
                    <dd>{meaning}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <p>{t("keys.menu")}</p>
      </div>
    </Dialog>
  );
}
