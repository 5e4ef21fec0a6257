// The form of an action, made from the inputs that the service names for it. What is typed is a draft until it was
// sent. When the complaint has changed meanwhile it shows both versions, and sends with one click.
import { Button, Checkbox, Textarea, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useDeferredValue, useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";

import { run } from "../../graph/client";
import { asGraphError } from "../../graph/errors";
import type { ComplaintRow } from "../../graph/rows";
import { t, type MessageKey } from "../../i18n";
import { localTime, zoned } from "../../i18n/format";
import { useBranches } from "../../parts/branches/branches";
import { BranchSelect } from "../../parts/branches/BranchSelect";
import { Dialog } from "../../parts/Dialog";
import { ErrorNotice } from "../../parts/Notice";
import { Picker, type Choice } from "../../parts/Picker";
import { priorities, priorityWord, Priority } from "../../parts/Priority";
import { shownStatus, Status } from "../../parts/Status";
import { useDraft } from "../../session/drafts";
import { isAdmin, viewerId } from "../../session/viewer";
import styles from "./complaint.module.css";
import {
  liveTask,
  pageKey,
  perform,
  readByReporter,
  useReasons,
  useRefresh,
  type Case,
  type Offer,
  type Verbs,
} from "./data";
import { FormComplaintsDocument, FormSolversDocument, SimilarNearbyDocument } from "./generated";
import { Stale, differences } from "./Stale";

const PlaceMap = lazy(() => import("../../parts/map/PlaceMap"));

export type Values = Record<string, string>;

interface Props {
  complaint: Case;
  offer: Offer;
  action: Verbs;
  fields?: string[]; // only these inputs
  initial?: Values;
  onClose: () => void;
  onDone: (row: ComplaintRow | undefined, sent: Values, before: Case) => void;
  onReply: (text: string) => Promise<void>; // sends a text as a public reply
}

// Inputs that the form gives by itself, or that only programs need.
const hidden = new Set(["noCategory", "noZone", "noDueAt", "noPosition", "providerId", "approved"]);
const changes: ReadonlySet<Verbs> = new Set(["TRIAGE", "EDIT"]); // of these only what was changed is sent
const ofTask: ReadonlySet<Verbs> = new Set(["REASSIGN", "CANCEL", "REVIEW_COMPLETION"]);

// valuesNow is what the inputs of a change stand at.
function valuesNow(action: Verbs, it: Case): Values {
  if (action === "TRIAGE") {
    return {
      categoryId: it.category?.id ?? "",
      zoneId: it.zone?.id ?? "",
      priority: it.priority,
      dueAt: it.dueAt ? localTime(Date.parse(it.dueAt)) : "",
    };
  }
  if (action === "EDIT") {
    return {
      title: it.title,
      description: it.description,
      address: it.address,
      latitude: it.latitude === null ? "" : String(it.latitude),
      longitude: it.longitude === null ? "" : String(it.longitude),
    };
  }
  return {};
}

const parse = (draft: string): Values => {
  try {
    return JSON.parse(draft || "{}") as Values;
  } catch {
    return {};
  }
};

export function ActionForm({ complaint, offer, action, fields, initial = {}, onClose, onDone, onReply }: Props) {
  const [base] = useState(complaint); // as it was when the form was opened
  const [draft, setDraft] = useDraft(`complaint:${complaint.id}:${action}${fields ? `:${fields.join()}` : ""}`);
  const typed = parse(draft);
  const now = valuesNow(action, base);
  const values: Values = { ...now, ...initial, ...typed };
  const set = (name: string, value: string): void => setDraft(JSON.stringify({ ...typed, [name]: value }));
  const place = { latitude: Number(values.latitude), longitude: Number(values.longitude) };
  const placed =
    Boolean(values.latitude && values.longitude) && Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180;
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>();
  const refresh = useRefresh(complaint.id);
  const queries = useQueryClient();
  const inputs = offer.inputs.filter((input) => !hidden.has(input.name) && (!fields || fields.includes(input.name)));
  const [sent, setSent] = useState(false);
  const changed = sent ? [] : differences(base, complaint);
  const stale = changed.length > 0;
  const staleSince = useRef(0);
  useEffect(() => {
    staleSince.current = stale ? Date.now() : 0;
  }, [stale, complaint.version]);
  const words = values.publicNote || values.text || "";
  const name = t(`action.${action}` as MessageKey);

  const input = (it: Case): Record<string, unknown> => {
    const task = liveTask(it);
    const out: Record<string, unknown> = ofTask.has(action)
      ? { id: task?.id, expectedVersion: task?.version }
      : { id: it.id, expectedVersion: it.version };
    for (const { name: field, type } of offer.inputs) {
      const value = values[field] ?? "";
      if (hidden.has(field)) continue;
      if (changes.has(action) && value === now[field]) continue;
      if (value === "") {
        if (action === "TRIAGE" && field === "dueAt") out.noDueAt = true;
        else if (action === "TRIAGE" && field === "categoryId") out.noCategory = true;
        else if (action === "TRIAGE" && field === "zoneId") out.noZone = true;
        else if (action === "EDIT" && (field === "latitude" || field === "longitude")) out.noPosition = true;
        else if (action === "EDIT") out[field] = "";
        continue;
      }
      out[field] =
        type === "Int" || type === "Float"
          ? Number(value)
          : type === "Time"
            ? zoned(value).toISOString()
            : type === "Boolean"
              ? value === "true"
              : value;
    }
    if (action === "EDIT" && !out.noPosition && (out.latitude !== undefined || out.longitude !== undefined)) {
      out.latitude = Number(values.latitude);
      out.longitude = Number(values.longitude);
    }
    return out;
  };

  const send = async (event?: FormEvent): Promise<void> => {
    event?.preventDefault();
    if (busy || (stale && Date.now() - staleSince.current < 400)) return; // what has just changed must have been seen
    setBusy(true);
    setFault(undefined);
    try {
      const row = await perform(action, input(complaint)).catch(async (cause: unknown) => {
        // Of another version in which nothing differs that a person would see there is nothing to show.
        if (asGraphError(cause).code !== "CONFLICT") throw cause;
        await refresh();
        const fresh = queries.getQueryData<Case>(pageKey(complaint.id));
        if (!fresh || differences(base, fresh).length > 0) throw cause;
        return perform(action, input(fresh));
      });
      setSent(true);
      setDraft("");
      await refresh(); // so that what can be done next is offered when the form is gone
      onDone(row, values, complaint);
    } catch (cause) {
      const { code } = asGraphError(cause);
      if (code === "CONFLICT" || code === "INVALID_TRANSITION") await refresh();
      setFault(cause);
      setBusy(false);
    }
  };
  const reply = async (): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    try {
      await onReply(words);
      setDraft("");
      onClose();
    } catch (cause) {
      setFault(cause);
      setBusy(false);
    }
  };
  const conflict = fault !== undefined && ["CONFLICT", "INVALID_TRANSITION"].includes(asGraphError(fault).code);

  return (
    <Dialog title={`${name} · ${complaint.reference}`} onClose={onClose} wide={inputs.length > 1}>
      <form
        className={styles.form}
        onSubmit={(event) => void send(event)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            event.currentTarget.requestSubmit();
          }
        }}
      >
        {stale && <Stale changes={changed} />}
        {inputs.map((it, index) => (
          <Field
            key={it.name}
            complaint={complaint}
            action={action}
            input={it}
            first={index === 0}
            value={values[it.name] ?? ""}
            onChange={(value) => set(it.name, value)}
            fault={asGraphError(fault ?? new Error()).fields.find((field) => field.field === it.name)?.message}
          />
        ))}
        {inputs.some((it) => it.name === "latitude") && (
          <Suspense fallback={<div className={styles.mapWait} />}>
            <PlaceMap
              place={placed ? place : undefined}
              onChange={({ latitude, longitude }) =>
                setDraft(JSON.stringify({ ...typed, latitude: String(latitude), longitude: String(longitude) }))
              }
            />
          </Suspense>
        )}
        {inputs.length === 0 && <p>{t("form.sure", { reference: complaint.reference })}</p>}
        {fault !== undefined && !(conflict && stale) && <ErrorNotice error={fault} />}
        {stale && !offer.enabled && (
          <p className={styles.refused} role="alert">
            {offer.disabledReason}
          </p>
        )}
        <footer className={styles.formEnd}>
          <Button variant="default" onClick={onClose} data-autofocus={inputs.length === 0 || undefined}>
            {t("common.cancel")}
          </Button>
          {stale && !offer.enabled ? (
            words && (
              <Button loading={busy} onClick={() => void reply()}>
                {t("form.asReply")}
              </Button>
            )
          ) : (
            <Button type="submit" loading={busy}>
              {stale ? t("form.allTheSame", { action: name }) : name}
            </Button>
          )}
        </footer>
      </form>
    </Dialog>
  );
}

interface FieldProps {
  complaint: Case;
  action: Verbs;
  input: Offer["inputs"][number];
  value: string;
  onChange: (value: string) => void;
  first: boolean;
  fault?: string;
}

// Reporters give their own reasons; administrators write to them.
const labelOf = (action: Verbs, name: string): string =>
  t(
    (name === "publicNote" && !isAdmin()
      ? `field.ownReason.${action}`
      : action === "RATE" && name === "comment"
        ? "field.ratingComment"
        : action === "EDIT" || action === "TRIAGE" || name !== "dueAt"
          ? `field.${name}`
          : "field.taskDueAt") as MessageKey,
  );

function Field({ complaint, action, input, value, onChange, first, fault }: FieldProps) {
  const { name, required, maxLength } = input;
  const label = labelOf(action, name);
  const shared = { label, required, error: fault, "data-autofocus": first || undefined };
  const reasons = useReasons();

  if (name === "reasonCode") {
    const codes = reasons.of(action);
    return (
      <fieldset className={styles.radios}>
        <legend>
          {label}
          {required && <Required />}
        </legend>
        <div>
          {codes.map(({ code, label: text }, index) => (
            <label key={code}>
              <input
                type="radio"
                name={name}
                value={code}
                checked={value === code}
                required={required}
                onChange={() => onChange(code)}
                data-autofocus={(first && (value ? value === code : index === 0)) || undefined}
              />
              {text}
            </label>
          ))}
        </div>
        {fault && <p className={styles.refused}>{fault}</p>}
      </fieldset>
    );
  }
  if (name === "rating") {
    return (
      <fieldset className={styles.radios}>
        <legend>
          {label}
          <Required />
        </legend>
        <div>
          {[1, 2, 3, 4, 5].map((stars, index) => (
            <label key={stars}>
              <input
                type="radio"
                name={name}
                value={stars}
                checked={value === String(stars)}
                required
                onChange={() => onChange(String(stars))}
                data-autofocus={(first && index === 4) || undefined}
              />
              {t(`rating.${stars}` as MessageKey)}
            </label>
          ))}
        </div>
      </fieldset>
    );
  }
  if (name === "priority") {
    return (
      <fieldset className={styles.radios}>
        <legend>{label}</legend>
        <div>
          {priorities.map((it) => (
            <label key={it}>
              <input
                type="radio"
                name={name}
                value={it}
                checked={value === it}
                onChange={() => onChange(it)}
                aria-label={priorityWord(it)}
                data-autofocus={(first && value === it) || undefined}
              />
              <Priority priority={it} word />
            </label>
          ))}
        </div>
      </fieldset>
    );
  }
  if (name === "solverId")
    return <SolverField complaint={complaint} value={value} onChange={onChange} first={first} required={required} />;
  if (name === "intoId")
    return <ComplaintField complaint={complaint} value={value} onChange={onChange} first={first} />;
  if (name === "handlerId") return <AdminField value={value} onChange={onChange} label={label} first={first} />;
  if (name === "categoryId" || name === "zoneId") {
    return (
      <BranchSelect
        of={name === "zoneId" ? "zones" : "categories"}
        label={label}
        none={t("common.none")}
        required={required}
        error={fault}
        autoFocus={first}
        value={value}
        onChange={onChange}
      />
    );
  }
  if (input.type === "Boolean")
    return (
      <Checkbox
        label={label}
        checked={value === "true"}
        onChange={(event) => onChange(String(event.currentTarget.checked))}
      />
    );
  if (input.type === "Time")
    return (
      <TextInput
        {...shared}
        type="datetime-local"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  if (input.type === "Float")
    return (
      <TextInput
        {...shared}
        inputMode="decimal"
        pattern="-?[0-9]+([.][0-9]+)?"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  if (name === "title" || name === "address")
    return (
      <TextInput
        {...shared}
        maxLength={maxLength ?? undefined}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  const audience = audienceOf(name, complaint);
  return (
    <Textarea
      {...shared}
      className={name === "internalNote" ? styles.internalField : undefined}
      classNames={{ input: styles.area }}
      description={audience}
      inputWrapperOrder={["label", "description", "input", "error"]}
      maxLength={maxLength ?? undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

const Required = () => (
  <span aria-hidden className={styles.required}>
    {" "}
    *
  </span>
);

function audienceOf(name: string, it: Case): ReactNode {
  if (name === "publicNote") return isAdmin() ? readByReporter(it) : t("form.readByService");
  if (name === "internalNote") return t("form.readByAdmins");
  if (name === "instructions" || name === "note") return t("form.readBySolver");
  return undefined;
}

function SolverField({
  complaint,
  value,
  onChange,
  first,
  required,
}: {
  complaint: Case;
  value: string;
  onChange: (id: string) => void;
  first: boolean;
  required: boolean;
}) {
  const [text, setText] = useState("");
  const search = useDeferredValue(text.trim());
  const { data } = useQuery({
    queryKey: ["solvers", complaint.id, search],
    queryFn: ({ signal }) => run(FormSolversDocument, { id: complaint.id, search: search || null }, { signal }),
    placeholderData: (before) => before,
  });
  const current = liveTask(complaint)?.solver?.id;
  const choices = data?.assignableSolvers
    .filter((it) => it.solver.id !== current)
    .map((it): Choice => ({
      id: it.solver.id,
      text: it.solver.name,
      hint: (
        <>
          {it.declined && <span className={styles.warn}>{t("solver.declined")}</span>}
          {it.sameZone && <span>{t("solver.sameZone")}</span>}
          <span>{t("solver.live", { n: it.live })}</span>
          {it.overdue > 0 && <span className={styles.warn}>{t("solver.overdue", { n: it.overdue })}</span>}
        </>
      ),
    }));
  return (
    <Picker
      field
      label={t("field.solverId")}
      choices={choices}
      chosen={value}
      onText={setText}
      onPick={({ id }) => onChange(id)}
      required={required}
      autoFocus={first}
      empty={t("solver.none")}
    />
  );
}

function ComplaintField({
  complaint,
  value,
  onChange,
  first,
}: {
  complaint: Case;
  value: string;
  onChange: (id: string) => void;
  first: boolean;
}) {
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text.trim());
  const { latitude, longitude } = complaint;
  const found = useQuery({
    queryKey: ["into", wanted],
    queryFn: ({ signal }) => run(FormComplaintsDocument, { text: wanted }, { signal }),
    enabled: wanted.length > 1,
    placeholderData: (before) => before,
  });
  const near = useQuery({
    queryKey: ["into", latitude, longitude],
    queryFn: ({ signal }) =>
      run(SimilarNearbyDocument, { latitude: latitude!, longitude: longitude!, metres: 200 }, { signal }),
    enabled: latitude !== null && longitude !== null,
  });
  const byText = wanted.length > 1;
  const all = byText
    ? found.data?.find.complaints
    : latitude === null
      ? []
      : near.data?.nearbyComplaints.flatMap((it) => (it.complaint ? [it.complaint] : []));
  const choices = all
    ?.filter((it) => it.id !== complaint.id && it.status !== "MERGED")
    .map((it): Choice => ({
      id: it.id,
      text: `${it.reference} ${it.title}`,
      hint: <Status status={shownStatus(it as Parameters<typeof shownStatus>[0])} />,
    }));
  return (
    <Picker
      field
      label={t("field.intoId")}
      placeholder={t("form.findComplaint")}
      choices={choices}
      chosen={value}
      onText={setText}
      onPick={({ id }) => onChange(id)}
      required
      autoFocus={first}
      empty={byText ? undefined : t("form.noneNear")}
    />
  );
}

// AdminField offers oneself first, and of many administrators those whose names are typed.
function AdminField({
  value,
  onChange,
  label,
  first,
}: {
  value: string;
  onChange: (id: string) => void;
  label: string;
  first: boolean;
}) {
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text.trim());
  const { rows, many, nameOf } = useBranches("administrators", { text: wanted, ids: value ? [value] : [] });
  const others = rows
    ?.filter(({ id }) => id !== viewerId())
    .map(({ id, name, parent }): Choice => ({ id, text: name, hint: parent?.name }));
  const choices = others && [
    ...(many && wanted !== "" ? [] : [{ id: "", text: t("form.myself") }]),
    ...(value && wanted === "" && !others.some(({ id }) => id === value)
      ? [{ id: value, text: nameOf(value) ?? "…" }]
      : []),
    ...others,
  ];
  return (
    <Picker
      field
      label={label}
      choices={choices}
      chosen={value}
      onText={many ? setText : undefined}
      onPick={({ id }) => onChange(id)}
      autoFocus={first}
    />
  );
}
