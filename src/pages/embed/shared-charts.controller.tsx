import { NotFoundException, Param, Query } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { chartUnits } from '../../rate-limit/request-units.js';
import { LoadedResponse } from '../../response-cache/response-cache.js';
import { CompareQuery, keysOfComparison } from '../compare/compare.query.js';
import { PageController, PageResponses, ShowPage } from '../page-responses.js';
import { PageRenderer } from '../page-renderer.js';
import { CanvasContext } from '../parts/panels/canvas.js';
import { keysOfRange, PageRangeQuery, readPageRange } from '../parts/ranges/page-range.js';
import { PictureResponses } from '../picture-responses.js';
import { drawableName } from '../previews/drawable-text.js';
import { SharePage } from '../share/share.page.js';
import { ShareQuery } from '../share/share.query.js';
import { TotalsPageQuery } from '../totals/totals.query.js';
import { EmbedPage } from './embed.page.js';
import {
  CompareChartParams,
  EventChartParams,
  FormParams,
  ChartStyleQuery,
  PictureForm,
  StreamChartParams,
  StreamerChartParams,
  TotalsChartParams,
} from './shared-chart.query.js';
import { plainName, SharedChart, SharedCharts, WriteName } from './shared-charts.js';

/** Pixels of a PNG per pixel of its size, so that it is sharp on most screens. */
const density = 2;

/** A handler of a chart as a frame and as a picture. */
function ShowChart(path: string): MethodDecorator {
  return ShowPage([`embed/${path}`, `download/${path}.:form`], 'Failed to show the chart', chartUnits);
}

/** Charts of the pages, for the sites in `EMBED_ORIGINS` as frames, and for everybody as pictures, with their codes. */
@PageController('')
export class SharedChartsController {
  constructor(
    private readonly pages: PageResponses,
    private readonly pictures: PictureResponses,
    private readonly charts: SharedCharts,
    private readonly renderer: PageRenderer,
    private readonly config: Config,
  ) {}

  @ShowChart('streamers/:name/:graph')
  showOfStreamer(
    @Param() { name, graph }: StreamerChartParams,
    @Param() { form }: FormParams,
    @Query() query: PageRangeQuery,
    @Query() look: ChartStyleQuery,
  ): Promise<LoadedResponse> {
    const range = readPageRange(query);
    return this.show(['streamer', name, graph, ...keysOfRange(range)], form, look, (write) =>
      this.charts.ofStreamer(name, graph, range, write),
    );
  }

  @ShowChart('streams/:id/:graph')
  showOfStream(
    @Param() { id, graph }: StreamChartParams,
    @Param() { form }: FormParams,
    @Query() look: ChartStyleQuery,
  ): Promise<LoadedResponse> {
    return this.show(['stream', id, graph], form, look, (write) => this.charts.ofStream(id, graph, write));
  }

  @ShowChart('events/:id/:graph')
  showOfEvent(
    @Param() { id, graph }: EventChartParams,
    @Param() { form }: FormParams,
    @Query() look: ChartStyleQuery,
  ): Promise<LoadedResponse> {
    return this.show(['event', id, graph], form, look, (write) => this.charts.ofEvent(id, graph, write));
  }

  @ShowChart('compare/:graph')
  showComparison(
    @Param() { graph }: CompareChartParams,
    @Param() { form }: FormParams,
    @Query() query: CompareQuery,
    @Query() look: ChartStyleQuery,
  ): Promise<LoadedResponse> {
    const question = ['compare', graph, ...keysOfComparison(query)];
    return this.show(question, form, look, (write) => this.charts.ofComparison(graph, query, write));
  }

  @ShowChart('totals/:graph')
  showTotals(
    @Param() { graph }: TotalsChartParams,
    @Param() { form }: FormParams,
    @Query() query: TotalsPageQuery,
    @Query() look: ChartStyleQuery,
  ): Promise<LoadedResponse> {
    const question = ['totals', graph, query.range, query.platform ?? ''];
    return this.show(question, form, look, () => this.charts.ofTotals(graph, query));
  }

  @ShowPage('share', 'Failed to show the codes', chartUnits)
  showShare(@Query() query: ShareQuery): Promise<LoadedResponse> {
    const key = ['share', ...keysOfRange(readPageRange(query)), JSON.stringify(query)];
    return this.pages.respond(key, async () => <SharePage query={query} chart={await this.loadShared(query)} />);
  }

  private loadShared({ of, streamers = '', ...query }: ShareQuery): Promise<SharedChart> {
    const [kind, subject = '', graph = ''] = of.split('/');
    if (kind === 'streamers') return this.charts.ofStreamer(subject, graph, readPageRange(query), plainName);
    if (kind === 'streams') return this.charts.ofStream(subject, graph, plainName);
    if (kind === 'events') return this.charts.ofEvent(subject, graph, plainName);
    if (kind === 'totals') return this.charts.ofTotals(subject, query);
    return this.charts.ofComparison(subject, { ...query, streamers: streamers.split(',') }, plainName);
  }

  private show(
    question: readonly (string | number)[],
    form: PictureForm | undefined,
    look: ChartStyleQuery,
    load: (write: WriteName) => Promise<SharedChart>,
  ): Promise<LoadedResponse> {
    const { theme = form ? 'light' : 'auto', width, height } = look;
    if (form === undefined) {
      return this.pages.part('embed', [...question, theme, height], async () => (
        <EmbedPage chart={await load(plainName)} theme={theme} height={height} />
      ));
    }
    const key = [...question, width, height, theme];
    const draw = async (write: WriteName) => this.draw(await load(write), { width, height, theme });
    return form === 'svg'
      ? this.pictures.svg(key, () => draw(plainName))
      : this.pictures.png(key, () => draw(drawableName), density * width);
  }

  /** Renders the panel of the chart, and keeps its first drawing. */
  private draw({ panel, heading }: SharedChart, { width, height, theme = 'light' }: ChartStyleQuery): string {
    const drawn: string[] = [];
    const picture = { width, theme, heading: `${heading} · ${this.config.siteName}` };
    this.renderer.render(<CanvasContext.Provider value={{ height, picture, drawn }}>{panel}</CanvasContext.Provider>);
    const [svg] = drawn;
    if (svg === undefined) throw new NotFoundException('There is no data for this chart.');
    return svg;
  }
}
