import { countText, shortNumber, wordsFor } from '../../charts/labels/number-labels.js';
import { Game } from '../../games/dto/game.response.js';
import { ListedStreamer, SimilarStreamer } from '../../streamer/dto/listed-streamer.response.js';
import { isSameName } from '../compare/typed-name.js';
import { useSite } from '../layout/site.js';
import { Avatar } from '../parts/names/streamer-name.js';
import { linkable } from '../parts/names/game-name.js';
import { addressOf, gamePath, streamerPath } from '../parts/names/link.js';
import { LiveMark } from '../parts/names/live-mark.js';
import { plainText } from '../../streams/shown-text.js';
import { UntrustedText } from '../parts/names/texts.js';

/** A similar streamer has only names. */
type SuggestedStreamer = SimilarStreamer & Partial<ListedStreamer>;

interface SuggestionsProps {
  streamers: readonly SuggestedStreamer[];
  games: readonly Game[];
}

/** The options of a field for names: streamers, which have `data-name`, then games. Each option has the path of its page. */
export function Suggestions({ streamers, games }: SuggestionsProps) {
  const { hrefOf } = useSite();
  return (
    <>
      {streamers.map((one) => (
        <li role="option" aria-selected="false" data-name={addressOf(one)} data-path={hrefOf(streamerPath(one))}>
          <StreamerOption streamer={one} />
        </li>
      ))}
      {games
        .filter(({ name }) => linkable.test(name))
        .map(({ name, streamer_count }) => (
          <li role="option" aria-selected="false" data-path={hrefOf(gamePath(name))}>
            <Avatar name={name} image={null} />
            <UntrustedText text={name} empty="Unnamed game" /> <span class="muted">Game</span>{' '}
            <span class="muted followers">{countText(streamer_count, 'streamer')}</span>
          </li>
        ))}
    </>
  );
}

function StreamerOption({ streamer }: { streamer: SuggestedStreamer }) {
  const { name, profile_image: image = null, followers = null } = streamer;
  const shown = plainText(streamer.display_name, name);
  const { is_live = false, is_stale = false, last_seen_at = null } = streamer;
  return (
    <>
      <Avatar id={streamer.id} name={shown} image={image} />
      <UntrustedText text={shown} empty={name} /> {isSameName(shown, name) ? null : <span class="muted">{name}</span>}{' '}
      {is_live ? <LiveMark stream={{ is_stale, last_seen_at }} /> : null}{' '}
      {followers === null ? null : (
        <span class="muted followers">
          {shortNumber(followers)} {wordsFor(followers, 'followers')}
        </span>
      )}
    </>
  );
}
