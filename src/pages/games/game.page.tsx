import { countText } from '../../charts/labels/number-labels.js';
import { plainText } from '../../streams/shown-text.js';
import { BoardKnownSince } from '../board/known-board.js';
import { Layout } from '../layout/layout.js';
import { Figure, shownFigures, windowFigures } from '../parts/figures.js';
import { listTitle } from '../parts/lists/paged-table.js';
import { gamePath, Link } from '../parts/names/link.js';
import { UntrustedText } from '../parts/names/texts.js';
import { Count } from '../parts/numbers.js';
import { ShownPanel } from '../parts/panels/shown-panel.js';
import { Tiles } from '../parts/tiles.js';
import { shownFigure } from '../../streamer/shown-figure.js';
import { GameSentence } from '../sentences/game-sentence.js';
import { gameCall, gamePanels } from './game-panels.js';
import { GameView } from './game-view.js';

/** A game with its figures, its streamers and its live streams. */
export function GamePage({ view }: { view: GameView }) {
  const { game, asked, board } = view;
  const { sort, cursor } = asked;
  const name = plainText(game.name, 'Unnamed game');
  const of = `games/${encodeURIComponent(game.name)}`;
  const order = sort === 'watchtime' ? '' : ` by ${shownFigures[sort].name.toLowerCase()}`;
  return (
    <Layout
      title={listTitle(`${name}${order}, last 30 days`, cursor)}
      description={`${name}: ${countText(game.streamer_count, 'streamer')} in the last 30 days by hours watched and viewers, and who is live.`}
      path={gamePath(game.name)}
      section="Games"
      data={gameCall(game)}
      charts
    >
      <div class="page-head">
        <div>
          <h1>
            <UntrustedText text={game.name} empty="Unnamed game" />
          </h1>
          <p class="muted">
            The last 30 days. Figures are up to an hour old. <Link to="/games">Games of a month</Link>
          </p>
        </div>
        {board && <BoardKnownSince board={board} />}
      </div>
      <GameSentence game={game} query={asked} />
      <Tiles
        label="Figures of the game"
        tiles={[
          ...windowFigures.map((key) => ({
            name: shownFigures[key].name,
            value: <Figure of={key} value={shownFigure(game, key)} />,
          })),
          { name: 'Streamers', value: <Count value={game.streamer_count} /> },
          { name: 'Streams', value: <Count value={game.stream_count} /> },
        ]}
      />
      {gamePanels.slice(0, 1).map((panel) => (
        <ShownPanel {...{ panel, view, of, hasPictures: false }} />
      ))}
      <div class="with-side">
        {gamePanels.slice(1).map((panel) => (
          <ShownPanel {...{ panel, view, of }} />
        ))}
      </div>
    </Layout>
  );
}
