// What the list and the panel of broadcasts share.
import {
  Ban,
  CalendarClock,
  CircleAlert,
  CircleCheck,
  CirclePause,
  CircleX,
  LoaderCircle,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";

import { messageOf, t } from "../../lib/i18n/office";
import type { DeliveryState } from "../../lib/domain";
import { Tag } from "../../parts/list/Screen";
import { Verbatim } from "../../parts/Verbatim";
import type { BroadcastPanelQuery, BroadcastRowFragment } from "./generated";

// Broadcast is all that the panel reads of one.
export type Broadcast = NonNullable<BroadcastPanelQuery["broadcast"]>;

const looks: Record<DeliveryState, [LucideIcon, string]> = {
  PENDING: [CalendarClock, "blue"],
  HELD: [CirclePause, "amber"],
  IN_PROGRESS: [LoaderCircle, "teal"],
  COMPLETED: [CircleCheck, "green"],
  PARTIAL: [CircleAlert, "orange"],
  FAILED: [CircleX, "red"],
  CANCELLED: [Ban, "slate"],
};

export function StateTag({ state }: { state: DeliveryState }) {
  const [Icon, tone] = looks[state];
  return (
    <Tag tone={tone} icon={<Icon size={12} aria-hidden />}>
      {t(`broadcasts.state.${state}`)}
    </Tag>
  );
}

// audienceOf is whom a broadcast is for, in the words of the desk.
export function audienceOf({ type, value, label }: BroadcastRowFragment["target"]): ReactNode {
  if (type === "ALL") return t("broadcasts.target.ALL");
  if (type === "GROUP") return <Verbatim>{label}</Verbatim>;
  return (type === "ROLE" && messageOf(`role.${value}`)) || label;
}
