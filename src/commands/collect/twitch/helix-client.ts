import { WaitingClock } from '../../../clock/waiting-clock.js';
import { AskError, AskErrorKind, RefusedError } from '../platform.js';
import { AccessToken, Credentials } from './access-token.js';
import { Answer, exchange, Fetch } from './exchange.js';
import { Points } from './points.js';

export interface HelixOptions extends Credentials {
  readonly apiUrl: string;
  readonly fetch: Fetch;
  readonly clock: WaitingClock;
  /** From 0 included to 1 excluded. */
  readonly random: () => number;
  /** Hears of each request that failed, also if it is repeated. */
  readonly onError?: (kind: AskErrorKind) => void;
}

export type Query = readonly (readonly [name: string, value: string])[];

const mostTries = 6;
const firstDelayMs = 500;
const longestDelayMs = 15_000;

/** Asks Helix, within the budget, and again where that may help: after a 429, a 401, a failure of the server or of the network. */
export class HelixClient {
  readonly points: Points;
  private readonly token: AccessToken;

  constructor(private readonly options: HelixOptions) {
    this.points = new Points(options.clock);
    this.token = new AccessToken(options, options.fetch, options.clock);
  }

  /** Waits for a token and a point. A failure shows with the request that follows. */
  async ready(signal: AbortSignal): Promise<void> {
    await this.token.get(signal).catch(() => {});
    await this.points.wait(signal).catch(() => {});
  }

  /** The JSON of an answer for which `check` gives a value. Throws an {@link AskError} or a {@link RefusedError}. */
  async get<Result>(
    path: string,
    query: Query,
    signal: AbortSignal,
    check: (json: unknown) => Result | undefined,
  ): Promise<Result> {
    let last: AskError | undefined;
    let isTokenNew = false;
    for (let tries = 0; tries < mostTries;) {
      if (tries > 0 && last) await this.delay(tries, signal);
      try {
        const token = await this.token.get(signal);
        await this.points.take(signal);
        const answer = await this.send(path, query, token, signal);
        this.points.learn(answer.headers);
        if (answer.status === 429) {
          this.options.onError?.('budget');
          this.points.close(answer.headers);
          continue;
        }
        if (answer.status === 401) {
          this.token.forget(token);
          if (!isTokenNew) {
            this.options.onError?.('token');
            isTokenNew = true;
            continue;
          }
          // Twitch may refuse for a while what it has just given.
          if (tries < mostTries - 1) throw new AskError('token', `${path} was answered with 401`);
        }
        return read(path, answer, check);
      } catch (error) {
        last = asAskError(error, signal);
        this.options.onError?.(last.kind);
        tries += 1;
      }
    }
    throw last ?? new AskError('server', `${path}: no answer`);
  }

  private send(path: string, query: Query, token: string, signal: AbortSignal): Promise<Answer> {
    const { apiUrl, clientId } = this.options;
    const url = `${apiUrl}${path}?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString()}`;
    const headers = { Authorization: `Bearer ${token}`, 'Client-Id': clientId, Accept: 'application/json' };
    return exchange(this.options, url, { headers }, signal);
  }

  /** Twice as long each time, and between half and all of that, so that collectors do not ask at once. */
  private async delay(tries: number, signal: AbortSignal): Promise<void> {
    const ms = Math.min(firstDelayMs * 2 ** (tries - 1), longestDelayMs);
    await this.options.clock.sleep(Math.round(ms * (0.5 + this.options.random() / 2)), signal);
  }
}

function read<Result>(path: string, { status, json }: Answer, check: (json: unknown) => Result | undefined): Result {
  if (status >= 500 || status === 408) throw new AskError('server', `${path} was answered with ${status}`);
  if (status >= 400) throw new RefusedError(refusal(path, status, json));
  const result = check(json);
  if (result === undefined) throw new AskError('answer', `${path} was answered with something else than it should be`);
  return result;
}

function refusal(path: string, status: number, json: unknown): string {
  const { message } = (json ?? {}) as { message?: unknown };
  const words = typeof message === 'string' ? `: ${message.slice(0, 200)}` : '';
  const todo =
    status === 401 || status === 403
      ? 'Check TWITCH_CLIENT_ID and TWITCH_CLIENT_SECRET, and that the application is not suspended at https://dev.twitch.tv/console/apps.'
      : 'Check TWITCH_API_URL. If it is right, Twitch has changed this request: look for a newer version.';
  return `Twitch refuses ${path} with ${status}${words}. ${todo}`;
}

function asAskError(error: unknown, signal: AbortSignal): AskError {
  if (signal.aborted) throw new AskError('stopped', 'stopped', { cause: error });
  if (error instanceof AskError && error.kind !== 'stopped') return error;
  throw error;
}
