import type { Logger } from 'pino';
import { WaitingClock } from '../../../clock/waiting-clock.js';
import { CollectConfig } from '../../../config/collect-config.js';
import { CollectorState } from '../../collector-state.js';
import { SparseLog } from '../../sparse-log.js';
import { peerText } from '../peer-text.js';
import { RefusedError, RequestError } from '../platform.js';
import { describeWrongClock } from '../wrong-clock.js';
import { exchange, Fetch, JsonRequest, JsonResponse } from './exchange.js';
import { Points } from './points.js';

export interface HelixClientOptions {
  readonly config: Pick<CollectConfig, 'clientId' | 'clientSecret' | 'apiUrl' | 'authUrl'>;
  readonly fetch: Fetch;
  readonly clock: WaitingClock;
  readonly state: Pick<CollectorState, 'fail' | 'wrongClock'>;
  readonly logger: Logger;
}

export type Query = [name: string, value: string][];

const maxTries = 6;
/** Each wait after a 429 may take a minute. */
const maxWaits = 10;
/** Each next delay is twice as long. */
const firstDelayMs = 500;

const refusedCredentials =
  'Twitch does not accept TWITCH_CLIENT_ID and TWITCH_CLIENT_SECRET. Compare them with https://dev.twitch.tv/console/apps, or create a new secret there.';

/**
 * Sends requests to Helix, within the budget, and repeats them if that may help: after a 429, a 401, a server failure
 * or a network failure.
 */
export class HelixClient {
  readonly points: Points;
  /** The app access token. It is fetched on demand, and again when it has expired. */
  private token: string | undefined;
  private wasGivenToken = false;
  private readonly limitLog = new SparseLog();

  constructor(private readonly options: HelixClientOptions) {
    this.points = new Points(options.clock);
  }

  /** Returns what `check` reads from the JSON of a response. Throws a {@link RequestError} or a {@link RefusedError}. */
  async get<Result>(
    path: string,
    query: Query,
    signal: AbortSignal,
    check: (json: unknown) => Result | undefined,
  ): Promise<Result> {
    let last: RequestError | undefined;
    let isTokenNew = false;
    for (let tries = 0, waits = 0; tries < maxTries && waits < maxWaits;) {
      if (tries > 0 && last?.kind !== 'budget') await this.options.clock.sleep(firstDelayMs * 2 ** (tries - 1), signal);
      try {
        const { status, json } = await this.send(path, query, signal);
        // A new token replaces an expired one. Twitch may refuse the new token for a while.
        if (status === 401 && (!isTokenNew || tries < maxTries - 1))
          throw new RequestError('token', `${path} returned 401`);
        if (status >= 500 || status === 408) throw new RequestError('server', `${path} returned ${status}`);
        if (status >= 400) throw refusal(path, query, status, json);
        const result = check(json);
        if (result !== undefined) return result;
        throw new RequestError('answer', `${path} returned an unexpected response`);
      } catch (error) {
        last = asRequestError(error, signal, last);
        this.report(last);
        if (last.kind === 'clock') throw last;
        if (last.kind === 'budget') waits += 1;
        else if (last.kind === 'token' && !isTokenNew) isTokenNew = true;
        else tries += 1;
      }
    }
    throw last ?? new RequestError('server', `${path}: no response`);
  }

  /** Sends one request when a point is left. Throws a {@link RequestError} after a 429, and drops the token after a 401. */
  private async send(path: string, query: Query, signal: AbortSignal): Promise<JsonResponse> {
    const { apiUrl, clientId, clientSecret } = this.options.config;
    const token = await this.getToken(signal);
    await this.points.take(signal);
    const url = `${apiUrl}${path}?${new URLSearchParams(query).toString()}`;
    const headers = { Authorization: `Bearer ${token}`, 'Client-Id': clientId, Accept: 'application/json' };
    const request = { url, init: { headers }, secrets: [token, clientSecret] };
    const response = await this.exchange(request, signal);
    if (response.status === 429) {
      const seconds = Math.round(this.points.close(response.headers) / 1_000);
      throw new RequestError('budget', `${path} returned 429, so requests wait for ${seconds} s`);
    }
    this.points.learn(response.headers);
    if (response.status === 401) this.token = undefined;
    return response;
  }

  /** Sends a request. Throws a {@link RequestError} if the clock of this machine is wrong: the data would get a wrong time. */
  private async exchange(request: JsonRequest, signal: AbortSignal): Promise<JsonResponse> {
    const { clock, state } = this.options;
    const response = await exchange(this.options, request, signal);
    state.wrongClock = describeWrongClock(response.headers, clock.now());
    if (state.wrongClock !== undefined) throw new RequestError('clock', state.wrongClock);
    return response;
  }

  /** Counts a failed request, even if it is repeated. */
  private report({ kind, message: reason }: RequestError): void {
    const { clock, state, logger } = this.options;
    state.fail(kind);
    if (kind === 'budget' && this.limitLog.due(clock.monotonicMs()))
      logger.warn({ reason }, 'Reached the rate limit of Twitch; requests are delayed');
  }

  /** Throws a {@link RefusedError} if the credentials are wrong. */
  private async getToken(signal: AbortSignal): Promise<string> {
    const { clientId, clientSecret, authUrl } = this.options.config;
    if (this.token !== undefined) return this.token;
    const body = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' };
    const init = { method: 'POST', body: new URLSearchParams(body) };
    const request = { url: `${authUrl}/token`, init, secrets: [clientSecret] };
    const { status, json } = await this.exchange(request, signal);
    if (status === 429 || status >= 500) throw new RequestError('server', `the token request returned ${status}`);
    // Credentials that were accepted before may be refused for a moment.
    if (status >= 400) throw new RefusedError(refusedCredentials, this.wasGivenToken ? 'request' : 'credentials');
    const { access_token: text } = (json ?? {}) as Record<string, unknown>;
    // Other texts cannot be sent in a header.
    if (typeof text !== 'string' || !/^[\x21-\x7e]+$/.test(text)) {
      throw new RequestError('answer', 'the response contains no token');
    }
    this.token = text;
    this.wasGivenToken = true;
    return text;
  }
}

function refusal(path: string, query: Query, status: number, json: unknown): RefusedError {
  const { message } = (json ?? {}) as { message?: unknown };
  const words = typeof message === 'string' ? peerText(message) : '';
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
function asRequestError(error: unknown, signal: AbortSignal, last: RequestError | undefined): RequestError {
  if (signal.aborted) {
    const reason = signal.reason instanceof RequestError ? signal.reason.message : 'stopped';
    throw new RequestError('stopped', last ? `${reason}, after ${last.message}` : reason, { cause: error });
  }
  if (error instanceof RequestError && error.kind !== 'stopped') return error;
  throw error;
}
