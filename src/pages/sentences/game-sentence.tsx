import type { ComponentChildren } from 'preact';
import { countText, roundedQuotient } from '../../charts/labels/number-labels.js';
import { GamePageQuery } from '../games/games.query.js';
import { GameDetail } from '../../games/dto/game.response.js';
import { Name } from '../parts/names/texts.js';
import { isCertain } from '../parts/names/live-mark.js';
import { airtimeText } from '../parts/duration-text.js';
import { shownFigure } from '../../streamer/shown-figure.js';
import { Lead } from './lead.js';

/** What matters about a game: who plays it, for whom most people watch, and who is live. */
export function GameSentence({ game, query: { sort, cursor, limit } }: { game: GameDetail; query: GamePageQuery }) {
  const hasFirst = sort === 'watchtime' && cursor === 0;
  return <Lead sentences={[played(game), hasFirst ? mostWatched(game) : null, live(game, limit)]} />;
}

function played(game: GameDetail): ComponentChildren {
  if (game.stream_count === 0) return 'No streams in the last 30 days';
  const average = shownFigure(game, 'avg_viewers');
  return (
    <>
      <a href="#streamers">{countText(game.streamer_count, 'streamer')}</a> in the last 30 days
      {game.total_minutes === 0 ? '' : `, for ${airtimeText(game.total_minutes)}`}
      {average === null ? '' : ` with ${countText(average, 'viewer')} on average`}
    </>
  );
}

function mostWatched({ streamers: [first, second], watchtime }: GameDetail): ComponentChildren {
  if (!first || !second || first.watchtime === second.watchtime) return null;
  return (
    <>
      <a href="#streamers">
        <Name of={first} />
      </a>{' '}
      brought {roundedQuotient(100 * first.watchtime, watchtime) || '< 1'}% of the hours watched
    </>
  );
}

/** Excludes streams that may have ended. The page has a limited number of streams. */
function live({ live: streams }: GameDetail, limit: number): ComponentChildren {
  const count = streams.filter(isCertain).length;
  if (streams.length === 0) return 'Nobody is live with this game';
  if (count === 0) return <a href="#live">{countText(streams.length, 'stream')} may be live</a>;
  return (
    <>
      Live now: {streams.length < limit ? '' : 'at least '}
      <a href="#live">{countText(count, 'stream')}</a>
    </>
  );
}
