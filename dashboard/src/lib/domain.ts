// The product's words, as the service's Go prints them (domain.generated.ts), and what the desk makes of them.
import {
  adminRoles,
  imageFormats,
  liveTaskStatuses,
  openStatuses,
  providerRoles,
  runningStatuses,
  taskStatuses,
  videoFormats,
  waitingStatuses,
  type ComplaintStatus,
  type LiveTaskStatus,
  type Role,
  type Source,
  type TaskStatus,
  type VideoFormat,
} from "./domain.generated";

export * from "./domain.generated";

const among = <T extends string>(words: readonly T[], word: string | null | undefined): word is T =>
  (words as readonly (string | null | undefined)[]).includes(word);

// ShownStatus is the status of a complaint as people think of it: TO_REVIEW is what one looks like whose open task waits
// for review.
export type ShownStatus = ComplaintStatus | "TO_REVIEW";

// tones are the colors of the statuses, in the order in which filters offer them.
export const tones: Record<ShownStatus, string> = {
  SUBMITTED: "blue",
  ASSIGNED: "violet",
  IN_PROGRESS: "teal",
  TO_REVIEW: "amber",
  ON_HOLD: "slate",
  REOPENED: "orange",
  RESOLVED: "green",
  CLOSED: "slate",
  REJECTED: "red",
  WITHDRAWN: "slate",
  MERGED: "slate",
};
export const shownStatuses = Object.keys(tones) as ShownStatus[];

export const isOpen = (status: ComplaintStatus): boolean => among(openStatuses, status);

// isWaiting reports whether a complaint waits to be given to a solver.
export const isWaiting = (status: ComplaintStatus): boolean => among(waitingStatuses, status);

// isRunning reports whether a deadline comes nearer.
export const isRunning = (status: ComplaintStatus): boolean => among(runningStatuses, status);

// isOver reports whether nothing is expected of anybody. Who has reported what is resolved is asked whether it is.
export const isOver = (status: ComplaintStatus): boolean => !isOpen(status) && status !== "RESOLVED";

export const isLive = (status: TaskStatus): status is LiveTaskStatus => among(liveTaskStatuses, status);

// isWithSolver reports whether the solver of a task is the next to do something.
export const isWithSolver = (status: TaskStatus): boolean => isLive(status) && status !== "COMPLETION_SUBMITTED";

export const endedTaskStatuses = taskStatuses.filter((status) => !isLive(status));

// isGivenUp reports whether a task ended without being done; steps of the timeline are called like statuses.
export const isGivenUp = (status: string | null): boolean => among(endedTaskStatuses, status) && status !== "COMPLETED";

export const isAdminRole = (role: Role | null | undefined): boolean => among(adminRoles, role);

// isProviderRole reports whether accounts of a role belong to a service provider.
export const isProviderRole = (role: string | null | undefined): boolean => among(providerRoles, role);

// officeSources are the ways on which complaints come to an office.
export const officeSources = ["PHONE", "EMAIL", "STAFF"] as const satisfies readonly Source[];

// usualReopenReasons are the codes with which a complaint is reopened while the organization has set none.
export const usualReopenReasons = ["not_fixed", "came_back", "by_mistake", "other"] as const;

export const accepted = [...imageFormats, ...videoFormats].join();
export const isVideoFormat = (type: string): type is VideoFormat => among(videoFormats, type);
