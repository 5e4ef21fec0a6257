// Trees in a table: rows in the order of the tree, with what is below them shown or not.
import { ActionIcon } from "@mantine/core";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useState, type ReactNode } from "react";

import { t } from "../../lib/i18n/more";
import { fold } from "../fold";
import { treeOf, type Branch } from "../tree";
import styles from "./list.module.css";

export interface Tree<Row> {
  rows: Row[] | undefined; // those that are shown
  lead: (row: Row) => ReactNode; // before the name: the indentation, and what opens the row
  path: (id: string) => string; // the names above, from the top
  within: (id: string) => Set<string>; // a row and all below it
}

export function useTree<Row extends Branch>(rows: Row[] | undefined, text: string): Tree<Row> {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const tree = treeOf(rows ?? []);
  const words = fold(text);
  const kept = words
    ? new Set(
        (rows ?? [])
          .filter((row) => fold(row.name).includes(words))
          .flatMap((row) => [row.id, ...tree.above(row.id).map(({ id }) => id)]),
      )
    : undefined;
  const shown: Row[] = [];
  const depths = new Map<string, number>();
  tree.walk((row, depth) => {
    if (kept && !kept.has(row.id)) return false;
    shown.push(row);
    depths.set(row.id, depth);
    return kept !== undefined || !closed.has(row.id);
  });
  return {
    rows: rows && shown,
    lead: (row) => {
      const open = !closed.has(row.id);
      const Icon = open ? ChevronDown : ChevronRight;
      return (
        <span className={styles.indent} style={{ paddingInlineStart: `${(depths.get(row.id) ?? 0) * 20}px` }}>
          {tree.below(row.id).length > 0 && !kept ? (
            <ActionIcon
              size={24}
              aria-expanded={open}
              aria-label={t("list.below", { name: row.name })}
              onClick={() =>
                setClosed((before) =>
                  open ? new Set([...before, row.id]) : new Set([...before].filter((id) => id !== row.id)),
                )
              }
            >
              <Icon size={15} />
            </ActionIcon>
          ) : (
            <span className={styles.noToggle} />
          )}
        </span>
      );
    },
    path: (id) =>
      tree
        .above(id)
        .map(({ name }) => name)
        .join(" › "),
    within: (id) => {
      const found = new Set([id]);
      for (const each of found) for (const row of tree.below(each)) found.add(row.id);
      return found;
    },
  };
}
