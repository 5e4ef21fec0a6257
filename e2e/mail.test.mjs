// E-mail to another program's SMTP server, read by other programs.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { after, before, test } from "node:test";
import { domainToASCII } from "node:url";

import { simpleParser } from "mailparser";

import { startMailServer } from "./mailbox.mjs";
import { start } from "./service.mjs";

let service;
let mailServer;
let received;
before(async () => {
  mailServer = await startMailServer();
  received = mailServer.received;
  service = await start({ REDRESS_SMTP_URL: mailServer.url, REDRESS_PUBLIC_URL: "https://redress.example.org" });
});
after(async () => {
  await service?.close();
  await mailServer.close();
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

// What Python reads of the messages whose base64 stands in its input, one in a line. Its policy ends at whatever is not as the RFCs say.
const strictly = `
import base64, email, email.policy, json, sys
for line in sys.stdin:
    raw = base64.b64decode(line)
    assert max(map(len, raw.split(b"\\r\\n"))) <= 998 and raw.count(b"\\n") == raw.count(b"\\r\\n"), raw
    m = email.message_from_bytes(raw, policy=email.policy.strict)
    [[str(value) for value in part.values()] for part in m.walk()]  # headers are read when somebody asks
    print(json.dumps({
        "subject": m["Subject"], "from": str(m["From"].addresses[0].addr_spec), "to": m["To"].addresses[0].addr_spec, "replyTo": m["Reply-To"] and m["Reply-To"].addresses[0].addr_spec,
        "date": m["Date"].datetime.timestamp(), "id": m["Message-ID"], "thread": m["References"],
        "text": m.get_body(("plain",)).get_content(), "html": m.get_body(("html",)).get_content(), "defects": [str(d) for part in m.walk() for d in part.defects],
    }))
`;

// addressOf is the only address of a header, as it was sent.
function addressOf(header) {
  const [local, domain] = header.value[0].address.split("@");
  return `${local}@${domainToASCII(domain)}`;
}

const unix = (text) => text.replaceAll("\r\n", "\n").trim();

test("other programs read every e-mail strictly, and the same in it", { timeout: 120_000 }, async () => {
  const superAdmin = await service.signIn("superadmin@example.com");
  await service.query(superAdmin, `mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { settings { version } } }`,
    { input: { name: `Größte "Stadt", <b>& Söhne</b>; ${"区".repeat(150)}`, phone: "+49 (30) 1234", email: "help@example.org", replyTo: "desk@bücher.example" } });
  const admin = await service.signIn("admin@example.com");
  const user = await service.signIn("user@example.com");
  const submit = (token, input) => service.query(token, `mutation ($input: SubmitComplaintInput!) { submitComplaint(input: $input) { complaint { reference } } }`, { input });
  const titles = ["A lamp is out", "💡".repeat(200), "ש".repeat(100) + "x".repeat(100), `=?utf-8?q?no_subject?= "quoted", <x@example.org> ${"word ".repeat(30)}`.trim(), "y".repeat(200)];
  const references = [];
  for (const title of titles) references.push((await submit(user, { title, description: `${"z".repeat(3000)}\n.\nFrom here.` })).submitComplaint.complaint.reference);
  await submit(admin, { title: "By telephone", source: "PHONE", contact: { name: "Carla Çaller", email: "carla@example.org" } });
  await submit(admin, { title: "By telephone", source: "PHONE", contact: { name: "Dora", email: "dora@bücher.example" } });

  const wanted = references.length + 2;
  const about = () => received.filter((mail) => /CMP-/.test(mail.text));
  while (about().length < wanted) await new Promise((resolve) => setTimeout(resolve, 200));

  const python = spawnSync("python3", ["-c", strictly], { input: received.map((mail) => mail.raw.toString("base64")).join("\n") + "\n", maxBuffer: 1 << 26 });
  assert.equal(python.status, 0, `${python.error ?? ""}${python.stderr}`);
  const read = String(python.stdout).trim().split("\n").map((line) => JSON.parse(line));
  assert.equal(read.length, received.length);
  for (const [i, mail] of received.entries()) {
    const here = await simpleParser(mail.raw);
    assert.deepEqual(read[i], {
      subject: here.subject, from: addressOf(here.from), to: addressOf(here.to), replyTo: here.replyTo ? addressOf(here.replyTo) : null,
      date: here.date.getTime() / 1000, id: here.messageId, thread: here.references ?? null, text: read[i].text, html: read[i].html, defects: [],
    });
    assert.equal(unix(here.text), unix(read[i].text));
    assert.equal(unix(here.html), unix(read[i].html));
    assert.deepEqual([here.attachments.length, mail.to.length, here.from.value[0].address], [0, 1, "desk@example.org"]);
    assert.doesNotMatch(here.html, /<(img|link|script|style|iframe)\b|url\(|@import/i, "something would be loaded");
  }
  for (const [i, title] of titles.entries()) {
    const receipt = read.find((mail) => mail.subject === `[${references[i]}] We have received your report: ${title}`);
    assert.ok(receipt, `no receipt of ${title} among ${read.map((mail) => mail.subject).join("\n")}`);
    assert.ok(receipt.text.includes(title) && receipt.replyTo === "desk@xn--bcher-kva.example" && receipt.thread);
  }
  assert.deepEqual(new Set(read.map((mail) => mail.id)).size, read.length, "two have the same Message-ID");
});
