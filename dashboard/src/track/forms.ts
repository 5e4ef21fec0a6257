// Forms whose drafts outlast them: what has been typed or chosen stays, whatever is made anew around it, until it has been sent.
import { accepted, limits } from "../lib/domain";
import { Refused, upload, type Fault } from "./ask";
import { element } from "./element";
import { t } from "./messages";

export interface Draft {
  values: Record<string, string>;
  files: File[];
  open: boolean; // whether its form is, where it can be closed
  sending: boolean; // and it can't be changed
  uploadTo?: string; // where files go whose message has arrived
  key?: { of: string; key: string }; // under which a message is sent, as often as it takes
}

const drafts = new Map<string, Draft>();
const plans = new Map<string, Plan>(); // of the forms as they were made last: in this language, and as the complaint stands

function draftOf(name: string): Draft {
  const draft = drafts.get(name) ?? { values: {}, files: [], open: false, sending: false };
  drafts.set(name, draft);
  return draft;
}

// keepFiles puts files into the draft of a form that is still to be shown.
export function keepFiles(name: string, files: File[]): void {
  draftOf(name).files = files;
}

// forget drops all drafts: they were about another complaint.
export const forget = (): void => drafts.clear();

// keyFor is the idempotency key of a text: the same one until another text is sent. Pages without HTTPS have no randomUUID.
export function keyFor(draft: Draft, text: string): string {
  if (draft.key?.of !== text) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    draft.key = { of: text, key: [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("") };
  }
  return draft.key.key;
}

interface Plan {
  name: string; // of its draft
  fields: (draft: Draft) => HTMLElement[];
  missing?: (draft: Draft) => string | false; // what has to be given first
  label: string; // of the button
  look?: "danger" | "plain";
  send: (draft: Draft, progress: (share: number) => void) => Promise<string>; // and what to say then
}

// Around is what a form needs of the page.
export interface Around {
  token: string;
  say: (text: string) => void;
  reload: () => Promise<void>;
}

const writable = "textarea, input:not([type=radio], [type=file])";

// mark says at each field what is wrong with it, and reports whether that says all.
function mark(within: HTMLFormElement, { fields }: Refused): boolean {
  const marked = fields.map((fault) => ({ ...fault, control: controlOf(within, fault) }));
  for (const { control, field, message } of marked) {
    if (!control) continue;
    const note = element("p", {
      className: "fault",
      id: `${within.name}-${field}-fault`,
      textContent: message.charAt(0).toLocaleUpperCase() + message.slice(1),
    });
    const described = control.getAttribute("aria-describedby");
    control.ariaInvalid = "true";
    control.setAttribute("aria-describedby", described ? `${described} ${note.id}` : note.id);
    control.closest("label")!.after(note);
    control.addEventListener(
      "input",
      () => {
        control.ariaInvalid = null;
        note.remove();
      },
      { once: true },
    );
  }
  return fields.length > 0 && marked.every(({ control }) => control);
}

// controlOf is where an input is typed; of an object that is its first one.
const controlOf = (within: HTMLFormElement, { field }: Fault): HTMLElement | null =>
  within.querySelector<HTMLElement>(`label [name="${field}"], label [name^="${field}."]`);

// form shows a plan. It may be made anew while it sends, when the language changes or the complaint moves on: what is said then is said by the form
// that stands there.
export function form(plan: Plan, around: Around, wrong?: Refused): HTMLFormElement {
  plans.set(plan.name, plan);
  const draft = draftOf(plan.name);
  const fault = element("p", { className: "fault", role: "alert", textContent: "" });
  const bar = element("progress", { hidden: true, max: 1, ariaLabel: t("track.sending") });
  const button = element("button", { type: "submit", className: plan.look ?? "primary", textContent: plan.label });
  const made = element(
    "form",
    { noValidate: true, name: plan.name },
    ...plan.fields(draft),
    fault,
    bar,
    element("p", { className: "buttons" }, button),
  );
  if (wrong) fault.textContent = mark(made, wrong) ? t("track.check") : wrong.message;
  // again shows what is left of the draft, and why.
  const again = (why?: Refused): void => {
    const now = document.forms.namedItem(plan.name);
    if (!now) return around.say(why?.message ?? "");
    const fresh = form(plans.get(plan.name)!, around, why);
    const inside = now.contains(document.activeElement);
    now.replaceWith(fresh);
    if (inside) fresh.querySelector<HTMLElement>("[aria-invalid], button[type=submit]")?.focus();
  };
  const busy = (): void => {
    made.ariaBusy = button.ariaDisabled = "true";
    button.textContent = t("track.sending");
    for (const field of made.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(writable)) field.readOnly = true;
  };
  const send = async (): Promise<void> => {
    fault.textContent = plan.missing?.(draft) || "";
    if (fault.textContent) return made.querySelector<HTMLElement>("textarea, select, input")?.focus();
    draft.sending = true;
    around.say("");
    busy();
    try {
      const said = await plan.send(draft, (share) => {
        bar.hidden = false;
        bar.value = share;
      });
      drafts.delete(plan.name);
      again();
      around.say(said);
      await around.reload();
    } catch (cause) {
      draft.sending = false;
      const refused = cause as Refused;
      again(refused);
      if (refused.ended) await around.reload();
    }
  };
  if (draft.sending) busy();
  made.addEventListener("input", () => (fault.textContent = ""));
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!draft.sending) void send();
  });
  return made;
}

// closed shows a form only after somebody has asked for it.
export function closed(heading: string, name: string, ...children: HTMLElement[]): HTMLElement {
  const draft = draftOf(name);
  return element(
    "details",
    {
      open: draft.open,
      ontoggle: ({ target }) => {
        draft.open = (target as HTMLDetailsElement).open;
      },
    },
    element("summary", { textContent: heading }),
    ...children,
  );
}

// typed is a field whose text goes into a draft, with a hint below its label.
function typed(
  draft: Draft,
  name: string,
  label: string,
  field: HTMLInputElement | HTMLTextAreaElement,
  hint = "",
): HTMLElement {
  field.name = name;
  field.value = draft.values[name] ?? "";
  field.addEventListener("input", () => (draft.values[name] = field.value));
  if (hint === "") return element("label", { textContent: label }, field);
  const said = element("span", { className: "hint", textContent: hint });
  return element("label", { textContent: label }, said, field);
}

export const textField = (
  draft: Draft,
  name: string,
  label: string,
  maxLength: number | null,
  hint?: string,
): HTMLElement =>
  typed(
    draft,
    name,
    label,
    element("textarea", { rows: 3, dir: "auto", ...(maxLength !== null && { maxLength }) }),
    hint,
  );

export const lineField = (
  draft: Draft,
  name: string,
  label: string,
  attributes: Partial<HTMLInputElement>,
  hint?: string,
): HTMLElement => typed(draft, name, label, element("input", { type: "text", ...attributes }), hint);

// choice is a list to choose from; none is what stands for no choice.
export function choice(
  draft: Draft,
  name: string,
  label: string,
  of: { value: string; text: string }[],
  none = t("track.choose"),
): HTMLElement {
  return element(
    "label",
    { textContent: label },
    element(
      "select",
      {
        name,
        onchange: ({ target }) => {
          draft.values[name] = (target as HTMLSelectElement).value;
        },
      },
      element("option", { value: "", textContent: none }),
      ...of.map(({ value, text }) =>
        element("option", { value, textContent: text, selected: value === draft.values[name] }),
      ),
    ),
  );
}

// scale offers numbers beside each other, the names of which are read out.
export function scale(draft: Draft, name: string, label: string, names: string[]): HTMLElement {
  return element(
    "fieldset",
    {},
    element("legend", { textContent: label }),
    ...names.map((text, i) =>
      element(
        "label",
        { className: "step" },
        element("input", {
          type: "radio",
          name,
          value: String(i + 1),
          ariaLabel: text,
          checked: draft.values[name] === String(i + 1),
          onchange: ({ target }) => {
            draft.values[name] = (target as HTMLInputElement).value;
          },
        }),
        element("span", { textContent: String(i + 1) }),
      ),
    ),
    element(
      "p",
      { className: "ends", ariaHidden: "true" },
      ...[names[0]!, names.at(-1)!].map((text) => element("span", { textContent: text })),
    ),
  );
}

const mostOf = (type: string): number => (type.startsWith("video/") ? limits.videoBytes : limits.imageBytes);

// photos are the files that go with a draft.
export function photos(draft: Draft): HTMLElement {
  const list = element("ul", { className: "chosen" });
  const note = element("p", { className: "fault", role: "alert" });
  const input = element("input", { type: "file", multiple: true, accept: accepted });
  const draw = (): void => {
    list.replaceChildren(
      ...draft.files.map((file) => {
        const picture = file.type.startsWith("image/") && element("img", { alt: "", src: URL.createObjectURL(file) });
        if (picture)
          for (const end of ["load", "error"]) picture.addEventListener(end, () => URL.revokeObjectURL(picture.src));
        return element(
          "li",
          {},
          picture,
          element("span", { textContent: file.name, dir: "auto" }),
          element("button", {
            type: "button",
            textContent: t("track.remove"),
            ariaLabel: t("track.removeFile", { name: file.name }),
            onclick: () => {
              if (draft.sending) return;
              draft.files = draft.files.filter((it) => it !== file);
              draw();
              input.focus();
            },
          }),
        );
      }),
    );
  };
  input.addEventListener("click", (event) => draft.sending && event.preventDefault());
  input.addEventListener("change", () => {
    const chosen = [...(input.files ?? [])];
    const large = chosen.filter(({ type, size }) => size > mostOf(type));
    const all = [...draft.files, ...chosen.filter((file) => !large.includes(file))];
    draft.files = all.slice(0, limits.files);
    note.textContent = [
      ...large.map(({ name, type }) => t("track.tooLarge", { name, n: Math.floor(mostOf(type) / 2 ** 20) })),
      ...(all.length > limits.files ? [t("track.tooMany", { n: limits.files })] : []),
    ].join("\n");
    input.value = "";
    draw();
  });
  draw();
  return element(
    "div",
    {},
    list,
    note,
    element("label", { className: "pick" }, element("span", { textContent: t("track.addPhotos") }), input),
  );
}

// sendFiles sends the files of a draft, all that can be sent; it keeps the others, and says why.
export async function sendFiles(
  draft: Draft,
  to: string,
  token: string,
  progress: (share: number) => void,
): Promise<void> {
  const all = draft.files;
  const left: File[] = [];
  const why: string[] = [];
  for (const [i, file] of all.entries()) {
    try {
      await upload(token, to, file, (share) => progress((i + share) / all.length));
    } catch (cause) {
      if ((cause as Refused).ended) throw cause;
      left.push(file);
      why.push(`${file.name}: ${(cause as Refused).message}`);
    }
  }
  draft.files = left;
  if (left.length > 0) throw new Refused([t("track.notSent"), ...why].join("\n"), "FILES");
}
