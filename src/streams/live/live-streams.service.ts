import { Injectable } from '@nestjs/common';
import { Clock } from '../../clock/clock.js';
import { PlatformName } from '../../config/platforms.js';
import { Page, toPage } from '../../http/lists/page.js';
import { LiveStream } from './live-stream.response.js';
import { LiveFilter } from './live-streams.query.js';
import { LiveStreamsRepository } from './live-streams.repository.js';
import { WatchedPart } from './watched-part.js';

/** The number of live streams whose titles a search for streamers compares. */
export const titlesOfSearch = 1_000;

@Injectable()
export class LiveStreamsService {
  constructor(
    private readonly repository: LiveStreamsRepository,
    private readonly clock: Clock,
  ) {}

  /** Returns the live streams by viewers. */
  async listLive(limit: number, cursor: number, filter: LiveFilter = {}): Promise<Page<LiveStream>> {
    return toPage(await this.repository.rankLive(this.clock.now(), cursor, limit + 1, filter), cursor, limit);
  }

  /** Returns the first live streams with a title. Compares fewer titles than the list, because each search does. */
  async listTitled(title: string, limit: number, platform?: PlatformName): Promise<Page<LiveStream>> {
    const found = this.repository.rankLive(this.clock.now(), 0, limit + 1, { title, platform }, titlesOfSearch);
    return toPage(await found, 0, limit);
  }

  /** Returns a stream as in the list, also after its end; null for an unknown stream. */
  findItem(id: string): Promise<LiveStream | null> {
    return this.repository.findItem(id, this.clock.now());
  }

  /** Returns the number of live streams by language. */
  async countByLanguage(platform?: PlatformName): Promise<ReadonlyMap<string, number>> {
    const rows = await this.repository.countByLanguage(platform);
    return new Map(rows.map(({ language, streams }) => [language, streams]));
  }

  /** Returns the viewers and streams of this moment by platform and language. */
  sumViewers(): Promise<WatchedPart[]> {
    return this.repository.sumViewers();
  }

  /** Returns the live streams by viewers, and their number unless a tag or a title is given: the number would need all streams. */
  async rankLive(limit: number, cursor: number, filter: LiveFilter = {}): Promise<Page<LiveStream>> {
    const live = this.listLive(limit, cursor, filter);
    if ((filter.tag ?? filter.title) !== undefined) return live;
    const [page, total] = await Promise.all([live, this.repository.countLive(filter)]);
    return { ...page, total };
  }
}
