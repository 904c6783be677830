import { fullDay } from '../../charts/labels/time-labels.js';
import { readRange } from '../../http/query/range.query.js';
import { samplesPageUnits } from '../../rate-limit/request-units.js';
import { StreamParams } from '../../streams/detail/stream.params.js';
import { plainText, untitled } from '../../streams/shown-text.js';
import { granularitySeconds } from '../../streams/viewers/graph-range.js';
import { PageKind } from '../kinds/page-kind.js';
import { Day } from '../parts/moments.js';
import { streamPath } from '../parts/names/link.js';
import { streamCard } from '../previews/cards.js';
import { StreamPageQuery } from './stream-page.query.js';
import { streamCharts, streamPanels } from './stream-panels.js';
import { LiveStreamParts, StreamPage } from './stream.page.js';
import { StreamView, StreamViewLoader } from './stream-view.js';

export const streamKind: PageKind<StreamViewLoader, StreamParams, StreamPageQuery, string, StreamView> = {
  ...{ path: 'streams/:id', failure: 'Failed to show the stream', units: samplesPageUnits, source: StreamViewLoader },
  ...{ params: StreamParams, pageQuery: StreamPageQuery },
  show: async (views, { id }, query) => <StreamPage view={await views.load(id, readRange(query), query.tz)} />,
  showLive: async (views, { id }) => <LiveStreamParts view={await views.load(id)} />,
  panels: streamPanels,
  subjectOf: ({ id }) => id,
  charts: {
    panels: streamCharts,
    load: (views, id) => views.load(id),
    write: ({ streamer, stream: { id, title, started_at } }, write) => {
      const name = write(streamer.display_name, streamer.name);
      return {
        name: `${name}: ${plainText(title, untitled.stream)}`,
        about: `${name}, stream of ${fullDay(new Date(started_at))}`,
        ...{ path: streamPath(id), span: <Day at={started_at} /> },
      };
    },
  },
  loadCard: async (views, id) => {
    const { stream, streamer, minutes, viewers: points, granularity } = await views.load(id);
    return streamCard(stream, streamer, { minutes, points, partSeconds: granularitySeconds[granularity] });
  },
};
