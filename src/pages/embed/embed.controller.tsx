import { Get, Param } from '@nestjs/common';
import { IsIn } from 'class-validator';
import { FailureSentence } from '../../http/operation.decorator.js';
import { Found } from '../../response-cache/response-cache.js';
import { StreamerParams } from '../../streamer/dto/streamer.params.js';
import { PageAnswers } from '../page-answers.js';
import { PageController } from '../page-controller.decorator.js';
import { StreamerViewLoader } from '../streamer/streamer-view.js';
import { EmbedGraph, embedGraphs, EmbedPage } from './embed.page.js';

class EmbedParams extends StreamerParams {
  @IsIn(embedGraphs, { message: `the graph must be one of ${embedGraphs.join(', ')}` })
  graph: EmbedGraph;
}

/** Graphs for the pages of others, framed where `EMBED_ORIGINS` says. */
@PageController('embed/streamers/:name')
export class EmbedController {
  constructor(
    private readonly pages: PageAnswers,
    private readonly views: StreamerViewLoader,
  ) {}

  @Get(':graph')
  @FailureSentence('Failed to show the graph')
  showGraph(@Param() { name, graph }: EmbedParams): Promise<Found> {
    return this.pages.embed(['streamer', name, graph], async () => (
      <EmbedPage view={await this.views.load(name, { range: '30', cursor: 0 })} graph={graph} />
    ));
  }
}
