// Apollo Client with code that graphql-codegen generates: pages of a connection that join in the cache,
// and a mutation that updates what is shown.
import { ApolloClient, HttpLink, InMemoryCache } from "@apollo/client";
import { relayStylePagination } from "@apollo/client/utilities";

import { authorized, url } from "../session.js";
import { graphql } from "./gql/index.js";

const OPEN_COMPLAINTS = graphql(`
  query OpenComplaints($after: Cursor) {
    complaints(first: 10, after: $after, where: { statusNotIn: [CLOSED] }) {
      totalCount
      pageInfo { hasNextPage endCursor }
      edges { node { id reference title status priority dueAt version } }
    }
  }
`);

const TRIAGE = graphql(`
  mutation Triage($input: TriageComplaintInput!) {
    triageComplaint(input: $input) { complaint { id priority version } }
  }
`);

const client = new ApolloClient({
  link: new HttpLink({ uri: `${url}/graphql`, fetch: authorized }),
  cache: new InMemoryCache({ typePolicies: { Query: { fields: { complaints: relayStylePagination(["where"]) } } } }),
});

const list = client.watchQuery({ query: OPEN_COMPLAINTS });
let { data } = await list.refetch();
while (data?.complaints.pageInfo.hasNextPage) {
  await list.fetchMore({ variables: { after: data.complaints.pageInfo.endCursor } });
  data = client.readQuery({ query: OPEN_COMPLAINTS }) ?? undefined;
}
const complaints = data!.complaints.edges!.flatMap((edge) => (edge?.node ? [edge.node] : []));
console.log(`${complaints.length} of ${data!.complaints.totalCount} open complaints`);

// expectedVersion makes the mutation fail when somebody else was faster.
const submitted = complaints.find((complaint) => complaint.status === "SUBMITTED")!;
const result = await client.mutate({
  mutation: TRIAGE,
  variables: { input: { id: submitted.id, priority: submitted.priority === "URGENT" ? "HIGH" : "URGENT", expectedVersion: submitted.version } },
});
console.log(`${submitted.reference} is now ${result.data!.triageComplaint.complaint.priority}, version ${result.data!.triageComplaint.complaint.version}`);
client.stop();
