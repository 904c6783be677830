import { Api, ApiClient, ApiClientOptions, Query, queryFor } from '../client/api-client.js';
import {
  ChannelCounter,
  ChannelProfile,
  CountedChannel,
  ObservedPage,
  ObservedStream,
  Platform,
  ResponseItems,
} from '../platform.js';
import { readStreams, readTotal, readUsers } from './shapes.js';

export const helix: Api = {
  platform: 'twitch',
  pageParameters: { size: 'first', cursor: 'after' },
  hasWrongCredentials: ({ status }) => status < 500 && status !== 429,
  outages: [],
};

/** Accesses Twitch by its API Helix: one POST for the token, and three GETs. */
export class Twitch implements Platform {
  readonly name = 'twitch';
  readonly maxIds = 100;
  readonly maxNames = 100;
  readonly hasMostViewersFirst = true;
  readonly counter: ChannelCounter = {
    ...{ name: 'followers', maxIds: 1 },
    count: async (ids, signal) => (await Promise.all(ids.map((id) => this.countFollowers(id, signal)))).flat(),
  };
  private readonly client: ApiClient;

  constructor(
    options: ApiClientOptions,
    /** The observation time of a stream in a response that arrives now. */
    private readonly now: () => Date,
  ) {
    this.client = new ApiClient(helix, options);
  }

  get budget(): Platform['budget'] {
    return this.client.points;
  }

  listLive(signal: AbortSignal): AsyncIterable<ObservedPage> {
    return this.client.listPages('/streams', this.maxIds, signal, (json) => readStreams(json, this.now()));
  }

  /** Without `first`, Helix returns 20 items, even if more channels are named. */
  findLive(channelIds: readonly string[], signal: AbortSignal): Promise<ResponseItems<ObservedStream>> {
    const requested = queryFor('user_id', channelIds);
    const query: Query = [['first', '100'], ...requested];
    return this.client.getItems('/streams', query, signal, (json) => readStreams(json, this.now(), requested));
  }

  findChannels(names: readonly string[], signal: AbortSignal): Promise<ResponseItems<ChannelProfile>> {
    return this.findUsers(queryFor('login', names), signal);
  }

  findProfiles(channelIds: readonly string[], signal: AbortSignal): Promise<ResponseItems<ChannelProfile>> {
    return this.findUsers(queryFor('id', channelIds), signal);
  }

  private async countFollowers(channelId: string, signal: AbortSignal): Promise<readonly CountedChannel[]> {
    const query = Object.entries({ broadcaster_id: channelId, first: '1' });
    const check = (json: unknown) => readTotal(json, channelId);
    return (await this.client.getItems('/channels/followers', query, signal, check, 'count')).items;
  }

  private findUsers(requested: Query, signal: AbortSignal): Promise<ResponseItems<ChannelProfile>> {
    return this.client.getItems('/users', requested, signal, (json) => readUsers(json, requested));
  }
}
