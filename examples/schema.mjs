// Fetches what the generators read: the schema of the graph and the OpenAPI document.
import { writeFile } from "node:fs/promises";

const url = process.env.REDRESS_URL ?? "http://localhost:8080";

async function get(path, options) {
  const response = await fetch(url + path, options);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.text();
}

const { access_token } = JSON.parse(await get("/api/auth/login/", {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ email: process.env.REDRESS_EMAIL, password: process.env.REDRESS_PASSWORD }),
}));
await writeFile("schema.graphql", await get("/graphql/schema.graphql", { headers: { Authorization: `Bearer ${access_token}` } }));
await writeFile("openapi.json", await get("/openapi.json"));
