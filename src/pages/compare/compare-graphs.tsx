import type { VNode } from 'preact';
import { comparePath } from './compare-paths.js';
import { CompareView } from './compare-view.js';
import { filesOf } from './compare-files.js';
import { followerSeries, viewerSeries } from './compared.js';
import { HoursGraph } from './hours-graph.js';
import { readableScale } from './scaled.js';
import { ScaledGraph } from './scaled-graph.js';

export const compareGraphNames = ['viewers', 'followers', 'hours'] as const;
export type CompareGraph = (typeof compareGraphNames)[number];

/** Returns the graphs of a comparison by their IDs. */
export function compareGraphs({ compared, window, query }: CompareView): Record<CompareGraph, VNode> {
  const range = [window.from.getTime(), window.to.getTime()] as const;
  const viewers = viewerSeries(compared);
  return {
    viewers: (
      <ScaledGraph
        key="viewers"
        id="viewers"
        files={filesOf(compared, query, 'viewers')}
        title="Average viewers of each stream"
        about="average-viewers"
        point="A point is one stream, at its start."
        series={viewers}
        unit="viewers"
        range={range}
        scale={query.viewers ?? readableScale(viewers)}
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
        scale={query.followers ?? (compared.length > 1 ? 'indexed' : 'linear')}
        pathOf={(scale) => comparePath(compared, { ...query, followers: scale })}
      />
    ),
    hours: <HoursGraph key="hours" files={filesOf(compared, query, 'hours')} compared={compared} window={window} />,
  };
}
