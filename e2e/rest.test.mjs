// The REST API through generated and typed clients.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import SwaggerParser from "@apidevtools/swagger-parser";
import { createRemoteJWKSet, jwtVerify } from "jose";
import createClient from "openapi-fetch";

import { start } from "./service.mjs";

let service;
before(async () => { service = await start(); });
after(() => service?.close());

test("swagger-parser: the OpenAPI document is valid", async () => {
  const document = await (await fetch(`${service.url}/openapi.json`)).json();
  const valid = await SwaggerParser.validate(structuredClone(document));
  assert.ok(Object.keys(valid.paths).length > 6);
});

test("openapi-fetch: the six paths", async (t) => {
  const id = (pattern) => service.path(pattern).split("/").find((part) => /^[0-9a-f-]{36}$/.test(part));
  for (const [email, path, params, key] of [
    ["user@example.com", "/api/complaints/{id}/status-log/", { id: id("/api/complaints/\\S+/status-log/") }, "logs"],
    ["admin@example.com", "/api/admin/service-providers/{provider_id}/payments/", { provider_id: id("/api/admin/service-providers/\\S+/payments/") }, "payments"],
    ["admin@example.com", "/api/admin/notifications/broadcasts/", {}, "broadcasts"],
    ["admin@example.com", "/api/admin/notifications/broadcasts/{broadcast_id}/", { broadcast_id: id("/api/admin/notifications/broadcasts/[0-9a-f]\\S+/") }, "broadcast"],
    ["solver@example.com", "/api/solver/tasks/{id}/updates/", { id: id("/api/solver/tasks/[0-9a-f]\\S+/updates/") }, "updates"],
  ]) {
    await t.test(path, async () => {
      const client = createClient({ baseUrl: service.url, headers: { Authorization: `Bearer ${await service.signIn(email)}` } });
      const { data, error, response } = await client.GET(path, { params: { path: params } });
      assert.equal(response.status, 200, JSON.stringify(error));
      assert.equal(data.success, true);
      assert.ok(data[key] !== undefined, Object.keys(data).join());
    });
  }
  await t.test("/api/solver/tasks/update/{update_id}/media/", async () => {
    const form = new FormData();
    form.append("media", new Blob([Buffer.from("R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAkQBADs=", "base64")]), "proof.gif");
    const response = await fetch(service.url + service.path("/api/solver/tasks/update/\\S+/media/"), {
      method: "POST", body: form, headers: { Authorization: `Bearer ${await service.signIn("solver@example.com")}` },
    });
    assert.ok([200, 201].includes(response.status), await response.text());
  });
});

test("jose: an access token verifies with the published keys", async () => {
  const keys = createRemoteJWKSet(new URL(`${service.url}/.well-known/jwks.json`));
  const { payload, protectedHeader } = await jwtVerify(await service.signIn("user@example.com"), keys, { issuer: "redress", audience: "redress" });
  assert.equal(protectedHeader.typ, "at+jwt");
  assert.ok(payload.sub && payload.sid);
});
