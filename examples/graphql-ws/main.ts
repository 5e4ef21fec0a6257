// Subscriptions with graphql-ws. When the token expires the service closes the socket with 4403, upon
// which the client connects again, with a fresh token from connectionParams, and resumes after the
// last event that it has seen.
import { createClient } from "graphql-ws";
import WebSocket from "ws";

import { authorized, token, url } from "../session.js";

const client = createClient({
  url: `${url.replace("http", "ws")}/graphql`,
  webSocketImpl: WebSocket,
  retryAttempts: 20,
  connectionParams: async () => ({ Authorization: `Bearer ${await token()}` }),
});

interface Moved {
  complaintStatusChanged: { eventId: string; statusLog: { status: string }; complaint: { reference: string } | null };
}

const variables: { after?: string } = {};
const moved = new Promise<void>((resolve, reject) => {
  client.subscribe<Moved>(
    {
      query: `subscription ($after: EventID) {
        complaintStatusChanged(after: $after) { eventId statusLog { status } complaint { reference } }
      }`,
      variables, // sent again with each connection, as they are then
    },
    {
      next({ data }) {
        const event = data!.complaintStatusChanged;
        variables.after = event.eventId;
        console.log(`${event.complaint?.reference} is ${event.statusLog.status}`);
        resolve();
      },
      error: reject,
      complete: () => {},
    },
  );
});

// Something to hear of. The protocol has no message for "subscribed", so it is said again until it is heard.
let heard = false;
moved.then(() => { heard = true; });
while (!heard) {
  await authorized(`${url}/graphql`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      query: `mutation ($input: SubmitComplaintInput!) { submitComplaint(input: $input) { complaint { id } } }`,
      variables: { input: { title: "The fountain is dry", description: "Since Monday.", contact: { name: "Asha Rao", email: "asha@example.org" }, source: "PHONE" } },
    }),
  });
  await Promise.race([moved, new Promise((resolve) => setTimeout(resolve, 2_000))]);
}
await moved;
await client.dispose();
