// Sends the outbox: one entry after another, in order, by one tab at a time. Whatever is interrupted goes on where it
// was: an update is known to the service by its clientId, a photo by its idempotency key, and a step that had arrived
// although its answer was lost is recognized by what became of the task. A report whose task was lost meanwhile goes as late
// evidence, under the same clientId.
import { run } from "../graph/client";
import { asGraphError, GraphError, sentence } from "../graph/errors";
import { language, t } from "../../lib/i18n/more";
import { isWithSolver, type VideoFormat } from "../../lib/domain";
import * as session from "../session/session";
import { viewerId } from "../session/viewer";
import { isReachable, lost, onConnection, probe, serviceTime } from "./connection";
import { database, lostCodes, reports, type Content, type Entry, type Kind, type Photo, type Reason } from "./db";
import {
  OutboxAcceptDocument,
  OutboxCompletionDocument,
  OutboxDeclineDocument,
  OutboxLateDocument,
  OutboxProgressDocument,
  OutboxReturnDocument,
  OutboxStartDocument,
  OutboxTaskDocument,
} from "./generated";
import { add, changed, held, revive, update, type Task } from "./outbox";
import { underLock } from "../../lib/tabs";

const lock = "redress-outbox";
const uploadDeadline = 5 * 60_000; // of a photo
const slowest = 30; // bytes in a millisecond with which a large video must arrive
const mostAttempts = 5; // at what the service fails to do
const shortest = 2000; // milliseconds until the next attempt
const passing = new Set(["OFFLINE", "TIMEOUT", "UNAVAILABLE", "RATE_LIMITED"]);
const signedOut = new Set([
  "AUTHENTICATION_REQUIRED",
  "TOKEN_EXPIRED",
  "SESSION_REVOKED",
  "INVALID_TOKEN",
  "PASSWORD_CHANGE_REQUIRED",
  "OTHER_ACCOUNT",
]);

// One round of sending at a time in a tab, and one attempt that is waited for.
let timer: ReturnType<typeof setTimeout> | undefined;
let pause = shortest;
let running = false;
let wanted = false;
let sending: number | undefined;
const sentListeners = new Set<() => void>();

// onSent calls a listener when something has reached the service.
export function onSent(listener: () => void): () => void {
  sentListeners.add(listener);
  return () => sentListeners.delete(listener);
}

export const sendingNow = (): number | undefined => sending;

// next returns what to send: the oldest entry that no refused step of its task holds back.
const next = (all: readonly Entry[]): Entry | undefined =>
  all.find((entry) => entry.state === "waiting" && !held(entry, all));

// sendSoon sends what waits, now or when there is a connection.
export function sendSoon(): void {
  clearTimeout(timer);
  wanted = true;
  void attempt();
}

// act writes down what was done and sends it when there is a connection.
export async function act(task: Task, kind: Kind, content?: Content): Promise<void> {
  await add(task, kind, content);
  sendSoon();
}

function later(seconds = 0): void {
  clearTimeout(timer);
  timer = setTimeout(sendSoon, Math.max(pause, seconds * 1000) * (1 + Math.random() / 4));
  pause = Math.min(pause * 2, 60_000);
}

async function attempt(): Promise<void> {
  if (running || !viewerId() || session.current() !== "in") return;
  running = true;
  try {
    while (wanted) {
      wanted = false;
      await underLock(lock, () => sendAll(viewerId()));
    }
  } catch (cause) {
    const error = asGraphError(cause);
    if (error.lost) lost();
    if (!signedOut.has(error.code)) later(error.retryAfter);
  } finally {
    running = false;
    sending = undefined;
    await changed().catch(() => undefined);
  }
}

async function sendAll(account: string): Promise<void> {
  const read = async (): Promise<Entry[]> => (await database()).getAllFromIndex("entries", "account", account);
  if (!next(await read())) return;
  if (!(await probe())) return later();
  for (;;) {
    const entry = next(await read());
    if (!entry || viewerId() !== account) return;
    sending = entry.seq;
    await changed();
    await send(entry);
    pause = shortest;
    for (const listener of [...sentListeners]) listener();
  }
}

// send delivers an entry and notes what became of it. It throws what may be better another time.
async function send(entry: Entry): Promise<void> {
  try {
    await deliver(entry);
    await update(entry.seq, (it) => {
      it.state = "sent";
      it.sentAt = Date.now();
    });
  } catch (cause) {
    const error = asGraphError(cause);
    if (passing.has(error.code) || signedOut.has(error.code)) throw error;
    const broken = error.code === "INTERNAL_ERROR" || error.code === "UNKNOWN";
    if (broken && entry.attempts + 1 < mostAttempts) {
      await update(entry.seq, (it) => void it.attempts++);
      throw error;
    }
    const now = (await (await database()).get("entries", entry.seq)) ?? entry;
    const outcome = await judge(now, error);
    if (outcome && reports(now.kind) && !now.lateId) {
      if (lostCodes.has(outcome.code)) return sendLate(now, outcome);
      if (!now.updateId && (await revive(now))) return; // first the steps that it needs
    }
    await update(entry.seq, (it) => {
      it.state = outcome ? "refused" : "sent";
      it.sentAt = Date.now();
      if (outcome) it.reason = outcome;
      else delete it.reason;
    });
  }
}

// sendLate sends a report whose task was lost as late evidence. Of an update that had arrived only the photos are lacking.
async function sendLate(entry: Entry, late: Reason): Promise<void> {
  const occurredAt = entry.occurredAt ?? serviceTime(entry.at);
  const input = {
    id: entry.taskId,
    clientId: entry.id,
    occurredAt,
    type: entry.kind === "completion" ? ("COMPLETION" as const) : ("PROGRESS" as const),
    remarks: entry.updateId ? "" : (entry.content.remarks ?? ""),
    percentageCompleted: entry.kind === "completion" ? 100 : (entry.content.percentageCompleted ?? null),
  };
  try {
    const { lateEvidence } = (await run(OutboxLateDocument, { input }, { account: entry.account })).submitLateEvidence;
    await update(entry.seq, (it) => {
      it.occurredAt = occurredAt;
      it.late = late;
      it.lateId = lateEvidence.id;
      it.uploadUrl = lateEvidence.uploadUrl;
      for (const photo of it.photos) {
        if (photo.state !== "refused") continue;
        photo.state = "waiting";
        delete photo.reason;
      }
    }); // its photos are sent with the next round
  } catch (cause) {
    const error = asGraphError(cause);
    if (passing.has(error.code) || signedOut.has(error.code)) throw error;
    await update(entry.seq, (it) => {
      it.state = "refused";
      it.sentAt = Date.now();
      it.reason =
        error.code === "INVALID_TRANSITION"
          ? { code: "TOO_LATE", text: sentence(error) }
          : { code: error.code, text: sentence(error) };
    });
  }
}

async function deliver(entry: Entry): Promise<void> {
  if (entry.lateId) return deliverPhotos(entry);
  const { account, content, taskId: id } = entry;
  const as = { account };
  switch (entry.kind) {
    case "accept":
    case "start": {
      const step = (input: { id: string; occurredAt?: string }): Promise<unknown> =>
        entry.kind === "accept" ? run(OutboxAcceptDocument, { input }, as) : run(OutboxStartDocument, { input }, as);
      try {
        return void (await step({ id, occurredAt: serviceTime(entry.at) }));
      } catch (cause) {
        // A phone whose clock was wrong, or that was away for a week: the step counts from now, since nobody can put that right later.
        if (!asGraphError(cause).fields.some(({ field }) => field === "occurredAt" || field.endsWith(".occurredAt")))
          throw cause;
        return void (await step({ id }));
      }
    }
    case "decline":
      return void (await run(
        OutboxDeclineDocument,
        { input: { id, reasonCode: content.reasonCode!, note: content.note ?? "" } },
        as,
      ));
    case "return":
      return void (await run(
        OutboxReturnDocument,
        { input: { id, reasonCode: content.reasonCode!, note: content.note ?? "" } },
        as,
      ));
    case "progress":
    case "completion":
      return report(entry);
  }
}

// report posts an update of a task, and then its photos.
async function report(entry: Entry): Promise<void> {
  const { account, content, taskId: id } = entry;
  const as = { account };
  if (!entry.updateId) {
    const occurredAt = entry.occurredAt ?? serviceTime(entry.at);
    await update(entry.seq, (it) => void (it.occurredAt = occurredAt)); // a repetition must be the same, word for word
    const remarks = content.remarks ?? "";
    const input = { id, remarks, clientId: entry.id, occurredAt };
    const { id: updateId, uploadUrl } =
      entry.kind === "completion"
        ? (await run(OutboxCompletionDocument, { input: { ...input, percentageCompleted: 100 } }, as)).submitCompletion
            .update
        : (
            await run(
              OutboxProgressDocument,
              { input: { ...input, percentageCompleted: content.percentageCompleted ?? null } },
              as,
            )
          ).postTaskUpdate.update;
    await update(entry.seq, (it) => {
      it.updateId = updateId;
      it.uploadUrl = uploadUrl;
    });
    entry = { ...entry, updateId, uploadUrl };
  }
  await deliverPhotos(entry);
}

// deliverPhotos sends the photos of an update one by one. One that is refused does not keep the others back.
async function deliverPhotos(entry: Entry): Promise<void> {
  const db = await database();
  let refused: GraphError | undefined;
  for (const photo of entry.photos) {
    if (photo.state === "sent") continue;
    const kept = await db.get("photos", photo.id);
    try {
      if (!kept) throw new GraphError(t("solver.reason.PHOTO_LOST"), "PHOTO_LOST");
      const mediaId = await upload(entry, photo, kept.bytes);
      await note(entry, photo, (it) => {
        it.state = "sent";
        it.mediaId = mediaId;
        delete it.reason;
      });
      await db.delete("photos", photo.id);
    } catch (cause) {
      const error = asGraphError(cause);
      if (
        passing.has(error.code) ||
        signedOut.has(error.code) ||
        error.code === "INTERNAL_ERROR" ||
        error.code === "UNKNOWN"
      )
        throw error;
      refused = error;
      await note(entry, photo, (it) => {
        it.state = "refused";
        it.reason = { code: error.code, text: sentence(error) };
      });
    }
  }
  if (refused) throw refused;
}

const note = (entry: Entry, photo: Photo, change: (photo: Photo) => void): Promise<void> =>
  update(entry.seq, (it) => {
    const found = it.photos.find(({ id }) => id === photo.id);
    if (found) change(found);
  });

const endings: Record<VideoFormat, string> = { "video/mp4": "mp4", "video/webm": "webm", "video/quicktime": "mov" };

async function upload(entry: Entry, photo: Photo, bytes: ArrayBuffer | Blob): Promise<string> {
  const number = entry.photos.indexOf(photo) + 1;
  for (let attempts = 0; ; attempts++) {
    const token = await session.tokenOf(entry.account);
    const form = new FormData();
    form.append(
      "media",
      new Blob([bytes], { type: photo.video ?? "image/jpeg" }),
      `${entry.reference}-${number}.${photo.video ? endings[photo.video] : "jpg"}`,
    );
    const response = await fetch(entry.uploadUrl!, {
      method: "POST",
      credentials: "omit",
      headers: { Authorization: `Bearer ${token}`, "Accept-Language": language(), "Idempotency-Key": photo.id },
      body: form,
      signal: AbortSignal.timeout(Math.max(uploadDeadline, photo.size / slowest)),
    });
    const answer = await response.json().catch(() => ({}));
    if (response.ok) return answer.media.id;
    const code = String(answer.code ?? (response.status >= 500 ? "UNAVAILABLE" : "INTERNAL_ERROR")).toUpperCase();
    if (attempts === 0 && (await session.renewRefused(token, code))) continue;
    throw new GraphError(
      answer.message ?? response.statusText,
      code,
      answer.errors ?? [],
      answer.request_id ?? "",
      Number(response.headers.get("Retry-After") ?? 0),
    );
  }
}

// judge returns why an entry was refused, or nothing where what it asks for is already so: it had arrived before, and the
// answer was lost, or it was done on another device.
async function judge(entry: Entry, error: GraphError): Promise<Reason | undefined> {
  const reason: Reason = { code: error.code, text: sentence(error) };
  const locked = entry.updateId !== undefined && error.code === "UPDATE_LOCKED"; // by a review, or because the task has ended
  if (
    entry.lateId ||
    (!locked && (entry.updateId || !["INVALID_TRANSITION", "CONFLICT", "NOT_FOUND"].includes(error.code)))
  )
    return reason;
  const { task } = await run(OutboxTaskDocument, { id: entry.taskId }, { account: entry.account }).catch((cause) => {
    const failure = asGraphError(cause);
    if (failure.code === "NOT_FOUND") return { task: null };
    throw failure;
  });
  if (locked) return task && lostCodes.has(task.status) ? { ...reason, code: task.status } : reason;
  if (!task) return { ...reason, code: "GONE" };
  if (entry.kind === "accept" && task.acceptedAt) return undefined;
  if (entry.kind === "start" && task.startedAt) return undefined;
  if (entry.kind === "decline" && task.status === "DECLINED") return undefined;
  if (entry.kind === "return" && task.status === "RETURNED") return undefined;
  if (task.complaint?.status === "ON_HOLD") return { ...reason, code: "ON_HOLD" };
  if (!isWithSolver(task.status)) return { ...reason, code: task.status };
  return reason;
}

// start sends whenever there is a chance, until it is stopped.
export function start(): () => void {
  const wake = (): void => {
    if (!document.hidden) sendSoon();
  };
  const connected = (): void => {
    if (isReachable()) sendSoon();
  };
  const stops = [onConnection(connected), session.subscribe(connected)];
  document.addEventListener("visibilitychange", wake);
  sendSoon();
  return () => {
    wanted = false;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", wake);
    for (const stop of stops) stop();
  };
}
