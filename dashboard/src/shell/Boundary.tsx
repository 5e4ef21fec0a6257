// When a screen fails: a chunk that is gone since the desk was updated, or a fault of ours. Never a white page.
import { Button } from "@mantine/core";
import { CloudOff, RefreshCw } from "lucide-react";
import { Component, type ReactNode } from "react";

import { t } from "../i18n";
import { Empty } from "../parts/Notice";

const gone = /dynamically imported module|Importing a module script failed|error loading dynamically|Unable to preload/i;

export class Boundary extends Component<{ children: ReactNode }, { fault?: unknown }> {
  override state: { fault?: unknown } = {};

  static getDerivedStateFromError(fault: unknown) {
    return { fault };
  }

  override render() {
    const { fault } = this.state;
    if (fault === undefined) return this.props.children;
    const stale = gone.test(String(fault));
    return (
      <main role="alert">
        <Empty icon={stale ? RefreshCw : CloudOff} title={t(stale ? "error.stale" : "error.crash")}>
          <p>{t(stale ? "error.staleText" : "error.crashText")}</p>
          <Button onClick={() => location.reload()}>{t("common.reload")}</Button>
          {!stale && <pre>{String(fault)}</pre>}
        </Empty>
      </main>
    );
  }
}
