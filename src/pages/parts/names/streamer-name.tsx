import { Avatar } from './avatar.js';
import { CompareLink } from './compare-link.js';
import { Addressed, Link, streamerPath } from './link.js';
import { Column } from '../lists/table.js';
import { plainText } from './texts.js';

/** The fields of a streamer in lists. */
interface Listed extends Addressed {
  display_name: string | null;
  profile_image?: string | null;
}

interface StreamerNameProps {
  streamer: Listed;
  /** Omits the login. */
  plain?: boolean;
}

/** Normalizes a name, so that a login matches a display name that differs only in case and underscores. */
function wordOf(name: string): string {
  return name.toLowerCase().replaceAll('_', '');
}

/** A streamer in a list: image, display name, the login if it differs, and a link that adds the streamer to a comparison. */
export function StreamerName({ streamer, plain = false }: StreamerNameProps) {
  const { id, name, display_name: displayName, profile_image: image = null } = streamer;
  const differs = !plain && displayName !== null && wordOf(displayName) !== wordOf(name);
  return (
    <span class="who">
      <Avatar name={displayName ?? name} image={image} />
      <span class="who-text">
        <Link to={streamerPath({ id, name })}>
          <Breakable name={plainText(displayName ?? '') || name} />
        </Link>
        {differs ? <span class="muted login">{name}</span> : null}
      </span>
      <CompareLink streamer={{ id, name }} name={plainText(displayName ?? '') || name} />
    </span>
  );
}

/** A name that breaks after underscores, if it does not fit. */
function Breakable({ name }: { name: string }) {
  return <bdi>{name.split(/(?<=_)/).flatMap((part, i) => (i === 0 ? part : [<wbr />, part]))}</bdi>;
}

/** The column of streamers, which is the row header. */
export const streamerColumn: Column<Listed> = {
  heading: 'Streamer',
  isHead: true,
  show: (streamer) => <StreamerName streamer={streamer} />,
};

/** Converts the streamer of a stream for {@link StreamerName}. */
export function streamerOf<Stream extends { streamer_id: string }>(stream: Stream) {
  return { ...stream, id: stream.streamer_id };
}
