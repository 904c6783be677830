import { WebhookTarget } from '../../../config/webhook-targets.js';
import { readRetryAfter } from '../../../http/request/retry-after.js';
import { isDeletedWebhook, readOwnReset, readSpentMs } from './discord-api.js';
import { Reply } from './post-message.js';

/** The state of a message and its target before an attempt. */
export interface AttemptState {
  readonly form: WebhookTarget['form'];
  /** Attempts of the message that counted. */
  readonly attempts: number;
  /** Time since the message was first due, or was retried. */
  readonly ageMs: number;
  /** Pauses of the target since it last accepted a message. */
  readonly pauses: number;
}

/** The state after an attempt. */
export interface Outcome {
  /** `off`: the target is gone, and gets no message until its entry changes or a retry. */
  readonly result: 'delivered' | 'retried' | 'failed' | 'off';
  readonly error: string | null;
  readonly attempts: number;
  readonly pauses: number;
  /** Time until the message is due again. */
  readonly delayMs: number;
  /** Time until the next request to the target; 0 if it does not pause. */
  readonly pauseMs: number;
}

/** The cause of a failed attempt is the message, and not the target. */
export class MessageError extends Error {}

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** The delays of a message after each failed attempt that counts; the attempt after the last delay is the last one. */
const delaysMs = [5 * secondMs, 5 * minuteMs, 30 * minuteMs, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs)];
const jitter = 0.2;

/** A message of this age fails with its next failed attempt. */
export const maxAgeMs = 76 * hourMs;

/** The pauses of a target in a row; the last one repeats. */
const pausesMs = [5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs];
const maxPauseMs = { standard: 24 * hourMs, discord: hourMs };

/** Decides what follows a response, or an error without one. */
export function decideOutcome(reply: Reply | Error, state: AttemptState, now: Date, random = Math.random): Outcome {
  const { form, attempts, ageMs, pauses } = state;
  const limited = (ms: number) => Math.min(ms, maxPauseMs[form]);
  const spentMs = form === 'discord' && 'status' in reply ? limited(readSpentMs(reply.headers)) : 0;
  const none = { attempts: attempts + 1, pauses: 0, delayMs: 0, pauseMs: spentMs };
  if (isAccepted(reply)) return { ...none, result: 'delivered', error: null };
  const error = describeFailure(reply);
  if (isGone(reply, form)) return { ...none, result: 'off', error };

  const plannedPauseMs = pausesMs[Math.min(pauses, pausesMs.length - 1)] ?? 0;
  const requestedMs = readRequestedPause(reply, form, now);
  const ownPauseMs =
    requestedMs === undefined
      ? refusalPause(reply, form, plannedPauseMs)
      : limited(Math.max(requestedMs, plannedPauseMs));
  const pauseMs = Math.max(ownPauseMs, spentMs);

  const counted = requestedMs === undefined ? attempts + 1 : attempts;
  const plannedMs = counted > attempts ? (delaysMs[attempts] ?? 0) * (1 + jitter * (2 * random() - 1)) : 0;
  return {
    result: counted > delaysMs.length || ageMs >= maxAgeMs ? 'failed' : 'retried',
    error,
    attempts: counted,
    pauses: ownPauseMs > 0 ? pauses + 1 : pauses,
    // After a pause, messages that were due before its end go first.
    delayMs: Math.max(pauseMs, Math.min(plannedMs, maxAgeMs - ageMs)),
    pauseMs,
  };
}

function isAccepted(reply: Reply | Error): boolean {
  return 'status' in reply && reply.status >= 200 && reply.status < 300;
}

function isGone(reply: Reply | Error, form: WebhookTarget['form']): boolean {
  return 'status' in reply && (reply.status === 410 || (form === 'discord' && isDeletedWebhook(reply.body)));
}

/** Returns the pause that the target requests; undefined if it does not. */
function readRequestedPause(reply: Reply | Error, form: WebhookTarget['form'], now: Date): number | undefined {
  if (!('status' in reply) || ![429, 503].includes(reply.status)) return undefined;
  const { headers } = reply;
  return (form === 'discord' ? readOwnReset(headers) : undefined) ?? readRetryAfter(headers['retry-after'], now);
}

/** Returns the pause after a refusal that concerns the whole target; 0 if only the message waits. */
function refusalPause(reply: Reply | Error, form: WebhookTarget['form'], plannedMs: number): number {
  if (!('status' in reply)) return reply instanceof MessageError ? 0 : plannedMs;
  const { status } = reply;
  // Discord restricts a sender that repeats invalid requests.
  if ([401, 403, 404].includes(status)) return form === 'discord' ? hourMs : plannedMs;
  return status === 408 || status >= 500 ? plannedMs : 0;
}

/** Describes a failure. Messages of the network contain addresses, so their codes are used. */
function describeFailure(reply: Reply | (Error & { code?: unknown })): string {
  if ('status' in reply) return `Status ${reply.status}.`;
  if (['TimeoutError', 'AbortError'].includes(reply.name)) return 'No response within the time limit.';
  return typeof reply.code === 'string' ? `No response (${reply.code}).` : reply.message;
}
