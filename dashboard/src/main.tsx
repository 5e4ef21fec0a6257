// The desk starts here: the language first, then the session, then the screen that the address names.
import "@mantine/core/styles/baseline.css";
import "@mantine/core/styles/default-css-variables.css";
import "@mantine/core/styles/global.css";
import "@mantine/core/styles/UnstyledButton.css";
import "@mantine/core/styles/Button.css";
import "@mantine/core/styles/ActionIcon.css";
import "@mantine/core/styles/Loader.css";
import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/PasswordInput.css";
import "@mantine/core/styles/Checkbox.css";
import "@mantine/core/styles/Switch.css";
import "@mantine/core/styles/Popover.css";
import "@mantine/core/styles/Menu.css";
import "@mantine/core/styles/Tooltip.css";
import "@mantine/core/styles/Kbd.css";
import "./tokens.css";
import "./base.css";

import { createRoot } from "react-dom/client";

import { activate, preferred } from "./i18n";
import * as session from "./session/session";
import { App } from "./shell/App";

await activate(preferred());
void session.start();
createRoot(document.getElementById("desk")!).render(<App />);
