// Trees in a table: rows in the order of the tree, with what is below them shown or not.
import { ActionIcon } from "@mantine/core";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useState, type ReactNode } from "react";

import { t } from "../../i18n";
import { fold } from "../fold";
import styles from "./list.module.css";

interface Node {
  id: string;
  name: string;
  parentId: string | null;
}

export interface Tree<Row> {
  rows: Row[] | undefined; // those that are shown
  lead: (row: Row) => ReactNode; // before the name: the indentation, and what opens the row
  path: (id: string) => string; // the names above, from the top
  within: (id: string) => Set<string>; // a row and all below it
}

export function useTree<Row extends Node>(rows: Row[] | undefined, text: string): Tree<Row> {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const byId = new Map((rows ?? []).map((row) => [row.id, row]));
  const below = new Map<string, Row[]>();
  for (const row of rows ?? []) {
    const parent = row.parentId && byId.has(row.parentId) ? row.parentId : "";
    below.set(parent, [...(below.get(parent) ?? []), row]);
  }
  const above = (id: string): Row[] => {
    const found: Row[] = [];
    for (let row = byId.get(byId.get(id)?.parentId ?? ""); row && found.length < 50; row = byId.get(row.parentId ?? "")) found.unshift(row);
    return found;
  };
  const words = fold(text);
  const kept = words ? new Set((rows ?? []).filter((row) => fold(row.name).includes(words)).flatMap((row) => [row.id, ...above(row.id).map(({ id }) => id)])) : undefined;
  const shown: Row[] = [];
  const depths = new Map<string, number>();
  const add = (parent: string, depth: number): void => {
    for (const row of [...(below.get(parent) ?? [])].sort((a, b) => a.name.localeCompare(b.name))) {
      if (kept && !kept.has(row.id)) continue;
      shown.push(row);
      depths.set(row.id, depth);
      if (kept || !closed.has(row.id)) add(row.id, depth + 1);
    }
  };
  add("", 0);
  return {
    rows: rows && shown,
    lead: (row) => {
      const open = !closed.has(row.id);
      const Icon = open ? ChevronDown : ChevronRight;
      return (
        <span className={styles.indent} style={{ paddingInlineStart: `${(depths.get(row.id) ?? 0) * 20}px` }}>
          {below.has(row.id) && !kept ? (
            <ActionIcon
              size={24} aria-expanded={open} aria-label={t("list.below", { name: row.name })}
              onClick={() => setClosed((before) => (open ? new Set([...before, row.id]) : new Set([...before].filter((id) => id !== row.id))))}
            >
              <Icon size={15} />
            </ActionIcon>
          ) : <span className={styles.noToggle} />}
        </span>
      );
    },
    path: (id) => above(id).map(({ name }) => name).join(" › "),
    within: (id) => {
      const found = new Set([id]);
      for (const each of found) for (const row of below.get(each) ?? []) found.add(row.id);
      return found;
    },
  };
}
