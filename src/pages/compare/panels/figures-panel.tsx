import type { ComponentChildren } from 'preact';
import { channelCounts, CountName, countNames } from '../../../config/channel-counts.js';
import { definitionsOfTiles } from '../../about/metric-definitions.js';
import { nameColumns } from '../../columns/streamers.js';
import { rowsTable } from '../../downloads/file-table.js';
import { figureColumn, FigureKey, shownFigures, windowFigures } from '../../parts/figures.js';
import { Column, countColumn, gainColumn } from '../../parts/lists/column.js';
import { DataTable } from '../../parts/lists/table.js';
import { Day } from '../../parts/moments.js';
import { pathTo } from '../../parts/names/link.js';
import { Listed } from '../../parts/names/streamer-name.js';
import { Name } from '../../parts/names/texts.js';
import { Change, Gain, Unknown } from '../../parts/numbers.js';
import { Swatch } from '../../parts/panels/legend.js';
import { Info } from '../../parts/panels/panel.js';
import { capitalized } from '../../parts/ranges/page-range.js';
import { isKnownBefore } from '../../streamer/streamer-view.js';
import { shownFigure } from '../../../streamer/shown-figure.js';
import { comparedRange, joinNames } from '../compare.query.js';
import { comparableGain, ComparedStreamer, gained, nameOf } from '../compared.js';
import { findLeader, leadText } from '../leader.js';
import { ComparePanel } from '../compare-view.js';

interface Row {
  /** The figure in files and on the page. */
  column: Column<ComparedStreamer, FigureKey>;
  valueOf: (one: ComparedStreamer) => number | null;
  /** The data that must be known for the whole window. Otherwise, the row has no lead. */
  needs?: keyof ComparedStreamer['partlySince'];
  /** The value for the lead, if it is not always comparable. */
  comparable?: (one: ComparedStreamer) => number | null;
  /** The change from the previous window. */
  change?: (one: ComparedStreamer) => ComponentChildren;
}

/** Followers and subscribers have rows of their own. */
const rowsOf = (compared: readonly ComparedStreamer[]): readonly Row[] => [
  ...windowFigures.map((key): Row => {
    const valueOf = ({ figures, outlines }: ComparedStreamer) => shownFigure(figures, key, outlines);
    const { isNeutral, isSum } = shownFigures[key];
    const isKnown = (one: ComparedStreamer) => isKnownBefore(one.window, one.knownSince, isSum ? 'sum' : 'average');
    const change = (one: ComparedStreamer) => (
      <Change
        now={valueOf(one)}
        before={isKnown(one) && one.previous ? shownFigure(one.previous, key) : null}
        isNeutral={isNeutral}
      />
    );
    return { column: figureColumn(key, 'shown', valueOf), valueOf, needs: 'streams', change };
  }),
  ...countNames.filter((of) => compared.some(({ counted }) => counted === of)).flatMap(countRows),
];

function countRows(of: CountName): Row[] {
  const { title } = channelCounts[of];
  const known = (valueOf: Row['valueOf']) => (one: ComparedStreamer) => (one.counted === of ? valueOf(one) : null);
  const [last, gain] = [known(({ lastCount }) => lastCount), known(gained)];
  return [
    { column: countColumn(title, last), valueOf: last },
    {
      ...{ valueOf: gain, needs: 'counts', comparable: known(comparableGain) },
      // The color shows which gain is higher in other tables, and has no meaning here.
      column: gainColumn(`${title} gained`, gain, { show: (one) => <Gain value={gain(one)} isNeutral /> }),
    },
  ];
}

const fileColumns = (
  compared: readonly ComparedStreamer[],
): readonly Column<ComparedStreamer & Listed, FigureKey>[] => [
  ...nameColumns,
  ...rowsOf(compared).map(({ column }) => column),
  figureColumn('stream_count', 'shown', ({ figures }: ComparedStreamer) => figures.stream_count),
];

/** The figures, one column per streamer, and the lead of the highest figure over the second one. */
export const comparedFiguresPanel: ComparePanel = {
  id: 'figures',
  title: 'Side by side',
  about: 'notation',
  wide: true,
  hasData: () => true,
  show: ({ compared, options: { range }, window }) => ({
    note: `${capitalized(range.noun)}${window.before ? `, with changes from ${range.before}` : ''}. The highest figure of a row is bold, and its lead is over the second one, if all are known for the whole time.`,
    children: (
      <div class={`compared of-${compared.length}`}>
        <DataTable label="Side by side" columns={columnsOf(compared)} rows={rowsOf(compared)} />
      </div>
    ),
  }),
  call: ({ compared, options: { range } }) =>
    pathTo('/v1/stats', { names: joinNames(compared), ...(range.call ?? comparedRange(range)) }),
  file: async (source, query) => {
    const { compared } = await source.loadCharts(query);
    const rows = compared.map((one) => {
      const { id, name, display_name } = one.streamer;
      return { ...one, id, name, display_name };
    });
    return rowsTable(fileColumns(compared), () => Promise.resolve(rows));
  },
};

function columnsOf(compared: readonly ComparedStreamer[]): readonly Column<Row>[] {
  const sinceOf = ({ needs }: Row, { partlySince }: ComparedStreamer) =>
    needs === undefined ? null : partlySince[needs];
  const leaderIn = (row: Row) =>
    compared.some((one) => sinceOf(row, one)) ? null : findLeader(compared, row.comparable ?? row.valueOf);
  const figures: Column<Row> = {
    ...{ name: 'Figure', heading: <span class="sr">Figure</span>, isHead: true },
    show: ({ column: { name } }) => {
      const about = definitionsOfTiles.get(name);
      return (
        <>
          {name}
          {about ? <Info about={about} /> : null}
        </>
      );
    },
  };
  const streamers = compared.map((one, i): Column<Row> => ({
    name: nameOf(one),
    heading: (
      <>
        <Swatch mark="line" colour={i + 1} />
        <Name of={one.streamer} />
      </>
    ),
    class: 'num',
    show: (row) => {
      const number = row.valueOf(one);
      const value = row.column.show?.(one);
      const since = number === null ? null : sinceOf(row, one);
      return (
        <>
          {one === leaderIn(row)?.first ? <b>{value}</b> : value}
          {since === null ? null : (
            <small>
              <span class="unknown">
                since <Day at={since} />
              </span>
            </small>
          )}
          {since === null && row.change ? <small>{row.change(one)}</small> : null}
        </>
      );
    },
  }));
  const lead: Column<Row> = {
    ...{ name: 'Lead', class: 'num lead-of' },
    show: (row) => {
      const leader = leaderIn(row);
      return (leader && leadText(leader.value, leader.secondValue)) ?? <Unknown />;
    },
  };
  return [figures, ...streamers, ...(compared.length > 1 ? [lead] : [])];
}
