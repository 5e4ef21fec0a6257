// What people do with complaints in the list, by the verb of the graph that says whether it is possible.
import type { ComplaintAction } from "../../lib/domain";

// What is done on a complaint's own page, or with a complaint of one's own, has nothing here.
const ofVerbs = {
  ASSIGN: ["assign"],
  TRIAGE: ["priority", "category", "zone", "due"],
  HOLD: ["hold"],
  RESUME: ["resume"],
  RESOLVE: ["resolve"],
  CLOSE: ["close"],
  REJECT: ["reject"],
  MERGE: ["merge"],
  COMMENT: ["note"],
  UNMERGE: [],
  WITHDRAW: [],
  RATE: [],
  REOPEN: [],
  EDIT: [],
  CLAIM: [],
  UNCLAIM: [],
} as const satisfies Record<ComplaintAction, readonly string[]>;

export type Doing = (typeof ofVerbs)[ComplaintAction][number];

export const actions = Object.fromEntries(
  Object.entries(ofVerbs).flatMap(([action, doings]) => doings.map((doing) => [doing, action])),
) as Record<Doing, ComplaintAction>;
