// Which columns the queue shows and how dense it is, as the account has chosen.
import { ActionIcon, Menu, Tooltip } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { Columns3, Rows2, Rows3 } from "lucide-react";
import { useMemo, useState } from "react";

import { run } from "../../data/graph/client";
import { t } from "../../lib/i18n";
import { failed } from "../../parts/undo";
import { useViewer } from "../../data/session/viewer";
import { columnName, columns as allColumns, type Column } from "./columns";
import { QueueColumnsDocument, type QueueColumnsMutationVariables } from "./generated";
import styles from "./queue.module.css";

const listName = "complaints";

export interface Settings {
  columns: Column[];
  compact: boolean;
  height: number;
  toggleColumn: (key: string) => void;
  toggleDensity: () => void;
}

const save = (input: QueueColumnsMutationVariables["input"]): void =>
  void run(QueueColumnsDocument, { input }).catch(failed);

// useSettings keeps columns and density with the account.
export function useSettings(): Settings {
  const preferences = useViewer()?.preferences;
  const stored = preferences?.columns.find((it) => it.list === listName)?.columns;
  const [keys, setKeys] = useState(
    () => new Set(stored?.length ? stored : allColumns.filter((it) => !it.extra).map((it) => it.key)),
  );
  // On a phone a row is a whole title above its reference and deadline, and its zone, as in queue.module.css.
  const phone = useMediaQuery("(max-width: 560px)", undefined, { getInitialValueInEffect: false });
  const small = useMediaQuery("(max-width: 360px)", undefined, { getInitialValueInEffect: false });
  const [compact, setCompact] = useState(preferences?.density === "COMPACT");
  const columns = useMemo(() => allColumns.filter((it) => it.fixed || keys.has(it.key)), [keys]);
  return useMemo(
    () => ({
      columns,
      compact,
      height: small ? 108 : phone ? 92 : compact ? 30 : 36,
      toggleColumn: (key) => {
        const next = new Set(keys);
        if (!next.delete(key)) next.add(key);
        setKeys(next);
        save({
          columns: [
            { list: listName, columns: allColumns.filter((it) => it.fixed || next.has(it.key)).map((it) => it.key) },
          ],
        });
      },
      toggleDensity: () => {
        setCompact(!compact);
        save({ density: compact ? "COMFORTABLE" : "COMPACT" });
      },
    }),
    [columns, compact, keys, phone, small],
  );
}

export function ColumnsMenu({ settings }: { settings: Settings }) {
  return (
    <>
      <Tooltip label={t(settings.compact ? "queue.comfortable" : "queue.compact")}>
        <ActionIcon
          className={styles.wide}
          onClick={settings.toggleDensity}
          aria-label={t(settings.compact ? "queue.comfortable" : "queue.compact")}
        >
          {settings.compact ? <Rows2 size={16} /> : <Rows3 size={16} />}
        </ActionIcon>
      </Tooltip>
      <Menu closeOnItemClick={false}>
        <Menu.Target>
          <ActionIcon className={styles.wide} aria-label={t("queue.columns")} title={t("queue.columns")}>
            <Columns3 size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown className={styles.float}>
          {allColumns
            .filter((it) => !it.fixed)
            .map(({ key }) => {
              const on = settings.columns.some((it) => it.key === key);
              return (
                <Menu.CheckboxItem key={key} checked={on} onChange={() => settings.toggleColumn(key)}>
                  {columnName(key)}
                </Menu.CheckboxItem>
              );
            })}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
