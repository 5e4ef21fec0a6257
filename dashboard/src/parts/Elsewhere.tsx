// Another role's address leads to where the viewer's own day begins, and says so.
import { useEffect } from "react";
import { Redirect } from "wouter";

import { t } from "../lib/i18n";
import { done } from "./undo";

export function Elsewhere() {
  useEffect(() => {
    done({ text: t("shell.elsewhere") });
  }, []);
  return <Redirect to="/" replace />;
}
