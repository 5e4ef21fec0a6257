// What the ledger, its form, its panel and the service providers share.
import { CircleCheck, RotateCcw, Undo2 } from "lucide-react";

import { t } from "../../lib/i18n/office";
import { paymentMethods } from "../../lib/domain";
import { money } from "../../lib/money";
import { Tag } from "../../parts/list/Screen";
import type { PaymentRowFragment, PaymentsQuery } from "./generated";
import styles from "./payments.module.css";

export const methodOptions = () => paymentMethods.map((it) => ({ value: it, label: t(`payments.method.${it}`) }));

// Kind says of a payment what makes it differ from one that stands.
export function Kind({ payment }: { payment: Pick<PaymentRowFragment, "type" | "status"> }) {
  if (payment.type === "REVERSAL")
    return (
      <Tag tone="slate" icon={<Undo2 size={12} aria-hidden />}>
        {t("payments.type.REVERSAL")}
      </Tag>
    );
  if (payment.status === "REVERSED")
    return (
      <Tag tone="red" icon={<RotateCcw size={12} aria-hidden />}>
        {t("payments.status.REVERSED")}
      </Tag>
    );
  return (
    <Tag tone="green" icon={<CircleCheck size={12} aria-hidden />}>
      {t("payments.status.PAID")}
    </Tag>
  );
}

export function Totals({ totals }: { totals: PaymentsQuery["paymentPage"]["summary"]["totals"] }) {
  return (
    <div className={styles.sums}>
      {totals.map(({ currency, paid, reversed, net }) => (
        <dl key={currency} data-currency={currency}>
          <div>
            <dt>{t("payments.paid")}</dt>
            <dd>{money(paid, currency)}</dd>
          </div>
          <div>
            <dt>{t("payments.reversed")}</dt>
            <dd>{money(reversed, currency)}</dd>
          </div>
          <div>
            <dt>{t("payments.net")}</dt>
            <dd>{money(net, currency)}</dd>
          </div>
        </dl>
      ))}
    </div>
  );
}
