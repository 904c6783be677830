import { RequestedData, requestedData } from '../collect-store.js';
import { CollectorContext } from '../collector-context.js';
import { packPiece, PieceItem } from './observation.js';
import { ChannelCounter, ChannelProfile, CountedChannel, RefusedError, RequestError } from '../platforms/platform.js';
import { inBatches, requestInBatches } from '../sweeps/request-in-batches.js';
import { Sweeper } from '../sweeps/sweeper.js';
import { WatchList } from '../sweeps/watch-list.js';
import { Writer } from './writer.js';

/** After this number of refused channels, the others wait for the next interval. */
const maxRefused = 5;

const noRequests = (): Record<RequestedData, string[]> => ({ profile: [], followers: [], subscribers: [] });

/**
 * Requests profiles, and counts of followers or subscribers between sweeps, with at most half of the rate limit that the sweeps leave.
 * Repeated requests, split batches and lookups of changed logins are not counted.
 */
export class ChannelRequests {
  /**
   * The requested channels that are not stored in the database yet. Failed requests count too, so that one channel does
   * not block the others.
   */
  private requested = noRequests();
  private observed: PieceItem[] = [];
  private readonly reported = new Set<string>();
  private refused = 0;

  constructor(
    private readonly context: CollectorContext,
    private readonly writer: Pick<Writer, 'add'>,
    private readonly list: Pick<WatchList, 'nameOf'> | undefined,
  ) {}

  /**
   * Requests the channels that are due. Requests counts evenly until a moment of the monotonic clock, and only for the
   * channels due by then. Without a moment, requests all of them at once.
   */
  async run(
    { channelIds, cost }: Pick<Sweeper, 'channelIds' | 'cost'>,
    untilMs: number | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const { platform, clock, config } = this.context;
    const points = Math.floor(((platform.budget.perMinute * config.everyMs) / 60_000 - cost) / 2);
    const isSpread = untilMs !== undefined;
    const profiles = await this.due(
      'profile',
      platform.findProfiles ? channelIds : [],
      points * platform.maxIds,
      isSpread,
    );
    const pointsLeft = points - Math.ceil(profiles.length / platform.maxIds);
    const { counter } = platform;
    const batches = counter
      ? inBatches(await this.due(counter.name, channelIds, pointsLeft * counter.maxIds, isSpread), counter.maxIds)
      : [];
    this.refused = 0;
    try {
      await this.requestProfiles(profiles, signal);
      for (const [index, ids] of batches.entries()) {
        if (signal.aborted || this.refused >= maxRefused) break;
        await this.requestCounts(counter!, ids, signal);
        if (untilMs === undefined) continue;
        await clock.sleep((untilMs - clock.monotonicMs()) / (batches.length - index + 1), signal);
      }
    } finally {
      await this.store();
    }
  }

  /**
   * Stores the responses and the requested channels. Otherwise, the next process would request the same channels first.
   */
  private async store(): Promise<void> {
    const { moments, store, clock, state } = this.context;
    const { requested, observed } = this;
    this.requested = noRequests();
    this.observed = [];
    if (observed.length > 0) {
      const at = moments.next().toISOString();
      this.writer.add({ head: { kind: 'facts', at }, pieces: [packPiece(observed)] });
    }
    for (const what of requestedData) {
      if (requested[what].length === 0) continue;
      await store.noteRequested(what, requested[what], clock.now()).catch(() => state.fail('database'));
    }
  }

  /** Returns the due channels. If `isSpread`, channels that are not new only fill up the share of one sweep interval. */
  private async due(
    what: RequestedData,
    channelIds: readonly string[],
    maxCount: number,
    isSpread: boolean,
  ): Promise<string[]> {
    const { store, clock, state, config } = this.context;
    const { followersEveryMs, everyMs } = config;
    if (maxCount <= 0 || channelIds.length === 0) return [];
    const before = new Date(clock.now().getTime() - followersEveryMs);
    const share = isSpread ? Math.ceil((channelIds.length * everyMs) / followersEveryMs) : maxCount;
    const found = await store.listDue(what, channelIds, before, maxCount).catch(() => {
      state.fail('database');
      return [];
    });
    return found.filter(({ isNew }, index) => isNew || index < share).map(({ id }) => id);
  }

  private async requestProfiles(channelIds: readonly string[], signal: AbortSignal): Promise<void> {
    const { platform } = this.context;
    const find = (ids: readonly string[]) => platform.findProfiles!(ids, signal);
    await this.tryRequest(async () => {
      for await (const { values, result } of requestInBatches(channelIds, platform.maxIds, find)) {
        const profiles = result instanceof RefusedError ? [] : result.items;
        const at = this.context.moments.next().toISOString();
        this.requested.profile.push(...values);
        this.observed.push(...profiles.map<PieceItem>((profile) => ({ shape: 'user', item: { ...profile }, at })));
        if (result instanceof RefusedError) this.noteRefusal(result);
        if (this.refused >= maxRefused) return;
        await this.reportTaken(profiles, signal);
      }
    });
  }

  /** The moment of a response is its arrival. */
  private async requestCounts(
    counter: ChannelCounter,
    channelIds: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    const { name: shape, maxIds } = counter;
    await this.tryRequest(async () => {
      const count = (ids: readonly string[]) => counter.count(ids, signal);
      for await (const { result } of requestInBatches(channelIds, maxIds, count)) {
        if (result instanceof RefusedError) this.noteRefusal(result);
        else {
          const at = this.context.moments.next().toISOString();
          const toItem = ({ id, ...item }: CountedChannel): PieceItem => ({ shape, item, at, broadcasterId: id });
          this.observed.push(...result.map(toItem));
        }
        if (this.refused >= maxRefused) return;
      }
    });
    if (!signal.aborted) this.requested[shape].push(...channelIds);
  }

  /** A channel may be gone; then the platform refuses the request. */
  private async tryRequest(request: () => Promise<void>): Promise<void> {
    try {
      await request();
    } catch (error) {
      if (error instanceof RefusedError) this.noteRefusal(error);
      else if (!(error instanceof RequestError)) throw error;
      // The pause is longer than a request waits, so it refuses the other channels, too.
      else if (error.kind === 'budget') this.refused = maxRefused;
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
  private async reportTaken(profiles: readonly ChannelProfile[], signal: AbortSignal): Promise<void> {
    const { platform, logger } = this.context;
    const names = profiles.flatMap(({ id, login }) => {
      const name = this.list?.nameOf(id);
      return name === undefined || login === '' || name === login || this.reported.has(name) ? [] : [name];
    });
    if (names.length === 0) return;
    await this.tryRequest(async () => {
      const { items } = await platform.findChannels(names, signal);
      for (const { login: name, id } of items) {
        this.reported.add(name);
        logger.warn({ name, id }, 'A name in COLLECT_LOGINS now belongs to another channel, which is not watched');
      }
    });
  }
}
