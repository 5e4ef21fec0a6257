// The graph over HTTP: typed documents in, data or a GraphError out. A request has a deadline; an access token that
// has expired is renewed once; a request that was refused before it did anything is sent again.
import type { DocumentTypeDecoration } from "@graphql-typed-document-node/core";

import { language } from "../../lib/i18n";
import * as session from "../session/session";
import { asGraphError, fromWire, GraphError } from "./errors";
import { follow } from "./sent";

export const endpoint = "/graphql";

export type Document<Result, Variables> = DocumentTypeDecoration<Result, Variables> & { toString(): string };

interface Options {
  signal?: AbortSignal;
  deadline?: number; // milliseconds
  anonymous?: boolean; // what the graph offers before anybody signs in
  keepalive?: boolean; // goes on when the page is left
  account?: string; // in whose name alone it may be sent
}

export function run<Result, Variables extends Record<string, unknown>>(
  document: Document<Result, Variables>,
  variables: Variables,
  options: Options = {},
): Promise<Result> {
  const answer = send(document, variables, options);
  if (/^\s*mutation\b/.test(document.toString())) follow(variables, answer);
  return answer;
}

async function send<Result, Variables extends Record<string, unknown>>(
  document: Document<Result, Variables>,
  variables: Variables,
  { signal, deadline = 20_000, anonymous = false, keepalive = false, account }: Options,
): Promise<Result> {
  const body = JSON.stringify({ query: document.toString(), variables });
  for (let attempt = 0; ; attempt++) {
    const token = anonymous ? "" : await (account ? session.tokenOf(account) : session.token());
    const timeout = AbortSignal.timeout(deadline);
    const headers: Record<string, string> = {
      Accept: "application/graphql-response+json",
      "Content-Type": "application/json",
      "Accept-Language": language(),
    };
    if (!anonymous) headers.Authorization = `Bearer ${token}`;
    try {
      const response = await fetch(endpoint, {
        method: "POST",
        headers,
        body,
        credentials: "omit",
        keepalive,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      const retryAfter = Number(response.headers.get("Retry-After") ?? 0);
      const answer = await response.json().catch(() => {
        throw new GraphError(
          response.statusText || String(response.status),
          response.status >= 500 ? "UNAVAILABLE" : "INTERNAL_ERROR",
        );
      });
      if (answer.errors?.length) throw fromWire(answer.errors, retryAfter);
      if (answer.data === undefined)
        throw new GraphError(
          answer.message ?? response.statusText,
          String(answer.code ?? "INTERNAL_ERROR").toUpperCase(),
        );
      return answer.data as Result;
    } catch (cause) {
      if (signal?.aborted) throw cause;
      const error = asGraphError(cause);
      if (attempt === 0 && !anonymous && (await session.renewRefused(token, error.code))) continue;
      if (attempt < 3 && error.retryAfter > 0 && error.retryAfter <= 10) {
        await new Promise((resolve) => setTimeout(resolve, (error.retryAfter + Math.random()) * 1000));
        continue;
      }
      throw error;
    }
  }
}
