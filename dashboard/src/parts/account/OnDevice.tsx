// Whether what comes is also a notification of the operating system, on this device.
import { Switch } from "@mantine/core";
import { useState } from "react";

import { deviceState, setDevice } from "../../data/notifications/device";
import { t } from "../../lib/i18n/more";
import { failed } from "../undo";

export function OnDevice() {
  const [state, setState] = useState(deviceState);
  if (state === "unsupported") return null;
  return (
    <Switch
      label={t("account.onDevice")}
      description={t(state === "blocked" ? "account.onDeviceBlocked" : "account.onDeviceHint")}
      checked={state === "on"}
      disabled={state === "blocked"}
      onChange={(event) => void setDevice(event.currentTarget.checked).then(setState).catch(failed)}
    />
  );
}
