import type { ComponentChildren } from 'preact';
import { figuresOfTiles } from '../about/figures.js';
import { Info } from '../parts/panels/info.js';
import { withQuery } from '../parts/names/link.js';
import { Change, Count, Gain, Unknown } from '../parts/numbers.js';
import { Panel } from '../parts/panels/panel.js';
import { Scroller } from '../parts/lists/scroller.js';
import { Name } from '../parts/names/texts.js';
import { Figure, shownFigures, windowFigures } from '../parts/figures.js';
import { figureOf } from '../parts/window-figures.js';
import { Swatch } from './compare-form.js';
import { filesOf, namesOf } from './compare-paths.js';
import { comparableGain, Compared, gained } from './compared.js';
import { leaderOf, leadText } from './leader.js';

interface Row {
  name: string;
  valueOf: (one: Compared) => number | null;
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
    return { name, valueOf, show, change };
  }),
  { name: 'Followers', valueOf: ({ streamer }) => streamer.followers, show: (value) => <Count value={value} /> },
  {
    ...{ name: 'Followers gained', valueOf: gained, comparable: comparableGain },
    show: (value) => <Gain value={value} isNeutral />,
  },
];

/** The figures, one column per streamer, and the lead of the highest figure over the second one. */
export function ComparedFigures({ compared, days }: { compared: readonly Compared[]; days: string }) {
  const hasLead = compared.length > 1;
  return (
    <Panel
      id="figures"
      title="Side by side"
      about="notation"
      wide
      note={`The last ${days} days, with changes from the ${days} days before. The highest figure of a row is bold, and its lead is over the second one.`}
      files={filesOf(compared, { days }, 'figures')}
      data={days === '30' ? withQuery('/v1/stats', { names: namesOf(compared) }) : undefined}
    >
      <Scroller label="Side by side">
        <table class={`compared of-${compared.length}`}>
          <thead>
            <tr>
              <th scope="col">
                <span class="sr">Figure</span>
              </th>
              {compared.map(({ streamer }, i) => (
                <th scope="col" class="num" key={streamer.id}>
                  <Swatch place={i + 1} />
                  <Name of={streamer} />
                </th>
              ))}
              {hasLead ? (
                <th scope="col" class="num lead-of">
                  Lead
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <FigureRow key={row.name} row={row} compared={compared} hasLead={hasLead} />
            ))}
          </tbody>
        </table>
      </Scroller>
    </Panel>
  );
}

function FigureRow({ row, compared, hasLead }: { row: Row; compared: readonly Compared[]; hasLead: boolean }) {
  const { name, valueOf, comparable = valueOf, show, change } = row;
  const leader = leaderOf(compared, comparable);
  const about = figuresOfTiles.get(name);
  return (
    <tr>
      <th scope="row">
        {name}
        {about ? <Info about={about} /> : null}
      </th>
      {compared.map((one) => {
        const value = show(valueOf(one));
        return (
          <td class="num" key={one.streamer.id}>
            {one === leader?.first ? <b>{value}</b> : value}
            {change ? <small>{change(one)}</small> : null}
          </td>
        );
      })}
      {hasLead ? (
        <td class="num lead-of">{(leader && leadText(leader.value, leader.secondValue)) ?? <Unknown />}</td>
      ) : null}
    </tr>
  );
}
