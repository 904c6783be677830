import { lineChart } from '../../charts/line-chart.js';
import { withGaps } from '../../charts/series.js';
import { usualPauseMs } from '../../streamer/draw-follower-graph.js';
import { countText, fullNumber } from '../../charts/number-labels.js';
import { streamerForms } from '../parts/data-forms.js';
import { Graph } from '../parts/graph.js';
import { Moment } from '../parts/moments.js';
import { Panel } from '../parts/panel.js';
import { fromOf } from './range-from.js';
import { StreamerView } from './streamer-view.js';

/** Followers over time, with gaps where nobody counted. */
export function FollowersPanel({ view: { streamer, followers, window } }: { view: StreamerView }) {
  const points = followers.map(({ created_at, followers: value }) => ({ at: Date.parse(created_at), value }));
  const [first, last] = [points[0], points.at(-1)];
  const description =
    first && last
      ? `From ${fullNumber(first.value ?? 0)} to ${countText(last.value ?? 0, 'follower')} in ${countText(points.length, 'point')}.`
      : 'No follower counts in this range.';
  const series = [{ name: 'Followers', points: withGaps(points, usualPauseMs) }];
  return (
    <Panel
      id="followers"
      title="Followers"
      data={streamerForms(streamer, 'follower-graph', { from: fromOf(window.from) }, ['csv', 'svg'])}
    >
      {points.length === 0 ? (
        <p class="empty">Followers were not counted in this range.</p>
      ) : (
        <Graph
          id="followers-graph"
          label="numbers of followers"
          reads="moments"
          draw={(canvas) =>
            lineChart({ ...canvas, title: 'Followers over time', description, series, empty: description })
          }
          numbers={
            <table>
              <thead>
                <tr>
                  <th scope="col">Counted</th>
                  <th scope="col" class="num">
                    Followers
                  </th>
                </tr>
              </thead>
              <tbody>
                {points.map(({ at, value }) => (
                  <tr key={at}>
                    <td>
                      <Moment at={new Date(at).toISOString()} />
                    </td>
                    <td class="num">{fullNumber(value ?? 0)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          }
        />
      )}
    </Panel>
  );
}
