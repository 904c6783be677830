import { GameName } from '../parts/game-name.js';
import { Panel } from '../parts/panel.js';
import { barredHours, Column, counts, DataTable } from '../parts/table.js';
import { PlayedGame, playedGames } from './played-games.js';
import { StreamerView, streamsOfRange } from './streamer-view.js';

const mostGames = 12;

/** The games of the range, by hours. */
export function GamesPanel({ view }: { view: StreamerView }) {
  const games = playedGames(view.outlines);
  const note = games.length > mostGames ? `The first ${mostGames} of ${games.length}, by hours streamed.` : undefined;
  const columns: readonly Column<PlayedGame>[] = [
    { heading: 'Game', isHead: true, show: ({ name }) => <GameName name={name} /> },
    barredHours('Hours', games[0]?.minutes ?? 0, ({ minutes }) => minutes),
    counts('Streams', ({ streams }) => streams),
    counts('Avg. viewers', ({ viewers }) => viewers),
    counts('Peak', ({ peak }) => peak),
  ];
  return (
    <Panel
      id="games"
      title="Games"
      note={note}
      data={streamsOfRange(view)}
      empty={games.length === 0 && 'No streams in this range.'}
    >
      <DataTable label="Games" columns={columns} rows={games.slice(0, mostGames)} />
    </Panel>
  );
}
