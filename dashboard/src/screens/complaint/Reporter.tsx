// Who reported the complaint: how to reach them, how they follow it, and what else they reported.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link2, Mail, Phone } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Link } from "wouter";

import { run } from "../../data/graph/client";
import { keyOf, type Key } from "../../data/graph/keys";
import { nodes } from "../../data/graph/nodes";
import type { ComplaintWhereInput } from "../../data/graph/schema.generated";
import { useService } from "../../data/session/viewer";
import { ago, date } from "../../lib/i18n/format";
import { t } from "../../lib/i18n/more";
import { useBusy } from "../../parts/busy";
import { Confirm } from "../../parts/list/Form";
import { MailNote } from "../../parts/MailNote";
import { isMailed } from "../../parts/mailNote";
import { shownStatus, Status } from "../../parts/Status";
import { Age, useNow } from "../../parts/Time";
import { done, failed } from "../../parts/undo";
import { verbatimIf } from "../../parts/Verbatim";
import { Card, Change } from "./Card";
import styles from "./complaint.module.css";
import { useRefresh, type Case } from "./data";
import {
  ComplaintLinksDocument,
  IssueLinkCodeDocument,
  IssueLinkDocument,
  EarlierComplaintsDocument,
  SendNewLinkDocument,
  SetCallerDocument,
  type IssueLinkCodeMutation,
} from "./generated";

const Sheet = lazy(() => import("./HandOver"));
const ReadOut = lazy(async () => ({ default: (await import("./HandOver")).ReadOut }));

const linksKey = (id: string): Key => keyOf("links", id);

function earlierWhere(it: Case): ComplaintWhereInput | undefined {
  if (it.submittedBy) return { submittedById: it.submittedBy.id, idNEQ: it.id };
  if (it.contact?.email) return { contactEmail: it.contact.email, idNEQ: it.id };
  if (it.contact?.phone) return { contactPhone: it.contact.phone, idNEQ: it.id };
  return undefined;
}

type HandedOver = { url: string } | IssueLinkCodeMutation["issueLinkCode"];

// Follows says since when the reporter can follow the complaint by links, and sends or hands over another one.
function Follows({ complaint }: { complaint: Case }) {
  const { id, submittedBy } = complaint;
  const contact = submittedBy?.contact ?? complaint.contact;
  const service = useService();
  const now = useNow();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [handed, setHanded] = useState<HandedOver>();
  const [busy, once] = useBusy();
  const known = Boolean(service?.linkPage);
  const { data: links } = useQuery({
    queryKey: linksKey(id),
    queryFn: async ({ signal }) => (await run(ComplaintLinksDocument, { id }, { signal })).complaint?.links ?? null,
    enabled: known,
    staleTime: 60_000,
  });
  if (!known) return null;
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: linksKey(id) });
  const input = { input: { complaintId: id } };
  const hand = (make: () => Promise<HandedOver>): void =>
    void once(async () => {
      try {
        setHanded(await make());
        await refresh();
      } catch (cause) {
        failed(cause);
      }
    });
  const close = (): void => setHanded(undefined);
  return (
    <>
      <p className={styles.follows}>
        <Link2 size={13} aria-hidden />{" "}
        {links === undefined
          ? "…"
          : links
            ? t(links.lastUsedAt ? "follow.used" : "follow.unused", {
                since: date(links.since),
                used: links.lastUsedAt ? ago(links.lastUsedAt, now) : "",
              })
            : t(submittedBy ? "follow.account" : "follow.none")}
      </p>
      <p className={styles.taskTools}>
        {service?.mailLinks && isMailed(contact, service) && (
          <button type="button" className={styles.linkish} onClick={() => setAsking(true)}>
            {t("follow.send")}
          </button>
        )}
        <button
          type="button"
          className={styles.linkish}
          disabled={busy}
          onClick={() => hand(async () => (await run(IssueLinkDocument, input)).issueLink)}
        >
          {t("follow.print")}
        </button>
        <button
          type="button"
          className={styles.linkish}
          disabled={busy}
          onClick={() => hand(async () => (await run(IssueLinkCodeDocument, input)).issueLinkCode)}
        >
          {t("follow.readOut")}
        </button>
      </p>
      {asking && contact && (
        <Confirm
          title={`${t("follow.send")} · ${complaint.reference}`}
          text={<p>{t(links ? "follow.sendText" : "follow.sendFirst", { address: contact.email })}</p>}
          action={t("follow.send")}
          danger={false}
          onClose={() => setAsking(false)}
          confirm={async () => {
            await run(SendNewLinkDocument, input);
            await refresh();
            done({ text: t("follow.sent", { address: contact.email }), seconds: 5 });
          }}
        />
      )}
      <Suspense fallback={null}>
        {handed &&
          ("url" in handed ? (
            <Sheet complaint={complaint} url={handed.url} onClose={close} />
          ) : (
            <ReadOut complaint={complaint} made={handed} onClose={close} />
          ))}
      </Suspense>
    </>
  );
}

interface Contact extends Record<string, string> {
  name: string;
  phone: string;
  email: string;
}

// ChangeContact asks for another contact of a reporter without an account.
function ChangeContact({ complaint, onClose }: { complaint: Case; onClose: () => void }) {
  const { id, contact, reference } = complaint;
  const queries = useQueryClient();
  const refresh = useRefresh(id);
  const service = useService();
  return (
    <Confirm<Contact>
      title={`${t(contact ? "contact.change" : "contact.add")} · ${reference}`}
      text={contact?.email && service?.linkPage ? <p>{t("contact.another")}</p> : null}
      action={t("contact.save")}
      danger={false}
      onClose={onClose}
      fields={[
        { name: "name", label: t("contact.name"), max: service?.limits.name, wire: ["contact.name"] },
        { name: "phone", label: t("contact.phone"), kind: "tel", max: service?.limits.phone, wire: ["contact.phone"] },
        { name: "email", label: t("contact.email"), kind: "email", wire: ["contact.email", "contact"] },
      ]}
      initial={{ name: contact?.name ?? "", phone: contact?.phone ?? "", email: contact?.email ?? "" }}
      confirm={async (to) => {
        await run(SetCallerDocument, { input: { complaintId: id, contact: to } });
        await Promise.all([refresh(), queries.invalidateQueries({ queryKey: linksKey(id) })]);
        done({ text: t("contact.changed"), seconds: 5 });
      }}
    />
  );
}

export function Reporter({ complaint }: { complaint: Case }) {
  const [changing, setChanging] = useState(false);
  const where = earlierWhere(complaint);
  const { data } = useQuery({
    queryKey: keyOf("earlier", complaint.id, where),
    queryFn: ({ signal }) => run(EarlierComplaintsDocument, { where: where! }, { signal }),
    enabled: where !== undefined,
    staleTime: 60_000,
  });
  const contact = complaint.submittedBy?.contact ?? complaint.contact;
  const name = complaint.submittedBy?.name || complaint.contact?.name;
  const total = data?.complaints.totalCount ?? 0;
  return (
    <Card
      title={t("rail.reporter")}
      tools={
        !complaint.submittedBy && (
          <Change label={t(complaint.contact ? "contact.change" : "contact.add")} onClick={() => setChanging(true)} />
        )
      }
    >
      {changing && <ChangeContact complaint={complaint} onClose={() => setChanging(false)} />}
      <div className={styles.task}>
        <p>
          <strong {...verbatimIf(Boolean(name))}>{name || t("complaint.caller")}</strong>{" "}
          {!complaint.submittedBy && <span className={styles.dim}>{t("rail.noAccount")}</span>}
        </p>
        {complaint.submittedBy?.zone && <p className={styles.dim}>{complaint.submittedBy.zone.name}</p>}
        {contact?.phone && (
          <p>
            <a href={`tel:${contact.phone}`} className={styles.contact} translate="no">
              <Phone size={13} aria-hidden /> {contact.phone}
            </a>
          </p>
        )}
        {contact?.email && (
          <p>
            <a
              href={`mailto:${contact.email}?subject=${encodeURIComponent(complaint.reference)}`}
              className={styles.contact}
              translate="no"
            >
              <Mail size={13} aria-hidden /> {contact.email}
            </a>
          </p>
        )}
        <MailNote contact={contact} className={styles.dim} />
        <Follows complaint={complaint} />
        {data && (
          <h3 className={styles.earlierHead}>
            {total === 0 ? t("rail.firstComplaint") : t("rail.earlier", { n: total })}
          </h3>
        )}
        <ul className={styles.earlier}>
          {nodes(data?.complaints).map((it) => (
            <li key={it.id}>
              <Link href={`/complaints/${it.reference}`} title={it.title}>
                {it.title}
              </Link>
              <span>
                <Status status={shownStatus(it)} compact /> <Age at={it.createdAt} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
