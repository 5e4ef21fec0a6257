// A complaint beside the list: enough to decide, without leaving the list.
import { ActionIcon, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Lock, MapPin, User, X } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { Link } from "wouter";

import { run } from "../../data/graph/client";
import { nodes } from "../../data/graph/nodes";
import { keyOf } from "../../data/graph/keys";
import { putComplaint, useComplaint } from "../../data/graph/rows";
import { t, moreMessages } from "../../lib/i18n";
import { isRunning } from "../../lib/domain";
import { ErrorNotice, Bones } from "../../parts/Notice";
import { Priority } from "../../parts/Priority";
import { shownStatus, Status, statusWord } from "../../parts/Status";
import { Ago, Due } from "../../parts/Time";
import { Verbatim } from "../../parts/Verbatim";
import { solverOf } from "./columns";
import { actions, type Doing } from "./doing";
import { PeekDocument, type PeekQuery } from "./generated";
import styles from "./queue.module.css";

const AlsoHere = lazy(async () => {
  const [module] = await Promise.all([import("../../parts/presence/AlsoHere"), moreMessages()]);
  return module;
});

// What is offered beside the list, with its key there. Sorting is done in the list, and notes are written on the page.
const offered: Record<Exclude<Doing, "priority" | "category" | "zone" | "due" | "note">, string> = {
  assign: "a",
  resolve: "e",
  resume: "h",
  hold: "h",
  close: "",
  reject: "r",
  merge: "m",
};

export function Peek({ id, onClose, onDo }: { id: string; onClose: () => void; onDo: (doing: Doing) => void }) {
  const row = useComplaint(id);
  const [settled, setSettled] = useState(id);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(id), 120); // who walks through the list reads on when they stop
    return () => clearTimeout(timer);
  }, [id]);
  const { data, error, refetch } = useQuery({
    queryKey: keyOf("peek", settled, settled === id ? row?.version : 0),
    queryFn: async ({ signal }) => {
      const found = await run(PeekDocument, { id: settled }, { signal });
      if (found.complaint) putComplaint(found.complaint); // an address may name one that no list has read
      return found;
    },
    placeholderData: (before) => (before?.complaint?.id === id ? before : undefined),
  });
  // Who only walks through the list is not told, and tells nobody.
  const [rested, setRested] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setRested(id), 1000);
    return () => clearTimeout(timer);
  }, [id]);
  const more = data?.complaint?.id === id ? data.complaint : undefined;
  if (!row) return null;
  const reporter = more?.submittedBy?.name || more?.contact?.name;
  return (
    <aside className={styles.peek} aria-label={t("queue.peek", { reference: row.reference })}>
      <header>
        <span translate="no">{row.reference}</span>
        <Button component={Link} href={`/complaints/${id}`} size="compact-sm" variant="default">
          {t("common.open")}
        </Button>
        <ActionIcon onClick={onClose} aria-label={t("common.close")}>
          <X size={16} />
        </ActionIcon>
      </header>
      <div className={styles.peekBody}>
        <h2 dir="auto">{row.title}</h2>
        {rested === id && (
          <Suspense>
            <AlsoHere key={id} id={id} />
          </Suspense>
        )}
        <p className={styles.facts}>
          <Status status={shownStatus(row)} />
          <Priority priority={row.priority} word />
          <Due at={row.dueAt} running={isRunning(row.status)} />
        </p>
        {error && <ErrorNotice error={error} retry={() => void refetch()} />}
        {!more && !error && <Bones lines={6} />}
        {more && (
          <>
            <p className={styles.text} dir="auto">
              {more.description || t("queue.noDescription")}
            </p>
            <Photos of={more} />
            <ul className={styles.about}>
              {(more.address || row.zone) && (
                <li>
                  <MapPin size={14} aria-hidden />
                  {[more.address, row.zone?.name].filter(Boolean).join(" · ")}
                </li>
              )}
              <li>
                <User size={14} aria-hidden />
                <span>
                  {reporter ? <Verbatim>{reporter}</Verbatim> : t("queue.unknownReporter")} · <Ago at={row.createdAt} />
                </span>
              </li>
            </ul>
            <dl className={styles.pairs}>
              <dt>{t("queue.column.category")}</dt>
              <dd>{row.category?.name ?? "–"}</dd>
              <dt>{t("queue.column.solver")}</dt>
              <dd translate="no">{solverOf(row) || "–"}</dd>
            </dl>
            <Offers of={more} onDo={onDo} />
            <Latest of={more} />
          </>
        )}
      </div>
    </aside>
  );
}

type More = NonNullable<PeekQuery["complaint"]>;

function Photos({ of }: { of: More }) {
  const photos = nodes(of.photos);
  if (photos.length === 0) return null;
  return (
    <ul className={styles.photos}>
      {photos.map(({ id, url, thumbnailUrl, fileName }) => (
        <li key={id}>
          <a href={url} target="_blank" rel="noreferrer">
            {thumbnailUrl ? <img src={thumbnailUrl} alt={fileName} loading="lazy" /> : fileName}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Offers({ of, onDo }: { of: More; onDo: (doing: Doing) => void }) {
  return (
    <div className={styles.peekActions}>
      {(Object.entries(offered) as [Doing, string][]).map(([doing, key]) => {
        const it = of.availableActions.find((available) => available.action === actions[doing]);
        if (!it?.enabled) return null;
        return (
          <Button
            key={doing}
            size="xs"
            variant={doing === "assign" ? "filled" : "default"}
            onClick={() => onDo(doing)}
            rightSection={key && <kbd>{key}</kbd>}
          >
            {t(`queue.verb.${doing}`)}
          </Button>
        );
      })}
    </div>
  );
}

// Latest is what happened last and what was written, in one order.
function Latest({ of }: { of: More }) {
  const entries = [
    ...nodes(of.statusLog).map((log) => ({ at: log.createdAt, log, note: undefined })),
    ...nodes(of.notes).map((note) => ({ at: note.createdAt, log: undefined, note })),
  ].toSorted((a, b) => b.at.localeCompare(a.at));
  return (
    <>
      <h3>{t("queue.latest")}</h3>
      <ol className={styles.stream}>
        {entries.map(({ at, log, note }) => (
          <li key={(log ?? note).id}>
            <p>
              <b translate="no">
                {log ? log.actorName : (note.author?.name ?? (note.agent === "LINK" && t("agent.LINK")))}
              </b>{" "}
              {log ? statusWord(log.status) : t(note.visibility === "INTERNAL" ? "queue.wroteInternal" : "queue.wrote")}
              <span>
                {" · "}
                <Ago at={at} />
              </span>
            </p>
            {log?.publicNote && <p className={styles.said}>{log.publicNote}</p>}
            {log?.internalNote && (
              <p className={styles.said} data-internal>
                <Lock size={12} aria-label={t("queue.internalNote")} /> {log.internalNote}
              </p>
            )}
            {note && (
              <p className={styles.said} data-internal={note.visibility === "INTERNAL" || undefined}>
                <bdi>{note.text}</bdi>
              </p>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
