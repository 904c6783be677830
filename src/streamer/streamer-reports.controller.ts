import { Param, Query } from '@nestjs/common';
import { reportUnits, severalStreamsUnits, statsUnits } from '../rate-limit/request-units.js';
import { Read, ReadController } from '../response-cache/read.decorator.js';
import { LastStream } from '../streams/reports/last-stream.response.js';
import { noEndedStreamMessage } from '../streams/reports/stream-reports.service.js';
import { WeekHour } from '../streams/reports/week-hour.response.js';
import { HoursQuery, StatsOfQuery } from './dto/reports.query.js';
import { StreamerParams } from '../http/query/streamer.params.js';
import { NamedStats, StreamerStats } from './dto/window-stats.response.js';
import { StreamerService } from './streamer.service.js';

@ReadController('v1', 'Streamer')
export class StreamerReportsController {
  constructor(private readonly streamer: StreamerService) {}

  @Read('streamer/:name/last-stream', {
    summary: 'Get the last stream',
    description:
      'Returns the newest ended stream, with its peak and its ranks. The ranks compare it with the newest streams, at most 30, including itself. A streamer without such a stream returns 404.',
    ok: LastStream,
    okDescription: 'The newest ended stream.',
    units: reportUnits,
    notFound: noEndedStreamMessage,
  })
  findLastStream(@Param() { name }: StreamerParams): Promise<LastStream> {
    return this.streamer.findLastStream(name);
  }

  @Read('streamer/:name/hours', {
    summary: 'List the hours of the week',
    description:
      'Returns the time streamed and the average viewers in each of the 168 hours of the week, from Monday, 0:00, in a time zone. It covers the streams that started in a window, at most the newest 2,000. The window is the last 7, 30, 90 or 365 x 24 hours, a calendar month or year, or the time from `from` to `to`, at most 400 days. An hour that occurs twice when clocks change counts twice.',
    ok: [WeekHour],
    okDescription: '168 rows, by weekday and hour.',
    units: severalStreamsUnits,
    badRequest: 'tz must be an IANA time zone such as Europe/Berlin',
  })
  listHours(@Param() { name }: StreamerParams, @Query() query: HoursQuery): Promise<WeekHour[]> {
    return this.streamer.listHours(name, query.toWindow(), query.tz ?? 'UTC');
  }

  @Read('stats', {
    summary: 'Get stats of several streamers',
    description:
      'Returns figures of up to 100 streamers over one window: the last 30 x 24 hours, or the window of the parameters. Repeated names are returned once. Names that match no streamer are listed in `unknown`.',
    ok: StreamerStats,
    rows: NamedStats,
    okDescription: 'Figures of each existing streamer, and the unknown names.',
    failure: 'Failed to fetch stats',
    units: statsUnits,
  })
  findStats(@Query() query: StatsOfQuery): Promise<StreamerStats> {
    return this.streamer.findStatsOf(query.names, query.toWindow());
  }
}
