import { bisectLeft, mean } from 'd3-array';
import { minuteMs } from '../../../figures/time.js';
import { StreamChange } from '../../../streams/detail/stream-detail.response.js';
import { rowsTable } from '../../downloads/file-table.js';
import { figureColumn, FigureKey } from '../../parts/figures.js';
import { Column, durationColumn, fileOnly, momentColumn, textColumn } from '../../parts/lists/column.js';
import { DataTable } from '../../parts/lists/table.js';
import { minutesBetween } from '../../parts/duration-text.js';
import { Moment } from '../../parts/moments.js';
import { GameLine } from '../../parts/names/game-name.js';
import { untitled } from '../../../streams/shown-text.js';
import { UntrustedText } from '../../parts/names/texts.js';
import { TimeOfDay } from '../../sentences/clock.js';
import { StreamPanel, StreamView } from '../stream-view.js';

/** A title and game with the time for which the stream had them. */
interface Part extends StreamChange {
  to: string;
  /** Average of the measured viewers; null if none were measured. */
  viewers: number | null;
}

/** Returns the columns. Within a day, times of day are unambiguous. */
function columnsOf(isWithinDay: boolean): readonly Column<Part, FigureKey>[] {
  return [
    momentColumn('From', ({ created_at }) => created_at, {
      show: ({ created_at: at }) => (isWithinDay ? <TimeOfDay at={at} /> : <Moment at={at} />),
    }),
    textColumn('Title', ({ title }) => title, {
      ...{ heading: 'Title and game', isHead: true, class: 'title' },
      show: ({ title, game_name }) => (
        <>
          <UntrustedText text={title} empty={untitled.stream} />
          <GameLine name={game_name} />
        </>
      ),
    }),
    textColumn('Game', ({ game_name }) => game_name, fileOnly),
    durationColumn('Length', ({ created_at, to }) => minutesBetween(created_at, to), { line: true }),
    figureColumn('avg_viewers', 'shown', ({ viewers }) => viewers),
  ];
}

/** Titles and games of the stream, with the time of each change. */
export const changesPanel: StreamPanel = {
  id: 'changes',
  title: 'Titles and games',
  about: 'titles-and-games',
  hasData: ({ stream }) => stream.changes.length > 0,
  show: (view) => ({
    children: <DataTable label="Titles and games" columns={columnsOf(view.minutes < 1440)} rows={listParts(view)} />,
  }),
  call: ({ stream: { id } }) => `/v1/streams/${id}`,
  file: (source, id) => rowsTable(columnsOf(false), async () => listParts(await source.load(id))),
};

/** Returns the titles and games of a stream, each until the next one. */
function listParts(view: StreamView): Part[] {
  const { changes, started_at } = view.stream;
  const { moments, values } = view.measured;
  const end = new Date(Date.parse(started_at) + view.minutes * minuteMs).toISOString();
  return changes.map((change, i) => {
    const to = changes[i + 1]?.created_at ?? end;
    const [first, after] = [change.created_at, to].map((at) => bisectLeft(moments, Date.parse(at)));
    const average = mean(values.slice(first, after), (value) => value ?? undefined);
    return { ...change, to, viewers: average === undefined ? null : Math.round(average) };
  });
}
