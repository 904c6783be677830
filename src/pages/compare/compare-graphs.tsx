import type { VNode } from 'preact';
import { comparePath } from './compare-paths.js';
import { CompareView } from './compare-view.js';
import { filesOf } from './compare-files.js';
import { followerSeries, isThinned, viewerSeries } from './compared.js';
import { HoursGraph } from './hours-graph.js';
import { Scale } from './compare.query.js';
import { readableScale } from './scaled.js';
import { ScaledGraph } from './scaled-graph.js';

/** Returns the scales of the graphs: the chosen ones, or those that suit the data. */
export function scalesOf({ compared, query }: CompareView): Record<'viewers' | 'followers', Scale> {
  return {
    viewers: query.viewers ?? readableScale(viewerSeries(compared)),
    followers: query.followers ?? (compared.length > 1 ? 'indexed' : 'linear'),
  };
}

export const compareGraphNames = ['viewers', 'followers', 'hours'] as const;
export type CompareGraph = (typeof compareGraphNames)[number];

/** Returns the graphs of a comparison by their IDs. */
export function compareGraphs(view: CompareView): Record<CompareGraph, VNode> {
  const { compared, window, query } = view;
  const scales = scalesOf(view);
  const range = [window.from.getTime(), window.to.getTime()] as const;
  return {
    viewers: (
      <ScaledGraph
        key="viewers"
        id="viewers"
        files={filesOf(compared, query, 'viewers')}
        title="Average viewers of each stream"
        about="average-viewers"
        point={
          isThinned(compared)
            ? 'A point is a stream, at its start; not every stream has a point.'
            : 'A point is one stream, at its start.'
        }
        series={viewerSeries(compared)}
        unit="viewers"
        range={range}
        scale={scales.viewers}
        wide
        fromZero
        pathOf={(scale) => comparePath(compared, { ...query, viewers: scale })}
      />
    ),
    followers: (
      <ScaledGraph
        key="followers"
        id="followers"
        files={filesOf(compared, query, 'followers')}
        title="Followers"
        about="followers"
        point="A point is one count."
        series={followerSeries(compared)}
        unit="followers"
        range={range}
        scale={scales.followers}
        pathOf={(scale) => comparePath(compared, { ...query, followers: scale })}
      />
    ),
    hours: <HoursGraph key="hours" files={filesOf(compared, query, 'hours')} compared={compared} window={window} />,
  };
}
