import { subscribersSince } from '../../../config/channel-counts.js';
import { withoutPrefix } from '../../../config/platforms.js';
import { Api, ApiClient, ApiClientOptions, queryFor } from '../client/api-client.js';
import {
  ChannelCounter,
  CountedChannel,
  NamedChannel,
  ObservedPage,
  ObservedStream,
  Platform,
  ResponseItems,
} from '../platform.js';
import { readChannels, readLivestreams, readSubscribers } from './shapes.js';

/** In outages, Kick has returned 403 and 404 for valid requests, also for the token. */
export const kickApi: Api = {
  platform: 'kick',
  pageParameters: { size: 'limit', cursor: 'cursor' },
  hasWrongCredentials: ({ status, json }) =>
    status === 401 || (json as { error?: unknown } | null | undefined)?.error === 'invalid_client',
  outages: [403, 404],
};

/**
 * Accesses Kick by its public API: one POST for the token, and three GETs. Names and images come with streams. The API has subscribers
 * instead of followers. The list of live streams has the oldest first.
 */
export class Kick implements Platform {
  readonly name = 'kick';
  readonly maxIds = 100;
  readonly maxNames = 50;
  readonly hasMostViewersFirst = false;
  readonly counter: ChannelCounter = {
    ...{ name: 'subscribers', maxIds: 50 },
    count: (ids, signal) => this.countSubscribers(ids, signal),
  };
  private readonly client: ApiClient;

  constructor(
    options: ApiClientOptions,
    /** The observation time of a stream in a response that arrives now. */
    private readonly now: () => Date,
  ) {
    this.client = new ApiClient(kickApi, options);
  }

  get budget(): Platform['budget'] {
    return this.client.points;
  }

  listLive(signal: AbortSignal): AsyncIterable<ObservedPage> {
    return this.client.listPages('/public/v2/livestreams', 1_000, signal, (json) => readLivestreams(json, this.now()));
  }

  findLive(channelIds: readonly string[], signal: AbortSignal): Promise<ResponseItems<ObservedStream>> {
    const query = queryFor('user_id', channelIds.map(withoutPrefix));
    const requested = queryFor('user_id', channelIds);
    const check = (json: unknown) => readLivestreams(json, this.now(), requested);
    return this.client.getItems('/public/v1/users/livestreams', query, signal, check);
  }

  /** Kick may show the subscribers of some channels only. */
  private async countSubscribers(
    channelIds: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly CountedChannel[]> {
    if (this.now().toISOString() < subscribersSince) return [];
    const query = queryFor('broadcaster_user_id', channelIds.map(withoutPrefix));
    const requested = queryFor('broadcaster_user_id', channelIds);
    const check = (json: unknown) => readSubscribers(json, requested);
    const { items } = await this.client.getItems('/public/v1/channels', query, signal, check);
    return items.flatMap(({ total, ...one }) => (total === null ? [] : { ...one, total }));
  }

  /** Other properties of these channels were wrong in large batches, so only the ID is read. */
  findChannels(names: readonly string[], signal: AbortSignal): Promise<ResponseItems<NamedChannel>> {
    const query = queryFor('slug', names.map(withoutPrefix));
    const requested = queryFor('slug', names);
    return this.client.getItems('/public/v1/channels', query, signal, (json) => readChannels(json, requested));
  }
}
