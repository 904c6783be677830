import { Fragment } from 'preact';
import { SimilarStreamer } from '../../../streamer/dto/listed-streamer.response.js';
import { Link, streamerPath } from './link.js';
import { Stranger } from './texts.js';

export const similarShown = 3;

/** A question with streamers of a similar name. Renders nothing without any. */
export function DidYouMean({ streamers }: { streamers: readonly SimilarStreamer[] }) {
  if (streamers.length === 0) return null;
  const links = streamers.map((streamer, place) => (
    <Fragment key={streamer.id}>
      {place === 0 ? '' : place === streamers.length - 1 ? ' or ' : ', '}
      <Link to={streamerPath(streamer)}>
        <Stranger text={streamer.display_name} empty={streamer.name} />
      </Link>
    </Fragment>
  ));
  return <>Did you mean {links}? </>;
}
