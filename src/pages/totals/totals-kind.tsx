import { platformTitles } from '../../config/platforms.js';
import { totalsUnits } from '../../rate-limit/request-units.js';
import { PageKind } from '../kinds/page-kind.js';
import { pathTo } from '../parts/names/link.js';
import { readPageRange } from '../parts/ranges/page-range.js';
import { totalsCharts, totalsPanels } from './totals-panels.js';
import { TotalsPage } from './totals.page.js';
import { TotalsPageQuery } from './totals.query.js';
import { TotalsView, TotalsViewLoader } from './totals-view.js';

export const totalsKind: PageKind<
  TotalsViewLoader,
  object,
  TotalsPageQuery,
  TotalsPageQuery,
  TotalsView,
  TotalsPageQuery
> = {
  ...{ path: 'totals', failure: 'Failed to show the totals', units: totalsUnits, source: TotalsViewLoader },
  ...{ pageQuery: TotalsPageQuery, query: TotalsPageQuery },
  show: async (views, _params, query) => {
    const [view, platforms, { platforms: collected }] = await Promise.all([
      views.load(query),
      views.meta.listPlatforms(),
      views.meta.findStatus(),
    ]);
    return <TotalsPage {...{ view, platforms, collected }} />;
  },
  panels: totalsPanels,
  subjectOf: (_params, query) => query,
  charts: {
    panels: totalsCharts,
    load: (views, query) => views.load(query),
    write: ({ asked }) => {
      const ofPlatform = asked.platform === undefined ? '' : ` of ${platformTitles[asked.platform]}`;
      return {
        ...{ name: `Totals${ofPlatform}`, about: `totals${ofPlatform}`, span: readPageRange(asked).title },
        path: pathTo('/totals', { range: asked.range, platform: asked.platform }, new TotalsPageQuery()),
      };
    },
  },
};
