import { firstValue, lineChart } from '../../../charts/line-chart.js';
import { withUnusualGaps } from '../../../charts/series.js';
import { usualPauseMs } from '../../../streamer/draw-follower-graph.js';
import { countText, fullNumber, pageText } from '../../../charts/labels/number-labels.js';
import { useCanvas } from '../../parts/panels/canvas.js';
import { Graph } from '../../parts/panels/graph.js';
import { Day } from '../../parts/moments.js';
import { streamerCall } from '../../parts/names/link.js';
import { Panel } from '../../parts/panels/panel.js';
import { MomentsTable } from '../../parts/lists/numbers-table.js';
import { filesOf, fromOf, ChartsView } from '../streamer-view.js';

/** Followers over time, with gaps where counts are missing. */
export function FollowersPanel({ view }: { view: ChartsView }) {
  const { streamer, followers, window, span } = view;
  const points = followers.map(({ created_at, followers: value }) => ({ at: Date.parse(created_at), value }));
  const [first, last] = [points[0], points.at(-1)];
  const description =
    first && last
      ? `From ${fullNumber(first.value)} to ${countText(last.value, 'follower')} in ${countText(points.length, 'point')}.`
      : 'No follower counts in this range.';
  const options = {
    ...{ id: 'followers', ...useCanvas(256), title: 'Followers over time', description, range: span },
    empty: description,
    series: [{ name: 'Followers', points: withUnusualGaps(points, usualPauseMs) }],
  };
  const brief = first && `axis begins at ${pageText(firstValue(options))}`;
  return (
    <Panel
      id="followers"
      title="Followers"
      brief={brief}
      note={
        first && last ? (
          <>
            <b>{signed(last.value - first.value)}</b> since <Day at={new Date(first.at).toISOString()} />. The {brief}.
          </>
        ) : undefined
      }
      files={filesOf(view, 'followers', true)}
      data={streamerCall(streamer, 'follower-graph', { from: fromOf(window.from) })}
      empty={points.length === 0 && 'Followers were not counted in this range.'}
    >
      <Graph
        id="followers-graph"
        label="numbers of followers"
        range={span}
        drawing={lineChart({ ...options, ...useCanvas(256, brief) })}
        numbers={<MomentsTable names={['Followers']} rows={points.map(({ at, value }) => ({ at, values: [value] }))} />}
      />
    </Panel>
  );
}

function signed(value: number): string {
  return value > 0 ? `+${pageText(value)}` : pageText(value);
}
