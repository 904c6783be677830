import { GameName } from '../parts/game-name.js';
import { Bar } from '../parts/bar.js';
import { Count, Hours } from '../parts/numbers.js';
import { Panel } from '../parts/panel.js';
import { Scroller } from '../parts/scroller.js';
import { playedGames } from './played-games.js';
import { StreamerView } from './streamer-view.js';
import { streamsOfRange } from './streams-of-range.js';

const mostGames = 12;

/** What was streamed in the range, by hours. */
export function GamesPanel({ view }: { view: StreamerView }) {
  const games = playedGames(view.outlines);
  const largest = games[0]?.minutes ?? 0;
  const note = games.length > mostGames ? `The first ${mostGames} of ${games.length}, by hours streamed.` : undefined;
  return (
    <Panel id="games" title="Games" note={note} data={streamsOfRange(view)}>
      {games.length === 0 ? <p class="empty">No streams in this range.</p> : null}
      {games.length === 0 ? null : (
        <Scroller label="Games">
          <table>
            <thead>
              <tr>
                <th scope="col">Game</th>
                <th scope="col" class="num">
                  Hours
                </th>
                <th scope="col" class="num">
                  Streams
                </th>
                <th scope="col" class="num">
                  Avg. viewers
                </th>
                <th scope="col" class="num">
                  Peak
                </th>
              </tr>
            </thead>
            <tbody>
              {games.slice(0, mostGames).map((game) => (
                <tr key={game.name}>
                  <th scope="row">
                    <GameName name={game.name} />
                  </th>
                  <td class="num sorted">
                    <Bar value={game.minutes} largest={largest} />
                    <Hours minutes={game.minutes} />
                  </td>
                  <td class="num">
                    <Count value={game.streams} />
                  </td>
                  <td class="num">
                    <Count value={game.viewers} />
                  </td>
                  <td class="num">
                    <Count value={game.peak} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
    </Panel>
  );
}
