import { Budget, ChannelProfile, LiveStream, Platform } from '../platform.js';
import { HelixClient, HelixOptions } from './helix-client.js';
import { readStreams, readTotal, readUsers } from './shapes.js';

/** Twitch by its API Helix: one POST for the token, and three GETs. */
export class Twitch implements Platform {
  readonly name = 'twitch';
  readonly mostIds = 100;
  private readonly helix: HelixClient;

  constructor(options: HelixOptions) {
    this.helix = new HelixClient(options);
  }

  get budget(): Budget {
    const { left, perMinute } = this.helix.points;
    return { left, perMinute };
  }

  ready(signal: AbortSignal): Promise<void> {
    return this.helix.ready(signal);
  }

  /** Cursors end early or lead back to where they began, so the caller stops at what brings nothing new. */
  async *listLive(signal: AbortSignal): AsyncGenerator<readonly LiveStream[]> {
    let cursor = '';
    do {
      const after = cursor === '' ? [] : ([['after', cursor]] as const);
      const page = await this.helix.get('/streams', [['first', '100'], ...after], signal, readStreams);
      yield page.streams;
      cursor = page.cursor;
    } while (cursor !== '');
  }

  /** Without `first` Helix answers with 20, however many channels are named. */
  async findLive(channelIds: readonly string[], signal: AbortSignal): Promise<readonly LiveStream[]> {
    const users = channelIds.map((id) => ['user_id', id] as const);
    const { streams } = await this.helix.get('/streams', [['first', '100'], ...users], signal, readStreams);
    return streams;
  }

  findChannels(
    by: { ids: readonly string[] } | { logins: readonly string[] },
    signal: AbortSignal,
  ): Promise<readonly ChannelProfile[]> {
    const query =
      'ids' in by ? by.ids.map((id) => ['id', id] as const) : by.logins.map((login) => ['login', login] as const);
    return this.helix.get('/users', query, signal, readUsers);
  }

  async countFollowers(channelId: string, signal: AbortSignal): Promise<number | undefined> {
    const query = [
      ['broadcaster_id', channelId],
      ['first', '1'],
    ] as const;
    const { total } = await this.helix.get('/channels/followers', query, signal, readTotal);
    return total;
  }
}
