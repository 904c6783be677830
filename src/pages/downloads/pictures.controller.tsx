import { NotFoundException, Param, Query } from '@nestjs/common';
import { IsIn } from 'class-validator';
import { Config } from '../../config/config.js';
import { EventParams } from '../../events/dto/event.params.js';
import { previewUnits, RequestUnits } from '../../http/request-units.js';
import { svgAnswer } from '../../http/svg-answer.js';
import { AfterLoad, Found, ResponseCache } from '../../response-cache/response-cache.js';
import { StreamerParams } from '../../streamer/dto/streamer.params.js';
import { StreamParams } from '../../streams/dto/stream.params.js';
import { CompareQuery } from '../compare/compare.query.js';
import { CompareGraphParams } from '../embed/embed.controller.js';
import { SharedChart, SharedCharts, StreamerGraph, streamerGraphs } from '../embed/shared-charts.js';
import { PageController, ShowPage } from '../page-controller.decorator.js';
import { PageRenderer } from '../page-renderer.js';
import { CanvasContext } from '../parts/canvas.js';
import { drawableLetters } from '../previews/drawable-text.js';
import { Rasterizer } from '../previews/rasterizer.js';
import { ranges } from '../streamer/streamer.query.js';
import { PictureQuery } from './picture.query.js';

const forms = ['svg', 'png'] as const;
type Form = (typeof forms)[number];
const badForm = { message: 'the file must end in .svg or .png' };

class StreamerPictureParams extends StreamerParams {
  @IsIn(streamerGraphs, { message: `the graph must be one of ${streamerGraphs.join(', ')}` })
  graph: StreamerGraph;

  @IsIn(forms, badForm)
  form: Form;
}

class StreamerPictureQuery extends PictureQuery {
  @IsIn(ranges, { message: `range must be one of ${ranges.join(', ')}` })
  range = '30';
}

class StreamPictureParams extends StreamParams {
  @IsIn(forms, badForm)
  form: Form;
}

class EventPictureParams extends EventParams {
  @IsIn(forms, badForm)
  form: Form;
}

class ComparePictureParams extends CompareGraphParams {
  @IsIn(forms, badForm)
  form: Form;
}

const failure = 'Failed to draw the chart';
/** Pixels of a PNG per pixel of its size, so that it is sharp on most screens. */
const density = 2;

/** The charts of the pages as pictures. Each is the drawing of the page, alone and of fixed size. */
@PageController('download')
export class PicturesController {
  constructor(
    private readonly cache: ResponseCache,
    private readonly charts: SharedCharts,
    private readonly renderer: PageRenderer,
    private readonly rasterizer: Rasterizer,
    private readonly config: Config,
  ) {}

  @ShowPage('streamers/:name/:graph.:form', failure)
  @RequestUnits(previewUnits)
  drawOfStreamer(@Param() params: StreamerPictureParams, @Query() query: StreamerPictureQuery): Promise<Found> {
    const { name, graph, form } = params;
    const { range } = query;
    const load = () => this.charts.ofStreamer(name, graph, range);
    return this.draw(['streamer', name, graph, range], form, query, load);
  }

  @ShowPage('streams/:id/viewers.:form', failure)
  @RequestUnits(previewUnits)
  drawOfStream(@Param() { id, form }: StreamPictureParams, @Query() query: PictureQuery): Promise<Found> {
    return this.draw(['stream', id], form, query, () => this.charts.ofStream(id));
  }

  @ShowPage('events/:id/viewers.:form', failure)
  @RequestUnits(previewUnits)
  drawOfEvent(@Param() { id, form }: EventPictureParams, @Query() query: PictureQuery): Promise<Found> {
    return this.draw(['event', id], form, query, () => this.charts.ofEvent(id));
  }

  @ShowPage('compare/:graph.:form', failure)
  @RequestUnits(previewUnits)
  drawComparison(
    @Param() { graph, form }: ComparePictureParams,
    @Query() query: CompareQuery,
    @Query() look: PictureQuery,
  ): Promise<Found> {
    const { streamers, days, viewers = '', followers = '' } = query;
    const question = ['compare', graph, days, viewers, followers, ...streamers];
    return this.draw(question, form, look, () => this.charts.ofComparison(graph, query, true));
  }

  private draw(
    question: readonly string[],
    form: Form,
    query: PictureQuery,
    load: () => Promise<SharedChart>,
  ): Promise<Found> {
    const { width, height, theme } = query;
    return this.cache.answer(['picture', ...question, form, width, height, theme], async () => {
      const svg = this.svgOf(await load(), query);
      if (form === 'svg') return svgAnswer(svg);
      return new AfterLoad(() => this.rasterizer.answer(drawableLetters(svg), density * width));
    });
  }

  /** Renders the panel of the chart, and keeps its first drawing. */
  private svgOf({ panel, heading }: SharedChart, { width, height, theme }: PictureQuery): string {
    const drawn: string[] = [];
    const picture = { width, theme, heading: `${heading} · ${this.config.siteName}` };
    this.renderer.render(<CanvasContext.Provider value={{ height, picture, drawn }}>{panel}</CanvasContext.Provider>);
    const [svg] = drawn;
    if (svg === undefined) throw new NotFoundException('There is no data for this chart.');
    return svg;
  }
}
