// Relay: compiled queries, pages of a connection, and an object that is read again by its id.
const { Environment, Network, RecordSource, Store, fetchQuery, graphql } = require("relay-runtime");

async function main() {
  const { authorized, url } = await import("../build/session.js");
  const environment = new Environment({
    store: new Store(new RecordSource()),
    network: Network.create(async ({ text }, variables) => {
      const response = await authorized(`${url}/graphql`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ query: text, variables }),
      });
      return response.json();
    }),
  });

  const page = graphql`
    query mainPageQuery($count: Int!, $cursor: Cursor) {
      tasks(first: $count, after: $cursor) {
        pageInfo { hasNextPage endCursor }
        edges { node { id status complaint { reference } } }
      }
    }
  `;
  const tasks = [];
  let cursor = null;
  do {
    const { tasks: found } = await fetchQuery(environment, page, { count: 10, cursor }).toPromise();
    tasks.push(...found.edges.map((edge) => edge.node));
    cursor = found.pageInfo.hasNextPage ? found.pageInfo.endCursor : null;
  } while (cursor);
  console.log(`${tasks.length} tasks, ${new Set(tasks.map((task) => task.id)).size} different ones`);

  const again = await fetchQuery(environment, graphql`
    query mainNodeQuery($id: ID!) {
      node(id: $id) { id ... on Task { status solver { name } } }
    }
  `, { id: tasks[0].id }).toPromise();
  console.log(`The first is ${again.node.status} with ${again.node.solver.name}`);
}

main().catch((error) => { console.error(error); process.exit(1); });
