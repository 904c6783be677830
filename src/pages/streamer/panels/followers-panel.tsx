import { firstValue, lineChart } from '../../../charts/line-chart.js';
import { withUnusualGaps } from '../../../charts/series.js';
import { usualPauseMs } from '../../../streamer/draw-follower-graph.js';
import { countText, fullNumber, pageText } from '../../../charts/labels/number-labels.js';
import { ChartPanel } from '../../parts/panels/chart-panel.js';
import { Day } from '../../parts/moments.js';
import { streamerCall } from '../../parts/names/link.js';
import { MomentsTable } from '../../parts/lists/numbers-table.js';
import { panelFiles, fromOf, ChartsView } from '../streamer-view.js';
import { useCanvas } from '../../parts/panels/canvas.js';

/** Followers over time, with gaps where counts are missing. */
export function FollowersPanel({ view }: { view: ChartsView }) {
  const { streamer, followers, window, span } = view;
  const points = followers.map(({ created_at, followers: value }) => ({ at: Date.parse(created_at), value }));
  const [first, last] = [points[0], points.at(-1)];
  const ends = `From ${fullNumber(first?.value ?? 0)} to ${countText(last?.value ?? 0, 'follower')}`;
  const description = `${ends} in ${countText(points.length, 'point')}.`;
  const chart = {
    ...{ ...useCanvas(256), title: 'Followers over time', description, empty: description, range: span },
    series: [{ name: 'Followers', points: withUnusualGaps(points, usualPauseMs) }],
  };
  const isChange = points.length > 1;
  const brief = isChange ? `axis begins at ${pageText(firstValue(chart))}` : undefined;
  return (
    <ChartPanel
      id="followers"
      title="Followers"
      label="numbers of followers"
      brief={brief}
      note={
        first && (
          <>
            {isChange ? <b>{signed((last?.value ?? 0) - first.value)}</b> : 'One count,'} {isChange ? 'since' : 'on'}{' '}
            <Day at={new Date(first.at).toISOString()} />.{brief && ` The ${brief}.`}
          </>
        )
      }
      files={panelFiles(view, 'followers', true)}
      data={streamerCall(streamer, 'follower-graph', { from: fromOf(window.from) })}
      empty={points.length === 0 && 'Followers were not counted in this range.'}
      height={256}
      description={description}
      range={span}
      draw={(options) => lineChart({ ...chart, ...options, title: chart.title })}
      numbers={<MomentsTable names={['Followers']} rows={points.map(({ at, value }) => ({ at, values: [value] }))} />}
    />
  );
}

function signed(value: number): string {
  return value > 0 ? `+${pageText(value)}` : pageText(value);
}
