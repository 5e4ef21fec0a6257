// All keys of messages: a file for each screen, in each language. A new file is added here.
export type MessageKey =
  | keyof typeof import("./en/common.json")
  | keyof typeof import("./en/mine.json")
  | keyof typeof import("./en/register.json")
  | keyof typeof import("./en/reports.json")
  | keyof typeof import("./en/session.json")
  | keyof typeof import("./en/setup.json")
  | keyof typeof import("./en/shell.json")
  | keyof typeof import("./en/words.json")
  | keyof typeof import("./en/queue.json")
  | keyof typeof import("./en/complaint.json")
  | keyof typeof import("./en/reasons.json")
  | keyof typeof import("./en/list.json")
  | keyof typeof import("./en/places.json")
  | keyof typeof import("./en/people.json")
  | keyof typeof import("./en/reviews.json")
  | keyof typeof import("./en/intake.json");
