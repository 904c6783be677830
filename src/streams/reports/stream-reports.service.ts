import { Injectable, NotFoundException } from '@nestjs/common';
import { Clock } from '../../clock/clock.js';
import { Config } from '../../config/config.js';
import { ConcurrencyLimit } from '../../database/reads/concurrency-limit.js';
import { createOffsetAt } from '../../figures/calendar.js';
import { computeRange, findPeakTime } from '../../figures/samples/range-figures.js';
import { StreamSamples } from '../../figures/samples/stream-samples.js';
import { allTime, isAllTime, minuteMs, TimeRange } from '../../figures/time.js';
import { windowEndingAt } from '../../figures/windows.js';
import { publicPath } from '../../http/request/public-path.js';
import { endOfStream } from '../detail/stream-end.js';
import { StreamDetail } from '../detail/stream-detail.response.js';
import { StreamSummary } from '../detail/stream-summary.response.js';
import { StreamsService } from '../detail/streams.service.js';
import { parseStreamId, requireStream } from '../detail/unknown-stream.js';
import { describeEnded } from './describe-ended.js';
import { LastStream } from './last-stream.response.js';
import { StreamReportsRepository } from './stream-reports.repository.js';
import { WeekHour } from './week-hour.response.js';
import { WeekHours } from './week-hours.js';
import { StreamStats } from './stream-stats.response.js';

export const noEndedStreamMessage = 'The streamer has no stream that has ended.';

const maxCompared = 30;
const daysOfYear = 365;

/** Computes figures of streams from their samples. */
@Injectable()
export class StreamReportsService {
  private readonly limit = new ConcurrencyLimit(2);

  constructor(
    private readonly repository: StreamReportsRepository,
    private readonly streams: StreamsService,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Returns the figures of a part of a stream; without a range, of the whole stream. */
  async findStats(idText: string, range = allTime): Promise<StreamStats> {
    const id = parseStreamId(idText);
    const [stream, samples] = await Promise.all([
      this.streams.findDetail(idText),
      this.repository.findSamples({ id, ...range }),
    ]);
    const known = requireStream(samples);
    const [start, end] = [
      Date.parse(stream.started_at),
      Date.parse(endOfStream(stream, stream.coverage.last_seen_at, this.clock.now())),
    ];
    const cut = (moment: number) => Math.min(Math.max(moment, start), end);
    const shown = { from: cut(range.from), to: cut(range.to) };
    return {
      ...{ from: new Date(shown.from).toISOString(), to: new Date(shown.to).toISOString() },
      minutes: Math.floor((shown.to - shown.from) / minuteMs),
      ...computeRange(known, range, shown),
      ...(isAllTime(range) ? wholeStream(stream, known) : {}),
    };
  }

  /** Returns the newest ended stream of a streamer; null for an unknown streamer. Throws a NotFoundException without one. */
  async findLastStream(name: string): Promise<LastStream | null> {
    const newest = await this.streams.listRecent(name, 2);
    if (newest === null) return null;
    const stream = newest.find(hasEnd);
    if (stream === undefined) throw new NotFoundException(noEndedStreamMessage);
    return this.describe(stream, name);
  }

  /** Returns a stream like {@link findLastStream}; null if it is live. Throws a NotFoundException for an unknown stream. */
  async findEnded(id: string): Promise<LastStream | null> {
    const stream = await this.streams.findStream(id);
    return hasEnd(stream) ? this.describe(stream, stream.streamer_id) : null;
  }

  private async describe(stream: EndedSummary, name: string): Promise<LastStream> {
    const [compared, peakOfYear, samples, changes] = await Promise.all([
      this.streams.listOutlines(name, { from: 0, to: Date.parse(stream.started_at) + 1 }, maxCompared),
      this.repository.findPeak(stream.streamer_id, windowEndingAt(new Date(stream.ended_at), daysOfYear)),
      this.repository.findSamples({ id: stream.id, ...allTime }),
      this.streams.listChanges(BigInt(stream.id)),
    ]);
    const peak_at = findPeakTime(requireStream(samples), stream.peak_viewers);
    const pathOf = (path: string) => publicPath(this.config, path);
    return describeEnded({ stream, compared, peakOfYear, peak_at, changes, pathOf });
  }

  /** Returns the hours of the week of the newest streams of a streamer in a window. */
  listHours(name: string, window: TimeRange, zone: string): Promise<WeekHour[]> {
    return this.limit.run(async () => {
      const outlines = await this.streams.listOutlines(name, window);
      const hours = new WeekHours(createOffsetAt(zone));
      const ranges = outlines.map(({ id }) => ({ id, ...allTime }));
      for await (const [samples, index] of this.repository.readSamples(ranges)) {
        hours.add(samples, samples.end ?? (await this.findLastMoment(outlines[index]?.id ?? '')));
      }
      return hours.rows();
    });
  }

  /** Returns the end of a live stream. A sample can be later than now. */
  private async findLastMoment(id: string): Promise<number> {
    const now = this.clock.now();
    const stream = await this.streams.findDetail(id);
    return Math.min(now.getTime(), Date.parse(endOfStream(stream, stream.coverage.last_seen_at, now)));
  }
}

type EndedSummary = StreamSummary & { ended_at: string };

function hasEnd(stream: StreamSummary): stream is EndedSummary {
  return stream.ended_at !== null;
}

/** Returns the figures that are stored with a stream. */
function wholeStream({ avg_viewers, peak_viewers, watchtime, coverage }: StreamDetail, samples: StreamSamples) {
  const { sample_count, largest_gap_seconds } = coverage;
  const peak_at = findPeakTime(samples, peak_viewers);
  return { avg_viewers, peak_viewers, peak_at, watchtime, sample_count, largest_gap_seconds };
}
