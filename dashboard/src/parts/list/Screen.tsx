// The frame of a plain list: its heading and tabs, the list, and beside it what is open. On a narrow screen what is open
// takes the place of the list.
import { ActionIcon } from "@mantine/core";
import { X } from "lucide-react";
import { useEffect, useId, useRef, type ReactNode } from "react";
import { Link, useLocation } from "wouter";

import { t } from "../../lib/i18n";
import { useKeys } from "../../lib/keyboard";
import { useOrganization } from "../../data/session/viewer";
import { useTitle } from "../title";
import { useReturn } from "./focus";
import { verbatimIf } from "../Verbatim";
import styles from "./list.module.css";

export interface Tab {
  path: string;
  title: string;
}

let screenTitle = ""; // of the tab while nothing is open beside the list

interface ScreenProps {
  title: string;
  tabs?: Tab[];
  actions?: ReactNode;
  panel?: ReactNode;
  children: ReactNode;
}

export function Screen({ title, tabs, actions, panel, children }: ScreenProps) {
  const [location] = useLocation();
  const tab = tabs?.find(({ path }) => path === location);
  const parts = [tab && tab.title !== title ? tab.title : undefined, title];
  screenTitle = [...parts, useOrganization()].filter(Boolean).join(" · ");
  useTitle(...parts);
  const main = useRef<HTMLDivElement>(null);
  useReturn(main, Boolean(panel));
  return (
    <div className={styles.screen}>
      <div className={styles.columns} data-panel={panel ? true : undefined}>
        <div className={styles.main} data-scroll ref={main}>
          <header className={styles.header}>
            <h1 tabIndex={-1}>{title}</h1>
            <div className={styles.actions}>{actions}</div>
          </header>
          {tabs && tabs.length > 1 && (
            <nav className={styles.tabs} aria-label={title}>
              {tabs.map(({ path, title: text }) => (
                <Link key={path} href={path} aria-current={path === location ? "page" : undefined}>
                  {text}
                </Link>
              ))}
            </nav>
          )}
          {children}
        </div>
        {panel}
      </div>
    </div>
  );
}

interface PanelProps {
  title: ReactNode;
  verbatim?: boolean; // the title is a name, or a code
  about?: ReactNode; // a line below the title
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

export function Panel({ title, verbatim, about, actions, onClose, children }: PanelProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useKeys({ Escape: onClose });
  const name = typeof title === "string" ? title : undefined;
  useEffect(() => {
    if (!name) return;
    const timer = setTimeout(() => (document.title = `${name} · ${screenTitle}`)); // after the screen has set its own
    return () => {
      clearTimeout(timer);
      document.title = screenTitle;
    };
  }, [name]);
  useEffect(() => {
    const panel = heading.current?.closest("section");
    if (!panel?.contains(document.activeElement)) heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    // What took the place of a form that had it.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [name]);
  return (
    <section
      className={styles.panel}
      aria-labelledby={id}
      data-scroll
      onKeyDown={(event) => {
        if (
          event.key !== "Escape" ||
          event.defaultPrevented ||
          (event.target as HTMLElement).closest("dialog, [role=menu]")
        )
          return;
        event.preventDefault();
        onClose();
      }}
    >
      <header>
        <div>
          <h2 id={id} ref={heading} tabIndex={-1} {...verbatimIf(verbatim)}>
            {title}
          </h2>
          {about && <div className={styles.about}>{about}</div>}
        </div>
        {actions}
        <ActionIcon onClick={onClose} aria-label={t("common.close")}>
          <X size={16} />
        </ActionIcon>
      </header>
      <div className={styles.panelBody}>{children}</div>
    </section>
  );
}

// Section is a part of a panel under a heading of its own.
export function Section({
  title,
  actions,
  children,
  top = false,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
  top?: boolean;
}) {
  const Heading = top ? "h2" : "h3"; // top: directly below the heading of the screen
  return (
    <section className={styles.section}>
      <header>
        <Heading>{title}</Heading>
        {actions}
      </header>
      {children}
    </section>
  );
}

// Facts are names and values; those without a value are left out.
export function Facts({ of }: { of: [string, ReactNode][] }) {
  return (
    <dl className={styles.facts}>
      {of.map(
        ([name, value]) =>
          value !== null &&
          value !== undefined &&
          value !== "" &&
          value !== false && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

// Tag is a state in word and color, with an icon.
export function Tag({ tone, icon, children }: { tone: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {icon}
      <span>{children}</span>
    </span>
  );
}
