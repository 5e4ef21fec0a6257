// What whoever holds a link can do: what the service says that they may, each in a region of its own.
import { isOpen, limits, usualReopenReasons, type Action } from "../lib/domain";
import { change, type Complaint, type Tracked } from "./ask";
import { element, section } from "./element";
import { choice, closed, form, keyFor, photos, scale, sendFiles, textField, type Around } from "./forms";
import {
  TrackEmailDocument,
  TrackMessageDocument,
  TrackRatingDocument,
  TrackReopeningDocument,
  TrackWithdrawalDocument,
  type TrackEmailMutation,
  type TrackMessageMutation,
} from "./generated";
import { language, t } from "./messages";
import type { Region } from "./regions";

const asked = (complaint: Complaint, action: Action) =>
  complaint.availableActions.find((it) => it.action === action && it.enabled);

type Asked = NonNullable<ReturnType<typeof asked>>;

const lengthOf = ({ inputs }: Asked, name: string): number | null =>
  inputs.find((it) => it.name === name)?.maxLength ?? null;

// region is one that is empty while an action is not allowed.
function region(complaint: Complaint, action: Action, more: unknown, make: (may: Asked) => HTMLElement): Region {
  const may = asked(complaint, action);
  return { name: action, of: [may, more], make: () => (may ? [make(may)] : []) };
}

export function rating({ complaint }: Tracked, around: Around): Region {
  return region(complaint, "RATE", null, (may) =>
    section(
      t("track.rate"),
      form(
        {
          name: "rating",
          fields: (draft) => [
            scale(
              draft,
              "rating",
              t("track.rateHow"),
              [1, 2, 3, 4, 5].map((n) => t(`track.rate.${n as 1 | 2 | 3 | 4 | 5}`)),
            ),
            textField(draft, "comment", t("track.rateWhy"), lengthOf(may, "comment")),
          ],
          missing: ({ values }) => !values["rating"] && t("track.rateMissing"),
          label: t("track.rateSend"),
          send: async ({ values }) => {
            const stars = Number(values["rating"]);
            await change(around.token, TrackRatingDocument, {
              id: complaint.id,
              rating: stars,
              comment: values["comment"] ?? "",
            });
            return t(stars <= limits.lowRating ? "track.ratedLow" : "track.rated");
          },
        },
        around,
      ),
    ),
  );
}

export function reopening({ complaint, reasons }: Tracked, around: Around): Region {
  return region(complaint, "REOPEN", reasons, (may) =>
    closed(
      t("track.reopen"),
      "reopening",
      form(
        {
          name: "reopening",
          fields: (draft) => [
            choice(draft, "reasonCode", t("track.reopenReason"), choicesOf(reasons)),
            textField(draft, "publicNote", t("track.reopenWhy"), lengthOf(may, "publicNote")),
          ],
          missing: ({ values }) => !values["reasonCode"] && t("track.reopenMissing"),
          label: t("track.reopenSend"),
          send: async ({ values }) => {
            await change(around.token, TrackReopeningDocument, {
              id: complaint.id,
              reasonCode: values["reasonCode"],
              publicNote: values["publicNote"] ?? "",
            });
            return t("track.reopened");
          },
        },
        around,
      ),
    ),
  );
}

// choicesOf are the reasons with their labels: the organization's where it has some in this language.
function choicesOf(reasons: Tracked["reasons"]): { value: string; text: string }[] {
  if (reasons.length === 0) return usualReopenReasons.map((value) => ({ value, text: t(`track.reason.${value}`) }));
  return reasons.map(({ code, label, labels }) => {
    const ours = usualReopenReasons.find((it) => it === code);
    const theirs = labels.some((it) => it.language.startsWith(language()));
    return { value: code, text: ours && !theirs ? t(`track.reason.${ours}`) : label };
  });
}

// message is always there: what was typed must not go when the complaint ends meanwhile.
export function message({ complaint }: Tracked, around: Around): Region {
  const may = asked(complaint, "COMMENT");
  const files = isOpen(complaint.status); // those of what has ended stay as they are
  return region(complaint, "COMMENT", files, () =>
    section(
      t("track.write"),
      form(
        {
          name: "message",
          fields: (draft) => [
            textField(draft, "text", t("track.writeWhat"), lengthOf(may!, "text")),
            ...(files ? [photos(draft)] : []),
          ],
          missing: ({ values, files: chosen }) =>
            !values["text"]?.trim() &&
            (!files || chosen.length === 0) &&
            t(files ? "track.writeMissing" : "track.writeMissingText"),
          label: t("track.send"),
          send: async (draft, progress) => {
            const text = draft.values["text"] ?? "";
            if (text.trim()) {
              const input = { complaintId: complaint.id, text, idempotencyKey: keyFor(draft, text) };
              const { commentOnComplaint } = await change<TrackMessageMutation>(
                around.token,
                TrackMessageDocument,
                input,
              );
              draft.uploadTo = commentOnComplaint.comment.uploadUrl;
              draft.values["text"] = "";
            }
            if (files) await sendFiles(draft, draft.uploadTo ?? complaint.uploadUrl, around.token, progress);
            return t("track.sent");
          },
        },
        around,
      ),
    ),
  );
}

export function withdrawal({ complaint }: Tracked, around: Around): Region {
  return region(complaint, "WITHDRAW", null, (may) =>
    closed(
      t("track.withdraw"),
      "withdrawal",
      element("p", { textContent: t("track.withdrawText") }),
      form(
        {
          name: "withdrawal",
          fields: (draft) => [textField(draft, "publicNote", t("track.withdrawWhy"), lengthOf(may, "publicNote"))],
          label: t("track.withdrawSend"),
          look: "danger",
          send: async ({ values }) => {
            await change(around.token, TrackWithdrawalDocument, {
              id: complaint.id,
              publicNote: values["publicNote"] ?? "",
            });
            return t("track.withdrawn");
          },
        },
        around,
      ),
    ),
  );
}

// email says whether e-mail comes, and changes it, where the link came by e-mail.
export function email({ emailUpdates }: Tracked, around: Around): Region {
  return {
    name: "email",
    of: emailUpdates,
    make: () => [
      emailUpdates !== null &&
        section(
          t("track.email"),
          element("p", { textContent: t(emailUpdates ? "track.emailOn" : "track.emailOff") }),
          form(
            {
              name: "email",
              fields: () => [],
              label: t(emailUpdates ? "track.emailStop" : "track.emailStart"),
              look: "plain",
              send: async () => {
                const wanted = !emailUpdates;
                const { setEmailUpdates } = await change<TrackEmailMutation>(around.token, TrackEmailDocument, {
                  enabled: wanted,
                });
                if (setEmailUpdates.emailUpdates !== wanted) return t("track.emailRefused");
                return t(wanted ? "track.emailOn" : "track.emailOff");
              },
            },
            around,
          ),
        ),
    ],
  };
}
