import { StreamOutline } from '../../../streams/detail/stream-summary.response.js';
import { outlineColumns } from '../../columns/streams.js';
import { maxStreams, streamsTable } from '../../downloads/file-table.js';
import { FigureKey } from '../../parts/figures.js';
import { Column, textColumn } from '../../parts/lists/column.js';
import { newestOnly } from '../../parts/panels/thinned.js';
import { CompareChart, CompareView } from '../compare-view.js';
import { isThinned, nameOf, viewerSeries } from '../compared.js';
import { hasValues, readableScale, scaledTitle, showScaled } from './scaled-chart.js';

const columns: readonly Column<StreamOutline & { streamer: string }, FigureKey>[] = [
  textColumn('Streamer', ({ streamer }) => streamer),
  ...outlineColumns,
];

function scaleOf({ compared, options }: CompareView) {
  return options.viewers ?? readableScale(viewerSeries(compared));
}

/** The average viewers of each stream of the compared streamers, by default on the scale on which all lines are readable. */
export const comparedViewersPanel: CompareChart = {
  id: 'viewers',
  title: (view) => scaledTitle('Average viewers of each stream', scaleOf(view)),
  about: 'average-viewers',
  wide: true,
  hasData: ({ compared }) => hasValues(viewerSeries(compared)),
  empty: 'No data in this range.',
  show: (view) => {
    const point = isThinned(view.compared)
      ? 'A point is a stream, at its start; not every stream has a point.'
      : 'A point is one stream, at its start.';
    return showScaled(view, {
      ...{ id: 'viewers', title: 'Average viewers of each stream', scale: scaleOf(view) },
      point: point + newestOnly(...view.compared.map(({ outlines }) => outlines)),
      series: viewerSeries(view.compared),
    });
  },
  file: (source, query) =>
    streamsTable(columns, async () => {
      const { compared } = await source.loadCharts(query, maxStreams);
      const rows = compared.flatMap((one) => one.outlines.map((outline) => ({ ...outline, streamer: nameOf(one) })));
      return { rows, lists: compared.map(({ outlines }) => outlines) };
    }),
};
