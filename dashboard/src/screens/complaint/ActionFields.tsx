// A field of the form of an action, by the name and the type of its input.
import { Checkbox, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState, type ReactNode } from "react";

import { run } from "../../data/graph/client";
import { keyOf } from "../../data/graph/keys";
import { messageOf, t } from "../../lib/i18n/more";
import { priorities } from "../../lib/domain";
import { useReasons } from "../../parts/reasons/reasons";
import { useBranches } from "../../parts/branches/branches";
import { BranchSelect } from "../../parts/branches/BranchSelect";
import { Picker, type Choice } from "../../parts/Picker";
import { priorityWord, Priority } from "../../parts/Priority";
import { shownStatus, Status } from "../../parts/Status";
import { Titled } from "../../parts/Verbatim";
import { isAdmin, viewerId } from "../../data/session/viewer";
import styles from "./complaint.module.css";
import { liveTask, readByReporter, type Case, type Offer, type Verbs } from "./data";
import { FormComplaintsDocument, FormSolversDocument, SimilarNearbyDocument } from "./generated";

interface FieldProps {
  complaint: Case;
  action: Verbs;
  input: Offer["inputs"][number];
  value: string;
  onChange: (value: string) => void;
  first: boolean;
  fault?: string;
}

interface LabelledProps extends FieldProps {
  label: string;
}

// Reporters give their own reasons; administrators write to them.
const labelOf = (action: Verbs, name: string): string =>
  messageOf(
    name === "publicNote" && !isAdmin()
      ? `field.ownReason.${action}`
      : action === "RATE" && name === "comment"
        ? "field.ratingComment"
        : action === "EDIT" || action === "TRIAGE" || name !== "dueAt"
          ? `field.${name}`
          : "field.taskDueAt",
  ) ?? name;

export function Field(props: FieldProps) {
  const { complaint, action, input, value, onChange, first, fault } = props;
  const { name, required, maxLength } = input;
  const label = labelOf(action, name);
  const shared = { label, required, error: fault, "data-autofocus": first || undefined };

  if (name === "reasonCode") return <ReasonField {...props} label={label} />;
  if (name === "rating") return <RatingField {...props} label={label} />;
  if (name === "priority") return <PriorityField {...props} label={label} />;
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
    {" *"}
  </span>
);

function ReasonField({ action, label, input, value, onChange, first, fault }: LabelledProps) {
  const { name, required } = input;
  const codes = useReasons().of(action);
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

function RatingField({ label, value, onChange, first }: LabelledProps) {
  return (
    <fieldset className={styles.radios}>
      <legend>
        {label}
        <Required />
      </legend>
      <div>
        {([1, 2, 3, 4, 5] as const).map((stars, index) => (
          <label key={stars}>
            <input
              type="radio"
              name="rating"
              value={stars}
              checked={value === String(stars)}
              required
              onChange={() => onChange(String(stars))}
              data-autofocus={(first && index === 4) || undefined}
            />
            {t(`rating.${stars}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function PriorityField({ label, value, onChange, first }: LabelledProps) {
  return (
    <fieldset className={styles.radios}>
      <legend>{label}</legend>
      <div>
        {priorities.map((it) => (
          <label key={it}>
            <input
              type="radio"
              name="priority"
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

function audienceOf(name: string, it: Case): ReactNode {
  if (name === "publicNote") return isAdmin() ? readByReporter(it) : t("form.readByService");
  if (name === "internalNote") return t("form.readByAdmins");
  if (name === "instructions" || name === "note") return t("form.readBySolver");
  return undefined;
}

// PickedProps are those of a field of which one row is picked.
interface PickedProps {
  value: string; // its id
  onChange: (id: string) => void;
  first: boolean; // of the form: it has the focus
}

function SolverField({
  complaint,
  value,
  onChange,
  first,
  required,
}: {
  complaint: Case;
  required: boolean;
} & PickedProps) {
  const [text, setText] = useState("");
  const search = useDeferredValue(text.trim());
  const { data } = useQuery({
    queryKey: keyOf("solvers", complaint.id, search),
    queryFn: ({ signal }) => run(FormSolversDocument, { id: complaint.id, search: search || null }, { signal }),
    placeholderData: (before) => before,
  });
  const current = liveTask(complaint)?.solver?.id;
  const choices = data?.assignableSolvers
    .filter((it) => it.solver.id !== current)
    .map((it): Choice => ({
      id: it.solver.id,
      text: it.solver.name,
      verbatim: true,
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
} & PickedProps) {
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text.trim());
  const { latitude, longitude } = complaint;
  const found = useQuery({
    queryKey: keyOf("into", wanted),
    queryFn: ({ signal }) => run(FormComplaintsDocument, { text: wanted }, { signal }),
    enabled: wanted.length > 1,
    placeholderData: (before) => before,
  });
  const near = useQuery({
    queryKey: keyOf("into", latitude, longitude),
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
      content: <Titled of={it} />,
      hint: <Status status={shownStatus(it)} />,
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
  label: string;
} & PickedProps) {
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text.trim());
  const { rows, many, nameOf } = useBranches("administrators", { text: wanted, ids: value ? [value] : [] });
  const others = rows
    ?.filter(({ id }) => id !== viewerId())
    .map(({ id, name, parent }): Choice => ({ id, text: name, verbatim: true, hint: parent?.name }));
  const choices = others && [
    ...(many && wanted !== "" ? [] : [{ id: "", text: t("form.myself") }]),
    ...(value && wanted === "" && !others.some(({ id }) => id === value)
      ? [{ id: value, text: nameOf(value) ?? "…", verbatim: true }]
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
