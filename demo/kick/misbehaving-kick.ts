import { WaitingClock } from '../../src/clock/clock.js';
import { SeededRandom } from '../seeded-random.js';
import { isInBreak, pass, tokenOf } from '../twitch/misbehaving-twitch.js';
import { hash, TrueChannel, TrueStream, World } from '../twitch/world.js';

/** Faults that a share of the requests gets. */
const faults = [
  ...(['error500', 'html', 'cutBody', 'reset', 'never', 'outage403', 'outage404', 'limited', 'revoked'] as const),
  ...(['refusedToken', 'loopingCursor', 'endingCursor', 'repeatedPage', 'invalidId', 'offlineItems'] as const),
  ...(['equalSlugs', 'unrequestedItems', 'refusedSlugs'] as const),
];

type Fault = (typeof faults)[number];

export interface KickOptions {
  readonly world: World;
  readonly clock: WaitingClock;
  readonly random: SeededRandom;
  /** Share of requests that fail, 0 to 1. */
  readonly faultShare?: number;
  readonly latencyMs?: number;
  readonly hasBreaks?: boolean;
  readonly tokenSeconds?: number;
  /** The largest page of the list: 1,000 by default. */
  readonly maxPage?: number;
}

/** The subscribers of a channel of the world; undefined for half of the channels, whose subscribers Kick does not show. */
export function subscribersOf(world: World, channelId: string, at: number): number | undefined {
  return hash(`subscribers ${channelId}`) % 4 < 2 ? undefined : Math.floor(world.followers(channelId, at) / 40);
}

/** The largest numbers of channels that Kick's API documents for a request. */
const mostIds = 100;
const mostSlugs = 50;

/** Kick's ID of a stream of the world. */
export function uuidOf(streamId: string): string {
  return `550e8400-e29b-41d4-a716-${streamId.padStart(12, '0')}`;
}

/** Slugs have hyphens in place of the underscores of names. */
export function slugOf(login: string): string {
  return login.replaceAll('_', '-');
}

/** In some streams, Kick reports another start from a moment on. */
export function startsOf({ id, from, to }: TrueStream): [first: number, later: number, changedAt: number] {
  return hash(`start ${id}`) % 10 === 0 ? [from, from + 1_000, (from + to) / 2] : [from, from, to];
}

/** Simulates Kick's API and its token endpoint over the time of a clock, with faults that were observed in the real service. */
export class MisbehavingKick {
  readonly clientId = 'kick-client-of-the-tests';
  readonly clientSecret = 'kick-secret-of-the-tests';
  requests = 0;
  /** While true, the token endpoint returns 404. */
  hasTokenOutage = false;
  private readonly tokens = new Map<string, number>();

  constructor(private readonly options: KickOptions) {}

  /** Replaces `fetch`. */
  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const { pathname, searchParams: query } = new URL(url);
    const { random, faultShare = 0, hasBreaks = false } = this.options;
    await pass(this.options.clock, this.options.latencyMs ?? 80, init.signal);
    if (hasBreaks && isInBreak(this.now)) return this.respond(random.pick([403, 404, 500]), '<html>Outage</html>');
    const fault = random.chance(faultShare) ? random.pick(faults) : undefined;
    if (pathname === '/oauth/token') return this.giveToken(String(init.body as string), fault);
    this.requests += 1;
    return (await this.fail(fault, new Headers(init.headers), init.signal)) ?? this.answer(pathname, query, fault);
  };

  /** The environment variables for a collector that reaches this service at an address. */
  environment(origin: string): Record<string, string> {
    const urls = { KICK_API_URL: origin, KICK_AUTH_URL: `${origin}/oauth` };
    return { ...urls, KICK_CLIENT_ID: this.clientId, KICK_CLIENT_SECRET: this.clientSecret };
  }

  private get now(): number {
    return this.options.clock.monotonicMs();
  }

  private async fail(
    fault: Fault | undefined,
    headers: Headers,
    signal?: AbortSignal | null,
  ): Promise<Response | undefined> {
    if (fault === 'never') await pass(this.options.clock, 3_600_000, signal);
    if (fault === 'reset') throw new TypeError('fetch failed', { cause: new Error('ECONNRESET') });
    if (fault === 'error500') return this.respond(500, '{}');
    if (fault === 'html') return this.respond(200, '<!DOCTYPE html><title>Maintenance</title>');
    if (fault === 'outage403') return this.respond(403, '<html>Forbidden</html>');
    if (fault === 'outage404') return this.respond(404, '{"message":"Not Found"}');
    if (fault === 'limited') return this.respond(429, '{}');
    if (fault === 'revoked') this.tokens.delete(tokenOf(headers));
    const isValid = (this.tokens.get(tokenOf(headers)) ?? 0) > this.now && fault !== 'refusedToken';
    return isValid ? undefined : this.respond(401, '{"message":"Unauthorized"}');
  }

  private giveToken(body: string, fault: Fault | undefined): Response {
    if (this.hasTokenOutage || fault === 'outage404') return this.respond(404, '<html>Not Found</html>');
    if (fault === 'outage403') return this.respond(403, '<html>Forbidden</html>');
    const form = new URLSearchParams(body);
    const isRight = form.get('client_id') === this.clientId && form.get('client_secret') === this.clientSecret;
    if (!isRight) return this.respond(401, '{"error":"invalid_client"}');
    const token = `kick${this.tokens.size}_${this.now}`;
    const seconds = this.options.tokenSeconds ?? 5_184_000;
    this.tokens.set(token, this.now + seconds * 1_000);
    return this.respond(200, JSON.stringify({ access_token: token, expires_in: seconds, token_type: 'Bearer' }));
  }

  private answer(pathname: string, query: URLSearchParams, fault: Fault | undefined): Response {
    const bodies: Record<string, () => object | undefined> = {
      '/public/v2/livestreams': () => this.list(query, fault),
      '/public/v1/users/livestreams': () => this.livestreamsOf(query.getAll('user_id'), fault),
      '/public/v1/channels': () => this.channels(query.getAll('slug'), query.getAll('broadcaster_user_id'), fault),
    };
    const body = bodies[pathname]?.();
    if (!body) return this.respond(400, '{"message":"Invalid request"}');
    const text = JSON.stringify({ ...body, message: 'OK' });
    return this.respond(200, fault === 'cutBody' ? text.slice(0, text.length / 2) : text);
  }

  /** Oldest first. */
  private list(query: URLSearchParams, fault: Fault | undefined): object {
    const size = Math.min(Number(query.get('limit') ?? 100), this.options.maxPage ?? 1_000);
    const offset = Number(atob(query.get('cursor') ?? '') || 0);
    const live = this.options.world.live(this.now).sort((a, b) => a.from - b.from || Number(a.id) - Number(b.id));
    const page = live.slice(offset, offset + size);
    const next = { loopingCursor: 0, repeatedPage: offset }[fault as string] ?? offset + page.length;
    const isEnd = offset + page.length >= live.length || fault === 'endingCursor';
    return { data: this.items(page, fault), pagination: { next_cursor: isEnd ? '' : btoa(String(next)) } };
  }

  /** Undefined for too many IDs. */
  private livestreamsOf(userIds: readonly string[], fault: Fault | undefined): object | undefined {
    if (userIds.length > mostIds) return undefined;
    const { world } = this.options;
    const found = userIds.flatMap((id) => world.channel(id) ?? []);
    const live = found.flatMap((channel) => world.liveStream(channel, this.now) ?? []);
    const unrequested = fault === 'unrequestedItems' ? world.live(this.now).filter((one) => !live.includes(one)) : [];
    const offline = found
      .filter((channel) => !world.liveStream(channel, this.now))
      .map((channel) => this.offline(channel));
    return { data: [...this.items([...unrequested, ...live], fault), ...(fault === 'offlineItems' ? offline : [])] };
  }

  /** Undefined for too many slugs or IDs, for both, or if a slug is unknown and Kick refuses it. */
  private channels(slugs: readonly string[], ids: readonly string[], fault: Fault | undefined): object | undefined {
    if (Math.max(slugs.length, ids.length) > mostSlugs || (slugs.length > 0 && ids.length > 0)) return undefined;
    const { world } = this.options;
    const found = world.channels.filter(
      (channel) => ids.includes(channel.id) || slugs.includes(slugOf(world.loginOf(channel, this.now))),
    );
    if (found.length < slugs.length && fault === 'refusedSlugs') return undefined;
    const item = (channel: TrueChannel) => ({
      ...{ broadcaster_user_id: Number(channel.id), slug: slugOf(world.loginOf(channel, this.now)) },
      ...this.subscribersOf(channel),
      stream: { is_live: false, start_time: '0001-01-01T00:00:00Z', viewer_count: 0 },
    });
    return { data: found.map(item) };
  }

  /** Some channels have no counts, or no number of gifted subscriptions. */
  private subscribersOf({ id }: TrueChannel): object {
    const total = subscribersOf(this.options.world, id, this.now);
    const kind = hash(`subscribers ${id}`) % 4;
    if (total === undefined) return kind === 0 ? {} : { active_subscribers_count: null };
    const isSplit = kind === 2;
    return { active_subscribers_count: total, ...(isSplit && { active_gifted_subscribers_count: total >> 2 }) };
  }

  private items(streams: readonly TrueStream[], fault: Fault | undefined): object[] {
    const { random, world } = this.options;
    return streams.map((stream, index) => {
      if (fault === 'invalidId' && index === 0) world.noteInvalid(stream, this.now);
      const item = this.item(stream, fault === 'equalSlugs' && index === 0 ? streams[1] : stream);
      return fault === 'invalidId' && index === 0 ? { ...item, ...random.pick([{ id: null }, { id: 'x' }]) } : item;
    });
  }

  private item(stream: TrueStream, named: TrueStream = stream): object {
    const { world } = this.options;
    const channel = world.channel(named.channelId);
    const login = channel ? world.loginOf(channel, this.now) : '';
    const [first, later, changedAt] = startsOf(stream);
    const game = world.game(stream, this.now);
    return {
      ...{ id: uuidOf(stream.id), title: world.title(stream, this.now), has_mature_content: false },
      ...{ tags: ['Simulated'], language_code: world.language(stream) },
      ...{ viewer_count: world.viewers(stream, this.now), category: game ? { id: 1, name: game } : null },
      started_at: withOffset(this.now < changedAt ? first : later, hash(stream.id) % 3),
      thumbnail: `https://images.example.com/${stream.id}/480.webp`,
      broadcaster_user: {
        ...{ id: Number(stream.channelId), username: login },
        profile_picture: `https://files.example.com/${stream.channelId}.webp`,
      },
      channel: { slug: slugOf(login) },
    };
  }

  private offline({ id }: TrueChannel): object {
    return { id: '', broadcaster_user: { id: Number(id) }, started_at: '0001-01-01T00:00:00Z', viewer_count: 0 };
  }

  private respond(status: number, body: string): Response {
    const type = body.startsWith('<') ? 'text/html' : 'application/json';
    return new Response(body, { status, headers: { 'Content-Type': type, Date: new Date(this.now).toUTCString() } });
  }
}

/** A time with an offset from UTC of some hours. */
function withOffset(at: number, hours: number): string {
  const local = new Date(at + hours * 3_600_000).toISOString().replace('.000Z', '');
  return hours === 0 ? `${local}Z` : `${local}+0${hours}:00`;
}
