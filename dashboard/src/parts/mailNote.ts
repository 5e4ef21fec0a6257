// What becomes of the e-mails to an address, where somebody would expect that they arrive.
import { t } from "../lib/i18n/more";
import type { Service } from "../data/session/viewer";

export interface MailAddress {
  email: string;
  confirmedAt?: string | null;
  deniedAt?: string | null;
  refusedAt?: string | null;
  unsubscribedAt?: string | null;
}

// mailNote returns what to know before an e-mail to an address is expected to arrive; undefined if it does.
export function mailNote(it: MailAddress | null | undefined, service: Service | undefined): string | undefined {
  if (!it?.email || !service) return undefined;
  if (!service.mail) return t("mail.none");
  if (it.deniedAt) return t("mail.denied");
  if (it.refusedAt) return t("mail.refused");
  if (it.unsubscribedAt) return t("mail.unsubscribed");
  if (it.confirmedAt) return undefined;
  return service.mailLinks ? t("mail.waiting") : t("mail.cannot");
}

// isMailed reports whether e-mails to an address arrive.
export const isMailed = (it: MailAddress | null | undefined, service: Service | undefined): boolean =>
  Boolean(it?.email && service?.mail) && mailNote(it, service) === undefined;
