// The form of an action, made from the inputs that the service names for it. What is typed is a draft until it was
// sent. When the complaint has changed meanwhile it shows both versions, and sends with one click.
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef, useState, type FormEvent } from "react";

import { asGraphError } from "../../data/graph/errors";
import type { ComplaintRow } from "../../data/graph/rows";
import { t } from "../../lib/i18n/more";
import { localTime, zoned } from "../../lib/i18n/format";
import { Dialog } from "../../parts/Dialog";
import { MoveMail } from "../../parts/MoveMail";
import { ErrorNotice } from "../../parts/Notice";
import { useDraft } from "../../data/session/drafts";
import { Field } from "./ActionFields";
import styles from "./complaint.module.css";
import { liveTask, pageKey, perform, useRefresh, type Case, type Offer, type Verbs } from "./data";
import { Stale, differences } from "./Stale";
import { useBusy } from "../../parts/busy";

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
const mailed: ReadonlySet<Verbs> = new Set(["HOLD", "RESOLVE", "REJECT"]); // whose e-mail is seen before it goes
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

// inputOf is what is sent: the values in the types of the inputs, of a change only what differs from now.
function inputOf(action: Verbs, it: Case, offer: Offer, values: Values, now: Values): Record<string, unknown> {
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
}

export function ActionForm({ complaint, offer, action, fields, initial = {}, onClose, onDone, onReply }: Props) {
  const [base] = useState(complaint); // as it was when the form was opened
  const [draft, setDraft] = useDraft(`complaint:${complaint.id}:${action}${fields ? `:${fields.join()}` : ""}`);
  const typed = parse(draft);
  const now = valuesNow(action, base);
  const values: Values = { ...now, ...initial, ...typed };
  const change = (part: Values): void => setDraft((before) => JSON.stringify({ ...parse(before), ...part }));
  const set = (name: string, value: string): void => change({ [name]: value });
  const place = { latitude: Number(values.latitude), longitude: Number(values.longitude) };
  const placed =
    Boolean(values.latitude && values.longitude) && Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180;
  const [busy, once] = useBusy();
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
  const name = t(`action.${action}`);

  const input = (it: Case): Record<string, unknown> => inputOf(action, it, offer, values, now);
  const send = async (event?: FormEvent): Promise<void> => {
    event?.preventDefault();
    if (busy || (stale && Date.now() - staleSince.current < 400)) return; // what has just changed must have been seen
    return once(async () => {
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
      }
    });
  };
  const reply = (): Promise<void> =>
    once(async () => {
      setFault(undefined);
      try {
        await onReply(words);
        setDraft("");
        onClose();
      } catch (cause) {
        setFault(cause);
      }
    });
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
                change({ latitude: String(latitude), longitude: String(longitude) })
              }
            />
          </Suspense>
        )}
        {mailed.has(action) && <MoveMail complaint={complaint.id} action={action} note={values.publicNote ?? ""} />}
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
