import { firstWords, secondWords } from '../../src/jobs/generate/invented-names.js';
import topics from '../../src/jobs/generate/topics.json' with { type: 'json' };
import { SeededRandom } from '../seeded-random.js';

/** A broadcast in the simulated world. Times are milliseconds since 1970; the end is exclusive. */
export interface TrueStream {
  readonly id: string;
  readonly channelId: string;
  readonly from: number;
  readonly to: number;
  readonly size: number;
}

export interface TrueChannel {
  readonly id: string;
  /** Logins in order of time, each with its first moment. */
  readonly logins: { from: number; login: string }[];
  readonly streams: TrueStream[];
}

export interface WorldOptions {
  readonly seed: number;
  readonly channels: number;
  readonly from: number;
  readonly to: number;
  /** If true, every channel is always live. By default, channels are live part of the time. */
  readonly isAlwaysLive?: boolean;
  /** Time until another channel takes the login of a renamed channel: one day by default. */
  readonly freeLoginMs?: number;
  /** Names, titles, games and viewers as people have them. Otherwise they contain what a collector can get wrong. */
  readonly looksReal?: boolean;
  /** Time between changes of title and game, which change independently: 50 minutes by default. */
  readonly titleHoldsMs?: number;
}

const minute = 60_000;
const hour = 60 * minute;
const viewersHoldMs = 30_000;

/** The simulated world of a Twitch: channels, names, streams and viewers. */
export class World {
  readonly channels: TrueChannel[] = [];
  readonly streams: TrueStream[] = [];
  private readonly byId = new Map<string, TrueChannel>();
  private nextStream = 40_000_000_000;
  /** When the simulated platforms sent invalid items of streams. */
  private readonly invalidAt = new Map<string, number[]>();
  /** The streams that the simulated platforms sent without usable viewers. */
  private readonly withoutViewers: { id: string; at: number }[] = [];

  constructor(readonly options: WorldOptions) {
    const random = new SeededRandom(options.seed);
    for (let index = 0; index < options.channels; index++) {
      const id = String(1_000 + index * 7);
      const streams = options.isAlwaysLive ? this.forever(id, random) : this.schedule(id, random);
      const channel = {
        id,
        logins: [{ from: 0, login: this.options.looksReal ? loginOf(index) : `channel_${index}` }],
        streams,
      };
      this.channels.push(channel);
      this.byId.set(id, channel);
      this.streams.push(...streams);
    }
    if (!options.isAlwaysLive) this.rename(random);
  }

  noteInvalid({ id }: TrueStream, at: number): void {
    this.invalidAt.set(id, [...(this.invalidAt.get(id) ?? []), at]);
  }

  /** Whether a sweep that began and ended at these times got an invalid item of a stream. */
  wasInvalid(id: string, { at, until }: { at: number; until: number }): boolean {
    return (this.invalidAt.get(id) ?? []).some((invalidAt) => invalidAt >= at && invalidAt <= until);
  }

  noteWithoutViewers({ id }: TrueStream, at: number): void {
    this.withoutViewers.push({ id, at });
  }

  /** The IDs of the streams that a sweep that began and ended at these times got without usable viewers. */
  listWithoutViewers({ at, until }: { at: number; until: number }): string[] {
    return this.withoutViewers.filter((one) => one.at >= at && one.at <= until).map(({ id }) => id);
  }

  channel(id: string): TrueChannel | undefined {
    return this.byId.get(id);
  }

  loginOf(channel: TrueChannel, at: number): string {
    return channel.logins.findLast(({ from }) => from <= at)?.login ?? '';
  }

  holderOf(login: string, at: number): TrueChannel | undefined {
    return this.channels.find((channel) => this.loginOf(channel, at) === login);
  }

  liveStream(channel: TrueChannel, at: number): TrueStream | undefined {
    return channel.streams.find(({ from, to }) => from <= at && at < to);
  }

  /** All live streams, most viewers first. */
  live(at: number): TrueStream[] {
    const live = this.channels.flatMap((channel) => this.liveStream(channel, at) ?? []);
    const viewers = new Map(live.map((stream) => [stream, this.viewers(stream, at)]));
    return live.sort((a, b) => (viewers.get(b) ?? 0) - (viewers.get(a) ?? 0) || Number(a.id) - Number(b.id));
  }

  /** Viewers are constant for half a minute, and sometimes jump. */
  viewers({ id, size }: TrueStream, at: number): number {
    if (this.options.looksReal) return Math.round(size * (1 + 0.12 * Math.sin(at / (20 * minute) + hash(id))));
    const noise = hash(`${id}:${Math.floor(at / viewersHoldMs)}`);
    return noise % 97 === 0 ? size * 10 : Math.floor((size * (50 + (noise % 100))) / 100);
  }

  title({ id }: TrueStream, at: number): string {
    const noise = hash(`${id}:${this.titleNumber(id, at)}`);
    if (this.options.looksReal) {
      const { titles } = topicOf(id);
      return titles[noise % titles.length] ?? '';
    }
    return noise % 11 === 0 ? '' : `Title ${noise % 1_000} of ${id} "日本語" \\ \t end`;
  }

  game({ id }: TrueStream, at: number): string {
    if (this.options.looksReal) return topicOf(id).game_name;
    const noise = hash(`game ${id}:${this.titleNumber(id, at)}`);
    return noise % 13 === 0 ? '' : `Game ${noise % 50}`;
  }

  language({ channelId }: TrueStream): string {
    return ['en', 'en', 'de', 'ja', 'pt', ''][hash(`language ${channelId}`) % 6] ?? '';
  }

  followers(channelId: string, at: number): number {
    return (hash(channelId) % 100_000) + Math.floor((at - this.options.from) / hour);
  }

  private titleNumber(id: string, at: number): number {
    const { titleHoldsMs = 50 * minute } = this.options;
    return Math.floor((at + (hash(id) % titleHoldsMs)) / titleHoldsMs);
  }

  /** Breaks between streams last hours, or minutes if a stream resumes with another ID. Some streams last a minute. */
  private schedule(channelId: string, random: SeededRandom): TrueStream[] {
    const { from, to } = this.options;
    const streams: TrueStream[] = [];
    let at = from - random.integer(0, 6 * hour);
    while (at < to) {
      const kind = random.next();
      const length = kind < 0.1 ? 60_000 : random.integer(10, 480) * minute;
      const anySize = random.chance(0.15) ? random.integer(0, 4) : Math.floor(10 ** (1 + random.next() * 3));
      const size = this.options.looksReal
        ? Math.round((9_000 / rankOf(channelId)) * (0.8 + 0.4 * random.next()))
        : anySize;
      // Twitch reports starts in whole seconds.
      const start = Math.floor(at / 1_000) * 1_000;
      streams.push({ id: String(this.nextStream++), channelId, from: start, to: start + length, size });
      at =
        start + length + (random.chance(0.25) ? random.integer(30, 400) * 1_000 : random.integer(60, 1_800) * minute);
    }
    return streams;
  }

  private forever(channelId: string, random: SeededRandom): TrueStream[] {
    const { from, to } = this.options;
    const size = Math.floor(10 ** (random.next() ** 3 * 4.5)) + 5;
    const start = from - random.integer(1, 300) * minute;
    return [{ id: String(this.nextStream++), channelId, from: start, to: to + hour, size }];
  }

  /** One channel in ten is renamed. Another channel takes its old login later. */
  private rename(random: SeededRandom): void {
    const { from, to, freeLoginMs = 24 * hour } = this.options;
    const renamed = this.channels.filter((_, index) => index % 10 === 3);
    for (const channel of renamed) {
      const at = from + random.integer(0, to - from);
      const old = this.loginOf(channel, 0);
      channel.logins.push({ from: at, login: `${old}_new` });
      const taker = this.channels[this.channels.length - 1 - this.channels.indexOf(channel)];
      if (taker && taker !== channel && taker.logins.length === 1) {
        taker.logins.push({ from: at + freeLoginMs, login: old });
      }
    }
  }
}

/** The place of a channel by viewers, from 1 on. */
const rankOf = (channelId: string) => (Number(channelId) - 1_000) / 7 + 1;

const topicOf = (streamId: string) => topics[hash(`game ${streamId}`) % topics.length]!;

function loginOf(index: number): string {
  const first = firstWords[index % firstWords.length]!;
  const second = secondWords[(index + Math.floor(index / firstWords.length)) % secondWords.length]!;
  return `${first}_${second}`.toLowerCase();
}

/** Hash of a text, a number from 0 to 2^32 - 1. */
export function hash(text: string): number {
  let value = 2_166_136_261;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 16_777_619);
  value = Math.imul(value ^ (value >>> 15), 2_246_822_507);
  return (value ^ (value >>> 13)) >>> 0;
}
