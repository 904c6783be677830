import { Query } from '@nestjs/common';
import { Page } from '../../http/lists/page.js';
import { Read, ReadController } from '../../response-cache/read.decorator.js';
import { StreamSummary } from '../detail/stream-summary.response.js';
import { AllStreamsQuery } from './all-streams.query.js';
import { AllStreamsService } from './all-streams.service.js';

@ReadController('v1/streams', 'Streams')
export class AllStreamsController {
  constructor(private readonly streams: AllStreamsService) {}

  @Read('', {
    summary: 'List streams of all streamers',
    description:
      'Returns the streams that started in a range, newest first. Streams with the same start are sorted by ID. Without `from`, `month` and `year`, the range has the 31 days before `to`, or before now. A page compares at most 50,000 streams with the filters, so it can have fewer streams than `limit`, or none, while the `Link` header leads to older streams. `cursor` also counts streams that do not match.',
    ok: [StreamSummary],
    okDescription: 'A page of streams, newest first.',
  })
  listStreams(@Query() query: AllStreamsQuery): Promise<Page<StreamSummary>> {
    return this.streams.list(query, query.toRange());
  }
}
