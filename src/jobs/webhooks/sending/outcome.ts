import { WebhookTarget } from '../../../config/webhook-targets.js';
import { hourMs, minuteMs } from '../../../figures/time.js';
import { readRetryAfter } from '../../../http/errors/retry-after.js';
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

/** The delays of a message after each failed attempt that counts; the attempt after the last delay is the last one. */
const delaysMs = [5_000, 5 * minuteMs, 30 * minuteMs, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs)];
const jitter = 0.2;

/** A message of this age fails with its next failed attempt. */
export const maxAgeMs = 76 * hourMs;

/** The pauses of a target in a row; the last one repeats. */
const pausesMs = [5_000, 30_000, 2 * minuteMs, 10 * minuteMs];
const maxPauseMs = { standard: 24 * hourMs, discord: hourMs, ntfy: 24 * hourMs };

/** ntfy allows one more request after this time, and sends no `Retry-After`. */
const ntfyPauseMs = 5_000;

const noResponse: Reply = { status: 0, headers: {}, body: '' };

/** Decides what follows a response, or an error without one. */
export function decideOutcome(reply: Reply | Error, state: AttemptState, now: Date, random = Math.random): Outcome {
  const { form, attempts, ageMs, pauses } = state;
  const { status, headers, body } = 'status' in reply ? reply : noResponse;
  const limited = (ms: number) => Math.min(ms, maxPauseMs[form]);
  const spentMs = form === 'discord' ? limited(readSpentMs(headers)) : 0;
  const end = { attempts: attempts + 1, pauses: 0, delayMs: 0, pauseMs: spentMs };
  if (status >= 200 && status < 300) return { ...end, result: 'delivered', error: null };
  const error = describeFailure(reply);
  if (status === 410 || (form === 'discord' && isDeletedWebhook(body))) return { ...end, result: 'off', error };

  const requestedMs = readRequestedPause({ status, headers }, form, now);
  const leastMs = requestedMs ?? (reply instanceof MessageError ? undefined : leastPause(status, form));
  const isPause = leastMs !== undefined;
  const nextMs = pausesMs[Math.min(pauses, pausesMs.length - 1)] ?? 0;
  const pauseMs = Math.max(isPause ? limited(Math.max(leastMs, nextMs)) : 0, spentMs);

  const counts = requestedMs === undefined;
  const used = counts ? attempts + 1 : attempts;
  const plannedMs = counts ? (delaysMs[attempts] ?? 0) * (1 + jitter * (2 * random() - 1)) : 0;
  // A message that waits for the end of the pause is sent after those that are due before.
  const delayMs = Math.max(pauseMs, Math.min(plannedMs, maxAgeMs - ageMs));
  const result = used > delaysMs.length || ageMs >= maxAgeMs ? 'failed' : 'retried';
  return { result, error, attempts: used, pauses: isPause ? pauses + 1 : pauses, delayMs, pauseMs };
}

type Form = WebhookTarget['form'];

/** Returns the pause that the target requests; undefined without a valid request. */
function readRequestedPause({ status, headers }: Pick<Reply, 'status' | 'headers'>, form: Form, now: Date) {
  if (status !== 429 && status !== 503) return undefined;
  const requested =
    (form === 'discord' ? readOwnReset(headers) : undefined) ?? readRetryAfter(headers['retry-after'], now);
  return requested ?? (form === 'ntfy' && status === 429 ? ntfyPauseMs : undefined);
}

/** Returns the least pause after a failure that each message would have; undefined if only this message waits. */
function leastPause(status: number, form: Form): number | undefined {
  // Discord restricts a sender that repeats such requests.
  if ([401, 403, 404].includes(status)) return form === 'discord' ? hourMs : 0;
  return status === noResponse.status || status === 408 || status >= 500 ? 0 : undefined;
}

/** Describes a failure. Messages of the network contain addresses, so their codes are used. */
function describeFailure(reply: Reply | (Error & { code?: unknown })): string {
  if ('status' in reply) return `Status ${reply.status}.`;
  if (['TimeoutError', 'AbortError'].includes(reply.name)) return 'No response within the time limit.';
  return typeof reply.code === 'string' ? `No response (${reply.code}).` : reply.message;
}
