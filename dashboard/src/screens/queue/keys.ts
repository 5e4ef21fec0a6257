// The keys of the queue, in its table, on its map, and in both.
import { getComplaint } from "../../data/graph/rows";
import { t } from "../../lib/i18n";
import type { Keys } from "../../lib/keyboard";
import { done } from "../../parts/undo";
import type { Doing } from "./doing";
import type { QueueList } from "./list";

interface Peeking {
  peeking: string | null;
  peek: (id: string | undefined) => void;
  open: (id: string) => void;
}

export function keysInTable({
  list,
  pageRows,
  peeking,
  peek,
  open,
}: Peeking & { list: QueueList; pageRows: () => number }): Keys {
  const step = (rows: number) => (): void => list.move(list.cursor + rows);
  const page = (direction: 1 | -1) => (): void => list.move(list.cursor + direction * pageRows());
  const tickAndGo = (rows: number) => (): void => {
    if (list.cursorId) list.toggle(list.cursorId, true);
    list.move(list.cursor + rows);
    if (list.cursorId) list.toggle(list.cursorId, true);
  };
  return {
    j: step(1),
    k: step(-1),
    ArrowDown: step(1),
    ArrowUp: step(-1),
    "Shift+j": tickAndGo(1),
    "Shift+k": tickAndGo(-1),
    "Shift+ArrowDown": tickAndGo(1),
    "Shift+ArrowUp": tickAndGo(-1),
    Home: () => list.move(0),
    End: () => list.move(list.ids.length - 1),
    PageDown: page(1),
    PageUp: page(-1),
    "]": page(1),
    "[": page(-1),
    Enter: () => {
      if (list.cursorId) open(list.cursorId);
    },
    Space: () => peek(peeking ? undefined : list.cursorId),
    Escape: () => {
      if (list.selectedCount > 0) list.selectNone();
      else if (peeking) peek(undefined);
      else return false;
    },
    x: () => {
      if (list.cursorId) list.toggle(list.cursorId);
    },
    "Mod+a": () => list.selectAll(),
    ".": () => void list.load(),
    y: () => void copy(list),
  };
}

export const keysOnMap = ({ peeking, peek, open }: Peeking): Keys => ({
  Enter: () => (peeking ? open(peeking) : false),
  Escape: () => (peeking ? peek(undefined) : false),
});

export const keysOfActions = (begin: (what: Doing) => void): Keys => ({
  a: () => begin("assign"),
  p: () => begin("priority"),
  c: () => begin("category"),
  z: () => begin("zone"),
  d: () => begin("due"),
  h: () => begin("hold"),
  e: () => begin("resolve"),
  r: () => begin("reject"),
  m: () => begin("merge"),
  n: () => begin("note"),
});

async function copy(list: QueueList): Promise<void> {
  const references = list
    .targets()
    .map((id) => getComplaint(id)?.reference)
    .filter(Boolean);
  await navigator.clipboard.writeText(references.join("\n")).catch(() => undefined);
  done({
    text: t("queue.copied", { references: references.slice(0, 3).join(", "), n: references.length }),
    seconds: 4,
  });
}
