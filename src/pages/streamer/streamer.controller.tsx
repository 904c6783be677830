import { Param, Query } from '@nestjs/common';
import { IsIn } from 'class-validator';
import { rangeUnits, RequestUnits } from '../../http/request-units.js';
import { Found } from '../../response-cache/response-cache.js';
import { StreamerParams } from '../../streamer/dto/streamer.params.js';
import { EmbedGraph, embedGraphs, EmbedPage } from '../embed/embed.page.js';
import { PageAnswers } from '../page-answers.js';
import { PageController, ShowPage } from '../page-controller.decorator.js';
import { StreamerPage } from './streamer.page.js';
import { StreamerQuery } from './streamer.query.js';
import { StreamerViewLoader } from './streamer-view.js';

class EmbedParams extends StreamerParams {
  @IsIn(embedGraphs, { message: `the graph must be one of ${embedGraphs.join(', ')}` })
  graph: EmbedGraph;
}

/** Pages of a streamer, and graphs that the sites in `EMBED_ORIGINS` may frame. */
@PageController('')
export class StreamerPageController {
  constructor(
    private readonly pages: PageAnswers,
    private readonly views: StreamerViewLoader,
  ) {}

  @ShowPage('streamers/:name', 'Failed to show the streamer')
  @RequestUnits(rangeUnits)
  showStreamer(@Param() { name }: StreamerParams, @Query() query: StreamerQuery): Promise<Found> {
    return this.pages.answer(['streamer', name, query.range, query.cursor], async () => (
      <StreamerPage view={await this.views.load(name, query)} />
    ));
  }

  @ShowPage('embed/streamers/:name/:graph', 'Failed to show the graph')
  showGraph(@Param() { name, graph }: EmbedParams): Promise<Found> {
    return this.pages.embed(['streamer', name, graph], async () => (
      <EmbedPage view={await this.views.load(name, { range: '30', cursor: 0 })} graph={graph} />
    ));
  }
}
