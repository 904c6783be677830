import { platformOfId } from '../../../database/platforms/platform-ids.js';
import { SimilarStreamer } from '../../../streamer/dto/listed-streamer.response.js';
import { GameName } from './game-name.js';
import { Link, streamerPath } from './link.js';
import { joined } from '../../sentences/lead.js';
import { PlatformNote } from '../platforms.js';
import { Name } from './texts.js';

export const similarShown = 3;

interface DidYouMeanProps {
  streamers?: readonly SimilarStreamer[];
  games?: readonly { name: string }[];
  /** Where a streamer leads to. By default, to the page of the streamer. */
  pathOf?: (streamer: SimilarStreamer) => string;
}

/** A question with streamers or games of a similar name. Renders nothing without any. */
export function DidYouMean({ streamers = [], games = [], pathOf = streamerPath }: DidYouMeanProps) {
  if (streamers.length + games.length === 0) return null;
  const links = [
    ...streamers.map((streamer) => (
      <>
        <Link to={pathOf(streamer)}>
          <Name of={streamer} />
        </Link>
        <PlatformNote platform={platformOfId(streamer.id)} />
      </>
    )),
    ...games.map(({ name }) => <GameName name={name} />),
  ];
  return <>Did you mean {joined(links, 'or')}? </>;
}
