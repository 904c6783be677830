import { Avatar } from './avatar.js';
import { Addressed, Link, streamerPath } from './link.js';
import { Column } from './table.js';
import { Stranger } from './texts.js';

/** What lists know of a streamer. */
interface Listed extends Addressed {
  display_name: string | null;
  profile_image?: string | null;
}

interface StreamerNameProps {
  streamer: Listed;
  /** Leaves the login out. */
  plain?: boolean;
}

/** A login without what its display name usually lacks. */
function wordOf(name: string): string {
  return name.toLowerCase().replaceAll('_', '');
}

/** A streamer in a table: image, display name, and the login where it is another word. */
export function StreamerName({ streamer, plain = false }: StreamerNameProps) {
  const { id, name, display_name: displayName, profile_image: image = null } = streamer;
  const differs = !plain && displayName !== null && wordOf(displayName) !== wordOf(name);
  return (
    <span class="who">
      <Avatar id={id} name={displayName ?? name} image={image} />
      <span class="who-text">
        <Link to={streamerPath({ id, name })}>
          <Stranger text={displayName ?? name} empty={name} />
        </Link>
        {differs ? <span class="muted login">{name}</span> : null}
      </span>
    </span>
  );
}

/** The column with the streamers of rows, which names the rows. */
export const streamerColumn: Column<Listed> = {
  heading: 'Streamer',
  isHead: true,
  show: (streamer) => <StreamerName streamer={streamer} />,
};

/** The streamer of a stream, as {@link StreamerName} takes it. */
export function streamerOf<Stream extends { streamer_id: string }>(stream: Stream) {
  return { ...stream, id: stream.streamer_id };
}
