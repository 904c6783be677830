import { Query } from '@nestjs/common';
import { Page } from '../../http/lists/page.js';
import { liveUnits } from '../../rate-limit/request-units.js';
import { Read, ReadController } from '../../response-cache/read.decorator.js';
import { LiveStream } from './live-stream.response.js';
import { LiveStreamsQuery } from './live-streams.query.js';
import { LiveStreamsService } from './live-streams.service.js';

@ReadController('v1/streams/live', 'Streams')
export class LiveStreamsController {
  constructor(private readonly streams: LiveStreamsService) {}

  @Read('', {
    summary: 'List live streams',
    description:
      'Returns live streams, sorted by viewers in the last sample, highest first. Streams without a sample come last. Streams with equal viewers are sorted by ID. With `names`, returns which of these streamers are live; names without a live stream are ignored. If viewers change while you read several pages, a stream can appear twice or not at all.',
    ok: [LiveStream],
    okDescription: 'A page of live streams. Empty past the end.',
    units: liveUnits,
  })
  listLiveStreams(@Query() { limit, cursor, ...filter }: LiveStreamsQuery): Promise<Page<LiveStream>> {
    return this.streams.listLive(limit, cursor, filter);
  }
}
