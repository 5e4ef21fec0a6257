// All keys of messages: a file for each screen, in each language. A new file is added here (build/messages.ts reads which part it
// is of): to FirstKey where a screen needs it that does not wait for the others, or before anybody has signed in; to OfficeKey where
// only screens of an office need it, which are opened one at a time; to TrackKey where a page for people without an account needs it; else to MoreKey.
export type FirstKey =
  | keyof typeof import("./en/common.json")
  | keyof typeof import("./en/queue.json")
  | keyof typeof import("./en/reasons.json")
  | keyof typeof import("./en/register.json")
  | keyof typeof import("./en/session.json")
  | keyof typeof import("./en/setup.json")
  | keyof typeof import("./en/shell.json")
  | keyof typeof import("./en/words.json");

export type MoreKey =
  | FirstKey
  | keyof typeof import("./en/account.json")
  | keyof typeof import("./en/complaint.json")
  | keyof typeof import("./en/inbox.json")
  | keyof typeof import("./en/intake.json")
  | keyof typeof import("./en/keys.json")
  | keyof typeof import("./en/list.json")
  | keyof typeof import("./en/map.json")
  | keyof typeof import("./en/mine.json")
  | keyof typeof import("./en/notifications.json")
  | keyof typeof import("./en/reviews.json")
  | keyof typeof import("./en/solver.json")
  | keyof typeof import("./en/start.json");

export type OfficeKey =
  | MoreKey
  | keyof typeof import("./en/audit.json")
  | keyof typeof import("./en/broadcasts.json")
  | keyof typeof import("./en/heldMail.json")
  | keyof typeof import("./en/payments.json")
  | keyof typeof import("./en/people.json")
  | keyof typeof import("./en/places.json")
  | keyof typeof import("./en/reports.json")
  | keyof typeof import("./en/settings.json")
  | keyof typeof import("./en/tasks.json");

export type TrackKey = keyof typeof import("./en/guest.json") | keyof typeof import("./en/track.json");
