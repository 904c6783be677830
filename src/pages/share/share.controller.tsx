import { Query } from '@nestjs/common';
import { chartUnits } from '../../http/request/request-units.js';
import { LoadedResponse } from '../../response-cache/response-cache.js';
import { plainName, SharedChart, SharedCharts } from '../embed/shared-charts.js';
import { PageController, PageResponses, ShowPage } from '../page-responses.js';
import { keysOfRange, readPageRange } from '../parts/ranges/page-range.js';
import { SharePage } from './share.page.js';
import { ShareQuery } from './share.query.js';

/** The totals of all time are too many. */
const longestRange = '365';

@PageController('share')
export class ShareController {
  constructor(
    private readonly pages: PageResponses,
    private readonly charts: SharedCharts,
  ) {}

  @ShowPage('', 'Failed to show the codes', chartUnits)
  showShare(@Query() query: ShareQuery): Promise<LoadedResponse> {
    const key = ['share', ...keysOfRange(readPageRange(query)), JSON.stringify(query)];
    return this.pages.respond(key, async () => <SharePage query={query} chart={await this.load(query)} />);
  }

  private load({ of, streamers = '', ...query }: ShareQuery): Promise<SharedChart> {
    const [kind, subject = '', graph = ''] = of.split('/');
    if (kind === 'streamers') return this.charts.ofStreamer(subject, graph, readPageRange(query), plainName);
    if (kind === 'streams') return this.charts.ofStream(subject, graph, plainName);
    if (kind === 'events') return this.charts.ofEvent(subject, graph, plainName);
    if (kind === 'totals') {
      const { range, platform } = query;
      return this.charts.ofTotals(subject, { range: range === 'all' ? longestRange : range, platform });
    }
    return this.charts.ofComparison(subject, { ...query, streamers: streamers.split(',') }, plainName);
  }
}
