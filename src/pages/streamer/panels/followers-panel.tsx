import { firstValue, lineChart } from '../../../charts/line-chart.js';
import { countText, fullNumber, pageText } from '../../../charts/labels/number-labels.js';
import { withUnusualGaps } from '../../../charts/series.js';
import { TimeRange } from '../../../figures/time.js';
import { toPage } from '../../../http/lists/page.js';
import { FollowerPoint } from '../../../streamer/dto/follower-point.response.js';
import { usualPauseMs } from '../../../streamer/draw-follower-graph.js';
import { FileTable, listTable } from '../../downloads/file-table.js';
import { Column, countColumn, momentColumn } from '../../parts/lists/column.js';
import { NumbersTable } from '../../parts/lists/table.js';
import { Day } from '../../parts/moments.js';
import { streamerCall } from '../../parts/names/link.js';
import { withoutFollowers } from '../../parts/platforms.js';
import { useCanvas } from '../../parts/panels/canvas.js';
import { rangeCall, StreamerChart, StreamerViewLoader } from '../streamer-view.js';

export const followerColumns: readonly Column<FollowerPoint>[] = [
  momentColumn('Time', ({ created_at }) => created_at),
  countColumn('Followers', ({ followers }) => followers),
];

const height = 256;

/** Followers over time, with gaps where counts are missing. */
export const followersPanel: StreamerChart = {
  id: 'followers',
  title: 'Followers',
  about: 'followers',
  hasData: ({ followers }) => followers.length > 0,
  empty: ({ streamer }) => withoutFollowers(streamer.platform) ?? 'Followers were not counted in this range.',
  show: ({ followers, span }) => {
    const points = followers.map(({ created_at, followers: value }) => ({ at: Date.parse(created_at), value }));
    const [first, last] = [points[0], points.at(-1)];
    const ends = `From ${fullNumber(first?.value ?? 0)} to ${countText(last?.value ?? 0, 'follower')}`;
    const description = `${ends} in ${countText(points.length, 'point')}.`;
    const chart = {
      ...{ ...useCanvas(height), title: 'Followers over time', description, empty: description, range: span },
      series: [{ name: 'Followers', points: withUnusualGaps(points, usualPauseMs) }],
    };
    const isChange = points.length > 1;
    const brief = isChange ? `axis begins at ${pageText(firstValue(chart))}` : undefined;
    return {
      brief,
      note: first && (
        <>
          {isChange ? <b>{signed((last?.value ?? 0) - first.value)}</b> : 'One count,'} {isChange ? 'since' : 'on'}{' '}
          <Day at={new Date(first.at).toISOString()} />.{brief && ` The ${brief}.`}
        </>
      ),
      chart: {
        ...{ label: 'numbers of followers', height, description, range: span, holds: true },
        draw: (options) => lineChart({ ...chart, ...options, title: chart.title }),
        numbers: <NumbersTable columns={followerColumns} rows={followers} />,
      },
    };
  },
  call: (view) => streamerCall(view.streamer, 'follower-graph', rangeCall(view)),
  file: (source, { name, window }) => followersFile(followerColumns, source, name, window),
};

/** Returns the file with all follower counts of a streamer in a window. */
export function followersFile(
  columns: readonly Column<FollowerPoint>[],
  { streamer }: Pick<StreamerViewLoader, 'streamer'>,
  name: string,
  { from, to }: TimeRange,
): FileTable {
  return listTable(columns, async (limit, cursor, last) => {
    const range = { from: last === undefined ? from : Date.parse(last.created_at) + 1, to };
    return toPage(await streamer.listFollowerPoints(name, range, limit + 1), cursor, limit);
  });
}

function signed(value: number): string {
  return value > 0 ? `+${pageText(value)}` : pageText(value);
}
