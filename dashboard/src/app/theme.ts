// Mantine in the colors of tokens.css.
import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from "@mantine/core";

import { t } from "../lib/i18n";

const accent: MantineColorsTuple = [
  "var(--tint)",
  "var(--tint)",
  "var(--tint)",
  "var(--accent)",
  "var(--accent)",
  "var(--accent)",
  "var(--accent)",
  "var(--accent-hover)",
  "var(--accent-hover)",
  "var(--accent-hover)",
];

export const theme = createTheme({
  primaryColor: "accent",
  primaryShade: 6,
  colors: { accent },
  fontFamily: "var(--text-font)",
  fontFamilyMonospace: "var(--code-font)",
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "16px", xl: "20px" },
  spacing: { xs: "4px", sm: "8px", md: "12px", lg: "16px", xl: "24px" },
  radius: { xs: "4px", sm: "6px", md: "6px", lg: "10px", xl: "10px" },
  defaultRadius: "sm",
  // What is written on the accent is dark where the accent is light.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    if (input.variant === "filled" && input.color === "red") {
      return {
        ...colors,
        background: "var(--red)",
        hover: "color-mix(in srgb, var(--red) 86%, var(--ink))",
        color: "var(--panel)",
      };
    }
    return input.variant === "filled" && (input.color ?? "accent") === "accent"
      ? { ...colors, color: "var(--accent-ink)" }
      : colors;
  },
  respectReducedMotion: true,
  cursorType: "pointer",
  components: {
    Input: { vars: () => ({ wrapper: { "--input-bd": "var(--field)", "--input-bg": "var(--panel)" } }) },
    Button: {
      defaultProps: { size: "sm" },
      vars: (_: unknown, { variant = "filled", color }: { variant?: string; color?: string }) => ({
        root: variant === "filled" && !color ? { "--button-color": "var(--accent-ink)" } : {},
      }),
    },
    // What people write goes in the direction of its letters.
    TextInput: { defaultProps: { dir: "auto" } },
    Textarea: { defaultProps: { dir: "auto" } },
    // A function, because the language may change.
    PasswordInput: {
      defaultProps: () => ({ visibilityToggleButtonProps: { "aria-label": t("common.showPassword") } }),
    },
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray", size: 30 } },
    Menu: {
      defaultProps: {
        transitionProps: { duration: 100 },
        shadow: "none",
        position: "bottom-end",
        withInitialFocusPlaceholder: false,
      },
    },
    Tooltip: { defaultProps: { openDelay: 400, transitionProps: { duration: 100 } } },
  },
});

const shared = {
  "--mantine-color-body": "var(--back)",
  "--mantine-color-text": "var(--ink)",
  "--mantine-color-bright": "var(--ink)",
  "--mantine-color-dimmed": "var(--soft)",
  "--mantine-color-placeholder": "var(--soft)",
  "--mantine-color-anchor": "var(--accent)",
  "--mantine-color-error": "var(--red)",
  "--mantine-color-default": "var(--panel)",
  "--mantine-color-default-hover": "var(--hover)",
  "--mantine-color-default-color": "var(--ink)",
  "--mantine-color-default-border": "var(--field)",
  "--mantine-color-disabled-color": "var(--soft)",
  "--mantine-color-disabled": "var(--hover)",
  "--mantine-color-accent-filled": "var(--accent)",
  "--mantine-color-accent-filled-hover": "var(--accent-hover)",
  "--mantine-color-accent-light": "var(--tint)",
  "--mantine-color-accent-light-hover": "var(--tint)",
  "--mantine-color-accent-light-color": "var(--accent)",
  "--mantine-color-accent-outline": "var(--accent)",
  "--mantine-color-accent-contrast": "var(--accent-ink)",
  "--mantine-primary-color-contrast": "var(--accent-ink)",
  "--mantine-color-gray-filled": "var(--soft)",
  "--mantine-color-gray-light-color": "var(--soft)",
  "--mantine-color-gray-light-hover": "var(--hover)",
};

export const variables: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark: shared });
