// Zones and categories as trees: each row below its parent, by name.
export interface Branch {
  id: string;
  name: string;
  parentId: string | null;
}

export interface TreeOf<Row> {
  below: (id: string) => readonly Row[];
  above: (id: string) => Row[]; // from the root on
  // walk visits the rows in the order of the tree. Where it returns false, what is below stays out.
  walk: (visit: (row: Row, depth: number) => boolean | void) => void;
}

// treeOf orders rows. One whose parent is not among them stands at the top.
export function treeOf<Row extends Branch>(rows: readonly Row[]): TreeOf<Row> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const children = new Map<string, Row[]>();
  for (const row of rows.toSorted((a, b) => a.name.localeCompare(b.name))) {
    const parent = row.parentId && byId.has(row.parentId) ? row.parentId : "";
    const siblings = children.get(parent);
    if (siblings) siblings.push(row);
    else children.set(parent, [row]);
  }
  const below = (id: string): readonly Row[] => children.get(id) ?? [];
  return {
    below,
    above: (id) => {
      const found: Row[] = [];
      for (
        let row = byId.get(byId.get(id)?.parentId ?? "");
        row && found.length < 50;
        row = byId.get(row.parentId ?? "")
      )
        found.unshift(row);
      return found;
    },
    walk: (visit) => {
      const add = (parent: string, depth: number): void => {
        for (const row of below(parent)) if (visit(row, depth) !== false) add(row.id, depth + 1);
      };
      add("", 0);
    },
  };
}

// treePaths names the rows from the root on, such as "Streets › Lamps", for lists to choose from.
export function treePaths(rows: readonly Branch[]): { value: string; label: string }[] {
  const paths: { value: string; label: string }[] = [];
  const tree = treeOf(rows);
  tree.walk(
    (row) =>
      void paths.push({ value: row.id, label: [...tree.above(row.id), row].map(({ name }) => name).join(" › ") }),
  );
  return paths;
}
