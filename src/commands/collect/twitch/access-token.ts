import { WaitingClock } from '../../../clock/waiting-clock.js';
import { AskError, RefusedError } from '../platform.js';
import { exchange, Fetch } from './exchange.js';

export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authUrl: string;
}

const refused =
  'Twitch does not accept TWITCH_CLIENT_ID and TWITCH_CLIENT_SECRET. Compare them with https://dev.twitch.tv/console/apps, or make a new secret there.';

/** Hundreds of times as long as an answer with a token. */
const mostBytes = 64 * 1024;

/** The app access token, by client credentials. It is fetched when it is needed, and again at nine tenths of its life. */
export class AccessToken {
  private token: string | undefined;
  private renewAtMs = 0;
  private wasGiven = false;

  constructor(
    private readonly credentials: Credentials,
    readonly fetch: Fetch,
    readonly clock: WaitingClock,
  ) {}

  /** Throws an {@link AskError} or, where the credentials are wrong, a {@link RefusedError}. */
  async get(signal: AbortSignal): Promise<string> {
    if (this.token !== undefined && this.clock.monotonicMs() < this.renewAtMs) return this.token;
    return this.request(signal);
  }

  /** Forgets a token that was refused. */
  forget(): void {
    this.token = undefined;
  }

  private async request(signal: AbortSignal): Promise<string> {
    const { clientId, clientSecret, authUrl } = this.credentials;
    const init: RequestInit = {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        client_id: clientId,
        client_secret: clientSecret,
        grant_type: 'client_credentials',
      }).toString(),
    };
    const secrets = [clientSecret];
    const { status, json } = await exchange(this, { url: `${authUrl}/token`, init, mostBytes, secrets }, signal);
    if (status === 429 || status >= 500) throw new AskError('server', `the token was answered with ${status}`);
    // Credentials that were accepted before may be refused for a moment.
    if (status >= 400) throw new RefusedError(refused, this.wasGiven ? 'request' : 'credentials');
    const { access_token: token, expires_in: seconds } = (json ?? {}) as Record<string, unknown>;
    // Another text cannot be sent in a header.
    if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token) || typeof seconds !== 'number') {
      throw new AskError('answer', 'the answer has no token');
    }
    this.token = token;
    this.wasGiven = true;
    this.renewAtMs = this.clock.monotonicMs() + seconds * 900;
    return token;
  }
}
