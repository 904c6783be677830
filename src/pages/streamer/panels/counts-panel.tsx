import { channelCounts, CountName, countNames } from '../../../config/channel-counts.js';
import { firstValue, lineChart } from '../../../charts/line-chart.js';
import { countText, fullNumber, pageText } from '../../../charts/labels/number-labels.js';
import { withUnusualGaps } from '../../../charts/series.js';
import { TimeRange } from '../../../figures/time.js';
import { toPage } from '../../../http/lists/page.js';
import { countOf, CountPoint } from '../../../streamer/dto/channel-points.response.js';
import { toSeriesPoints, usualPauseMs } from '../../../streamer/draw-count-graph.js';
import { countSeries, nameOf } from '../../compare/compared.js';
import { scaledTitle, showScaled } from '../../compare/panels/scaled-chart.js';
import { FileTable, joinedTables, listTable } from '../../downloads/file-table.js';
import { Column, countColumn, momentColumn, textColumn } from '../../parts/lists/column.js';
import { NumbersTable } from '../../parts/lists/table.js';
import { Day } from '../../parts/moments.js';
import { withoutCounts } from '../../parts/platforms.js';
import { PanelContent } from '../../parts/panels/shown-panel.js';
import { useCanvas } from '../../parts/panels/canvas.js';
import { StreamersChart, StreamersView, StreamerViewLoader } from '../streamer-view.js';

const height = 256;

function columnsFor(of: CountName, name?: string): readonly Column<CountPoint>[] {
  return [
    ...(name === undefined ? [] : [textColumn<CountPoint>('Streamer', () => name)]),
    momentColumn('Time', ({ created_at }) => created_at),
    countColumn(channelCounts[of].title, countOf),
  ];
}

type CountsChart = StreamersChart & { id: CountName };

/** The charts of followers and of subscribers. A page has those that the platforms of its streamers publish. */
export const countCharts: readonly CountsChart[] = countNames.map(createChart);

/** A count over time. Those of several streamers are by default in percent of the first count. */
function createChart(of: CountName): CountsChart {
  const { title } = channelCounts[of];
  const countedIn = (view: StreamersView) => view.compared.filter(({ counted }) => counted === of);
  const scaleOf = (view: StreamersView) => view.options?.[of] ?? (countedIn(view).length > 1 ? 'indexed' : 'linear');
  return {
    id: of,
    title: (view) => scaledTitle(title, scaleOf(view)),
    about: of,
    isOnPage: (view) => countedIn(view).length > 0,
    hasData: (view) => countedIn(view).some(({ points }) => points.length > 0),
    empty: ({ compared }) => {
      const [text = null, ...others] = new Set(compared.map(({ streamer }) => withoutCounts(of, streamer.platform)));
      return (others.length === 0 ? text : null) ?? `${title} were not counted in this range.`;
    },
    show: (view) => {
      const { options } = view;
      if (!options) return showOne(of, view);
      const series = countSeries(countedIn(view));
      return showScaled(
        { ...view, options },
        { id: of, title, point: 'A point is one count.', scale: scaleOf(view), series },
      );
    },
    file: async (source, subject) => {
      const { options, window, ...view } = await source.loadCharts(subject);
      const columnsOf = (name: string) => columnsFor(of, options && name);
      return joinedTables(columnsOf(''), async () =>
        view.compared.map((one) => pointsFile(of, columnsOf(nameOf(one)), source, one.streamer.id, window)),
      );
    },
  };
}

/** The counts of one streamer, with gaps where counts are missing. */
function showOne(of: CountName, { compared: [one], span }: StreamersView) {
  const { title, one: noun } = channelCounts[of];
  const counts = one?.points ?? [];
  const points = toSeriesPoints(counts);
  const [first, last] = [points[0], points.at(-1)];
  const ends = `From ${fullNumber(first?.value ?? 0)} to ${countText(last?.value ?? 0, noun)}`;
  const description = `${ends} in ${countText(points.length, 'point')}.`;
  const chart = {
    ...{ ...useCanvas(height), title: `${title} over time`, description, empty: description, range: span },
    unknownUntil: first?.at,
    series: [{ name: title, points: withUnusualGaps(points, usualPauseMs) }],
  };
  const isChange = points.length > 1;
  const brief = isChange ? `axis begins at ${pageText(firstValue(chart))}` : undefined;
  return {
    brief,
    note: first && (
      <>
        {isChange ? <b>{signed((last?.value ?? 0) - first.value)}</b> : 'One count:'}
        {isChange && ' since'} <Day at={one?.gainPoints[0]?.created_at ?? new Date(first.at).toISOString()} />.
        {brief && ` The ${brief}.`}
      </>
    ),
    chart: {
      ...{ label: `numbers of ${of}`, height, description, range: span, holds: true },
      draw: (options) => lineChart({ ...chart, ...options, title: chart.title }),
      numbers: <NumbersTable columns={columnsFor(of)} rows={counts} />,
    },
  } satisfies PanelContent;
}

/** Returns the file with all counts of a streamer in a window. */
function pointsFile(
  of: CountName,
  columns: readonly Column<CountPoint>[],
  { streamer }: Pick<StreamerViewLoader, 'streamer'>,
  name: string,
  { from, to }: TimeRange,
): FileTable {
  return listTable(columns, async (limit, cursor, last) => {
    const range = { from: last === undefined ? from : Date.parse(last.created_at) + 1, to };
    return toPage(await streamer.listPoints(of, name, range, limit + 1), cursor, limit);
  });
}

function signed(value: number): string {
  return value > 0 ? `+${pageText(value)}` : pageText(value);
}
