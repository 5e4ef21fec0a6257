// What the page asks the service: the token of the link goes into a header, which nothing keeps.
import { language, t } from "./messages";
import { TrackDocument, TrackServiceDocument, type TrackQuery, type TrackServiceQuery } from "./generated";

export type Service = TrackServiceQuery["serviceInfo"];
export type Complaint = NonNullable<TrackQuery["trackedComplaint"]>;

// Refused is what the service says instead of an answer, or that there was none.
export class Refused extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly retryAfter = 0, // seconds
  ) {
    super(message);
  }

  // ended reports whether the link is unknown or has ended, which nobody can tell apart.
  get ended(): boolean {
    return this.code === "INVALID_TOKEN" || this.code === "NOT_FOUND";
  }
}

const deadline = 20_000; // milliseconds

async function ask<Answer>(document: { toString(): string }, token?: string): Promise<Answer> {
  const response = await fetch("/graphql", {
    method: "POST",
    headers: {
      Accept: "application/graphql-response+json",
      "Accept-Language": language(),
      "Content-Type": "application/json",
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query: document.toString() }),
    credentials: "omit",
    referrerPolicy: "no-referrer",
    signal: AbortSignal.timeout(deadline),
  }).catch(() => {
    throw new Refused(t("track.offline"), "OFFLINE");
  });
  const answer = await response.json().catch(() => ({}));
  const [error] = answer.errors ?? [];
  if (!error && answer.data) return answer.data as Answer;
  throw new Refused(
    error?.message ?? answer.message ?? t("track.failed"),
    String(error?.extensions?.code ?? answer.code ?? "INTERNAL_ERROR").toUpperCase(),
    Number(response.headers.get("Retry-After") ?? 0),
  );
}

// complaintOf is the complaint that a link leads to, and who runs the service.
export async function complaintOf(token: string): Promise<{ service: Service; complaint: Complaint }> {
  const { serviceInfo, trackedComplaint } = await ask<TrackQuery>(TrackDocument, token);
  if (!trackedComplaint) throw new Refused(t("track.failed"), "NOT_FOUND");
  return { service: serviceInfo, complaint: trackedComplaint };
}

export const service = async (): Promise<Service> => (await ask<TrackServiceQuery>(TrackServiceDocument)).serviceInfo;
