import { Param, Query } from '@nestjs/common';
import { IsIn } from 'class-validator';
import { EventParams } from '../../events/dto/event.params.js';
import { rangeUnits, RequestUnits, samplesPageUnits } from '../../http/request-units.js';
import { Found } from '../../response-cache/response-cache.js';
import { StreamerParams } from '../../streamer/dto/streamer.params.js';
import { StreamParams } from '../../streams/dto/stream.params.js';
import { CompareGraph, compareGraphNames } from '../compare/compare-graphs.js';
import { CompareQuery } from '../compare/compare.query.js';
import { PageAnswers } from '../page-answers.js';
import { PageController, ShowPage } from '../page-controller.decorator.js';
import { ranges } from '../streamer/streamer.query.js';
import { EmbedPage } from './embed.page.js';
import { EmbedQuery } from './embed.query.js';
import { SharedChart, SharedCharts, StreamerGraph, streamerGraphs } from './shared-charts.js';

class StreamerGraphParams extends StreamerParams {
  @IsIn(streamerGraphs, { message: `the graph must be one of ${streamerGraphs.join(', ')}` })
  graph: StreamerGraph;
}

export class StreamerGraphQuery extends EmbedQuery {
  @IsIn(ranges, { message: `range must be one of ${ranges.join(', ')}` })
  range = '30';
}

export class CompareGraphParams {
  @IsIn(compareGraphNames, { message: `the graph must be one of ${compareGraphNames.join(', ')}` })
  graph: CompareGraph;
}

const failure = 'Failed to show the chart';

/** Charts that the sites in `EMBED_ORIGINS` may frame. */
@PageController('embed')
export class EmbedController {
  constructor(
    private readonly pages: PageAnswers,
    private readonly charts: SharedCharts,
  ) {}

  @ShowPage('streamers/:name/:graph', failure)
  @RequestUnits(rangeUnits)
  showOfStreamer(@Param() { name, graph }: StreamerGraphParams, @Query() query: StreamerGraphQuery): Promise<Found> {
    const { range } = query;
    return this.show(['streamer', name, graph, range], query, () => this.charts.ofStreamer(name, graph, range));
  }

  @ShowPage('streams/:id/viewers', failure)
  @RequestUnits(samplesPageUnits)
  showOfStream(@Param() { id }: StreamParams, @Query() query: EmbedQuery): Promise<Found> {
    return this.show(['stream', id], query, () => this.charts.ofStream(id));
  }

  @ShowPage('events/:id/viewers', failure)
  @RequestUnits(samplesPageUnits)
  showOfEvent(@Param() { id }: EventParams, @Query() query: EmbedQuery): Promise<Found> {
    return this.show(['event', id], query, () => this.charts.ofEvent(id));
  }

  @ShowPage('compare/:graph', failure)
  @RequestUnits(samplesPageUnits)
  showComparison(
    @Param() { graph }: CompareGraphParams,
    @Query() query: CompareQuery,
    @Query() look: EmbedQuery,
  ): Promise<Found> {
    const { streamers, days, viewers = '', followers = '' } = query;
    const question = ['compare', graph, days, viewers, followers, ...streamers];
    return this.show(question, look, () => this.charts.ofComparison(graph, query));
  }

  private show(question: readonly string[], query: EmbedQuery, load: () => Promise<SharedChart>): Promise<Found> {
    return this.pages.embed([...question, query.theme, query.height], async () => (
      <EmbedPage chart={await load()} query={query} />
    ));
  }
}
