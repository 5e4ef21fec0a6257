// Rows of the queue for unit tests.
import type { ComplaintRow } from "../../data/graph/rows";

export const row = (id: string, it: Partial<ComplaintRow> = {}): ComplaintRow =>
  ({
    __typename: "Complaint",
    id,
    reference: `CMP-${id}`,
    title: id,
    status: "SUBMITTED",
    priority: "NORMAL",
    dueAt: null,
    createdAt: "2026-01-01T00:00:00Z",
    movedAt: null,
    rating: null,
    version: 1,
    zone: null,
    category: null,
    handler: null,
    tasks: { edges: [] },
    ...it,
  }) as ComplaintRow;

export const page = (rows: ComplaintRow[], { more = false, total = rows.length } = {}) => ({
  complaints: {
    totalCount: total,
    edges: rows.map((node) => ({ node })),
    pageInfo: { hasNextPage: more, endCursor: rows.at(-1)?.id ?? null },
  },
});
