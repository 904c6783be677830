import { Injectable } from '@nestjs/common';
import { Clock } from '../../clock/clock.js';
import { countWork } from '../../database/reads/work.js';
import { TimeRange } from '../../figures/time.js';
import { windowEndingAt } from '../../figures/windows.js';
import { Page } from '../../http/lists/page.js';
import { StreamSummary } from '../detail/stream-summary.response.js';
import { AllStreamsRepository, comparedPerPage, TaggedFilter } from './all-streams.repository.js';

/** The range of a request without a start. */
const defaultDays = 31;

@Injectable()
export class AllStreamsService {
  constructor(
    private readonly repository: AllStreamsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the streams that started in a range and match a filter, newest first, then by ID. The cursor counts all
   * streams of the range, so a page without matches leads to the next one.
   */
  async list(query: TaggedFilter & { limit: number; cursor: number }, range: TimeRange): Promise<Page<StreamSummary>> {
    const { limit, cursor } = query;
    const now = this.clock.now();
    const { from } = windowEndingAt(new Date(Math.min(range.to, now.getTime())), defaultDays);
    const started = range.from === -Infinity ? { ...range, from } : range;
    const found = await this.repository.list(started, query, limit, cursor, now);
    const nextCursor = found.length === limit ? (found.at(-1)?.position ?? 0) : cursor + comparedPerPage;
    const known = await this.repository.countFirst(started, nextCursor + 1);
    countWork('comparison', Math.min(known, nextCursor));
    return { items: found.map(({ stream }) => stream), hasMore: known > nextCursor, nextCursor };
  }
}
