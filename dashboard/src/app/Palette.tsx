// Ctrl K: goes anywhere, finds anything, does what the shell can do.
import { useQuery } from "@tanstack/react-query";
import { ArrowRight, Keyboard, Languages, LogOut, Moon, Search, Sun } from "lucide-react";
import { useDeferredValue, useEffect, useId, useRef, useState, type ReactNode } from "react";
import { useLocation } from "wouter";

import { run } from "../data/graph/client";
import { keyOf } from "../data/graph/keys";
import { languages, t } from "../lib/i18n";
import { callerComplaints, callerText } from "../parts/callers";
import { fold } from "../parts/fold";
import { Dialog } from "../parts/Dialog";
import { shownStatus, Status } from "../parts/Status";
import { signOut } from "../data/session/session";
import { useLook } from "../parts/look";
import { Titled, verbatimIf } from "../parts/Verbatim";
import { useViewer } from "../data/session/viewer";
import { FindDocument, type FindQuery } from "./generated";
import styles from "./palette.module.css";
import { screensOf } from "./screens";

interface Entry {
  id: string;
  group: string;
  icon?: ReactNode;
  text: string;
  content?: ReactNode; // what is shown instead
  verbatim?: boolean; // a name
  hint?: ReactNode;
  act: () => void;
}

// useCommands are where one can go and what one can do, in any screen.
function useCommands(onKeys: () => void): Entry[] {
  const viewer = useViewer();
  const [, navigate] = useLocation();
  const { setScheme, setLanguage } = useLook();
  return [
    ...(viewer ? screensOf(viewer) : []).map(({ path, title }) => ({
      id: path,
      group: t("palette.commands"),
      icon: <ArrowRight size={15} />,
      text: t("palette.go", { name: t(title) }),
      act: () => navigate(path),
    })),
    {
      id: "notifications",
      group: t("palette.commands"),
      icon: <ArrowRight size={15} />,
      text: t("palette.go", { name: t("shell.bell") }),
      act: () => navigate("/notifications"),
    },
    {
      id: "account",
      group: t("palette.commands"),
      icon: <ArrowRight size={15} />,
      text: t("palette.go", { name: t("shell.ownAccount") }),
      act: () => navigate("/account"),
    },
    {
      id: "keys",
      group: t("palette.commands"),
      icon: <Keyboard size={15} />,
      text: t("keys.title"),
      hint: "?",
      act: onKeys,
    },
    {
      id: "dark",
      group: t("palette.commands"),
      icon: <Moon size={15} />,
      text: t("palette.dark"),
      act: () => setScheme("dark"),
    },
    {
      id: "light",
      group: t("palette.commands"),
      icon: <Sun size={15} />,
      text: t("palette.light"),
      act: () => setScheme("light"),
    },
    ...languages.map(({ code, name }) => ({
      id: code,
      group: t("palette.commands"),
      icon: <Languages size={15} />,
      text: `${t("shell.language")}: ${name}`,
      act: () => setLanguage(code),
    })),
    {
      id: "out",
      group: t("palette.commands"),
      icon: <LogOut size={15} />,
      text: t("shell.signOut"),
      act: () => void signOut(),
    },
  ];
}

const foundOf = (found: FindQuery["find"], navigate: (path: string) => void): Entry[] => [
  ...found.complaints.map((complaint) => ({
    id: complaint.id,
    group: t("palette.complaints"),
    text: complaint.title,
    content: <Titled of={complaint} />,
    hint: <Status status={shownStatus(complaint)} />,
    act: () => navigate(`/complaints/${complaint.id}`),
  })),
  ...found.users.map(({ id: user, name, role }) => ({
    id: user,
    group: t("palette.people"),
    text: name,
    verbatim: true,
    hint: role && t(`role.${role}`),
    act: () => navigate(`/people?open=${user}`),
  })),
  ...found.callers.map((caller) => ({
    id: `caller ${callerText(caller)}`,
    group: t("palette.callers"),
    text: callerText(caller),
    verbatim: true,
    hint: t("palette.reported", { n: caller.complaintCount }),
    act: () => navigate(callerComplaints(caller)),
  })),
  ...found.serviceProviders.map(({ id: provider, name }) => ({
    id: provider,
    group: t("palette.providers"),
    text: name,
    verbatim: true,
    act: () => navigate(`/payments/providers?open=${provider}`),
  })),
  ...found.tasks.map(({ id: task, complaint }) => ({
    id: task,
    group: t("shell.tasks"),
    text: t("shell.tasks"),
    content: complaint && <Titled of={complaint} />,
    hint: complaint?.address,
    act: () => navigate(`/tasks?open=${task}`),
  })),
  ...found.broadcasts.map(({ id: broadcast, title }) => ({
    id: broadcast,
    group: t("palette.broadcasts"),
    text: title,
    act: () => navigate(`/broadcasts?open=${broadcast}`),
  })),
];

export default function Palette({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const [, navigate] = useLocation();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const wanted = useDeferredValue(text.trim());
  const words = fold(wanted);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const { data } = useQuery({
    queryKey: keyOf("find", wanted),
    queryFn: ({ signal }) => run(FindDocument, { text: wanted }, { signal }),
    enabled: words.length > 1,
    placeholderData: (before) => before,
  });

  const commands = useCommands(onKeys).filter((entry) => fold(entry.text).includes(words));
  const entries = [...(words.length > 1 && data ? foundOf(data.find, navigate) : []), ...commands];
  const chosen = Math.min(at, entries.length - 1);

  useEffect(() => {
    setAt(0);
  }, [wanted]);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [chosen]);

  const act = (entry: Entry | undefined): void => {
    if (!entry) return;
    onClose();
    entry.act();
  };
  return (
    <Dialog title={t("palette.label")} onClose={onClose} wide bare>
      <div className={styles.search}>
        <Search size={17} aria-hidden />
        <input
          dir="auto"
          data-autofocus
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={entries[chosen] ? `${id}-${chosen}` : undefined}
          aria-label={t("palette.label")}
          placeholder={t("palette.placeholder")}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "ArrowDown") setAt((chosen + 1) % Math.max(entries.length, 1));
            else if (event.key === "ArrowUp") setAt((chosen - 1 + entries.length) % Math.max(entries.length, 1));
            else if (event.key === "Enter") act(entries[chosen]);
            else return;
            event.preventDefault();
          }}
        />
      </div>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={t("palette.label")} className={styles.list}>
        {entries.map((entry, index) => (
          <div key={entry.id} role="presentation">
            {entry.group !== entries[index - 1]?.group && (
              <p className={styles.group} role="presentation">
                {entry.group}
              </p>
            )}
            <div
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === chosen}
              className={styles.option}
              onMouseMove={() => setAt(index)}
              onClick={() => act(entry)}
            >
              {entry.icon}
              <span {...verbatimIf(entry.verbatim)}>{entry.content ?? entry.text}</span>
              {entry.hint}
            </div>
          </div>
        ))}
        {entries.length === 0 && <p className={styles.group}>{t("common.nothing")}</p>}
      </div>
    </Dialog>
  );
}
