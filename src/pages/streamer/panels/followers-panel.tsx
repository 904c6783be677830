import { firstValue, lineChart } from '../../../charts/line-chart.js';
import { countText, fullNumber, pageText } from '../../../charts/labels/number-labels.js';
import { withUnusualGaps } from '../../../charts/series.js';
import { TimeRange } from '../../../figures/time.js';
import { toPage } from '../../../http/lists/page.js';
import { FollowerPoint } from '../../../streamer/dto/follower-point.response.js';
import { usualPauseMs } from '../../../streamer/draw-follower-graph.js';
import { followerSeries, nameOf } from '../../compare/compared.js';
import { scaledTitle, showScaled } from '../../compare/panels/scaled-chart.js';
import { FileTable, joinedTables, listTable } from '../../downloads/file-table.js';
import { Column, countColumn, momentColumn, textColumn } from '../../parts/lists/column.js';
import { NumbersTable } from '../../parts/lists/table.js';
import { Day } from '../../parts/moments.js';
import { withoutFollowers } from '../../parts/platforms.js';
import { PanelContent } from '../../parts/panels/shown-panel.js';
import { useCanvas } from '../../parts/panels/canvas.js';
import { StreamersChart, StreamersView, StreamerViewLoader } from '../streamer-view.js';

const followerColumns: readonly Column<FollowerPoint>[] = [
  momentColumn('Time', ({ created_at }) => created_at),
  countColumn('Followers', ({ followers }) => followers),
];

const height = 256;

function columnsFor(name: string): readonly Column<FollowerPoint>[] {
  return [textColumn('Streamer', () => name), ...followerColumns];
}

function scaleOf({ compared, options }: StreamersView) {
  return options?.followers ?? (compared.length > 1 ? 'indexed' : 'linear');
}

/** Followers over time. Those of several streamers are by default in percent of the first count. */
export const followersPanel: StreamersChart = {
  id: 'followers',
  title: (view) => scaledTitle('Followers', scaleOf(view)),
  about: 'followers',
  hasData: ({ compared }) => compared.some(({ followers }) => followers.length > 0),
  empty: ({ compared }) => {
    const [text = null, ...others] = new Set(compared.map(({ streamer }) => withoutFollowers(streamer.platform)));
    return (others.length === 0 ? text : null) ?? 'Followers were not counted in this range.';
  },
  show: ({ options, ...view }) => {
    if (!options) return showOne(view);
    const lines = { id: 'followers', title: 'Followers', point: 'A point is one count.' } as const;
    return showScaled(
      { ...view, options },
      { ...lines, scale: scaleOf({ ...view, options }), series: followerSeries(view.compared) },
    );
  },
  file: async (source, subject) => {
    const { compared, window, options } = await source.loadCharts(subject);
    const columnsOf = (name: string) => (options ? columnsFor(name) : followerColumns);
    return joinedTables(columnsOf(''), async () =>
      compared.map((one) => followersFile(columnsOf(nameOf(one)), source, one.streamer.id, window)),
    );
  },
};

/** The followers of one streamer, with gaps where counts are missing. */
function showOne({ compared: [one], span }: StreamersView) {
  const followers = one?.followers ?? [];
  const points = followers.map(({ created_at, followers: value }) => ({ at: Date.parse(created_at), value }));
  const [first, last] = [points[0], points.at(-1)];
  const ends = `From ${fullNumber(first?.value ?? 0)} to ${countText(last?.value ?? 0, 'follower')}`;
  const description = `${ends} in ${countText(points.length, 'point')}.`;
  const chart = {
    ...{ ...useCanvas(height), title: 'Followers over time', description, empty: description, range: span },
    unknownUntil: first?.at,
    series: [{ name: 'Followers', points: withUnusualGaps(points, usualPauseMs) }],
  };
  const isChange = points.length > 1;
  const brief = isChange ? `axis begins at ${pageText(firstValue(chart))}` : undefined;
  return {
    brief,
    note: first && (
      <>
        {isChange ? <b>{signed((last?.value ?? 0) - first.value)}</b> : 'One count,'} {isChange ? 'since' : 'on'}{' '}
        <Day at={one?.gainPoints[0]?.created_at ?? new Date(first.at).toISOString()} />.{brief && ` The ${brief}.`}
      </>
    ),
    chart: {
      ...{ label: 'numbers of followers', height, description, range: span, holds: true },
      draw: (options) => lineChart({ ...chart, ...options, title: chart.title }),
      numbers: <NumbersTable columns={followerColumns} rows={followers} />,
    },
  } satisfies PanelContent;
}

/** Returns the file with all follower counts of a streamer in a window. */
function followersFile(
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
