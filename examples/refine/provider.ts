// A data provider for refine over the graph. A resource names its fields once; lists are numbered pages.
import type { BaseRecord, CrudFilter, DataProvider, HttpError } from "@refinedev/core";

import { authorized, url } from "../session.js";

interface Resource {
  page: string; // the query of its pages
  rows: string; // the field with the rows of a page
  one: string; // the query of one row
  fields: string;
  sorts: Record<string, string>; // columns that can be sorted by, as the graph calls them
  update: string; // the mutation that changes a row
}

const resources: Record<string, Resource> = {
  complaints: {
    page: "complaintPage", rows: "complaints", one: "complaint",
    fields: "id reference title status priority dueAt createdAt version",
    sorts: { createdAt: "CREATED_AT", dueAt: "DUE_AT" },
    update: "triageComplaint",
  },
};

// A filter of refine is one of ent's: the field with the operator as its suffix.
const suffixes: Record<string, string> = { eq: "", ne: "NEQ", in: "In", nin: "NotIn", lt: "LT", lte: "LTE", gt: "GT", gte: "GTE", contains: "ContainsFold" };

function condition(filter: CrudFilter): object {
  if (!("field" in filter)) return { [filter.operator]: filter.value.map(condition) };
  const suffix = suffixes[filter.operator];
  if (suffix === undefined) throw new Error(`the graph has no filter ${filter.operator}`);
  return { [filter.field + suffix]: filter.value };
}

async function send(query: string, variables: object): Promise<any> {
  const response = await authorized(`${url}/graphql`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await response.json();
  if (errors) {
    const { message, extensions } = errors[0];
    const fields = Object.fromEntries((extensions.fields ?? []).map((f: { field: string; message: string }) => [f.field, f.message]));
    throw { message, statusCode: response.status, errors: fields } satisfies HttpError;
  }
  return data;
}

export const provider: DataProvider = {
  getApiUrl: () => `${url}/graphql`,

  async getList({ resource, pagination, sorters, filters }) {
    const r = resources[resource];
    const order = sorters?.length ? `orderBy: { field: ${r.sorts[sorters[0].field]}, direction: ${sorters[0].order.toUpperCase()} }` : "";
    const data = await send(
      `query List($where: ComplaintWhereInput, $page: Int, $limit: Int) {
        list: ${r.page}(where: $where, page: $page, limit: $limit ${order}) { ${r.rows} { ${r.fields} } pagination { total } }
      }`,
      { where: filters?.length ? { and: filters.map(condition) } : null, page: pagination?.currentPage, limit: pagination?.pageSize },
    );
    return { data: data.list[r.rows], total: data.list.pagination.total };
  },

  async getOne({ resource, id }) {
    const r = resources[resource];
    const data = await send(`query One($id: ID!) { one: ${r.one}(id: $id) { ${r.fields} } }`, { id });
    return { data: data.one };
  },

  async update({ resource, id, variables }) {
    const r = resources[resource];
    const input = r.update[0].toUpperCase() + r.update.slice(1) + "Input";
    const data = await send(`mutation Update($input: ${input}!) { changed: ${r.update}(input: $input) { ${r.one} { ${r.fields} } } }`, { input: { id, ...variables } });
    return { data: data.changed[r.one] as BaseRecord as any };
  },

  // What is filed stays on file, and is entered through a form of its own.
  create: async () => { throw new Error("complaints are submitted through submitComplaint"); },
  deleteOne: async () => { throw new Error("nothing is deleted"); },
};
