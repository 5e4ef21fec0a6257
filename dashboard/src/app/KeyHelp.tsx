// The keys, and the switch that turns single letters off.
import { Switch } from "@mantine/core";

import { t, type FirstKey } from "../lib/i18n";
import { Dialog } from "../parts/Dialog";
import { setLetters, useLetters } from "../lib/keyboard";
import styles from "./palette.module.css";

const groups: [FirstKey, [string[], FirstKey][]][] = [
  [
    "keys.everywhere",
    [
      [["Ctrl K"], "shell.find"],
      [["g c"], "keys.goComplaints"],
      [["?"], "keys.help"],
      [["Ctrl Z"], "common.undo"],
      [["Ctrl ↵"], "common.send"],
    ],
  ],
  [
    "keys.list",
    [
      [["j", "↓"], "keys.down"],
      [["k", "↑"], "keys.up"],
      [["↵"], "keys.open"],
      [["Space"], "keys.peek"],
      [["x"], "keys.select"],
      [["Shift j", "Shift k"], "keys.extend"],
      [["Ctrl A"], "keys.all"],
      [["/"], "common.search"],
      [["."], "keys.new"],
      [["[", "]"], "keys.page"],
      [["y"], "keys.copy"],
      [["s"], "keys.saveView"],
    ],
  ],
  [
    "keys.complaint",
    [
      [["a"], "keys.assign"],
      [["p"], "keys.priority"],
      [["c"], "keys.category"],
      [["z"], "keys.zone"],
      [["d"], "keys.due"],
      [["h"], "keys.hold"],
      [["e"], "keys.resolve"],
      [["r"], "keys.reject"],
      [["m"], "keys.merge"],
      [["n"], "keys.note"],
    ],
  ],
];

export default function KeyHelp({ onClose }: { onClose: () => void }) {
  const letters = useLetters();
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
          {groups.map(([title, keys]) => (
            <section key={title}>
              <h3>{t(title)}</h3>
              <dl>
                {keys.map(([names, meaning]) => (
                  <div key={names.join()}>
                    <dt>
                      {names.map((name) => (
                        <kbd key={name}>{name}</kbd>
                      ))}
                    </dt>
                    <dd>{t(meaning)}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </div>
    </Dialog>
  );
}
