// What a refine table, detail page and form ask of their data provider.
import { provider } from "./provider.js";

const list = await provider.getList({
  resource: "complaints",
  pagination: { currentPage: 1, pageSize: 5, mode: "server" },
  sorters: [{ field: "createdAt", order: "desc" }],
  filters: [{ field: "status", operator: "in", value: ["SUBMITTED", "ASSIGNED"] }],
});
console.log(`${list.data.length} of ${list.total} complaints`);

const { data: row } = await provider.getOne({ resource: "complaints", id: list.data[0].id! });
console.log(`${row.reference}: ${row.title}`);

const { data: changed } = await provider.update({
  resource: "complaints", id: row.id!, variables: { priority: row.priority === "LOW" ? "HIGH" : "LOW", expectedVersion: row.version },
});
console.log(`priority ${row.priority} became ${changed.priority}`);

try {
  await provider.update({ resource: "complaints", id: row.id!, variables: { priority: "LOW", expectedVersion: row.version } });
} catch (error) {
  console.log(`refused: ${(error as Error).message}`);
}
