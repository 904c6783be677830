import { Param, Query } from '@nestjs/common';
import { Clock } from '../../clock/clock.js';
import { Config } from '../../config/config.js';
import { EventParams } from '../../events/dto/event.params.js';
import { granularityFor } from '../../events/figures/event-span.js';
import { previewUnits } from '../../rate-limit/request-units.js';
import { LoadedResponse } from '../../response-cache/response-cache.js';
import { StreamerParams } from '../../http/query/streamer.params.js';
import { StreamersService } from '../../streamer/streamers.service.js';
import { StreamParams } from '../../streams/detail/stream.params.js';
import { granularitySeconds } from '../../streams/viewers/graph-range.js';
import { maxGraphPoints, StreamViewersService } from '../../streams/viewers/stream-viewers.service.js';
import { StreamsService } from '../../streams/detail/streams.service.js';
import { PageController, ShowPage } from '../page-responses.js';
import { PictureResponses } from '../picture-responses.js';
import { EventViewLoader } from '../events/event-view.js';
import { computeMinutes } from '../stream/stream-view.js';
import { keysOfRange, PageRangeQuery, readPageRange } from '../parts/ranges/page-range.js';
import { StreamerViewLoader } from '../streamer/streamer-view.js';
import { Card, drawCard } from './card.js';
import { eventCard, siteCard, streamCard, streamerCard } from './cards.js';

/** The pictures that chats show with links to pages. They have no parameters with texts, so nobody can make them show other texts. */
@PageController('previews')
export class PreviewsController {
  constructor(
    private readonly pictures: PictureResponses,
    private readonly config: Config,
    private readonly streamers: StreamersService,
    private readonly streams: StreamsService,
    private readonly viewers: StreamViewersService,
    private readonly events: EventViewLoader,
    private readonly views: StreamerViewLoader,
    private readonly clock: Clock,
  ) {}

  @ShowPage('site.png', 'Failed to draw the picture of the site', previewUnits)
  drawSite(): Promise<LoadedResponse> {
    return this.respond(['site'], () => Promise.resolve(siteCard()));
  }

  @ShowPage('streamers/:name.png', 'Failed to draw the picture of the streamer', previewUnits)
  drawStreamer(@Param() { name }: StreamerParams, @Query() query: PageRangeQuery): Promise<LoadedResponse> {
    const range = readPageRange(query);
    return this.respond(['streamer', name, ...keysOfRange(range)], async () =>
      streamerCard(await this.views.loadCharts(name, range)),
    );
  }

  @ShowPage('streams/:id.png', 'Failed to draw the picture of the stream', previewUnits)
  drawStream(@Param() { id }: StreamParams): Promise<LoadedResponse> {
    return this.respond(['stream', id], async () => {
      const stream = await this.streams.findDetail(id);
      const minutes = computeMinutes(stream, this.clock.now());
      const granularity = granularityFor(minutes);
      const [streamer, points] = await Promise.all([
        this.streamers.findStreamer(stream.streamer_id),
        this.viewers.listGraph(id, granularity, { points: maxGraphPoints }),
      ]);
      return streamCard(stream, streamer, { minutes, points, partSeconds: granularitySeconds[granularity] });
    });
  }

  @ShowPage('events/:id.png', 'Failed to draw the picture of the event', previewUnits)
  drawEvent(@Param() { id }: EventParams): Promise<LoadedResponse> {
    return this.respond(['event', id], async () => eventCard(await this.events.findEvent(id)));
  }

  private respond(cacheKey: readonly (string | number)[], load: () => Promise<Card>): Promise<LoadedResponse> {
    return this.pictures.png(['preview', ...cacheKey], async () => drawCard(await load(), this.config.siteName));
  }
}
