import { WaitingClock } from '../../src/clock/clock.js';
import { SeededRandom } from '../seeded-random.js';
import { hash, TrueStream, World } from './world.js';

/** Faults that a share of the requests gets. */
const faults = [
  ...(['error500', 'error503', 'html', 'cutBody', 'reset', 'slow', 'never', 'limited', 'revoked'] as const),
  ...(['limitedWithoutReset', 'loopingCursor', 'endingCursor', 'refusedCursor', 'emptyPage'] as const),
  ...(['invalidItem', 'unrequestedItems', 'oversized', 'badTotal'] as const),
];

type Fault = (typeof faults)[number];

export interface TwitchOptions {
  readonly world: World;
  readonly clock: WaitingClock;
  readonly random: SeededRandom;
  /** Share of requests that fail, 0 to 1. */
  readonly faultShare?: number;
  readonly faults?: readonly Fault[];
  readonly latencyMs?: number;
  /** Whether the service has outages of several minutes. */
  readonly hasBreaks?: boolean;
  /** Lifetime of a token. */
  readonly tokenSeconds?: number;
}

const pointsPerMinute = 800;

/** Simulates Helix and its token endpoint over the time of a clock, with faults that were observed in the real service. */
export class MisbehavingTwitch {
  readonly clientId = 'client-of-the-tests';
  readonly clientSecret = 'secret-of-the-tests';
  requests = 0;
  refusedForPoints = 0;
  /** While true, requests with a cursor fail. */
  refusesCursors = false;
  /** Selects IDs of streams and users that are malformed in each response. */
  isInvalid: ((id: string) => boolean) | undefined;
  /** Replaces the random properties of invalid streams. */
  invalidProperties: object | undefined;
  private readonly tokens = new Map<string, number>();
  private points = pointsPerMinute;
  private pointsAt: number;

  constructor(private readonly options: TwitchOptions) {
    this.pointsAt = this.now;
  }

  /** Replaces `fetch`. */
  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const { pathname, searchParams } = new URL(url);
    await this.pass(this.options.latencyMs ?? 80, init.signal);
    if (pathname === '/oauth2/token') return this.giveToken(String(init.body as string));
    const fault = this.fault();
    this.requests += 1;
    const headers = new Headers(init.headers);
    const refused =
      (await this.failBefore(fault, headers, init.signal)) ??
      this.refuse(headers, fault) ??
      this.refuseCursor(searchParams, fault);
    if (refused) return refused;
    const body = this.bodyOf(pathname, searchParams, fault);
    if (body === undefined) return this.error(404, 'Not Found', '');
    if (fault === 'oversized') return new Response(endlessSpaces(), { status: 200 });
    const text = JSON.stringify(body);
    return this.respond(200, fault === 'cutBody' ? text.slice(0, text.length / 2) : text);
  };

  private fault(): Fault | undefined {
    const { random, faultShare = 0, faults: kinds = faults, hasBreaks = false } = this.options;
    if (hasBreaks && isInBreak(this.now))
      return random.pick(['error500', 'error503', 'html', 'reset', 'never'] as const);
    return random.chance(faultShare) ? random.pick(kinds) : undefined;
  }

  /** Faults that occur before the request is examined. */
  private async failBefore(
    fault: Fault | undefined,
    headers: Headers,
    signal?: AbortSignal | null,
  ): Promise<Response | undefined> {
    if (fault === 'slow') await this.pass(this.options.random.integer(1_000, 8_000), signal);
    if (fault === 'never') await this.pass(3_600_000, signal);
    if (fault === 'reset') throw new TypeError('fetch failed', { cause: new Error('ECONNRESET') });
    if (fault === 'error500') return this.error(500, 'Internal Server Error', '');
    if (fault === 'error503') return this.respond(503, '<html><body>503</body></html>');
    if (fault === 'html') return this.respond(200, '<!DOCTYPE html><title>Maintenance</title>');
    if (fault === 'revoked') this.tokens.delete(tokenOf(headers));
    return undefined;
  }

  private refuse(headers: Headers, fault: Fault | undefined): Response | undefined {
    const until = this.tokens.get(tokenOf(headers)) ?? 0;
    if (headers.get('client-id') !== this.clientId || until <= this.now) {
      return this.error(401, 'Unauthorized', 'Invalid OAuth token');
    }
    if (fault === 'limited') this.points = 0;
    const returned = ((this.now - this.pointsAt) * pointsPerMinute) / 60_000;
    this.points = Math.min(pointsPerMinute, this.points + returned);
    this.pointsAt = this.now;
    if (this.points < 1) {
      this.refusedForPoints += 1;
      return this.error(429, 'Too Many Requests', 'Rate limit exceeded');
    }
    this.points -= 1;
    if (fault === 'limitedWithoutReset') return new Response('{"status":429}', { status: 429 });
    return undefined;
  }

  private refuseCursor(query: URLSearchParams, fault: Fault | undefined): Response | undefined {
    const isRefused = query.has('after') && (this.refusesCursors || fault === 'refusedCursor');
    return isRefused ? this.error(400, 'Bad Request', 'invalid cursor') : undefined;
  }

  private giveToken(body: string): Response {
    const form = new URLSearchParams(body);
    const isRight =
      form.get('client_id') === this.clientId &&
      form.get('client_secret') === this.clientSecret &&
      form.get('grant_type') === 'client_credentials';
    if (!isRight) return this.respond(403, JSON.stringify({ status: 403, message: 'invalid client secret' }));
    const token = `token${this.tokens.size}_${this.now}`;
    const seconds = this.options.tokenSeconds ?? 5_000_000;
    this.tokens.set(token, this.now + seconds * 1_000);
    return this.respond(200, JSON.stringify({ access_token: token, expires_in: seconds, token_type: 'bearer' }));
  }

  private bodyOf(pathname: string, query: URLSearchParams, fault: Fault | undefined): object | undefined {
    if (pathname === '/helix/streams') return this.streams(query, fault);
    if (pathname === '/helix/users') return this.users(query);
    if (pathname !== '/helix/channels/followers') return undefined;
    const total = this.options.world.followers(query.get('broadcaster_id') ?? '', this.now);
    return { total: fault === 'badTotal' ? -1 : total, data: [], pagination: {} };
  }

  private get now(): number {
    return this.options.clock.monotonicMs();
  }

  private streams(query: URLSearchParams, fault: Fault | undefined): object {
    const { world } = this.options;
    const first = Number(query.get('first') ?? 20);
    const requested = query.getAll('user_id');
    const items = (streams: readonly TrueStream[]) => this.withInvalid(streams.slice(0, first), fault);
    if (requested.length > 0) {
      const found = requested.flatMap((id) => {
        const channel = world.channel(id);
        return (channel && world.liveStream(channel, this.now)) ?? [];
      });
      const unrequested =
        fault === 'unrequestedItems' ? world.live(this.now).filter((one) => !found.includes(one)) : [];
      return { data: [...items(unrequested), ...items(found)], pagination: {} };
    }
    const offset = Number(atob(query.get('after') ?? '') || 0);
    const page = world.live(this.now).slice(offset, offset + first);
    if (fault === 'emptyPage' && page.length > 0) return { data: [], pagination: { cursor: btoa(String(offset)) } };
    const next = fault === 'loopingCursor' ? Math.max(offset - first, 0) : offset + page.length;
    const isEnd = page.length === 0 || fault === 'endingCursor';
    return { data: items(page), pagination: isEnd ? {} : { cursor: btoa(String(next)) } };
  }

  /** A malformed item replaces the first item. */
  private withInvalid(streams: readonly TrueStream[], fault: Fault | undefined): object[] {
    const { random, world } = this.options;
    return streams.map((stream, index) => {
      const isInvalid = this.isInvalid?.(stream.id) || (fault === 'invalidItem' && index === 0);
      if (!isInvalid) return this.item(stream);
      const properties = this.invalidProperties ?? random.pick(invalidProperties);
      world.noteInvalid(stream, this.now);
      if ('viewer_count' in properties) world.noteWithoutViewers(stream, this.now);
      return { ...this.item(stream), ...properties };
    });
  }

  private item(stream: TrueStream): object {
    const { world } = this.options;
    const channel = world.channel(stream.channelId);
    const login = channel ? world.loginOf(channel, this.now) : '';
    return {
      ...{ id: stream.id, user_id: stream.channelId, user_login: login, user_name: login.toUpperCase() },
      ...{
        type: 'live',
        language: world.language(stream),
        tag_ids: [],
        tags: ['English', 'Simulated'],
        is_mature: false,
      },
      ...{ game_name: world.game(stream, this.now), title: world.title(stream, this.now) },
      viewer_count: world.viewers(stream, this.now),
      started_at: new Date(stream.from).toISOString().replace('.000Z', 'Z'),
      thumbnail_url: `https://static-cdn.example.com/previews-ttv/live_user_${login}-{width}x{height}.jpg`,
    };
  }

  private users(query: URLSearchParams): object {
    const { world } = this.options;
    const found = [
      ...query.getAll('id').map((id) => world.channel(id)),
      ...query.getAll('login').map((login) => world.holderOf(login, this.now)),
    ].flatMap((channel) => channel ?? []);
    return {
      data: [...new Set(found)].map((channel) => {
        const login = world.loginOf(channel, this.now);
        const image = `https://static-cdn.example.com/jtv_user_pictures/${channel.id}.png`;
        const invalid = this.isInvalid?.(channel.id) ? { display_name: null } : {};
        return {
          id: channel.id,
          login,
          display_name: login.toUpperCase(),
          type: '',
          profile_image_url: image,
          ...invalid,
        };
      }),
    };
  }

  private error(status: number, error: string, message: string): Response {
    return this.respond(status, JSON.stringify({ error, status, message }));
  }

  /** The reset is the time at which the bucket is full again, in whole seconds. */
  private respond(status: number, body: string): Response {
    const missing = pointsPerMinute - this.points;
    const reset = Math.ceil((this.options.clock.now().getTime() + (missing * 60_000) / pointsPerMinute) / 1_000);
    return new Response(body, {
      status,
      headers: {
        'Content-Type': body.startsWith('<') ? 'text/html' : 'application/json',
        Date: new Date(this.now).toUTCString(),
        'Ratelimit-Limit': String(pointsPerMinute),
        'Ratelimit-Remaining': String(Math.floor(this.points)),
        'Ratelimit-Reset': String(reset),
      },
    });
  }

  private pass(ms: number, signal?: AbortSignal | null): Promise<void> {
    return pass(this.options.clock, ms, signal);
  }
}

/** Wrong values for the properties of a stream. */
const invalidProperties: readonly object[] = [
  { id: '' },
  { id: null, user_id: 7 },
  { started_at: undefined },
  { started_at: '' },
  { viewer_count: -1 },
  { viewer_count: '12' },
  { viewer_count: null },
  { user_id: 7 },
];

/** A body larger than a collector reads, generated on demand. */
function endlessSpaces(): ReadableStream {
  const piece = new Uint8Array(1_048_576).fill(0x20);
  return new ReadableStream({ pull: (controller) => controller.enqueue(piece) });
}

/** Outages twice a day for up to half an hour, so that sweeps are incomplete. */
export function isInBreak(at: number): boolean {
  const slot = Math.floor(at / 1_800_000);
  return hash(`break ${slot}`) % 24 === 0 && (at % 1_800_000) / 60_000 < hash(`length ${slot}`) % 30;
}

export function tokenOf(headers: Headers): string {
  return (headers.get('authorization') ?? '').replace('Bearer ', '');
}

/** Waits like a request that can be aborted. */
export async function pass(clock: WaitingClock, ms: number, signal?: AbortSignal | null): Promise<void> {
  await clock.sleep(ms, signal ?? undefined);
  if (signal?.aborted) throw new DOMException('This operation was aborted', 'AbortError');
}
