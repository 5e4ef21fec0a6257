// The REST API with openapi-fetch, whose types openapi-typescript generates from openapi.json.
import createClient from "openapi-fetch";

import { token, url } from "../session.js";
import type { paths } from "./openapi.js";

const client = createClient<paths>({ baseUrl: url });
client.use({
  async onRequest({ request }) {
    request.headers.set("Authorization", `Bearer ${await token()}`);
    return request;
  },
});

const { data: list, error } = await client.GET("/api/admin/notifications/broadcasts/", { params: { query: { page: 1, limit: 5 } } });
if (error) throw new Error(`${error.code}: ${error.message}`);
console.log(`${list.broadcasts.length} of ${list.pagination.total} broadcasts`);

const { data: one } = await client.GET("/api/admin/notifications/broadcasts/{broadcast_id}/", {
  params: { path: { broadcast_id: list.broadcasts[0].id } },
});
console.log(`"${one?.broadcast.title}" went to ${one?.broadcast.delivery.recipients} accounts`);

// Errors have a code for programs, and the fields that are wrong.
const { error: refused } = await client.GET("/api/admin/notifications/broadcasts/{broadcast_id}/", {
  params: { path: { broadcast_id: "00000000-0000-0000-0000-000000000000" } },
});
console.log(`${refused?.status_code} ${refused?.code}`);
