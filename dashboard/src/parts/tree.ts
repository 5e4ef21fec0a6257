// Zones and categories by their names from the root on, such as "Streets › Lamps", for lists to choose from.
interface Branch {
  id: string;
  name: string;
  parentId: string | null;
}

export function treePaths(nodes: readonly Branch[]): { value: string; label: string }[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const path = (node: Branch): string => {
    const parent = node.parentId ? byId.get(node.parentId) : undefined;
    return parent ? `${path(parent)} › ${node.name}` : node.name;
  };
  return nodes.map((node) => ({ value: node.id, label: path(node) })).sort((a, b) => a.label.localeCompare(b.label));
}
