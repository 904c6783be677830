import { rangeUnits } from '../../rate-limit/request-units.js';
import { StreamerParams } from '../../http/query/streamer.params.js';
import { PageKind } from '../kinds/page-kind.js';
import { similarShown } from '../parts/names/did-you-mean.js';
import { pathTo, streamerPath } from '../parts/names/link.js';
import { hasRecap, PageRangeQuery, readPageRange } from '../parts/ranges/page-range.js';
import { streamerCard } from '../previews/cards.js';
import { recapCard } from '../previews/recap-card.js';
import { streamerCharts, streamerPanels } from './streamer-panels.js';
import { StreamerPage } from './streamer.page.js';
import { StreamerNow } from './streamer-now.js';
import { StreamerQuery } from './streamer.query.js';
import { ChartsView, StreamerSubject, StreamerViewLoader } from './streamer-view.js';

export const streamerKind: PageKind<
  StreamerViewLoader,
  StreamerParams,
  StreamerQuery,
  StreamerSubject,
  ChartsView,
  PageRangeQuery
> = {
  ...{ path: 'streamers/:name', failure: 'Failed to show the streamer', units: rangeUnits, source: StreamerViewLoader },
  ...{ params: StreamerParams, pageQuery: StreamerQuery, query: PageRangeQuery },
  show: async (views, { name }, query) => {
    const subject = views.createSubject(name, readPageRange(query));
    const [view, data] = await Promise.all([
      views.load(name, query),
      Promise.all(streamerPanels.map(async (panel) => [panel.id, await panel.load?.(views, subject)] as const)),
    ]);
    return <StreamerPage view={view} data={new Map(data)} />;
  },
  showLive: async (views, { name }) => {
    const now = await views.loadNow(name);
    return now ? <StreamerNow now={now} /> : <></>;
  },
  listSimilar: async ({ streamers }, name) => ({ streamers: await streamers.listSimilar(name, similarShown) }),
  panels: streamerPanels,
  subjectOf: ({ name }, query, views) => views.createSubject(name, readPageRange(query)),
  charts: {
    panels: streamerCharts,
    load: (views, subject) => views.loadCharts(subject),
    write: ({ streamer, range }, write) => ({
      name: write(streamer.display_name, streamer.name),
      path: pathTo(streamerPath(streamer), range.query, new StreamerQuery()),
      span: range.title,
    }),
  },
  loadCard: async (views, subject) =>
    hasRecap(subject.range) ? recapCard(await views.loadRecap(subject)) : streamerCard(await views.loadCharts(subject)),
};
