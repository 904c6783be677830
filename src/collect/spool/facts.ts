import { askByHalves } from '../sweeps/ask-by-halves.js';
import { AskedFor } from '../collect-store.js';
import { CollectorContext } from '../collector-context.js';
import { packPiece, Seen } from './observation.js';
import { AskError, ChannelProfile, RefusedError } from '../platforms/platform.js';
import { Platform } from '../platforms/twitch/twitch.js';
import { WatchList } from '../sweeps/watch-list.js';
import { Writer } from './writer.js';

/** After this number of consecutive refused channels, the others wait for the next interval. */
const mostRefused = 5;

/** Asks for profiles and followers between two sweeps, with at most half of the points that the sweeps leave. */
export class Facts {
  /**
   * The channels that the platform was asked about, until they are stored in the database. Failed requests count too, so that one channel
   * does not block the others.
   */
  private asked: Record<AskedFor, string[]> = { profile: [], followers: [] };
  private readonly reported = new Set<string>();
  private refused = 0;

  constructor(
    private readonly context: CollectorContext,
    private readonly writer: Pick<Writer, 'add'>,
    private readonly list: Pick<WatchList, 'nameOf'> | undefined,
  ) {}

  /**
   * Asks for the channels that are due, evenly until a moment of the monotonic clock, and only for the channels due by
   * then. Without a moment, asks for all of them at once. `cost` is the cost of a sweep, in points.
   */
  async gather(
    channelIds: readonly string[],
    cost: number,
    untilMs: number | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const { platform, clock, config } = this.context;
    let points = Math.floor(((platform.budget.perMinute * config.everyMs) / 60_000 - cost) / 2);
    const isSpread = untilMs !== undefined;
    const seen: Seen[] = [];
    const profiles = await this.due('profile', channelIds, points * platform.mostIds, isSpread);
    const work = chunks(profiles, platform.mostIds).map((ids) => () => this.askProfiles(ids, signal));
    points -= work.length;
    const followers = await this.due('followers', channelIds, points, isSpread);
    work.push(...followers.map((id) => () => this.askFollowers(id, signal)));
    this.refused = 0;
    try {
      for (const [index, ask] of work.entries()) {
        if (signal.aborted || this.refused === mostRefused) break;
        seen.push(...(await ask()));
        if (untilMs === undefined) continue;
        await clock.sleep((untilMs - clock.monotonicMs()) / (work.length - index + 1), signal);
      }
    } finally {
      await this.store(seen);
    }
  }

  async take(profiles: readonly ChannelProfile[]): Promise<void> {
    if (profiles.length === 0) return;
    const at = this.context.moments.next().toISOString();
    this.asked.profile.push(...profiles.map(({ id }) => id));
    await this.store(profiles.map((profile) => ({ profile, at })));
  }

  /** Stores the channels that were asked for. Otherwise the next process would ask for the same channels first. */
  private async store(seen: readonly Seen[]): Promise<void> {
    const { moments, store, clock, state } = this.context;
    if (seen.length > 0) {
      const at = moments.next().toISOString();
      this.writer.add({ head: { kind: 'facts', at, isComplete: false }, pieces: [packPiece(seen)] });
    }
    const { asked } = this;
    this.asked = { profile: [], followers: [] };
    for (const what of ['profile', 'followers'] as const) {
      if (asked[what].length === 0) continue;
      await store.noteAsked(what, asked[what], clock.now()).catch(() => state.fail('database'));
    }
  }

  /** Returns the new channels and, if requested, as many others as spread them over the interval of each channel's requests. */
  private async due(what: AskedFor, channelIds: readonly string[], most: number, isSpread: boolean): Promise<string[]> {
    const { store, clock, state, config } = this.context;
    const { followersEveryMs, everyMs } = config;
    if (most <= 0 || channelIds.length === 0) return [];
    const before = new Date(clock.now().getTime() - followersEveryMs);
    const share = isSpread ? Math.ceil((channelIds.length * everyMs) / followersEveryMs) : most;
    const found = await store.listDue(what, channelIds, before, most).catch(() => {
      state.fail('database');
      return [];
    });
    return found.filter(({ isNew }, index) => isNew || index < share).map(({ id }) => id);
  }

  private async askProfiles(ids: readonly string[], signal: AbortSignal): Promise<Seen[]> {
    const { moments } = this.context;
    const seen: { profile: ChannelProfile; at: string }[] = [];
    const note = (some: readonly string[], profiles: readonly ChannelProfile[]) => {
      const at = moments.next().toISOString();
      seen.push(...profiles.map((profile) => ({ profile, at })));
      this.asked.profile.push(...some);
    };
    await this.ask((platform) =>
      askByHalves(
        ids,
        async (some) => note(some, (await platform.findChannels({ ids: some }, signal)).items),
        (id, error) => {
          note([id], []);
          this.noteRefusal(error);
          if (this.refused === mostRefused) throw error;
        },
      ),
    );
    await this.reportTaken(seen, signal);
    return seen;
  }

  /** The moment of a response is its arrival. */
  private async askFollowers(channelId: string, signal: AbortSignal): Promise<Seen[]> {
    const answer = await this.ask(async (platform) => ({
      followers: await platform.countFollowers(channelId, signal),
      at: this.context.moments.next().toISOString(),
    }));
    if (!signal.aborted) this.asked.followers.push(channelId);
    return answer?.followers === undefined ? [] : [{ channelId, followers: answer.followers, at: answer.at }];
  }

  /** A channel may be gone; then the platform refuses the request. Undefined without a response. */
  private async ask<Result>(question: (platform: Platform) => Promise<Result>): Promise<Result | undefined> {
    const refusedBefore = this.refused;
    try {
      const result = await question(this.context.platform);
      if (this.refused === refusedBefore) this.refused = 0;
      return result;
    } catch (error) {
      if (error instanceof AskError) return undefined;
      if (!(error instanceof RefusedError)) throw error;
      if (this.refused < mostRefused) this.noteRefusal(error);
      return undefined;
    }
  }

  private noteRefusal(error: RefusedError): void {
    const { state, logger } = this.context;
    this.refused += 1;
    state.fail('refused');
    logger.warn({ reason: error.message }, 'The platform rejected the request for a channel');
  }

  /**
   * A channel whose login differs from the list is still watched. If its old login belongs to somebody else, this is reported once.
   */
  private async reportTaken(seen: readonly { profile: ChannelProfile }[], signal: AbortSignal): Promise<void> {
    const names = seen.flatMap(({ profile: { id, login } }) => {
      const name = this.list?.nameOf(id);
      return name === undefined || login === '' || name === login || this.reported.has(name) ? [] : [name];
    });
    if (names.length === 0) return;
    const holders = await this.ask((platform) => platform.findChannels({ logins: names }, signal));
    for (const { login, id } of holders?.items ?? []) {
      this.reported.add(login);
      this.context.logger.warn(
        { name: login, id },
        'A name in COLLECT_LOGINS now belongs to another channel, which is not watched',
      );
    }
  }
}

function chunks(ids: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
    ids.slice(index * size, (index + 1) * size),
  );
}
