// A complaint by its reference or id: what it says, what happened, what to do next.
import { ActionIcon } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import {
  ArrowLeft,
  ChevronLeft,
  ChevronRight,
  Copy,
  FileQuestion,
  GitMerge,
  Pencil,
  Printer,
  Users,
} from "lucide-react";
import { useElementSize } from "@mantine/hooks";
import { lazy, Suspense, useEffect, useRef, useState, type CSSProperties } from "react";
import { Link, useLocation, useParams, useSearchParams } from "wouter";

import { run } from "../../data/graph/client";
import { keyOf } from "../../data/graph/keys";
import { asGraphError } from "../../data/graph/errors";
import { useLive } from "../../data/graph/live";
import { neighboursOf, originNow } from "../../data/graph/neighbours";
import type { ComplaintRow } from "../../data/graph/rows";
import { needsMessages, t } from "../../lib/i18n/more";
import { isOpen, isRunning } from "../../lib/domain";
import type { Picture } from "../../parts/MediaViewer";
import { Bones, Empty, ErrorNotice } from "../../parts/Notice";
import { Priority } from "../../parts/Priority";
import { shownStatus, Status } from "../../parts/Status";
import { Due } from "../../parts/Time";
import { done, failed } from "../../parts/undo";
import { isAdmin, useViewer } from "../../data/session/viewer";
import { useKeys } from "../../lib/keyboard";
import { useTitle } from "../../parts/title";
import { nextActions } from "../../parts/nextActions";
import { ActionForm, type Values } from "./ActionForm";
import { Answer } from "./Answer";
import presence from "../../parts/presence/presence.module.css";
import styles from "./complaint.module.css";
import { comment, Composer, type ComposerHandle } from "./Composer";
import { isVerb, offerOf, perform, useCase, useRefresh, type Action, type Case, type Verbs } from "./data";
import { ComplaintByReferenceDocument } from "./generated";
import { MediaStrip, RemoveMedia, RemoveTool, VisibilityTool } from "./Media";
import { usePresence } from "../../parts/presence/presence";
import { Actions, Rail, type Open } from "./Rail";
import { Similar } from "./Similar";
import { Stream, tabs, type Tab } from "./Stream";
import { TitleField } from "./Title";

const MediaViewer = lazy(() => import("../../parts/MediaViewer").then((it) => ({ default: it.MediaViewer })));
const uuid = /^[0-9a-f]{8}-/i;

function Complaint() {
  const { id: named } = useParams<{ id: string }>();
  const byId = uuid.test(named);
  const found = useQuery({
    queryKey: keyOf("reference", named),
    enabled: !byId,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await run(ComplaintByReferenceDocument, { reference: named }, { signal })).complaints.edges?.[0]?.node?.id ??
      null,
  });
  const id = byId ? named : (found.data ?? undefined);
  const page = useCase(id);
  useTitle(page.data ? `${page.data.reference} ${page.data.title}` : named);

  const error = found.error ?? page.error;
  const missing = found.data === null || page.data === null || (error && asGraphError(error).code === "NOT_FOUND");
  if (page.data)
    return <Page key={page.data.id} complaint={page.data} stale={page.error} again={() => void page.refetch()} />;
  if (missing) {
    return (
      <Empty icon={FileQuestion} title={t("complaint.missing", { name: named })}>
        <p>{t("complaint.missingText")}</p>
        <Link href="/">{t("complaint.toList")}</Link>
      </Empty>
    );
  }
  if (error) return <ErrorNotice error={error} retry={() => void (found.error ? found.refetch() : page.refetch())} />;
  return (
    <div className={styles.waiting}>
      <Bones lines={3} />
      <Bones lines={9} />
    </div>
  );
}

interface Opened {
  action: Verbs;
  fields?: string[];
  initial?: Values;
}

function Page({ complaint, stale, again }: { complaint: Case; stale: unknown; again: () => void }) {
  const viewer = useViewer();
  const admin = isAdmin(viewer);
  const [, navigate] = useLocation();
  const { ref: head, height: headHeight } = useElementSize<HTMLElement>(); // a long title has two lines
  const [opened, setOpened] = useState<Opened>();
  const [pictures, setPictures] = useState<{ all: Picture[]; at: string }>();
  const [removing, setRemoving] = useState<Picture>();
  const [tab, setTab] = useState<Tab>("all");
  const composer = useRef<ComposerHandle>(null);
  const refresh = useRefresh(complaint.id);
  const place = neighboursOf(complaint.id);
  const others = usePresence(complaint.id, admin);
  const back = place?.back ?? (admin ? "/complaints" : "/mine");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    originNow()?.wanted?.(complaint.id);
  }, [complaint.id]);
  useLive((event) => {
    if (event.kind === "resync" || (event.kind === "complaint" && event.event.complaintId === complaint.id)) {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void refresh(), 120);
    }
  });

  // act does what needs no form, and opens the form of the rest.
  const act = async (action: Verbs, input: Record<string, unknown>): Promise<void> => {
    try {
      const row = await perform(action, { id: complaint.id, expectedVersion: complaint.version, ...input });
      await refresh();
      finished(action, row, {}, complaint);
    } catch (cause) {
      failed(cause);
      void refresh();
    }
  };
  const open: Open = (action, options = {}) => {
    const offer = offerOf(complaint, action);
    if (!offer || !isVerb(action)) return;
    if (!offer.enabled) return done({ text: offer.disabledReason, failed: true });
    if (action === "REVIEW_COMPLETION") return navigate(`/reviews/${complaint.reference}`);
    if (action === "UNCLAIM" || (action === "CLAIM" && !options.fields)) return void act(action, {});
    setOpened({ action, ...options });
  };
  // The inbox leads to what is done next: ?do=ASSIGN opens its form once. No address does anything by itself.
  const [params, setParams] = useSearchParams();
  const wanted = params.get("do");
  useEffect(() => {
    if (!wanted) return;
    setParams((it) => (it.delete("do"), it), { replace: true });
    const next = nextActions(complaint).find((action) => action === wanted);
    if (next) open(next);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each time that it is asked for
  }, [wanted]);

  // finished says what was done. What told nobody is undone by the inverse; what told somebody names its opposite.
  const finished = (action: Verbs, row: ComplaintRow | undefined, sent: Values, before: Case): void => {
    setOpened(undefined);
    const text = t(`done.${action}`, { reference: before.reference });
    const version = row?.version;
    const reverse = (verb: Verbs, input: Record<string, unknown>) => async () => {
      await perform(verb, { id: before.id, expectedVersion: version, ...input });
      await refresh();
    };
    if (action === "TRIAGE") {
      return done({
        text,
        undo: reverse("TRIAGE", {
          ...(before.category?.id !== row?.category?.id
            ? before.category
              ? { categoryId: before.category.id }
              : { noCategory: true }
            : {}),
          ...(before.zone?.id !== row?.zone?.id ? (before.zone ? { zoneId: before.zone.id } : { noZone: true }) : {}),
          ...(before.priority !== row?.priority ? { priority: before.priority } : {}),
          ...(before.dueAt !== row?.dueAt ? (before.dueAt ? { dueAt: before.dueAt } : { noDueAt: true }) : {}),
        }),
      });
    }
    if (action === "EDIT") {
      const position =
        before.latitude === null ? { noPosition: true } : { latitude: before.latitude, longitude: before.longitude };
      return done({
        text,
        undo: reverse("EDIT", {
          ...("title" in sent && sent.title !== before.title ? { title: before.title } : {}),
          ...("description" in sent && sent.description !== before.description
            ? { description: before.description }
            : {}),
          ...("address" in sent && sent.address !== before.address ? { address: before.address } : {}),
          ...("latitude" in sent &&
          (sent.latitude !== String(before.latitude ?? "") || sent.longitude !== String(before.longitude ?? ""))
            ? position
            : {}),
        }),
      });
    }
    if (action === "CLAIM")
      return done({
        text,
        undo: before.handler ? reverse("CLAIM", { handlerId: before.handler.id }) : reverse("UNCLAIM", {}),
      });
    if (action === "UNCLAIM")
      return done({ text, undo: before.handler ? reverse("CLAIM", { handlerId: before.handler.id }) : undefined });
    const opposite: Partial<Record<Verbs, Verbs>> = {
      ASSIGN: "CANCEL",
      HOLD: "RESUME",
      RESUME: "HOLD",
      RESOLVE: "REOPEN",
      REJECT: "REOPEN",
      CLOSE: "REOPEN",
      MERGE: "UNMERGE",
      REOPEN: "RESOLVE",
    };
    const other = admin ? opposite[action] : undefined;
    done({
      text,
      ...(other ? { label: t(`action.${other}`), undo: () => setOpened({ action: other }) } : {}),
    });
  };

  const go = (to: string | undefined): void => {
    if (to) navigate(`/complaints/${to}`, { replace: true });
  };
  const copy = (): void => {
    void navigator.clipboard?.writeText(complaint.reference);
    done({ text: t("complaint.copied", { reference: complaint.reference }), seconds: 3 });
  };
  const may = (action: Action): boolean => offerOf(complaint, action) !== undefined;
  const triage = (field: string) => () => open("TRIAGE", { fields: [field] });
  useKeys({
    "[": () => go(place?.previous),
    "]": () => go(place?.next),
    y: copy,
    Escape: () => navigate(back),
    n: () => composer.current?.note(),
    w: () => composer.current?.reply(),
    ...(admin
      ? {
          a: () =>
            open(
              offerOf(complaint, "ASSIGN")?.enabled || !offerOf(complaint, "REASSIGN")?.enabled ? "ASSIGN" : "REASSIGN",
            ),
          p: triage("priority"),
          c: triage("categoryId"),
          z: triage("zoneId"),
          d: triage("dueAt"),
          h: () => open(complaint.status === "ON_HOLD" ? "RESUME" : "HOLD"),
          e: () =>
            open(
              shownStatus(complaint) === "TO_REVIEW"
                ? "REVIEW_COMPLETION"
                : complaint.status === "RESOLVED"
                  ? "CLOSE"
                  : "RESOLVE",
            ),
          r: () => open("REJECT"),
          m: () => open("MERGE"),
        }
      : {}),
  });

  const offer = opened && offerOf(complaint, opened.action);
  const showing = (all: Picture[], at: string): void => setPictures({ all, at });
  const files = admin || complaint.submittedBy?.id === viewer?.id;
  const stillOpen = isOpen(complaint.status);
  const actions = (
    <aside className={styles.act}>
      <Actions complaint={complaint} admin={admin} open={open} />
    </aside>
  );
  return (
    <div className={styles.page} style={{ "--head": `${headHeight}px` } as CSSProperties}>
      <header ref={head} className={styles.head}>
        <div className={styles.path}>
          <Link href={back} className={styles.back}>
            <ArrowLeft size={14} className={styles.flip} aria-hidden /> {t(admin ? "shell.complaints" : "shell.mine")}
          </Link>
          <span className={styles.ref} translate="no">
            {complaint.reference}
          </span>
          <ActionIcon size={24} onClick={copy} aria-label={t("keys.copy")}>
            <Copy size={13} />
          </ActionIcon>
          <ActionIcon size={24} onClick={() => window.print()} aria-label={t("complaint.print")}>
            <Printer size={13} />
          </ActionIcon>
          {place && (
            <nav className={styles.turner} aria-label={t("keys.page")}>
              <span>{t("complaint.place", { n: place.n, total: place.total })}</span>
              <ActionIcon
                size={26}
                variant="default"
                disabled={!place.previous}
                onClick={() => go(place.previous)}
                aria-label={t("complaint.previous")}
              >
                <ChevronLeft size={15} className={styles.flip} />
              </ActionIcon>
              <ActionIcon
                size={26}
                variant="default"
                disabled={!place.next}
                onClick={() => go(place.next)}
                aria-label={t("complaint.next")}
              >
                <ChevronRight size={15} className={styles.flip} />
              </ActionIcon>
            </nav>
          )}
        </div>
        <TitleField complaint={complaint} may={offerOf(complaint, "EDIT")?.enabled === true} onDone={finished} />
        <div className={styles.marks}>
          <Status status={shownStatus(complaint)} />
          {admin && <Priority priority={complaint.priority} word />}
          {admin && <Due at={complaint.dueAt} running={isRunning(complaint.status)} />}
          {complaint.flagged && <span className={styles.flagged}>{t("complaint.flagged")}</span>}
          {complaint.duplicateOf && (
            <Link href={`/complaints/${complaint.duplicateOf.reference}`} className={styles.into}>
              <GitMerge size={14} aria-hidden />{" "}
              {t("complaint.mergedInto", { reference: complaint.duplicateOf.reference })}
            </Link>
          )}
          {others.length > 0 && (
            <span className={presence.here} role="status">
              <Users size={13} aria-hidden /> {t("complaint.alsoHere", { names: others.join(", ") })}
            </span>
          )}
          {complaint.handler && admin && (
            <span className={styles.handler}>{t("complaint.handler", { name: complaint.handler.name })}</span>
          )}
        </div>
      </header>
      {stale !== null && stale !== undefined && (
        <div className={styles.span}>
          <ErrorNotice error={stale} retry={again} />
        </div>
      )}
      <div className={styles.left}>
        <section className={styles.body} aria-label={t("field.description")}>
          {!admin && (
            <>
              <Answer complaint={complaint} />
              {actions}
            </>
          )}
          <div className={styles.description}>
            {complaint.description ? (
              <p className={styles.text} dir="auto">
                {complaint.description}
              </p>
            ) : (
              <p className={styles.none}>{t("complaint.noText")}</p>
            )}
            {offerOf(complaint, "EDIT")?.enabled && (
              <button
                type="button"
                className={styles.change}
                onClick={() => open("EDIT", { fields: ["title", "description"] })}
                aria-label={t("change.text")}
                title={t("change.text")}
              >
                <Pencil size={13} />
              </button>
            )}
          </div>
          <MediaStrip complaint={complaint} may={files && stillOpen} open={showing} />
          {(complaint.duplicates.edges?.length ?? 0) > 0 && (
            <p className={styles.duplicates}>
              <GitMerge size={14} aria-hidden /> {t("complaint.duplicates")}{" "}
              {complaint.duplicates.edges?.map(
                (edge) =>
                  edge?.node && (
                    <Link
                      key={edge.node.id}
                      href={`/complaints/${edge.node.reference}`}
                      title={edge.node.title}
                      translate="no"
                    >
                      {edge.node.reference}
                    </Link>
                  ),
              )}
            </p>
          )}
          {admin && (
            <Similar
              complaint={complaint}
              merge={
                offerOf(complaint, "MERGE")?.enabled
                  ? (intoId) => open("MERGE", { initial: { intoId, reasonCode: "duplicate" } })
                  : undefined
              }
            />
          )}
        </section>
        <section className={styles.talk} aria-label={t("stream.label")}>
          {/* It stands at the foot, and is reached before what may be a long conversation. */}
          {may("COMMENT") && <Composer complaint={complaint} admin={admin} handle={composer} />}
          {admin && (
            <div className={styles.tabs} role="tablist" aria-label={t("stream.label")}>
              {tabs.map((it) => (
                <button
                  key={it}
                  type="button"
                  role="tab"
                  id={`tab-${it}`}
                  aria-selected={tab === it}
                  aria-controls="stream"
                  tabIndex={tab === it ? 0 : -1}
                  onClick={() => setTab(it)}
                  onKeyDown={(event) => {
                    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
                    if (step === 0) return;
                    const next = tabs[(tabs.indexOf(it) + step + tabs.length) % tabs.length]!;
                    setTab(next);
                    document.getElementById(`tab-${next}`)?.focus();
                  }}
                >
                  {t(`stream.${it}Tab`)}
                </button>
              ))}
            </div>
          )}
          <div id="stream" {...(admin ? { role: "tabpanel", "aria-labelledby": `tab-${tab}` } : {})}>
            <Stream complaint={complaint} tab={tab} admin={admin} open={showing} />
          </div>
        </section>
      </div>
      <div className={styles.side}>
        {admin && actions}
        <aside className={styles.rail} aria-label={t("rail.label")}>
          <Rail complaint={complaint} admin={admin} open={open} />
        </aside>
      </div>
      {opened && offer && (
        <ActionForm
          key={opened.action + (opened.fields?.join() ?? "")}
          complaint={complaint}
          offer={offer}
          action={opened.action}
          fields={opened.fields}
          initial={opened.initial}
          onClose={() => setOpened(undefined)}
          onDone={(row, sent, before) => finished(opened.action, row, sent, before)}
          onReply={async (text) => {
            await comment(complaint.id, text, "PUBLIC", crypto.randomUUID());
            done({ text: t("composer.replySent") });
            await refresh();
          }}
        />
      )}
      {pictures && (
        <Suspense>
          <MediaViewer
            pictures={pictures.all}
            at={pictures.at}
            onClose={() => setPictures(undefined)}
            tools={(picture) => (
              <>
                {admin && !picture.lateEvidenceId && (
                  <VisibilityTool key={picture.id} picture={picture} complaint={complaint.id} />
                )}
                {(admin || (stillOpen && picture.uploadedBy?.id === viewer?.id)) && (
                  <RemoveTool
                    onClick={() => {
                      setPictures(undefined);
                      setRemoving(picture);
                    }}
                  />
                )}
              </>
            )}
          />
        </Suspense>
      )}
      {removing && (
        <RemoveMedia picture={removing} complaint={complaint.id} admin={admin} onClose={() => setRemoving(undefined)} />
      )}
    </div>
  );
}

export default needsMessages(Complaint);
