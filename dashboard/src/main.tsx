// The desk starts here: the language first, then the session, then the screen that the address names.
// Mantine's styles are in a layer, so that ours come after them whatever the order in which chunks are loaded.
import "./tokens.css";
import "./base.css";
import "@mantine/core/styles/baseline.layer.css";
import "@mantine/core/styles/default-css-variables.layer.css";
import "@mantine/core/styles/global.layer.css";
import "@mantine/core/styles/UnstyledButton.layer.css";
import "@mantine/core/styles/Button.layer.css";
import "@mantine/core/styles/ActionIcon.layer.css";
import "@mantine/core/styles/Loader.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Input.layer.css";
import "@mantine/core/styles/PasswordInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Menu.layer.css";
import "@mantine/core/styles/Tooltip.layer.css";
import "@mantine/core/styles/Kbd.layer.css";

import { createRoot } from "react-dom/client";

import { activate, preferred } from "./lib/i18n";
import * as session from "./data/session/session";
import { App } from "./app/App";

await activate(preferred());
void session.start();
createRoot(document.getElementById("desk")!).render(<App />);
