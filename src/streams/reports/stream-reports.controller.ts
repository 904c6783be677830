import { Param, Query } from '@nestjs/common';
import { reportUnits } from '../../rate-limit/request-units.js';
import { readRange } from '../../http/query/range.query.js';
import { Read, ReadController } from '../../response-cache/read.decorator.js';
import { StreamParams } from '../detail/stream.params.js';
import { StreamRangeQuery } from './stream-range.query.js';
import { StreamReportsService } from './stream-reports.service.js';
import { StreamStats } from './stream-stats.response.js';

@ReadController('v1/streams/:id', 'Streams')
export class StreamReportsController {
  constructor(private readonly reports: StreamReportsService) {}

  @Read('stats', {
    summary: 'Get the figures of a stream in a time range',
    description:
      'Returns the figures of a part of a stream, computed from its viewer samples, from `from` (inclusive) to `to` (exclusive). In the response, the range is cut to the time of the stream. Without a range, the response contains the figures of the whole stream. Figures are null without samples, for a range outside of the stream, and if the range begins before the last pruned sample.',
    ok: StreamStats,
    okDescription: 'Figures of the range.',
    failure: 'Failed to fetch figures of a stream',
    units: reportUnits,
    badRequest: 'from must be before to',
  })
  findStreamStats(@Param() { id }: StreamParams, @Query() query: StreamRangeQuery): Promise<StreamStats> {
    return this.reports.findStats(id, readRange(query));
  }
}
