import { Controller, Get, Param, Query } from '@nestjs/common';
import { CachedApi } from '../http/request/limited-api.decorator.js';
import { Operation } from '../http/request/operation.decorator.js';
import { reportUnits, severalStreamsUnits, statsUnits } from '../rate-limit/request-units.js';
import { badNames } from '../http/query/names-query.decorator.js';
import { keysOfWindow } from '../http/query/window.query.js';
import { LoadedResponse, ResponseCache } from '../response-cache/response-cache.js';
import { LastStream } from '../streams/reports/last-stream.response.js';
import { noEndedStreamMessage } from '../streams/reports/stream-reports.service.js';
import { WeekHour } from '../streams/reports/week-hour.response.js';
import { HoursQuery, StatsOfQuery } from './dto/reports.query.js';
import { badStreamerName, StreamerParams } from '../http/query/streamer.params.js';
import { NamedStats, StatsOf } from './dto/window-stats.response.js';
import { StreamerService } from './streamer.service.js';
import { unknownStreamerMessage } from '../http/errors/unknown-streamer.js';

@Controller('v1')
@CachedApi('Streamer')
export class StreamerReportsController {
  constructor(
    private readonly streamer: StreamerService,
    private readonly cache: ResponseCache,
  ) {}

  @Get('streamer/:name/last-stream')
  @Operation({
    summary: 'Get the last stream',
    description:
      'Returns the newest stream that has ended, with its peak and its rank among the newest streams, itself included, at most 30. A streamer without such a stream returns 404.',
    ok: LastStream,
    okDescription: 'The newest ended stream.',
    failure: 'Failed to fetch last stream',
    units: reportUnits,
    badRequest: badStreamerName,
    notFound: noEndedStreamMessage,
  })
  findLastStream(@Param() { name }: StreamerParams): Promise<LoadedResponse<LastStream>> {
    return this.cache.getOrLoad(['last-stream', name], () => this.streamer.findLastStream(name));
  }

  @Get('streamer/:name/hours')
  @Operation({
    summary: 'List the hours of the week',
    description:
      'Returns the time streamed and the average viewers in each of the 168 hours of the week, from Monday, 0:00, in a time zone. It covers the streams that started in a window, at most the newest 2,000. The window is the last 7, 30, 90 or 365 x 24 hours, a calendar month or year, or the time from `from` to `to`, at most 400 days. An hour that occurs twice when clocks change counts twice.',
    ok: [WeekHour],
    okDescription: '168 rows, by weekday and hour.',
    failure: 'Failed to fetch hours of the week',
    units: severalStreamsUnits,
    badRequest: 'tz must be an IANA time zone such as Europe/Berlin',
    notFound: unknownStreamerMessage,
  })
  listHours(@Param() { name }: StreamerParams, @Query() query: HoursQuery): Promise<LoadedResponse<WeekHour[]>> {
    const window = query.toWindow();
    const { tz = 'UTC' } = query;
    return this.cache.getOrLoad(['hours', name, tz, ...keysOfWindow(window)], () =>
      this.streamer.listHours(name, window, tz),
    );
  }

  @Get('stats')
  @Operation({
    summary: 'Get stats of several streamers',
    description:
      'Returns figures of up to 100 streamers over one window: the last 30 x 24 hours, or the window of the parameters. Repeated names are returned once. Names that match no streamer are listed in `unknown`.',
    ok: StatsOf,
    rows: NamedStats,
    okDescription: 'Figures of each existing streamer, and the unknown names.',
    failure: 'Failed to fetch stats',
    units: statsUnits,
    badRequest: badNames,
  })
  findStats(@Query() query: StatsOfQuery): Promise<LoadedResponse<StatsOf>> {
    const { names } = query;
    const window = query.toWindow();
    return this.cache.getOrLoad(['stats', ...keysOfWindow(window), ...names], () =>
      this.streamer.findStatsOf(names, window),
    );
  }
}
