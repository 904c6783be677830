import { SparseLog } from '../../sparse-log.js';
import { ChannelProfile, ObservedPage, ObservedStream, ResponseItems } from '../platform.js';
import { HelixClient, HelixClientOptions, Query } from './helix-client.js';
import { Points } from './points.js';
import { readStreams, readTotal, readUsers } from './shapes.js';

/** An item may stay invalid for hours, and each sweep receives it again. */
const invalidItemLogEveryMs = 3_600_000;

const maxLoggedItems = 20;

/** The methods of a platform. A platform besides Twitch has the same. */
export type Platform = Pick<Twitch, keyof Twitch>;

/**
 * Accesses Twitch by its API Helix: one POST for the token, and three GETs. A call waits for its share of the budget, and
 * is repeated if that may help. It throws a RequestError if all attempts failed, and a RefusedError if a retry is useless.
 */
export class Twitch {
  /** The name in the tables. */
  readonly name: string = 'twitch';
  /** Maximum number of channels per request. */
  readonly maxIds: number = 100;
  private readonly helix: HelixClient;
  private readonly invalidItemLog = new SparseLog(invalidItemLogEveryMs);

  constructor(
    private readonly options: HelixClientOptions,
    /** The observation time of a stream in a response that arrives now. */
    private readonly now: () => Date,
  ) {
    this.helix = new HelixClient(options);
  }

  get budget(): Pick<Points, 'left' | 'perMinute'> {
    return this.helix.points;
  }

  /**
   * Pages of all live streams, the most viewers first. A page may repeat streams of earlier pages. Cursors end early or lead
   * back to their start, so the caller stops when pages bring nothing new.
   */
  async *listLive(signal: AbortSignal): AsyncIterable<ObservedPage> {
    let cursor = '';
    do {
      const query: Query = [['first', '100']];
      if (cursor !== '') query.push(['after', cursor]);
      const page = this.note(await this.helix.get('/streams', query, signal, (json) => readStreams(json, this.now())));
      cursor = page.cursor;
      yield page;
    } while (cursor !== '');
  }

  /**
   * Returns the live streams of at most {@link maxIds} channels. Streams of other channels count as invalid. Without `first`,
   * Helix returns 20 items, even if more channels are named.
   */
  async findLive(channelIds: readonly string[], signal: AbortSignal): Promise<ResponseItems<ObservedStream>> {
    const requested = queryFor('user_id', channelIds);
    const query: Query = [['first', '100'], ...requested];
    const check = (json: unknown) => readStreams(json, this.now(), requested);
    return this.note(await this.helix.get('/streams', query, signal, check));
  }

  /** Returns the profiles of at most {@link maxIds} channels. Profiles of other channels count as invalid. */
  async findChannels(
    by: { ids: readonly string[] } | { logins: readonly string[] },
    signal: AbortSignal,
  ): Promise<ResponseItems<ChannelProfile>> {
    const requested = 'ids' in by ? queryFor('id', by.ids) : queryFor('login', by.logins);
    return this.note(await this.helix.get('/users', requested, signal, (json) => readUsers(json, requested)));
  }

  /** Undefined if the response is not a count. */
  async countFollowers(channelId: string, signal: AbortSignal): Promise<number | undefined> {
    const query = Object.entries({ broadcaster_id: channelId, first: '1' });
    const check = (json: unknown) => readTotal(json, channelId);
    return this.note(await this.helix.get('/channels/followers', query, signal, check), 'count').items[0];
  }

  /** Counts and logs the invalid items of a response, and returns the response. */
  private note<Result extends ResponseItems<unknown>>(result: Result, kind: 'item' | 'count' = 'item'): Result {
    const { clock, state, logger } = this.options;
    const { invalid } = result;
    if (invalid.length === 0) return result;
    state.fail(kind, invalid.length);
    const count = this.invalidItemLog.due(clock.monotonicMs(), invalid.length);
    const items = invalid.slice(0, maxLoggedItems);
    if (count) logger.warn({ items, count }, 'Skipped an invalid item in a response from Twitch');
    return result;
  }
}

function queryFor(property: string, values: readonly string[]): Query {
  return [...new Set(values)].map((value) => [property, value]);
}
