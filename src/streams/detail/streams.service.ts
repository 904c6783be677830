import { Injectable, NotFoundException } from '@nestjs/common';
import { Clock } from '../../clock/clock.js';
import { parseId } from '../../database/platforms/platform-ids.js';
import { StreamerCoverage } from '../../http/query/coverage.response.js';
import { minuteMs, TimeRange } from '../../figures/time.js';
import { truncateList } from '../../http/lists/truncate-list.js';
import { MessageStats } from './message-stats.response.js';
import { StreamChange, StreamDetail } from './stream-detail.response.js';
import { StreamOutline, StreamSummary, StreamTime } from './stream-summary.response.js';
import { StreamChangeTimes, StreamDetailsRepository } from './stream-details.repository.js';
import { StreamOutlinesRepository } from './stream-outlines.repository.js';
import { StreamsRepository } from './streams.repository.js';
import { requireStream, parseStreamId } from './unknown-stream.js';

export const firstStreamMessage = 'The streamer has no stream that started before this stream.';

/** The number of streams in the charts of a streamer. */
export const maxOutlines = 2_000;
const maxChanges = 1_000;

/** Reads data of streams. Methods for one stream throw a NotFoundException if it is unknown. */
@Injectable()
export class StreamsService {
  constructor(
    private readonly repository: StreamsRepository,
    private readonly details: StreamDetailsRepository,
    private readonly outlines: StreamOutlinesRepository,
    private readonly clock: Clock,
  ) {}

  /** Returns the streams of a streamer in a range, newest first, then by ID; null for an unknown streamer. */
  listRecent(name: string, limit: number, offset?: number, range?: TimeRange): Promise<StreamSummary[] | null> {
    return this.repository.listRecent(name, limit, this.clock.now(), offset, range);
  }

  /** Returns the newest streams of a streamer in a window, oldest first; [] for an unknown streamer. */
  listOutlines(name: string, window: TimeRange, limit = maxOutlines): Promise<StreamOutline[]> {
    return this.outlines.list(name, window, this.clock.now(), limit);
  }

  /**
   * Returns the times in a window of these streams, which are its newest ones, and of the stream before. Figures count a
   * stream completely in the window in which it started.
   */
  async listTimes(name: string, { from, to }: TimeRange, outlines: readonly StreamOutline[]): Promise<StreamTime[]> {
    const [before] = await this.listOutlines(name, { from: 0, to: from }, 1);
    const lengthBefore = before ? (from - Date.parse(before.started_at)) / minuteMs : 0;
    const minutes = (before?.minutes ?? 0) - lengthBefore;
    const times = minutes > 0 ? [{ started_at: new Date(from).toISOString(), minutes }, ...outlines] : outlines;
    return times.map((time) => {
      const left = (to - Date.parse(time.started_at)) / minuteMs;
      return { started_at: time.started_at, minutes: Math.min(time.minutes, left) };
    });
  }

  async findStream(id: string): Promise<StreamSummary> {
    return requireStream(await this.repository.findStream(parseStreamId(id), this.clock.now()));
  }

  /** Returns a stream with its coverage and its first changes, at most 1,000. */
  async findDetail(idText: string): Promise<StreamDetail> {
    const stream = await this.findStream(idText);
    const id = BigInt(stream.id);
    const [coverage, changes] = await Promise.all([this.details.findCoverage(id), this.listChanges(id)]);
    return { ...stream, coverage, changes };
  }

  /** Returns when the newest streams of a streamer were changed and observed, newest first; [] for an unknown streamer. */
  listChangeTimes(streamerId: bigint, limit: number): Promise<StreamChangeTimes[]> {
    return this.details.listChangeTimes(streamerId, limit);
  }

  /** Returns the first changes of a stream, at most 1,000. */
  async listChanges(id: bigint): Promise<StreamChange[]> {
    return truncateList(await this.details.listChanges(id, maxChanges));
  }

  /** Returns the coverage of the streams that started in a window. */
  findStreamerCoverage(streamerId: bigint, window: TimeRange): Promise<StreamerCoverage> {
    return this.details.findStreamerCoverage(streamerId, window);
  }

  async findMessageStats(id: string): Promise<MessageStats> {
    return requireStream(await this.repository.findMessageStats(parseStreamId(id)));
  }

  /** Returns the streamer's previous stream. Also throws a NotFoundException for the first stream. */
  async findBefore(id: string): Promise<StreamSummary> {
    const [row] = requireStream(await this.repository.listEarlier(parseStreamId(id), 1, this.clock.now()));
    if (row === undefined) throw new NotFoundException(firstStreamMessage);
    return row;
  }

  /** Returns the streamer's next stream; null for the newest stream and for an unknown stream. */
  async findAfter(idText: string): Promise<StreamSummary | null> {
    const id = parseId(idText);
    const later = id === null ? null : await this.repository.listLater(id, 1, this.clock.now());
    return later?.[0] ?? null;
  }
}
