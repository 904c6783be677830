import { WaitingClock } from '../../../clock/waiting-clock.js';
import { peerText } from '../peer-text.js';
import { AskError, AskErrorKind, RefusedError } from '../platform.js';
import { Answer, exchange, Fetch } from './exchange.js';
import { Points } from './points.js';

export interface HelixOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly apiUrl: string;
  readonly authUrl: string;
  readonly fetch: Fetch;
  readonly clock: WaitingClock;
  /** From 0 inclusive to 1 exclusive. */
  readonly random: () => number;
  /** Receives each failed request, even if it is repeated. */
  readonly onError?: (kind: AskErrorKind, reason: string) => void;
}

export type Query = [name: string, value: string][];

const mostTries = 6;
/** Each wait after a 429 may take a minute. */
const mostWaits = 10;
const mostBytes = 16 * 1024 * 1024;
/** Hundreds of times the length of a token response. */
const mostBytesOfToken = 64 * 1024;
const firstDelayMs = 500;
const longestDelayMs = 15_000;

const refusedCredentials =
  'Twitch does not accept TWITCH_CLIENT_ID and TWITCH_CLIENT_SECRET. Compare them with https://dev.twitch.tv/console/apps, or create a new secret there.';

/**
 * Sends requests to Helix, within the budget, and repeats them if that may help: after a 429, a 401, a server failure
 * or a network failure.
 */
export class HelixClient {
  readonly points: Points;
  /** The app access token. It is fetched on demand, and again after nine tenths of its lifetime, or when it is refused. */
  private token: { readonly text: string; readonly renewAtMs: number } | undefined;
  private wasGivenToken = false;

  constructor(private readonly options: HelixOptions) {
    this.points = new Points(options.clock);
  }

  /**
   * Returns what `check` reads from the JSON of a response. Its problems must not contain `secrets`. Throws an {@link
   * AskError} or a {@link RefusedError}.
   */
  async get<Result>(
    path: string,
    query: Query,
    signal: AbortSignal,
    check: (json: unknown, secrets: readonly string[]) => Result | undefined,
  ): Promise<Result> {
    const { apiUrl, clientId, clientSecret } = this.options;
    let last: AskError | undefined;
    let isTokenNew = false;
    for (let tries = 0, waits = 0; tries < mostTries && waits < mostWaits;) {
      if (tries > 0 && last?.kind !== 'budget') await this.delay(tries, signal);
      try {
        const token = await this.getToken(signal);
        await this.points.take(signal);
        const secrets = [token, clientSecret];
        const url = `${apiUrl}${path}?${new URLSearchParams(query).toString()}`;
        const headers = { Authorization: `Bearer ${token}`, 'Client-Id': clientId, Accept: 'application/json' };
        const answer = await exchange(this.options, { url, init: { headers }, mostBytes, secrets }, signal);
        if (answer.status === 429) throw this.limited(path, answer);
        this.points.learn(answer.headers);
        if (answer.status === 401) {
          this.token = undefined;
          if (!isTokenNew) {
            this.options.onError?.('token', `${path} returned 401`);
            isTokenNew = true;
            continue;
          }
          // Twitch may refuse a new token for a while.
          if (tries < mostTries - 1) throw new AskError('token', `${path} returned 401`);
        }
        const { status, json } = answer;
        if (status >= 500 || status === 408) throw new AskError('server', `${path} returned ${status}`);
        if (status >= 400) throw refusal(path, query, status, messageOf(json, secrets));
        const result = check(json, secrets);
        if (result !== undefined) return result;
        throw new AskError('answer', `${path} returned an unexpected response`);
      } catch (error) {
        last = asAskError(error, signal, last);
        this.options.onError?.(last.kind, last.message);
        if (last.kind === 'budget') waits += 1;
        else tries += 1;
      }
    }
    throw last ?? new AskError('server', `${path}: no response`);
  }

  /** Throws a {@link RefusedError} if the credentials are wrong. */
  private async getToken(signal: AbortSignal): Promise<string> {
    const { clientId, clientSecret, authUrl, clock } = this.options;
    if (this.token && clock.monotonicMs() < this.token.renewAtMs) return this.token.text;
    const body = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' };
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const init = { method: 'POST', headers, body: new URLSearchParams(body).toString() };
    const request = { url: `${authUrl}/token`, init, mostBytes: mostBytesOfToken, secrets: [clientSecret] };
    const { status, json } = await exchange(this.options, request, signal);
    if (status === 429 || status >= 500) throw new AskError('server', `the token request returned ${status}`);
    // Credentials that were accepted before may be refused for a moment.
    if (status >= 400) throw new RefusedError(refusedCredentials, this.wasGivenToken ? 'request' : 'credentials');
    const { access_token: text, expires_in: seconds } = (json ?? {}) as Record<string, unknown>;
    // Other texts cannot be sent in a header.
    if (typeof text !== 'string' || !/^[\x21-\x7e]+$/.test(text) || typeof seconds !== 'number') {
      throw new AskError('answer', 'the response contains no token');
    }
    this.token = { text, renewAtMs: clock.monotonicMs() + seconds * 900 };
    this.wasGivenToken = true;
    return text;
  }

  private limited(path: string, { headers }: Answer): AskError {
    const seconds = Math.round(this.points.close(headers) / 1_000);
    return new AskError('budget', `${path} returned 429, so requests wait for ${seconds} s`);
  }

  /** Doubles each time, with a random part between half and all of the delay, so that collectors do not ask at the same time. */
  private async delay(tries: number, signal: AbortSignal): Promise<void> {
    const ms = Math.min(firstDelayMs * 2 ** (tries - 1), longestDelayMs);
    await this.options.clock.sleep(Math.round(ms * (0.5 + this.options.random() / 2)), signal);
  }
}

function messageOf(json: unknown, secrets: readonly string[]): string {
  const { message: words } = (json ?? {}) as { message?: unknown };
  return typeof words === 'string' ? peerText(words, secrets) : '';
}

function refusal(path: string, query: Query, status: number, words: string): RefusedError {
  const hasCursor = query.some(([name]) => name === 'after');
  const named = query.filter(([name]) => name !== 'first');
  const what = `${path}${whatOf(named, hasCursor)} with ${status}${words && `: ${words}`}`;
  const isAboutValues = status === 400 && named.length > 0 && !hasCursor;
  const todo = isAboutValues ? '' : ` ${todoFor(status, hasCursor)}`;
  return new RefusedError(`Twitch rejected the request ${what}.${todo}`, isAboutValues ? 'values' : 'request');
}

/** Cursors are long and meaningless to a reader. */
function whatOf(named: Query, hasCursor: boolean): string {
  const [first] = named;
  if (hasCursor) return ' after a cursor';
  if (first === undefined) return '';
  return named.length === 1 ? `?${first.join('=')}` : ` for ${named.length} values of ${first[0]}`;
}

function todoFor(status: number, hasCursor: boolean): string {
  if (status === 401 || status === 403) {
    return 'Check TWITCH_CLIENT_ID and TWITCH_CLIENT_SECRET, and that the application is not suspended at https://dev.twitch.tv/console/apps.';
  }
  if (hasCursor) return 'If this repeats, Twitch has changed its cursors. Look for a newer version.';
  return 'Check TWITCH_API_URL. If it is correct, Twitch has changed this request. Look for a newer version.';
}

/** `last` is the previous failure: the message reports that failure as the use of the time. */
function asAskError(error: unknown, signal: AbortSignal, last: AskError | undefined): AskError {
  if (signal.aborted) {
    const reason = signal.reason instanceof AskError ? signal.reason.message : 'stopped';
    throw new AskError('stopped', last ? `${reason}, after ${last.message}` : reason, { cause: error });
  }
  if (error instanceof AskError && error.kind !== 'stopped') return error;
  throw error;
}
