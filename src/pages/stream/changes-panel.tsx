import { bisectLeft, mean } from 'd3-array';
import { minuteMs } from '../../charts/durations.js';
import { StreamChange } from '../../streams/detail/stream-change.response.js';
import { figureColumn } from '../parts/figures.js';
import { GameLine } from '../parts/names/game-name.js';
import { durationText, minutesBetween, Moment } from '../parts/moments.js';
import { Panel } from '../parts/panels/panel.js';
import { Column, DataTable } from '../parts/lists/table.js';
import { UntrustedText } from '../parts/names/texts.js';
import { TimeOfDay } from '../sentences/clock.js';
import { StreamView } from './stream-view.js';

/** A title and game with the time for which the stream had them. */
export interface Part {
  change: StreamChange;
  to: string;
  /** Average of the measured viewers; null if none were measured. */
  viewers: number | null;
}

const lengthOf = ({ change, to }: Part) => durationText(minutesBetween(change.created_at, to));

/** Titles and games of the stream, with the time of each change. Renders nothing if none were observed. */
export function ChangesPanel({ view }: { view: StreamView }) {
  const { id, changes } = view.stream;
  if (changes.length === 0) return null;
  const columns: readonly Column<Part>[] = [
    {
      heading: 'From',
      class: 'nowrap',
      show: ({ change: { created_at: at } }) => (view.minutes < 1440 ? <TimeOfDay at={at} /> : <Moment at={at} />),
    },
    {
      heading: 'Title and game',
      isHead: true,
      class: 'title',
      show: ({ change: { title, game_name } }) => (
        <>
          <UntrustedText text={title} empty="No title" />
          <GameLine name={game_name} />
        </>
      ),
    },
    { heading: 'Length', class: 'num', line: lengthOf, show: lengthOf },
    figureColumn('avg_viewers', 'shown', ({ viewers }) => viewers),
  ];
  return (
    <Panel id="changes" title="Titles and games" files={{ of: `streams/${id}/changes` }} data={`/v1/streams/${id}`}>
      <DataTable label="Titles and games" columns={columns} rows={partsOf(view)} />
    </Panel>
  );
}

/** Returns the titles and games of a stream, each until the next one. */
export function partsOf(view: StreamView): Part[] {
  const { changes, started_at } = view.stream;
  const { moments, values } = view.measured;
  const end = new Date(Date.parse(started_at) + view.minutes * minuteMs).toISOString();
  return changes.map((change, i) => {
    const to = changes[i + 1]?.created_at ?? end;
    const [first, after] = [change.created_at, to].map((at) => bisectLeft(moments, Date.parse(at)));
    const average = mean(values.slice(first, after), (value) => value ?? undefined);
    return { change, to, viewers: average === undefined ? null : Math.round(average) };
  });
}
