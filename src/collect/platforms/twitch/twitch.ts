import { Answered, ChannelProfile, LivePage, LiveStream, OddItem } from '../platform.js';
import { HelixClient, HelixOptions, Query } from './helix-client.js';
import { Asked, readStreams, readTotal, readUsers } from './shapes.js';

export interface TwitchOptions extends HelixOptions {
  /** The moment at which a stream is seen now; by default the time of the clock. */
  readonly now?: () => Date;
  /** Receives invalid items and invalid numbers of followers. */
  readonly onOdd?: (items: readonly OddItem[], kind: 'item' | 'count') => void;
}

/** The methods of a platform. A platform besides Twitch has the same. */
export type Platform = Pick<Twitch, keyof Twitch>;

/**
 * Accesses Twitch by its API Helix: one POST for the token, and three GETs. A call waits for its share of the budget, and
 * is repeated if that may help. It throws an AskError if all attempts failed, and a RefusedError if a retry is useless.
 */
export class Twitch {
  /** The name in the tables. */
  readonly name: string = 'twitch';
  /** Maximum number of channels per request. */
  readonly mostIds: number = 100;
  private readonly helix: HelixClient;

  constructor(private readonly options: TwitchOptions) {
    this.helix = new HelixClient(options);
  }

  /** The points left now, and the points refilled per minute. */
  get budget(): Readonly<Record<'left' | 'perMinute', number>> {
    const { left, perMinute } = this.helix.points;
    return { left, perMinute };
  }

  /**
   * Pages of all live streams, the most viewers first. A page may repeat streams of earlier pages. Cursors end early or lead
   * back to their start, so the caller stops when pages bring nothing new.
   */
  async *listLive(signal: AbortSignal): AsyncIterable<LivePage> {
    let cursor = '';
    do {
      const query: Query = [['first', '100']];
      if (cursor !== '') query.push(['after', cursor]);
      const page = await this.helix.get('/streams', query, signal, this.readStreams());
      cursor = page.cursor;
      yield { ...this.note(page), hasMore: cursor !== '' };
    } while (cursor !== '');
  }

  /**
   * Returns the live streams of at most {@link mostIds} channels. Streams of other channels count as odd. Without `first`,
   * Helix returns 20 items, even if more channels are named.
   */
  async findLive(channelIds: readonly string[], signal: AbortSignal): Promise<Answered<LiveStream>> {
    const asked = askedFor('user_id', channelIds);
    const query: Query = [['first', '100'], ...askingFor(asked)];
    return this.note(await this.helix.get('/streams', query, signal, this.readStreams(asked)));
  }

  /** Returns the profiles of at most {@link mostIds} channels. Profiles of other channels count as odd. */
  async findChannels(
    by: { ids: readonly string[] } | { logins: readonly string[] },
    signal: AbortSignal,
  ): Promise<Answered<ChannelProfile>> {
    const asked = 'ids' in by ? askedFor('id', by.ids) : askedFor('login', by.logins);
    const check = (json: unknown, secrets: readonly string[]) => readUsers(json, { secrets, asked });
    return this.note(await this.helix.get('/users', askingFor(asked), signal, check));
  }

  /** Undefined if the response is not a count. */
  async countFollowers(channelId: string, signal: AbortSignal): Promise<number | undefined> {
    const query: Query = [
      ['broadcaster_id', channelId],
      ['first', '1'],
    ];
    const answer = await this.helix.get('/channels/followers', query, signal, readTotal);
    if ('total' in answer) return answer.total;
    this.options.onOdd?.([{ id: channelId, channelId, ...answer.problem }], 'count');
    return undefined;
  }

  private readStreams(asked?: Asked) {
    const { clock, now = () => clock.now() } = this.options;
    return (json: unknown, secrets: readonly string[]) => readStreams(json, { now: now(), secrets, asked });
  }

  private note<Answer extends Answered<unknown>>(answer: Answer): Answer {
    if (answer.odd.length > 0) this.options.onOdd?.(answer.odd, 'item');
    return answer;
  }
}

function askedFor(property: string, values: readonly string[]): Asked {
  return { property, values: new Set(values) };
}

function askingFor({ property, values }: Asked): Query {
  return [...values].map((value) => [property, value]);
}
