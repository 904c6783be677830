import { Addressed, addressOf, Link, pathTo, streamerPath } from './link.js';
import { comparedRange } from '../../compare/compare.query.js';
import { isSameName } from '../../compare/typed-name.js';
import { withoutPrefix } from '../../../config/platforms.js';
import { platformLabel } from '../platforms.js';
import { PageRange } from '../ranges/page-range.js';
import { plainText } from '../../../streams/shown-text.js';
import { useSite } from '../../layout/site.js';

/** The fields of a streamer in lists. */
export interface Listed extends Addressed {
  display_name: string | null;
  profile_image?: string | null;
}

interface StreamerNameProps {
  streamer: Listed;
  /** Omits the login. */
  plain?: boolean;
}

/** A streamer in a list: image, display name, the login if it differs, and a link that adds the streamer to a comparison. */
export function StreamerName({ streamer, plain = false }: StreamerNameProps) {
  const { id, name, display_name: displayName, profile_image: image = null } = streamer;
  const shown = plainText(displayName, name);
  const login = withoutPrefix(name);
  const note = [platformLabel(id), plain || isSameName(shown, login) ? null : login].filter((part) => part !== null);
  return (
    <span class="who">
      <Avatar id={id} name={shown} image={image} />
      <span class="who-text">
        <Link to={streamerPath({ id, name })} dir="auto">
          <Breakable name={shown} />
        </Link>
        {note.length > 0 ? <span class="muted login">{note.join(' · ')}</span> : null}
      </span>
      <CompareLink streamer={{ id, name }} name={shown} />
    </span>
  );
}

/** The heading of a column of {@link StreamerName}: what the plus signs are for stands above them. */
export const streamerHeading = (
  <span class="who">
    Streamer
    <span class="add-head" aria-hidden="true">
      Compare
    </span>
  </span>
);

/** A name that breaks after underscores, if it does not fit. */
function Breakable({ name }: { name: string }) {
  return <>{name.split(/(?<=_)/).flatMap((part, i) => (i === 0 ? part : [<wbr />, part]))}</>;
}

/** Converts the streamer of a stream for {@link StreamerName}. */
export function toStreamer<Stream extends { streamer_id: string }>(stream: Stream) {
  return { ...stream, id: stream.streamer_id };
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

interface AvatarProps {
  /** The channel ID, which determines the color. Games have none. */
  id?: string;
  name: string;
  image: string | null;
  large?: boolean;
}

/** The image of a streamer, or the first letter of the name. The letter has one of ten colors, by the channel ID modulo 10. */
export function Avatar({ id = '', name, image, large = false }: AvatarProps) {
  const { images } = useSite();
  const size = large ? 52 : 24;
  const shape = large ? 'avatar large' : 'avatar';
  if (images && image?.startsWith('https://')) {
    return <img class={shape} src={image} alt="" width={size} height={size} loading="lazy" decoding="async" />;
  }
  const [first] = graphemes.segment(plainText(name));
  return (
    <span class={id === '' ? shape : `${shape} c${id.slice(-1)}`} aria-hidden="true">
      {first?.segment.toLocaleUpperCase('en') ?? '?'}
    </span>
  );
}

/** Opens a comparison with a streamer. In lists, a script collects the streamers at the bottom of the page instead. */
export function CompareLink({ streamer, name, range }: { streamer: Addressed; name: string; range?: PageRange }) {
  const streamers = addressOf(streamer);
  const label = range === undefined ? `Add ${name} to the comparison` : `Compare ${name} with others`;
  return (
    <Link
      class={range === undefined ? 'add' : 'button'}
      to={pathTo('/compare', { streamers, ...(range && comparedRange(range)) })}
      data-compare={streamers}
      data-label={name}
      title={label}
      aria-label={label}
    >
      {range === undefined ? '+' : 'Compare'}
    </Link>
  );
}
