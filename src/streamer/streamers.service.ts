import { BadRequestException, Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { ConcurrencyLimit } from '../database/reads/concurrency-limit.js';
import { Page, toPage } from '../http/lists/page.js';
import { windowEndingAt } from '../figures/windows.js';
import { ListedStreamer, SimilarStreamer } from './dto/listed-streamer.response.js';
import { StreamersQuery } from './dto/streamers.query.js';
import { requireStreamer } from '../http/errors/unknown-streamer.js';
import { StreamersRepository } from './streamers.repository.js';

@Injectable()
export class StreamersService {
  private readonly similar = new ConcurrencyLimit(2);

  constructor(
    private readonly repository: StreamersRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns a page of streamers. With a query, which sorts by relevance, also returns the number of matches, and throws a
   * BadRequestException for `sort`.
   */
  async list({ query, live, platform, language, sort, limit, cursor }: StreamersQuery): Promise<Page<ListedStreamer>> {
    const page = { live, platform, language, from: cursor, limit: limit + 1, window: windowEndingAt(this.clock.now()) };
    if (language !== undefined && sort === 'name')
      throw new BadRequestException('language cannot be combined with sort=name');
    if (query === undefined) {
      const isByName = sort === 'name';
      const found = isByName
        ? this.repository.listByName(page)
        : this.repository.listByMetric(sort ?? 'watchtime', page);
      return toPage(await found, cursor, limit);
    }
    if (sort !== undefined) throw new BadRequestException('sort cannot be combined with query');
    const { streamers, total } = await this.repository.search(query, page);
    return { ...toPage(streamers, cursor, limit), total };
  }

  /**
   * Returns up to `limit` streamers with a name that differs from a text by one typo. The search is slow and optional, so
   * a text has no results while others wait.
   */
  async listSimilar(query: string, limit: number): Promise<SimilarStreamer[]> {
    if (this.similar.waiting > 0) return [];
    return this.similar.run(() => this.repository.listSimilar(query, limit));
  }

  /** Returns a streamer with the fields of a list. Throws a NotFoundException for an unknown streamer. */
  async findStreamer(name: string): Promise<ListedStreamer> {
    return requireStreamer(await this.repository.find(name, windowEndingAt(this.clock.now())));
  }
}
