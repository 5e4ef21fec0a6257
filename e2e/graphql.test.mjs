// The graph through the clients that people use: their requests, not ours.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { createHash } from "node:crypto";

import { ApolloClient, HttpLink, InMemoryCache, gql } from "@apollo/client/core";
import { PersistedQueryLink } from "@apollo/client/link/persisted-queries";
import { relayStylePagination } from "@apollo/client/utilities";
import { Client as UrqlClient, cacheExchange, fetchExchange, gql as urqlGql } from "@urql/core";
import { buildClientSchema, getIntrospectionQuery, validateSchema } from "graphql";
import { serverAudits } from "graphql-http";
import { createClient as createSSEClient } from "graphql-sse";
import { createClient as createSocketClient } from "graphql-ws";
import WebSocket from "ws";

import { start } from "./service.mjs";

let service;
let admin;
before(async () => {
  service = await start();
  admin = await service.signIn("admin@example.com");
});
after(() => service?.close());

test("graphql-http: every audit passes", async (t) => {
  for (const audit of serverAudits({ url: () => `${service.url}/graphql`, fetchFn: fetch })) {
    await t.test(`${audit.id} ${audit.name}`, async () => {
      const result = await audit.fn();
      assert.equal(result.status, "ok", result.reason);
    });
  }
});

test("graphql-js: the schema that introspection shows is valid", async () => {
  const schema = buildClientSchema(await service.query(admin, getIntrospectionQuery({ specifiedByUrl: true, inputValueDeprecation: true })));
  assert.deepEqual(validateSchema(schema), []);
  assert.ok(schema.getSubscriptionType().getFields().complaintStatusChanged);
});

test("Apollo Client: pages of a connection are joined, and a mutation updates the cache", async () => {
  const client = new ApolloClient({
    link: new HttpLink({ uri: `${service.url}/graphql`, headers: { Authorization: `Bearer ${admin}` }, fetch }),
    cache: new InMemoryCache({ typePolicies: { Query: { fields: { complaints: relayStylePagination() } } } }),
  });
  const PAGE = gql`
    query Page($after: Cursor) {
      complaints(first: 5, after: $after, orderBy: { field: CREATED_AT, direction: ASC }) {
        totalCount
        pageInfo { hasNextPage endCursor }
        edges { node { id reference priority version } }
      }
    }
  `;
  const first = await client.query({ query: PAGE });
  const second = await client.query({ query: PAGE, variables: { after: first.data.complaints.pageInfo.endCursor }, fetchPolicy: "network-only" });
  const references = second.data.complaints.edges.map((edge) => edge.node.reference);
  assert.equal(references.length, 10, "both pages, as the cache joins them");
  assert.equal(new Set(references).size, 10, references.join());

  const { data } = await client.mutate({
    mutation: gql`mutation ($input: SubmitComplaintInput!) { submitComplaint(input: $input) { complaint { id reference status version } } }`,
    variables: { input: { title: "A lamp is out", description: "It is dark.", contact: { name: "Asha Rao", email: "asha@example.org" }, source: "PHONE" } },
  });
  const made = data.submitComplaint.complaint;
  assert.equal(made.status, "SUBMITTED");
  await client.mutate({
    mutation: gql`mutation ($input: TriageComplaintInput!) { triageComplaint(input: $input) { complaint { id priority version } } }`,
    variables: { input: { id: made.id, priority: "URGENT", expectedVersion: made.version } },
  });
  const cached = client.cache.readFragment({ id: `Complaint:${made.id}`, fragment: gql`fragment Made on Complaint { priority version }` });
  assert.deepEqual([cached.priority, cached.version], ["URGENT", made.version + 1]);
  client.stop();
});

test("Apollo Client: automatic persisted queries, by GET", async () => {
  const sent = [];
  const client = () => new ApolloClient({
    link: new PersistedQueryLink({ sha256: (text) => createHash("sha256").update(text).digest("hex"), useGETForHashedQueries: true }).concat(
      new HttpLink({
        uri: `${service.url}/graphql`, headers: { Authorization: `Bearer ${admin}` },
        fetch: (url, options) => { sent.push(`${options.method} ${/[?&]query=/.test(url) || /"query"/.test(options.body ?? "") ? "document" : "hash"}`); return fetch(url, options); },
      })),
    cache: new InMemoryCache(),
  });
  const OWN = gql`query OwnName { viewer { id name } }`;
  for (const expected of [["GET hash", "POST document"], ["GET hash"]]) {
    sent.length = 0;
    const { data } = await client().query({ query: OWN });
    assert.ok(data.viewer.name);
    assert.deepEqual(sent, expected);
  }
});

test("urql: data, and errors by their code", async () => {
  const client = new UrqlClient({
    url: `${service.url}/graphql`, exchanges: [cacheExchange, fetchExchange], preferGetMethod: false,
    fetchOptions: { headers: { Authorization: `Bearer ${admin}` } },
  });
  const { data, error } = await client.query(urqlGql`{ viewer { name role } }`, {}).toPromise();
  assert.equal(error, undefined);
  assert.equal(data.viewer.role, "ADMIN");
  const wrong = await client.query(urqlGql`{ complaints(first: 101) { totalCount } }`, {}).toPromise();
  assert.equal(wrong.error.graphQLErrors[0].extensions.code, "VALIDATION_ERROR");
});

// submit makes a complaint and puts it into progress of its log, which subscriptions deliver.
async function submit() {
  const data = await service.query(admin,
    `mutation ($input: SubmitComplaintInput!) { submitComplaint(input: $input) { complaint { id } } }`,
    { input: { title: "The fountain is dry", description: "Since Monday.", contact: { name: "Asha Rao", email: "asha@example.org" }, source: "PHONE" } });
  return data.submitComplaint.complaint.id;
}

const FOLLOW = `subscription ($after: EventID) { complaintStatusChanged(after: $after) { eventId statusLog { status } complaint { id } } }`;

// untilSubmitted reads events until the one of a complaint that is submitted meanwhile.
async function untilSubmitted(events) {
  await new Promise((resolve) => setTimeout(resolve, 500)); // the subscription stands on the server
  const id = await submit();
  for await (const event of events) {
    assert.equal(event.errors, undefined, JSON.stringify(event.errors));
    const { complaint, statusLog } = event.data.complaintStatusChanged;
    if (complaint?.id === id) return statusLog.status;
  }
  throw new Error("the stream ended");
}

test("graphql-ws: a subscription delivers, and ends with the client", { timeout: 30_000 }, async () => {
  const client = createSocketClient({
    url: `${service.url.replace("http", "ws")}/graphql`, webSocketImpl: WebSocket,
    connectionParams: { Authorization: `Bearer ${admin}` },
  });
  const events = client.iterate({ query: FOLLOW });
  const next = events.next(); // subscribes
  const all = (async function* () { yield (await next).value; yield* events; })();
  assert.equal(await untilSubmitted(all), "SUBMITTED");
  await client.dispose();
});

test("graphql-ws: a token of 4 s is replaced, and the subscription goes on", { timeout: 60_000 }, async () => {
  const asked = [];
  const closed = [];
  const client = createSocketClient({
    url: `${service.url.replace("http", "ws")}/graphql`, webSocketImpl: WebSocket,
    connectionParams: () => {
      asked.push(Date.now());
      return { Authorization: `Bearer ${asked.length === 1 ? service.briefToken("admin@example.com", "4s") : admin}` };
    },
    on: { closed: (event) => closed.push(`${event.code} ${event.reason}`) },
  });
  const events = client.iterate({ query: FOLLOW });
  const next = events.next();
  const all = (async function* () { yield (await next).value; yield* events; })();
  while (asked.length < 2) await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(await untilSubmitted(all), "SUBMITTED");
  assert.deepEqual(closed, ["4403 token_expired"]);
  await client.dispose();
});

test("graphql-ws: a token refused for good closes with 4401, and is not tried again", { timeout: 30_000 }, async () => {
  let asked = 0;
  const client = createSocketClient({
    url: `${service.url.replace("http", "ws")}/graphql`, webSocketImpl: WebSocket,
    connectionParams: () => { asked++; return { Authorization: "Bearer nonsense" }; },
  });
  await assert.rejects(client.iterate({ query: FOLLOW }).next(), (closed) => closed.code === 4401 && closed.reason === "invalid_token");
  assert.equal(asked, 1);
});

test("graphql-sse: a subscription delivers", { timeout: 30_000 }, async () => {
  const client = createSSEClient({ url: `${service.url}/graphql`, headers: { Authorization: `Bearer ${admin}` } });
  const events = client.iterate({ query: FOLLOW });
  const next = events.next();
  const all = (async function* () { yield (await next).value; yield* events; })();
  assert.equal(await untilSubmitted(all), "SUBMITTED");
  client.dispose();
});
