import type { ComponentChildren } from 'preact';
import { figuresOfTiles } from '../about/figures.js';
import { Day } from '../parts/moments.js';
import { withQuery } from '../parts/names/link.js';
import { Change, Count, Gain, Unknown } from '../parts/numbers.js';
import { Info, Panel } from '../parts/panels/panel.js';
import { Column, DataTable } from '../parts/lists/table.js';
import { Name } from '../parts/names/texts.js';
import { Swatch } from '../parts/panels/legend.js';
import { Figure, shownFigures, windowFigures } from '../parts/figures.js';
import { figureOf } from '../parts/window-figures.js';
import { compareFiles, namesOf } from './compare-paths.js';
import { comparableGain, Compared, gained } from './compared.js';
import { leaderOf, leadText } from './leader.js';

interface Row {
  name: string;
  valueOf: (one: Compared) => number | null;
  /** The data that must be known for the whole window. Otherwise, the row has no lead. */
  needs?: keyof Compared['partlySince'];
  /** The value for the lead, if it is not always comparable. */
  comparable?: (one: Compared) => number | null;
  show: (value: number | null) => ComponentChildren;
  /** The change from the previous window. */
  change?: (one: Compared) => ComponentChildren;
}

const rows: readonly Row[] = [
  ...windowFigures.map((key): Row => {
    const { name, isNeutral } = shownFigures[key];
    const show = (value: number | null) => <Figure of={key} value={value} />;
    const valueOf = ({ figures, outlines }: Compared) => figureOf(figures, key, outlines);
    const change = (one: Compared) => (
      <Change
        now={valueOf(one)}
        before={one.isKnownBefore ? figureOf(one.figures.previous, key) : null}
        isNeutral={isNeutral}
      />
    );
    return { name, valueOf, needs: 'streams', show, change };
  }),
  { name: 'Followers', valueOf: ({ streamer }) => streamer.followers, show: (value) => <Count value={value} /> },
  {
    ...{ name: 'Followers gained', valueOf: gained, needs: 'followers', comparable: comparableGain },
    show: (value) => <Gain value={value} isNeutral />,
  },
];

/** The figures, one column per streamer, and the lead of the highest figure over the second one. */
export function ComparedFigures({ compared, days }: { compared: readonly Compared[]; days: string }) {
  return (
    <Panel
      id="figures"
      title="Side by side"
      about="notation"
      wide
      note={`The last ${days} days, with changes from the ${days} days before. The highest figure of a row is bold, and its lead is over the second one, if all are known for the whole time.`}
      files={compareFiles(compared, { days }, 'figures')}
      data={days === '30' ? withQuery('/v1/stats', { names: namesOf(compared) }) : undefined}
    >
      <div class={`compared of-${compared.length}`}>
        <DataTable label="Side by side" columns={columnsOf(compared)} rows={rows} />
      </div>
    </Panel>
  );
}

function columnsOf(compared: readonly Compared[]): readonly Column<Row>[] {
  const sinceOf = ({ needs }: Row, { partlySince }: Compared) => (needs === undefined ? null : partlySince[needs]);
  const leaderIn = (row: Row) =>
    compared.some((one) => sinceOf(row, one)) ? null : leaderOf(compared, row.comparable ?? row.valueOf);
  const figures: Column<Row> = {
    heading: <span class="sr">Figure</span>,
    isHead: true,
    show: ({ name }) => {
      const about = figuresOfTiles.get(name);
      return (
        <>
          {name}
          {about ? <Info about={about} /> : null}
        </>
      );
    },
  };
  const streamers = compared.map((one, i): Column<Row> => ({
    heading: (
      <>
        <Swatch place={i + 1} />
        <Name of={one.streamer} />
      </>
    ),
    class: 'num',
    show: (row) => {
      const number = row.valueOf(one);
      const value = row.show(number);
      const since = number === null ? null : sinceOf(row, one);
      return (
        <>
          {one === leaderIn(row)?.first ? <b>{value}</b> : value}
          {since === null ? null : (
            <small>
              since <Day at={since} />
            </small>
          )}
          {since === null && row.change ? <small>{row.change(one)}</small> : null}
        </>
      );
    },
  }));
  const lead: Column<Row> = {
    heading: 'Lead',
    class: 'num lead-of',
    show: (row) => {
      const leader = leaderIn(row);
      return (leader && leadText(leader.value, leader.secondValue)) ?? <Unknown />;
    },
  };
  return [figures, ...streamers, ...(compared.length > 1 ? [lead] : [])];
}
