// A mail server that keeps what it takes, for the tests.
import { SMTPServer } from "smtp-server";

// startMailServer returns the URL under which the service sends, what has arrived (to whom, and as it came), and close. What refuses says of
// an address that it does not exist.
export async function startMailServer({ refuses = () => false } = {}) {
  const received = [];
  const server = new SMTPServer({
    authOptional: true, disabledCommands: ["STARTTLS", "AUTH"], hideENHANCEDSTATUSCODES: false,
    onRcptTo({ address }, session, done) {
      done(refuses(address) ? Object.assign(new Error("no such user"), { responseCode: 550 }) : undefined);
    },
    onData(stream, session, done) {
      const chunks = [];
      stream.on("data", (bytes) => chunks.push(bytes));
      stream.on("end", () => {
        const raw = Buffer.concat(chunks);
        received.push({ to: session.envelope.rcptTo.map((r) => r.address), raw, text: String(raw) });
        done();
      });
    },
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${server.server.address().port}?from=desk@example.org`,
    received,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
