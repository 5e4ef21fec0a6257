// The frame around a screen: the sidebar, which folds to icons and is a drawer on a phone, and the main part.
import { ActionIcon, Button, Menu, Tooltip, UnstyledButton } from "@mantine/core";
import {
  ChevronsUpDown,
  Keyboard,
  Languages,
  LogOut,
  Menu as MenuIcon,
  Monitor,
  Moon,
  PanelLeftClose,
  PanelLeftOpen,
  Search,
  Sun,
  UserRound,
} from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { Link, Redirect, Route, Switch, useLocation } from "wouter";

import { useConnected } from "../data/graph/live";
import { activeLanguage, languages, t, moreMessages, officeMessages } from "../lib/i18n";
import { dateTime } from "../lib/i18n/format";
import { useHeldMail } from "../data/notifications/held";
import { Bell, Urgent } from "../parts/bell/Bell";
import { Dialog } from "../parts/Dialog";
import { Bones, Empty } from "../parts/Notice";
import { usePrinting } from "../parts/printing";
import { SidebarSlot } from "../parts/sidebar";
import { undo } from "../parts/undo";
import { useLook } from "../parts/look";
import { signOut } from "../data/session/session";
import { useOrganization, useViewer } from "../data/session/viewer";
import { Boundary } from "../parts/Boundary";
import { Elsewhere } from "../parts/Elsewhere";
import icon from "../parts/icon.svg";
import { ctrl, useKeys } from "../lib/keyboard";
import { isScreen, mayOpen, routes, screensOf } from "./screens";
import styles from "./shell.module.css";
import { useNewVersion } from "../data/version";
import { onDevice } from "../lib/storage";
import { useDevice } from "./device";

const loadPalette = () => import("./Palette");
const Palette = lazy(loadPalette);
const KeyHelp = lazy(async () => {
  const [help] = await Promise.all([import("./KeyHelp"), moreMessages()]);
  return help;
});

const HeldMail = lazy(async () => {
  const [held] = await Promise.all([import("./HeldMail"), officeMessages()]);
  return held;
});

const folded = "redress-sidebar";

export function Frame() {
  useDevice();
  const viewer = useViewer();
  const [open, setOpen] = useState<"palette" | "keys" | "menu">();
  const [narrow, setNarrow] = useState(() => onDevice.get(folded) === "folded" || innerWidth < 1000);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [location, navigate] = useLocation();
  const connected = useConnected();
  const newVersion = useNewVersion();
  const held = useHeldMail();
  const organization = useOrganization();
  const screens = viewer ? screensOf(viewer) : [];

  const fold = (): void => {
    onDevice.set(folded, narrow ? "open" : "folded");
    setNarrow(!narrow);
  };
  useEffect(() => {
    const timer = setTimeout(() => void Promise.all([loadPalette(), moreMessages()]).catch(() => undefined), 2000); // so that the first letters are not lost
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    setOpen((it) => (it === "menu" ? undefined : it));
  }, [location]);
  useKeys({
    "Mod+k": () => setOpen("palette"),
    "?": () => setOpen("keys"),
    "Mod+z": () => void undo(true),
    ...Object.fromEntries(screens.map((screen) => [`g ${screen.key}`, () => navigate(screen.path)])),
  });

  const sidebar = (
    <Sidebar
      screens={screens}
      narrow={narrow && open !== "menu"}
      slot={setSlot}
      onFind={() => setOpen("palette")}
      onKeys={() => setOpen("keys")}
    />
  );
  return (
    <SidebarSlot.Provider value={slot}>
      <a className={styles.skip} href="#main">
        {t("shell.skip")}
      </a>
      <div className={styles.frame} data-narrow={narrow || undefined}>
        <header className={styles.top}>
          <ActionIcon onClick={() => setOpen("menu")} aria-label={t("shell.menu")} size={40}>
            <MenuIcon size={20} />
          </ActionIcon>
          <img src={icon} alt="" width="22" height="22" />
          <strong translate="no">{organization}</strong>
          <Bell />
          <ActionIcon onClick={() => setOpen("palette")} aria-label={t("shell.find")} size={40}>
            <Search size={20} />
          </ActionIcon>
        </header>
        {open === "menu" ? (
          <Dialog title={t("shell.menu")} onClose={() => setOpen(undefined)} side bare>
            {sidebar}
          </Dialog>
        ) : (
          <div className={styles.side}>
            {sidebar}
            <FoldButton narrow={narrow} onClick={fold} />
          </div>
        )}
        <main id="main" className={styles.main} tabIndex={-1}>
          <Urgent />
          <Suspense>{held && <HeldMail held={held} />}</Suspense>
          {!connected && (
            <p className={styles.band} role="status">
              {t("shell.offline")}
            </p>
          )}
          {newVersion && (
            <p className={styles.band} role="status">
              {t("shell.newVersion")}{" "}
              <Button size="compact-sm" onClick={() => window.location.reload()}>
                {t("common.reload")}
              </Button>
            </p>
          )}
          <Boundary key={location}>
            <Suspense
              fallback={
                <div className={styles.wait}>
                  <Bones lines={9} />
                </div>
              }
            >
              <Switch>
                {screens.length > 0 &&
                  routes.map(({ path, page: Page }) => (
                    <Route key={path} path={path}>
                      {viewer && mayOpen(viewer, path) ? <Page /> : <Elsewhere />}
                    </Route>
                  ))}
                <Route path="/">
                  {screens[0] ? (
                    <Redirect to={screens[0].path} replace />
                  ) : (
                    <Empty title={t("session.noScreens")}>
                      <p>{t("session.noScreensText")}</p>
                    </Empty>
                  )}
                </Route>
                <Route>
                  {isScreen(location) ? (
                    <Elsewhere />
                  ) : (
                    <Empty title={t("shell.notFound")}>
                      <p>{t("shell.notFoundText")}</p>
                    </Empty>
                  )}
                </Route>
              </Switch>
            </Suspense>
          </Boundary>
          <Printed />
        </main>
      </div>
      <Suspense>
        {open === "palette" && <Palette onClose={() => setOpen(undefined)} onKeys={() => setOpen("keys")} />}
        {open === "keys" && <KeyHelp onClose={() => setOpen(undefined)} />}
      </Suspense>
    </SidebarSlot.Provider>
  );
}

// Printed ends what is printed: whose it is, when and by whom.
function Printed() {
  const viewer = useViewer();
  const organization = useOrganization();
  return (
    usePrinting() && (
      <p className={styles.printed}>
        <span translate="no">{organization}</span>
        <span>{t("shell.printed", { time: dateTime(Date.now()), name: viewer?.name ?? "" })}</span>
      </p>
    )
  );
}

function FoldButton({ narrow, onClick }: { narrow: boolean; onClick: () => void }) {
  const label = t(narrow ? "shell.unfold" : "shell.fold");
  return (
    <Tooltip label={label} position="right">
      <ActionIcon className={styles.fold} onClick={onClick} aria-label={label} aria-expanded={!narrow}>
        {narrow ? <PanelLeftOpen size={16} /> : <PanelLeftClose size={16} />}
      </ActionIcon>
    </Tooltip>
  );
}

interface SidebarProps {
  screens: ReturnType<typeof screensOf>;
  narrow: boolean;
  slot: (element: HTMLElement | null) => void;
  onFind: () => void;
  onKeys: () => void;
}

function Sidebar({ screens, narrow, slot, onFind, onKeys }: SidebarProps) {
  const [location] = useLocation();
  const name = useOrganization();
  return (
    <div className={styles.sidebar} data-narrow={narrow || undefined}>
      <div className={styles.brand}>
        <img src={icon} alt="" width="24" height="24" />
        <span translate="no" title={name}>
          {name}
        </span>
      </div>
      <div className={styles.findRow}>
        <Tooltip label={t("shell.find")} position="right" disabled={!narrow}>
          <UnstyledButton className={styles.find} onClick={onFind}>
            <Search size={15} aria-hidden />
            <span>{t("shell.find")}</span>
            <kbd>{ctrl()} K</kbd>
          </UnstyledButton>
        </Tooltip>
        <Bell />
      </div>
      <nav className={styles.nav} aria-label={t("shell.menu")}>
        <ul>
          {screens.map(({ path, title, icon: Icon, group }, index) => {
            const here = location === path || location.startsWith(`${path}/`);
            return (
              <li key={path} data-apart={(index > 0 && screens[index - 1]?.group !== group) || undefined}>
                <Tooltip label={t(title)} position="right" disabled={!narrow}>
                  <Link href={path} className={styles.link} aria-current={here ? "page" : undefined}>
                    <Icon size={16} aria-hidden />
                    <span>{t(title)}</span>
                  </Link>
                </Tooltip>
                {here && <div ref={slot} className={styles.slot} />}
              </li>
            );
          })}
        </ul>
      </nav>
      <AccountMenu onKeys={onKeys} />
    </div>
  );
}

function AccountMenu({ onKeys }: { onKeys: () => void }) {
  const viewer = useViewer();
  const { scheme: chosen, setScheme, setLanguage } = useLook();
  const schemes = [
    ["auto", "shell.themeSystem", Monitor],
    ["light", "shell.themeLight", Sun],
    ["dark", "shell.themeDark", Moon],
  ] as const;
  const name = viewer?.name ?? "";
  return (
    <Menu position="top-start" width={208} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className={styles.account}>
          <span className="visually-hidden">{t("shell.account")}:</span>
          <span className={styles.avatar} aria-hidden translate="no">
            {name
              .split(/\s+/)
              .map((word) => word[0])
              .slice(0, 2)
              .join("")}
          </span>
          <span className={styles.person}>
            <span translate="no" title={name}>
              {name}
            </span>
            <small>{viewer?.role ? t(`role.${viewer.role}`) : ""}</small>
          </span>
          <ChevronsUpDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={styles.float}>
        <Menu.Label>{t("shell.theme")}</Menu.Label>
        <Menu.RadioGroup value={chosen} onChange={(scheme) => setScheme(scheme as typeof chosen)}>
          {schemes.map(([scheme, label, Icon]) => (
            <Menu.RadioItem key={scheme} value={scheme} rightSection={<Icon size={15} />} closeMenuOnClick>
              {t(label)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Label>{t("shell.language")}</Menu.Label>
        <Menu.RadioGroup
          value={activeLanguage()}
          onChange={(code) => setLanguage(code as ReturnType<typeof activeLanguage>)}
        >
          {languages.map(({ code, name: own }) => (
            <Menu.RadioItem key={code} value={code} lang={code} rightSection={<Languages size={15} />} closeMenuOnClick>
              {own}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<UserRound size={15} />} component={Link} href="/account">
          {t("shell.ownAccount")}
        </Menu.Item>
        <Menu.Item
          leftSection={<Keyboard size={15} />}
          rightSection={<kbd className={styles.kbd}>?</kbd>}
          onClick={onKeys}
        >
          {t("shell.keys")}
        </Menu.Item>
        <Menu.Item leftSection={<LogOut size={15} />} onClick={() => void signOut()}>
          {t("shell.signOut")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
