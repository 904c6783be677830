import { BadRequestException, Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { Page, toPage } from '../http/page.js';
import { windowEndingAt } from '../figures/windows.js';
import { ListedStreamer, SimilarStreamer } from './dto/listed-streamer.response.js';
import { StreamersQuery } from './dto/streamers.query.js';
import { knownStreamer } from './unknown-streamer.js';
import { StreamersPage, StreamersRepository } from './streamers.repository.js';

@Injectable()
export class StreamersService {
  constructor(
    private readonly repository: StreamersRepository,
    private readonly clock: Clock,
  ) {}

  /** Returns a page of streamers. Throws a BadRequestException for `sort` with a query, which sorts by relevance. */
  async list({ query, live, sort, limit, cursor }: StreamersQuery): Promise<Page<ListedStreamer>> {
    const page = { live, from: cursor, limit: limit + 1, window: windowEndingAt(this.clock.now()) };
    return toPage(await this.find(query, sort, page), cursor, limit);
  }

  /** Returns the number of streamers that match a text. Counts no further than `maxFound` and one. */
  countFound(query: string): Promise<number> {
    return this.repository.countFound(query);
  }

  /** Returns up to `limit` streamers with a name that differs from a text by one typo. */
  listSimilar(query: string, limit: number): Promise<SimilarStreamer[]> {
    return this.repository.listSimilar(query, limit);
  }

  /** Returns a streamer with the fields of a list. Throws a NotFoundException for an unknown streamer. */
  async findStreamer(name: string): Promise<ListedStreamer> {
    return knownStreamer(await this.repository.find(name, windowEndingAt(this.clock.now())));
  }

  private find(
    query: string | undefined,
    sort: StreamersQuery['sort'],
    page: StreamersPage,
  ): Promise<ListedStreamer[]> {
    if (query !== undefined) {
      if (sort !== undefined) throw new BadRequestException('sort cannot be combined with query');
      return this.repository.search(query, page);
    }
    return sort === 'name' ? this.repository.listByName(page) : this.repository.listByMetric(sort ?? 'watchtime', page);
  }
}
