// What can go wrong between the desk and the service, as one error with a sentence for a person. The service
// writes its sentences in the language that the desk asks for; those of the connection are ours.
import { messageOf, t } from "../../lib/i18n";

export interface FieldFault {
  field: string;
  code: string;
  message: string;
}

export class GraphError extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly fields: FieldFault[] = [],
    readonly requestId = "",
    readonly retryAfter = 0,
  ) {
    super(message);
    this.name = "GraphError";
  }

  // lost reports whether the service may not have received the request.
  get lost(): boolean {
    return this.code === "OFFLINE" || this.code === "TIMEOUT" || this.code === "UNAVAILABLE";
  }
}

interface WireError {
  message: string;
  extensions?: { code?: string; fields?: FieldFault[]; requestId?: string };
}

export function fromWire(errors: readonly WireError[], retryAfter: number): GraphError {
  const [first] = errors;
  const { code = "INTERNAL_ERROR", fields = [], requestId = "" } = first?.extensions ?? {};
  return new GraphError(first?.message ?? t("error.unknown"), code, fields, requestId, retryAfter);
}

export function asGraphError(cause: unknown): GraphError {
  if (cause instanceof GraphError) return cause;
  if (cause instanceof DOMException && cause.name === "TimeoutError")
    return new GraphError(t("error.timeout"), "TIMEOUT");
  if (cause instanceof TypeError) return new GraphError(t("error.offline"), "OFFLINE");
  return new GraphError(cause instanceof Error ? cause.message : String(cause), "UNKNOWN");
}

// sentence is what to show a person: the fields at fault where the service names some, else the message.
export function sentence(cause: unknown): string {
  const error = asGraphError(cause);
  const fields = error.fields.filter(({ message }) => message).map(subjected);
  return fields.length > 0 ? fields.join(" ") : error.message;
}

// subjected is what is wrong with a field, under its name where the service says no more than "must be …".
function subjected({ field, message }: Pick<FieldFault, "field" | "message">): string {
  const name = field.split(".").findLast((part) => !/^\d+$/.test(part)); // the number is the place in a list
  const subject = /^\p{Ll}/u.test(message) ? messageOf(`field.${name}`) : undefined;
  return subject ? `${subject}: ${message}` : message;
}
