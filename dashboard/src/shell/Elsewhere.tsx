// Another role's address leads to where the viewer's own day begins, and says so.
import { useEffect } from "react";
import { Redirect } from "wouter";

import { t } from "../i18n";
import { done } from "../parts/undo";

export function Elsewhere() {
  useEffect(() => {
    done({ text: t("shell.elsewhere") });
  }, []);
  return <Redirect to="/" replace />;
}
