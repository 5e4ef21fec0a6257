// The keys under which TanStack Query keeps what was read: what it is, and what it was asked for with. Whatever reads one
// anew names it in the same words, and all of that name are read.
export type Reading =
  | "actions"
  | "audience"
  | "audit"
  | "audit-entry"
  | "audit-subjects"
  | "administrators"
  | "bell"
  | "broadcast"
  | "broadcast-service"
  | "broadcasts"
  | "caller"
  | "caller-open"
  | "callers"
  | "categories"
  | "category-use"
  | "checklist"
  | "complaint"
  | "complaint-map"
  | "counts"
  | "earlier"
  | "find"
  | "group"
  | "groups"
  | "held-mail"
  | "inbox"
  | "intake-nearby"
  | "intake-places"
  | "into"
  | "links"
  | "lookup"
  | "mail-preview"
  | "mail-templates"
  | "mine"
  | "move-mail"
  | "name"
  | "nearby"
  | "notification"
  | "notification-defaults"
  | "notifications"
  | "own"
  | "own-session"
  | "payment"
  | "payments"
  | "peek"
  | "people"
  | "person"
  | "provider"
  | "providers"
  | "reasons"
  | "reference"
  | "report"
  | "reporters"
  | "review"
  | "reviews"
  | "saved-views"
  | "settings"
  | "settings-history"
  | "similar"
  | "solvers"
  | "task"
  | "tasks"
  | "timeline"
  | "unpaid"
  | "zone-use"
  | "zones";

declare const made: unique symbol;
export type Key = readonly [Reading, ...unknown[]] & { readonly [made]: true };

declare module "@tanstack/react-query" {
  interface Register {
    queryKey: Key; // what keyOf did not make does not compile
  }
}

export const keyOf = (what: Reading, ...asked: unknown[]): Key => [what, ...asked] as unknown as Key;
