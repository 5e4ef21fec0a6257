// All keys of the desk by where they work, and what each does there: a screen can have no others, and the help prints these.
import type { MoreKey } from "./i18n/keys";

const table = {
  everywhere: {
    "Mod+k": "shell.find",
    "?": "keys.help",
    "Mod+z": "common.undo",
    "Mod+Enter": "common.send",
    Escape: "keys.leave",
  },
  list: {
    j: "keys.down",
    ArrowDown: "keys.down",
    k: "keys.up",
    ArrowUp: "keys.up",
    Enter: "keys.open",
    "/": "common.search",
    ".": "keys.new",
  },
  queue: {
    Home: "keys.ends",
    End: "keys.ends",
    "[": "keys.pages",
    "]": "keys.pages",
    PageUp: "keys.pages",
    PageDown: "keys.pages",
    Space: "keys.peek",
    f: "queue.addFilter",
    x: "keys.select",
    "Shift+j": "keys.extend",
    "Shift+k": "keys.extend",
    "Shift+ArrowDown": "keys.extend",
    "Shift+ArrowUp": "keys.extend",
    "Mod+a": "keys.all",
    y: "keys.copy",
    s: "keys.saveView",
  },
  actions: {
    a: "keys.assign",
    p: "keys.priority",
    c: "keys.category",
    z: "keys.zone",
    d: "keys.due",
    h: "keys.hold",
    e: "keys.resolve",
    r: "keys.reject",
    m: "keys.merge",
    n: "keys.note",
  },
  complaint: {
    w: "keys.reply",
    b: "keys.watch",
    "[": "keys.page",
    "]": "keys.page",
    y: "keys.copy",
  },
  notifications: {
    e: "notifications.markRead",
  },
  reviews: {
    a: "keys.accept",
    s: "keys.sendBack",
    "[": "keys.page",
    "]": "keys.page",
    "+": "keys.zoom",
    "-": "keys.zoom",
    "0": "keys.zoom",
    Enter: "keys.openComplaint",
  },
} as const satisfies Record<string, Record<string, MoreKey>>;

export type Place = keyof typeof table;
type Listed = { [It in Place]: keyof (typeof table)[It] }[Place];

// A Key is what it writes, with "Mod+" for Ctrl or Command and "Shift+" for arrows and letters. Those that go to a screen
// are two after each other.
export type Key = Listed | `g ${string}`;

// help returns what the keys of a place do, and those that do it.
export function help(place: Place): { meaning: MoreKey; keys: string[] }[] {
  const all = new Map<MoreKey, string[]>();
  for (const [key, meaning] of Object.entries(table[place])) all.set(meaning, [...(all.get(meaning) ?? []), key]);
  return [...all].map(([meaning, keys]) => ({ meaning, keys }));
}
