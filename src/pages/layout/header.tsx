import { Link } from '../parts/link.js';
import { useSite } from './site.js';

const sections = [
  ['Leaderboard', '/'],
  ['Live', '/live'],
  ['Games', '/games'],
  ['Events', '/events'],
  ['Compare', '/compare'],
] as const;

interface HeaderProps {
  section?: string | undefined;
  query?: string | undefined;
}

/** The name of the site, the navigation and the search field. */
export function Header({ section, query }: HeaderProps) {
  const { hrefOf, images } = useSite();
  return (
    <header class="site-head">
      <Link to="/" class="brand">
        Streaming analytics
      </Link>
      <nav aria-label="Sections">
        <ul>
          {sections.map(([name, path]) => (
            <li key={path}>
              <Link to={path} aria-current={name === section ? 'page' : undefined}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <search>
        <form
          action={hrefOf('/search')}
          class="search"
          data-suggest={hrefOf('/v1/streamers')}
          data-pages={hrefOf('/streamers/')}
          data-images={images ? '' : undefined}
        >
          <label class="sr" for="query">
            Streamer or game
          </label>
          <input
            id="query"
            name="q"
            type="search"
            required
            maxLength={100}
            value={query}
            placeholder="Streamer or game"
          />
          <button type="submit">Search</button>
        </form>
      </search>
    </header>
  );
}
