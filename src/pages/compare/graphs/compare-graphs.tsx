import type { VNode } from 'preact';
import { Series } from '../../../charts/series.js';
import { FigureId } from '../../about/figures.js';
import { comparePath, compareFiles } from '../compare-paths.js';
import { CompareView } from '../compare-view.js';
import { CompareGraph, Scale } from '../compare.query.js';
import { followerSeries, isThinned, streamedBy, unitOf, viewerSeries } from '../compared.js';
import { StreamedHoursPanel, hoursTitle } from '../../parts/panels/hours-panel.js';
import { newestOnly } from '../../parts/panels/thinned.js';
import { readableScale, scaledTitle } from './scaled.js';
import { ScaledGraph } from './scaled-graph.js';

/** Returns the scale of a graph: the chosen one, or the one on which its lines are readable. */
function scaleOf({ compared, query }: CompareView, graph: CompareGraph): Scale {
  if (graph === 'viewers') return query.viewers ?? readableScale(viewerSeries(compared));
  if (graph === 'followers') return query.followers ?? (compared.length > 1 ? 'indexed' : 'linear');
  return 'linear';
}

const titles = { viewers: 'Average viewers of each stream', followers: 'Followers' };

/** Returns the title of a graph with its scale. */
export function titleOf(view: CompareView, graph: CompareGraph): string {
  return graph === 'hours' ? hoursTitle(unitOf(view.window)) : scaledTitle(titles[graph], scaleOf(view, graph));
}

/** Returns the graphs of a comparison by their IDs. */
export function compareGraphs(view: CompareView): Record<CompareGraph, VNode> {
  const { compared, window, query } = view;
  const range = [window.from.getTime(), window.to.getTime()] as const;
  const scaled = (id: 'viewers' | 'followers', about: FigureId, point: string, series: readonly Series[]) => (
    <ScaledGraph
      {...{ id, about, point, series, range }}
      files={compareFiles(compared, query, id)}
      title={titles[id]}
      scale={scaleOf(view, id)}
      pathOf={(scale) => comparePath(compared, { ...query, [id]: scale })}
    />
  );
  const point = isThinned(compared)
    ? 'A point is a stream, at its start; not every stream has a point.'
    : 'A point is one stream, at its start.';
  const newest = newestOnly(...compared.map(({ outlines }) => outlines));
  return {
    viewers: scaled('viewers', 'average-viewers', point + newest, viewerSeries(compared)),
    followers: scaled('followers', 'followers', 'A point is one count.', followerSeries(compared)),
    hours: (
      <StreamedHoursPanel
        id="hours"
        streamed={streamedBy(compared)}
        range={range}
        unit={unitOf(window)}
        height={300}
        files={compareFiles(compared, query, 'hours')}
      />
    ),
  };
}
