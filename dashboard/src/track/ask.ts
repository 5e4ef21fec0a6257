// What the page asks the service: the token of the link goes into a header, which nothing keeps.
import { postFile } from "../lib/postFile";
import { language, t } from "./messages";
import {
  TrackCodeDocument,
  TrackDocument,
  TrackOtherDocument,
  TrackServiceDocument,
  type TrackCodeMutation,
  type TrackOtherQuery,
  type TrackQuery,
  type TrackServiceQuery,
} from "./generated";

export type Service = TrackServiceQuery["serviceInfo"];
export type Complaint = NonNullable<TrackQuery["trackedComplaint"]>;

// Tracked is all that the page shows.
export interface Tracked {
  service: Service;
  complaint: Complaint;
  other: TrackOtherQuery["complaintStatusLog"]; // what happened to what it was merged into
  emailUpdates: boolean | null; // null: the link was not sent by e-mail
  reasons: TrackQuery["reasonCodes"]; // for which it may be reopened; none while the organization has set none
}

// Fault is what is wrong with an input.
export interface Fault {
  field: string;
  message: string;
}

// Refused is what the service says instead of an answer, or that there was none.
export class Refused extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly fields: Fault[] = [],
  ) {
    super(message);
  }

  // ended reports whether the link is unknown or has ended, which nobody can tell apart.
  get ended(): boolean {
    return this.code === "INVALID_TOKEN" || this.code === "NOT_FOUND";
  }
}

// Said is what the graph and the REST paths answer when they refuse something.
interface Said {
  message?: string;
  code?: string;
  fields?: Fault[];
  extensions?: { code?: string; fields?: Fault[] };
}

const refused = (said: Said): Refused =>
  new Refused(
    said.message ?? t("track.failed"),
    (said.extensions?.code ?? said.code ?? "INTERNAL_ERROR").toUpperCase(),
    said.extensions?.fields ?? said.fields,
  );

const offline = (): Refused => new Refused(t("track.offline"), "OFFLINE");

const deadline = 20_000; // milliseconds

// ask sends a document; the token, if there is one, goes into a header.
export async function ask<Answer>(
  document: { toString(): string },
  token?: string,
  variables?: object,
): Promise<Answer> {
  const response = await fetch("/graphql", {
    method: "POST",
    headers: {
      Accept: "application/graphql-response+json",
      "Accept-Language": language(),
      "Content-Type": "application/json",
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query: document.toString(), variables }),
    credentials: "omit",
    referrerPolicy: "no-referrer",
    signal: AbortSignal.timeout(deadline),
  }).catch(() => {
    throw offline();
  });
  const answer = await response.json().catch(() => ({}));
  if (!answer.errors?.length && answer.data) return answer.data as Answer;
  throw refused(answer.errors?.[0] ?? answer);
}

// apart is the answer when the two have come apart between one question and the next.
function apart(cause: Refused): TrackOtherQuery {
  if (cause.code === "NOT_FOUND") return { complaintStatusLog: [] };
  throw cause;
}

// tracked is the complaint that a link leads to, and who runs the service.
export async function tracked(token: string): Promise<Tracked> {
  const { serviceInfo, trackedComplaint, emailUpdates, reasonCodes } = await ask<TrackQuery>(TrackDocument, token);
  if (!trackedComplaint) throw new Refused(t("track.failed"), "NOT_FOUND");
  const { duplicateOfId: id } = trackedComplaint;
  const other = id && (await ask<TrackOtherQuery>(TrackOtherDocument, token, { id }).catch(apart));
  return {
    other: other ? other.complaintStatusLog : [],
    service: serviceInfo,
    complaint: trackedComplaint,
    emailUpdates,
    reasons: reasonCodes,
  };
}

export const service = async (): Promise<Service> => (await ask<TrackServiceQuery>(TrackServiceDocument)).serviceInfo;

// redeem returns the token of a link for the letters that were read out on the telephone.
export const redeem = async (reference: string, code: string): Promise<string> =>
  (await ask<TrackCodeMutation>(TrackCodeDocument, undefined, { input: { reference, code } })).redeemLinkCode.token;

// change sends one of the mutations of a link.
export const change = <Answer>(token: string, document: { toString(): string }, input: object): Promise<Answer> =>
  ask<Answer>(document, token, { input });

// upload sends a file; progress is told as a share from 0 to 1. The same bytes sent again are one file.
export async function upload(
  token: string,
  path: string,
  file: File,
  progress: (share: number) => void,
): Promise<void> {
  const headers = { Authorization: `Bearer ${token}`, "Accept-Language": language() };
  const { status, answer } = await postFile(path, file, headers, progress);
  if (status === 0) throw offline();
  if (status >= 300) throw refused(answer as Said);
}
