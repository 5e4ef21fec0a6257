// Taking a call: who it is, what and where, and whether it is known already. All by keyboard: Enter takes the first
// proposal, Tab goes on, Ctrl+Enter sends.
import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, Map as MapIcon, MapPin } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState, type FormEvent } from "react";
import { useLocation } from "wouter";

import { run } from "../../data/graph/client";
import { keyOf } from "../../data/graph/keys";
import type { ComplaintSource, Priority } from "../../data/graph/schema.generated";
import { needsMessages, t } from "../../lib/i18n/more";
import { ctrl } from "../../lib/keyboard";
import { isOpen, limits, officeSources, priorities } from "../../lib/domain";
import { BranchSelect } from "../../parts/branches/BranchSelect";
import { Bones, ErrorNotice } from "../../parts/Notice";
import { priorityWord } from "../../parts/Priority";
import { Suggest } from "../../parts/Suggest";
import { useDraft } from "../../data/session/drafts";
import { useTitle } from "../../parts/title";
import { useReasons } from "../../parts/reasons/reasons";
import { CallerFields } from "./CallerFields";
import { blank, positionOf, type Caller, type Draft } from "./draft";
import {
  IntakeCallersDocument,
  IntakeMergeDocument,
  IntakeNearbyDocument,
  IntakeNoteDocument,
  IntakePlacesDocument,
  IntakeSubmitDocument,
} from "./generated";
import styles from "./intake.module.css";
import { Same } from "./Same";
import { useBusy } from "../../parts/busy";

const PlaceMap = lazy(() => import("../../parts/map/PlaceMap"));

// useSettled is a text that has not changed for a moment: each look-up of a caller is recorded.
function useSettled(text: string, milliseconds: number): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), milliseconds);
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return settled;
}

interface Result {
  kind: "done" | "added" | "noted";
  reference: string;
  name: string;
}

const read = (stored: string): Draft => ({ ...blank, ...(stored ? (JSON.parse(stored) as Partial<Draft>) : {}) });

function Intake() {
  const [stored, store] = useDraft("intake");
  const draft = read(stored);
  const change = (part: Partial<Draft>): void => store((before) => JSON.stringify({ ...read(before), ...part }));
  const [busy, once] = useBusy();
  const [fault, setFault] = useState<unknown>();
  const [mapped, setMapped] = useState(false);
  const roomy = useMediaQuery("(min-width: 1240px)", undefined, { getInitialValueInEffect: false }); // as in intake.module.css
  const [result, setResult] = useState<Result>();
  const [, navigate] = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const title = useRef<HTMLInputElement>(null);
  const name = useRef<HTMLInputElement>(null);
  const reasons = useReasons();
  useTitle(t("shell.intake"));

  const wantedCaller = draft.search.trim();
  const settled = useSettled(wantedCaller, 250);
  const [early, setEarly] = useState<string>(); // what Enter took before it was known who that is
  const search = early === wantedCaller ? early : settled;
  const place = useSettled(draft.address.trim(), 200);
  const position = positionOf(draft.position);
  const callers = useQuery({
    queryKey: keyOf("caller", search),
    queryFn: ({ signal }) => run(IntakeCallersDocument, { text: search }, { signal }),
    enabled: search.length > 2 && !draft.caller,
    placeholderData: (before) => before,
  });
  const chosen = draft.caller;
  const theirs = useQuery({
    queryKey: keyOf("caller-open", chosen?.email || chosen?.phone || chosen?.name),
    queryFn: async ({ signal }) => {
      const { callerLookup } = await run(
        IntakeCallersDocument,
        { text: chosen!.email || chosen!.phone || chosen!.name },
        { signal },
      );
      return callerLookup.find((it) => (chosen!.userId ? it.user?.id === chosen!.userId : it.name === chosen!.name));
    },
    enabled: chosen?.known === true,
    staleTime: 60_000,
  });
  const places = useQuery({
    queryKey: keyOf("intake-places", place),
    queryFn: ({ signal }) => run(IntakePlacesDocument, { text: place }, { signal }),
    enabled: place.length > 2 && draft.position === "",
    placeholderData: (before) => before,
  });
  const nearby = useQuery({
    queryKey: keyOf("intake-nearby", draft.position),
    queryFn: ({ signal }) => run(IntakeNearbyDocument, position!, { signal }),
    enabled: position !== undefined,
  });

  const take = (it: Caller): void =>
    change({
      caller: { userId: it.user?.id, name: it.name, phone: it.phone, email: it.email, known: true },
      search: "",
    });
  const takeNew = (): void => {
    const text = draft.search.trim();
    const isPhone = /^[+\d][\d\s()/-]+$/.test(text);
    change({
      caller: {
        name: isPhone || text.includes("@") ? "" : text,
        phone: isPhone ? text : "",
        email: text.includes("@") ? text : "",
        known: false,
      },
      search: "",
    });
  };
  const choose = (id: string): void => {
    if (id === "new") takeNew();
    else take(callers.data!.callerLookup[Number(id)]!);
    requestAnimationFrame(() => (id === "new" ? name : title).current?.focus());
  };
  const callerOptions =
    callers.data && search.length > 2
      ? callers.data.callerLookup.map((it, index) => ({
          id: String(index),
          text: it.name || it.phone || it.email,
          verbatim: true,
          hint: (
            <>
              <span translate="no">{it.phone || it.email}</span>
              <span>{t("queue.callerCounts", { all: it.complaintCount, open: it.openCount })}</span>
            </>
          ),
        }))
      : undefined;
  // Who is not among them is somebody new: only once that is known.
  const pending =
    wantedCaller.length > 2 &&
    !callers.isError &&
    (wantedCaller !== search || callers.isPlaceholderData || !callers.data);
  const newOption =
    wantedCaller.length > 2 && !pending ? [{ id: "new", text: t("intake.newCaller", { text: wantedCaller }) }] : [];

  // What was pressed before the answer is done with it, wherever the keys have gone on to meanwhile.
  useEffect(() => {
    if (early === undefined || (early === wantedCaller && pending)) return;
    setEarly(undefined);
    if (early !== wantedCaller || chosen || callers.isError) return;
    const [first] = callers.data?.callerLookup ?? [];
    if (first) take(first);
    else takeNew();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the answer is there
  }, [early, wantedCaller, pending]);

  const known = new Map<
    string,
    { address: string; latitude: number; longitude: number; zoneId: string; zone: string }
  >();
  for (const edge of places.data?.complaints.edges ?? []) {
    const it = edge?.node;
    if (it?.address && it.latitude !== null && it.longitude !== null && !known.has(it.address)) {
      known.set(it.address, {
        address: it.address,
        latitude: it.latitude,
        longitude: it.longitude,
        zoneId: it.zone?.id ?? "",
        zone: it.zone?.name ?? "",
      });
    }
  }
  const wanted = draft.address.trim().toLowerCase();
  const placeOptions = [...known.values()]
    .toSorted(
      (a, b) => Number(b.address.toLowerCase().includes(wanted)) - Number(a.address.toLowerCase().includes(wanted)),
    )
    .slice(0, 6)
    .map((it) => ({ id: it.address, text: it.address, hint: it.zone }));

  const near = (nearby.data?.nearbyComplaints ?? []).flatMap((it) =>
    it.complaint && isOpen(it.complaint.status) ? [{ ...it.complaint, distance: it.distance, theirs: false }] : [],
  );
  const own = (chosen?.known ? (theirs.data?.openComplaints ?? []) : []).map((it) => ({
    ...it,
    distance: near.find((other) => other.id === it.id)?.distance,
    theirs: true,
  }));
  const same = [...own, ...near.filter((it) => !own.some((other) => other.id === it.id))].toSorted(
    (a, b) => (a.distance ?? 1e9) - (b.distance ?? 1e9),
  );
  const earlier = (chosen?.known ? (theirs.data?.complaints ?? []) : []).filter((it) => !isOpen(it.status));
  const target = same.find((it) => it.id === draft.same);
  const reachable = Boolean(chosen && (chosen.userId || chosen.phone || chosen.email));
  const complete = reachable && draft.title.trim() !== "" && (draft.position === "" || position !== undefined);

  const submit = async (event?: FormEvent): Promise<void> => {
    event?.preventDefault();
    if (busy || !chosen || !complete) return;
    return once(async () => {
      setFault(undefined);
      const key = draft.key || crypto.randomUUID();
      change({ key });
      try {
        if (target?.theirs) {
          const text = [t("intake.calledAgain", { title: draft.title.trim() }), draft.description.trim()]
            .filter(Boolean)
            .join("\n");
          await run(IntakeNoteDocument, {
            input: { complaintId: target.id, text, visibility: "INTERNAL", idempotencyKey: key },
          });
          setResult({ kind: "noted", reference: target.reference, name: chosen.name });
        } else {
          const {
            submitComplaint: { complaint },
          } = await run(IntakeSubmitDocument, {
            input: {
              title: draft.title.trim(),
              description: draft.description,
              address: draft.address,
              ...position,
              zoneId: draft.zoneId || null,
              categoryId: draft.categoryId || null,
              priority: (draft.priority || null) as Priority | null,
              source: draft.source as ComplaintSource,
              idempotencyKey: key,
              ...(chosen.userId
                ? { reporterId: chosen.userId }
                : { contact: { name: chosen.name, phone: chosen.phone, email: chosen.email } }),
            },
          });
          if (target) {
            const reasonCode =
              reasons.of("MERGE").find((it) => it.code === "duplicate")?.code ??
              reasons.of("MERGE")[0]?.code ??
              "duplicate";
            await run(IntakeMergeDocument, { input: { id: complaint.id, intoId: target.id, reasonCode } });
          }
          setResult({
            kind: target ? "added" : "done",
            reference: target?.reference ?? complaint.reference,
            name: chosen.name || chosen.phone || chosen.email,
          });
        }
        store("");
      } catch (cause) {
        setFault(cause);
      }
    });
  };

  if (result) {
    return (
      <div className={styles.result} role="status">
        <CircleCheck size={32} aria-hidden />
        <h1>
          {t(result.kind === "done" ? "intake.done" : result.kind === "added" ? "intake.added" : "intake.noted", {
            reference: result.reference,
            name: result.name,
          })}
        </h1>
        <p>
          {t("intake.tell")} <strong translate="no">{result.reference}</strong>
        </p>
        <div className={styles.buttons}>
          <Button autoFocus onClick={() => setResult(undefined)}>
            {t("intake.next")}
          </Button>
          <Button variant="default" onClick={() => navigate(`/complaints/${result.reference}`)}>
            {t("intake.openIt", { reference: result.reference })}
          </Button>
        </div>
      </div>
    );
  }
  const map = (
    <Suspense fallback={<Bones lines={6} />}>
      <PlaceMap
        place={position}
        zone={draft.zoneId || undefined}
        onChange={({ latitude, longitude }) => change({ position: `${latitude}, ${longitude}` })}
      />
    </Suspense>
  );
  return (
    <form
      ref={form}
      className={styles.page}
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          event.currentTarget.requestSubmit();
        } else if (event.key === "Enter" && event.target instanceof HTMLInputElement && event.target.type === "text") {
          event.preventDefault(); // a call is not sent by the Enter that took a proposal
        }
      }}
    >
      <h1 className={styles.title}>{t("shell.intake")}</h1>
      <CallerFields
        search={draft.search}
        chosen={chosen}
        theirs={chosen?.known ? theirs.data : undefined}
        change={change}
        reachable={reachable}
        name={name}
        options={callerOptions ? [...callerOptions, ...newOption] : newOption}
        busy={callers.isFetching}
        pending={pending}
        early={early !== undefined}
        onEarly={() => {
          setEarly(wantedCaller);
          title.current?.focus();
        }}
        error={callers.isError && !chosen ? callers.error : undefined}
        retry={() => void callers.refetch()}
        onChoose={choose}
      />
      <fieldset className={styles.what}>
        <legend>{t("intake.what")}</legend>
        <TextInput
          ref={title}
          aria-label={t("intake.what")}
          placeholder={t("intake.whatHint")}
          maxLength={limits.title}
          value={draft.title}
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
        <Suggest
          label={t("intake.where")}
          placeholder={t("intake.whereHint")}
          value={draft.address}
          icon={<MapPin size={14} aria-hidden />}
          listLabel={t("intake.places")}
          onValue={(value) => change({ address: value, ...(draft.position ? { position: "" } : {}) })}
          options={draft.position === "" && place.length > 2 ? placeOptions : []}
          hint={position ? t("intake.placeKnown") : undefined}
          busy={places.isFetching}
          onChoose={(id) => {
            const it = known.get(id)!;
            change({ address: it.address, position: `${it.latitude}, ${it.longitude}`, zoneId: it.zoneId });
          }}
        />
        {!roomy && (
          <button type="button" className={styles.mapOpen} aria-expanded={mapped} onClick={() => setMapped(!mapped)}>
            <MapIcon size={15} aria-hidden /> {t(mapped ? "map.close" : "map.open")}
          </button>
        )}
        {!roomy && mapped && map}
      </fieldset>
      <Same
        same={same}
        chosen={draft.same}
        onChoose={(id) => change({ same: id })}
        placed={position !== undefined}
        busy={nearby.isFetching}
        earlier={earlier}
      />
      <Textarea
        className={styles.text}
        label={t("intake.more")}
        classNames={{ input: styles.area }}
        maxLength={limits.description}
        value={draft.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <fieldset className={styles.more}>
        <div className={styles.two}>
          <BranchSelect
            of="categories"
            label={t("field.categoryId")}
            none={t("common.none")}
            value={draft.categoryId}
            onChange={(categoryId) => change({ categoryId })}
          />
          <BranchSelect
            of="zones"
            label={t("field.zoneId")}
            none={t("intake.byPosition")}
            value={draft.zoneId}
            onChange={(zoneId) => change({ zoneId })}
          />
          <NativeSelect
            label={t("field.priority")}
            value={draft.priority}
            onChange={(event) => change({ priority: event.currentTarget.value })}
          >
            <option value="">{t("intake.byCategory")}</option>
            {priorities.map((it) => (
              <option key={it} value={it}>
                {priorityWord(it)}
              </option>
            ))}
          </NativeSelect>
          <TextInput
            label={t("intake.position")}
            placeholder={t("intake.positionHint")}
            inputMode="decimal"
            value={draft.position}
            onChange={(event) => change({ position: event.currentTarget.value })}
            error={draft.position !== "" && !position ? t("intake.positionWrong") : undefined}
          />
          <NativeSelect
            label={t("intake.source")}
            value={draft.source}
            onChange={(event) => change({ source: event.currentTarget.value })}
          >
            {officeSources.map((it) => (
              <option key={it} value={it}>
                {t(`source.${it}`)}
              </option>
            ))}
          </NativeSelect>
        </div>
      </fieldset>
      {/* Beside "Where?", and after all fields for keys, which a map has many of. */}
      {roomy && <div className={styles.beside}>{map}</div>}
      <footer className={styles.end}>
        {fault !== undefined && <ErrorNotice error={fault} />}
        <div className={styles.buttons}>
          <Button type="submit" loading={busy} disabled={!complete}>
            {target
              ? t(target.theirs ? "intake.noteTo" : "intake.addTo", { reference: target.reference })
              : t("intake.submit")}
          </Button>
          <kbd className={styles.kbd}>{ctrl()} ↵</kbd>
          <Button
            variant="subtle"
            onClick={() => {
              store("");
              setFault(undefined);
              requestAnimationFrame(() => form.current?.querySelector("input")?.focus());
            }}
          >
            {t("intake.clear")}
          </Button>
        </div>
      </footer>
    </form>
  );
}

export default needsMessages(Intake);
