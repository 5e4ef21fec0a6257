// E-mail to another program's SMTP server.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { SMTPServer } from "smtp-server";

import { start } from "./service.mjs";

let service;
let mailServer;
const received = [];
before(async () => {
  mailServer = new SMTPServer({
    authOptional: true, disabledCommands: ["STARTTLS", "AUTH"],
    onData(stream, session, done) {
      let text = "";
      stream.on("data", (bytes) => (text += bytes));
      stream.on("end", () => { received.push({ to: session.envelope.rcptTo.map((r) => r.address), text }); done(); });
    },
  });
  await new Promise((resolve) => mailServer.listen(0, "127.0.0.1", resolve));
  service = await start({ REDRESS_SMTP_URL: `smtp://127.0.0.1:${mailServer.server.address().port}?from=desk@example.org`, REDRESS_PUBLIC_URL: "https://redress.example.org" });
});
after(async () => {
  await service?.close();
  await new Promise((resolve) => mailServer.close(resolve));
});

test("a broadcast by e-mail reaches every recipient once", { timeout: 60_000 }, async () => {
  const admin = await service.signIn("admin@example.com");
  const title = `Water is off, étage 3 ${Date.now()}`;
  const data = await service.query(admin,
    `mutation ($input: ScheduleBroadcastInput!) { scheduleBroadcast(input: $input) { broadcast { id } } }`,
    { input: { title, message: "From 8 to 10.\n.\nA line with a dot above.", channels: ["IN_APP", "EMAIL"], targetType: "ROLE", targetValue: "SOLVER" } });
  const id = data.scheduleBroadcast.broadcast.id;
  let delivery;
  do {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const found = await service.query(admin, `query ($id: ID!) { broadcast(id: $id) { delivery { state byChannel { channel recipients sent failed } } } }`, { id });
    delivery = found.broadcast.delivery;
  } while (["PENDING", "IN_PROGRESS"].includes(delivery.state));
  const byMail = delivery.byChannel.find((channel) => channel.channel === "EMAIL");
  const mails = received.filter((mail) => /=C3=A9tage|=\?[uU][tT][fF]-8\?/.test(mail.text));
  assert.ok(byMail.sent > 0, JSON.stringify(delivery));
  assert.equal(byMail.failed, 0);
  assert.equal(mails.length, byMail.sent);
  assert.equal(new Set(mails.flatMap((mail) => mail.to)).size, byMail.sent);
  for (const { text } of mails) {
    for (const header of ["From:", "To:", "Date:", "Message-ID:", "List-Unsubscribe:"]) assert.match(text, new RegExp(`^${header}`, "im"));
  }
});
