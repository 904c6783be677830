import { samplesPageUnits } from '../../rate-limit/request-units.js';
import { PageKind } from '../kinds/page-kind.js';
import { comparePanels, compareCharts } from './compare-panels.js';
import { ComparePage } from './compare.page.js';
import { comparePath, CompareQuery } from './compare.query.js';
import { CompareView, CompareViewLoader } from './compare-view.js';
import { nameOf } from './compared.js';

export const compareKind: PageKind<CompareViewLoader, object, CompareQuery, CompareQuery, CompareView, CompareQuery> = {
  ...{ path: 'compare', failure: 'Failed to compare', units: samplesPageUnits, source: CompareViewLoader },
  ...{ pageQuery: CompareQuery, query: CompareQuery },
  show: async (views, _params, query) => <ComparePage view={await views.loadCharts(query)} />,
  panels: comparePanels,
  subjectOf: (_params, query) => query,
  charts: {
    panels: compareCharts,
    load: (views, query) => views.loadCharts(query),
    write: (loaded, write) => {
      const compared = loaded.compared.map(({ streamer, ...one }) => ({
        ...one,
        streamer: { ...streamer, display_name: write(streamer.display_name, streamer.name) },
      }));
      const about = compared.map(nameOf).join(', ');
      const names = { name: about || 'Comparison', about, hasNames: compared.length > 1 };
      const { options } = loaded;
      const path = comparePath(compared, options);
      return { ...names, path, span: options.range.title, view: { ...loaded, compared } };
    },
  },
};
