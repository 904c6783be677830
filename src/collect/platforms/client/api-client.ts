import type { Logger } from 'pino';
import { WaitingClock } from '../../../clock/clock.js';
import { platformDescriptors } from '../../../config/platform-descriptors.js';
import { credentialsOf, PlatformName, platformTitles, variableOf } from '../../../config/platforms.js';
import { CollectConfig } from '../../../config/collect-config.js';
import { CollectorState } from '../../collector-state.js';
import { SparseLog } from '../../sparse-log.js';
import { peerText } from './peer-text.js';
import { ObservedPage, RefusedError, RequestError, ResponseItems } from '../platform.js';
import { describeWrongClock } from './wrong-clock.js';
import { exchange, Fetch, JsonRequest, JsonResponse } from './exchange.js';
import { maxWaitMs, Points } from './points.js';

/** How a platform differs from others. */
export interface Api {
  readonly platform: PlatformName;
  /** The parameters of the page size and of the place in a list. */
  readonly pageParameters: { readonly size: string; readonly cursor: string };
  /** Whether a response of 400 and higher to the token request means that the credentials are wrong. Others are tried again. */
  hasWrongCredentials(this: void, response: Pick<JsonResponse, 'status' | 'json'>): boolean;
  /** Statuses from 400 to 499 that occur in outages, and are tried again. */
  readonly outages: readonly number[];
}

export interface ApiClientOptions {
  readonly config: Pick<CollectConfig, 'clientId' | 'clientSecret' | 'apiUrl' | 'authUrl' | 'requestsPerMinute'>;
  readonly fetch: Fetch;
  readonly clock: WaitingClock;
  readonly state: Pick<CollectorState, 'fail' | 'wrongClock'>;
  readonly logger: Logger;
}

export type Query = [name: string, value: string][];

export function queryFor(property: string, values: readonly string[]): Query {
  return [...new Set(values)].map((value) => [property, value]);
}

/** An item may stay invalid for hours, and each sweep receives it again. */
const invalidItemLogEveryMs = 3_600_000;

const maxLoggedItems = 20;

const maxTries = 6;
/** Each wait after a 429 takes up to a minute. A longer pause ends the request. */
const maxWaits = 10;
/** Each next delay is twice as long. */
const firstDelayMs = 500;

/**
 * Sends requests to the API of a platform, within the budget, and repeats them if that may help: after a 429, a 401, a server
 * failure or a network failure.
 */
export class ApiClient {
  readonly points: Points;
  /** The app access token. It is fetched on demand, and again when it has expired. */
  private token: string | undefined;
  private wasGivenToken = false;
  /** A pause that is longer than a request waits, with the failure of the requests in it. */
  private pause: { readonly untilMs: number; readonly failure: RequestError } | undefined;
  private readonly limitLog = new SparseLog();
  private readonly invalidItemLog = new SparseLog(invalidItemLogEveryMs);

  constructor(
    private readonly api: Api,
    private readonly options: ApiClientOptions,
  ) {
    this.points = new Points(options.clock, options.config.requestsPerMinute);
  }

  /** Pages of a list, each of at most `size` items. */
  async *listPages(
    path: string,
    size: number,
    signal: AbortSignal,
    check: (json: unknown) => ObservedPage | undefined,
  ): AsyncGenerator<ObservedPage> {
    const { pageParameters } = this.api;
    let cursor = '';
    do {
      const query: Query = [[pageParameters.size, String(size)]];
      if (cursor !== '') query.push([pageParameters.cursor, cursor]);
      const page = await this.getItems(path, query, signal, check);
      cursor = page.cursor;
      yield page;
    } while (cursor !== '');
  }

  /** Like {@link get}. Counts and logs the invalid items of the response. */
  async getItems<Result extends ResponseItems<unknown>>(
    path: string,
    query: Query,
    signal: AbortSignal,
    check: (json: unknown) => Result | undefined,
    kind: 'item' | 'count' = 'item',
  ): Promise<Result> {
    const { clock, state, logger } = this.options;
    const result = await this.get(path, query, signal, check);
    const { invalid } = result;
    if (invalid.length === 0) return result;
    state.fail(kind, invalid.length);
    const count = this.invalidItemLog.due(clock.monotonicMs(), invalid.length);
    const items = invalid.slice(0, maxLoggedItems);
    if (count) logger.warn({ items, count }, `Skipped an invalid item in a response from ${this.title}`);
    return result;
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
      if (this.pause && this.pause.untilMs > this.options.clock.monotonicMs()) throw this.pause.failure;
      if (tries > 0 && last?.kind !== 'budget') await this.options.clock.sleep(firstDelayMs * 2 ** (tries - 1), signal);
      try {
        const { status, json } = await this.send(path, query, signal);
        // A new token replaces an expired one. The platform may refuse the new token for a while.
        if (status === 401 && (!isTokenNew || tries < maxTries - 1))
          throw new RequestError('token', `${path} returned 401`);
        if (status >= 500 || status === 408 || this.api.outages.includes(status))
          throw new RequestError('server', `${path} returned ${status}`);
        if (status >= 400) throw this.refusal(path, query, status, json);
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
    const response = await this.exchange(request, path, signal);
    this.points.learn(response.headers);
    if (response.status === 401) this.token = undefined;
    return response;
  }

  /**
   * Sends a request. Throws a {@link RequestError} after a 429, and if the clock of this machine is wrong: the data would get a
   * wrong time.
   */
  private async exchange(request: JsonRequest, what: string, signal: AbortSignal): Promise<JsonResponse> {
    const { clock, state } = this.options;
    const response = await exchange(this.options, request, signal);
    state.wrongClock = describeWrongClock(response.headers, clock.now());
    if (state.wrongClock !== undefined) throw new RequestError('clock', state.wrongClock);
    if (response.status === 429) throw this.limited(what, response.headers);
    return response;
  }

  private limited(what: string, headers: Headers): RequestError {
    const waitMs = this.points.close(headers);
    const failure = new RequestError(
      'budget',
      `${what} returned 429, so requests wait for ${Math.round(waitMs / 1_000)} s`,
    );
    if (waitMs > maxWaitMs) this.pause = { untilMs: this.options.clock.monotonicMs() + waitMs, failure };
    return failure;
  }

  /** Counts a failed request, even if it is repeated. */
  private report({ kind, message: reason }: RequestError): void {
    const { clock, state, logger } = this.options;
    state.fail(kind);
    if (kind === 'budget' && this.limitLog.due(clock.monotonicMs()))
      logger.warn({ reason }, `Reached the rate limit of ${this.title}; requests are delayed`);
  }

  /** Throws a {@link RefusedError} if the credentials are wrong. */
  private async getToken(signal: AbortSignal): Promise<string> {
    const { clientId, clientSecret, authUrl } = this.options.config;
    if (this.token !== undefined) return this.token;
    const body = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' };
    const init = { method: 'POST', body: new URLSearchParams(body) };
    const request = { url: `${authUrl}/token`, init, secrets: [clientSecret] };
    const { status, json } = await this.exchange(request, 'the token request', signal);
    // Credentials that were accepted before may be refused for a moment.
    if (status >= 400 && this.api.hasWrongCredentials({ status, json }))
      throw new RefusedError(this.wrongCredentials, this.wasGivenToken ? 'request' : 'credentials');
    if (status >= 400) throw new RequestError('server', `the token request returned ${status}`);
    const { access_token: text } = (json ?? {}) as Record<string, unknown>;
    // Other texts cannot be sent in a header.
    if (typeof text !== 'string' || !/^[\x21-\x7e]+$/.test(text)) {
      throw new RequestError('answer', 'the response contains no token');
    }
    this.token = text;
    this.wasGivenToken = true;
    return text;
  }

  private get title(): string {
    return platformTitles[this.api.platform];
  }

  private get credentials(): string {
    return credentialsOf(this.api.platform).join(' and ');
  }

  private get console(): string {
    return platformDescriptors[this.api.platform].connection.console;
  }

  private get wrongCredentials(): string {
    return `${this.title} does not accept ${this.credentials}. Compare them with ${this.console}, or create a new secret there.`;
  }

  private refusal(path: string, query: Query, status: number, json: unknown): RefusedError {
    const { message } = (json ?? {}) as { message?: unknown };
    const words = typeof message === 'string' ? peerText(message) : '';
    const { size, cursor } = this.api.pageParameters;
    const hasCursor = query.some(([name]) => name === cursor);
    const named = query.filter(([name]) => name !== size);
    const what = `${path}${whatOf(named, hasCursor)} with ${status}${words && `: ${words}`}`;
    const isAboutValues = status === 400 && named.length > 0 && !hasCursor;
    const todo = isAboutValues ? '' : ` ${this.todoFor(status, hasCursor)}`;
    const text = `${this.title} rejected the request ${what}.${todo}`;
    return new RefusedError(text, isAboutValues ? 'values' : 'request');
  }

  private todoFor(status: number, hasCursor: boolean): string {
    const { title } = this;
    if (status === 401 || status === 403) {
      return `Check ${this.credentials}, and that the application is not suspended at ${this.console}.`;
    }
    if (hasCursor) return `If this repeats, ${title} has changed its cursors. Look for a newer version.`;
    return `Check ${variableOf(this.api.platform, 'API_URL')}. If it is correct, ${title} has changed this request. Look for a newer version.`;
  }
}

/** Cursors are long and meaningless to a reader. */
function whatOf(named: Query, hasCursor: boolean): string {
  const [first] = named;
  if (hasCursor) return ' after a cursor';
  if (first === undefined) return '';
  return named.length === 1 ? `?${first.join('=')}` : ` for ${named.length} values of ${first[0]}`;
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
