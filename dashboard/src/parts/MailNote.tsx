// What becomes of the e-mails to somebody's address, for administrators, who can let one be tried again that a mail server refused.
import { useQueryClient } from "@tanstack/react-query";

import { run } from "../data/graph/client";
import { RetryEmailAddressDocument } from "../data/notifications/generated";
import { useService } from "../data/session/viewer";
import { t } from "../lib/i18n/more";
import { mailNote, type MailAddress } from "./mailNote";
import { PlainButton } from "./Plain";
import { done, failed } from "./undo";

interface Props {
  contact: (MailAddress & { id: string }) | null | undefined;
  className: string | undefined;
}

export function MailNote({ contact, className }: Props) {
  const queries = useQueryClient();
  const note = mailNote(contact, useService());
  if (!contact || !note) return null;
  const retry = (): void => {
    run(RetryEmailAddressDocument, { contact: contact.id })
      .then(() => {
        void queries.invalidateQueries();
        done({ text: t("mail.retried", { address: contact.email }), seconds: 5 });
      })
      .catch(failed);
  };
  return (
    <p className={className}>
      {note}{" "}
      {contact.refusedAt && (
        <PlainButton small onClick={retry}>
          {t("mail.retry")}
        </PlainButton>
      )}
    </p>
  );
}
