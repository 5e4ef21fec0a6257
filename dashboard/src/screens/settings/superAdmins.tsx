// The pages of the settings that are only for super administrators: others come to the reason codes.
import type { ComponentType } from "react";
import { Redirect } from "wouter";

import { useViewer } from "../../data/session/viewer";

export const forSuperAdmins = (Page: ComponentType): ComponentType =>
  function ForSuperAdmins() {
    const viewer = useViewer();
    if (viewer && viewer.role !== "SUPER_ADMIN") return <Redirect to="/settings/reasons" replace />;
    return <Page />;
  };
