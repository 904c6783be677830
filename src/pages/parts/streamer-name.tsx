import { Avatar } from './avatar.js';
import { Link, streamerPath } from './link.js';
import { Stranger } from './texts.js';

interface StreamerNameProps {
  id: string;
  /** Login or channel id. */
  name: string;
  displayName: string | null;
  image?: string | null;
  /** Leaves the login out. */
  plain?: boolean;
}

/** A login without what its display name usually lacks. */
function wordOf(name: string): string {
  return name.toLowerCase().replaceAll('_', '');
}

/** A streamer in a table: image, display name, and the login where it is another word. */
export function StreamerName({ id, name, displayName, image = null, plain = false }: StreamerNameProps) {
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
