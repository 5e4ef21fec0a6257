// Which events are told, and how: a row for each, under the area to which it belongs, with a box for each channel.
import { Button, Checkbox } from "@mantine/core";
import { useEffect, useId, useState } from "react";

import type {
  Channel,
  NotificationArea,
  NotificationChoiceInput,
  NotificationEventType,
} from "../../data/graph/schema.generated";
import { t } from "../../lib/i18n/more";
import { failed } from "../undo";
import styles from "./switches.module.css";

interface ChannelSetting {
  channel: Channel;
  on: boolean;
  chosen: boolean;
}

export interface Setting {
  event: NotificationEventType;
  area: NotificationArea;
  label: string;
  channels: ChannelSetting[];
}

interface SwitchesProps {
  settings: readonly Setting[];
  mail: boolean; // whether e-mail can be chosen
  reset: string; // what the button says that chooses nothing
  set: (choices: NotificationChoiceInput[]) => Promise<unknown>;
}

const all: readonly Channel[] = ["IN_APP", "EMAIL"];

export function Switches({ settings, mail, reset, set }: SwitchesProps) {
  const id = useId();
  // What was pressed shows at once, until what stands is read again.
  const [pressed, setPressed] = useState<ReadonlyMap<string, boolean>>(new Map());
  useEffect(() => {
    setPressed(new Map());
  }, [settings]);
  const areas = [...new Set(settings.map(({ area }) => area))];
  const write = (choices: NotificationChoiceInput[]): void => {
    set(choices).catch((cause: unknown) => {
      setPressed(new Map());
      failed(cause);
    });
  };
  const chosen = settings.flatMap(({ event, channels }) =>
    channels.filter((it) => it.chosen).map(({ channel }) => ({ event, channel, on: null })),
  );
  const box = ({ event, label, channels }: Setting, channel: Channel) => {
    const is = channels.find((it) => it.channel === channel);
    if (!is) return null;
    const key = `${event} ${channel}`;
    return (
      <Checkbox
        aria-label={`${label}: ${t(`switches.${channel}`)}`}
        checked={pressed.get(key) ?? is.on}
        disabled={channel === "EMAIL" && !mail}
        onChange={(press) => {
          const on = press.currentTarget.checked;
          setPressed(new Map(pressed).set(key, on));
          write([{ event, channel, on }]);
        }}
      />
    );
  };
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("switches.event")}</th>
            {all.map((channel) => (
              <th scope="col" key={channel}>
                {t(`switches.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        {areas.map((area) => (
          <tbody key={area} aria-labelledby={`${id}-${area}`}>
            <tr>
              <th scope="rowgroup" colSpan={1 + all.length} id={`${id}-${area}`}>
                {t(`switches.area.${area}`)}
              </th>
            </tr>
            {settings
              .filter((it) => it.area === area)
              .map((it) => (
                <tr key={it.event}>
                  <th scope="row">{it.label}</th>
                  {all.map((channel) => (
                    <td key={channel}>{box(it, channel)}</td>
                  ))}
                </tr>
              ))}
          </tbody>
        ))}
      </table>
      {chosen.length > 0 && (
        <Button variant="default" onClick={() => write(chosen)}>
          {reset}
        </Button>
      )}
    </>
  );
}
