import { Link } from '../parts/link.js';
import { Mark } from './mark.js';
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
  const { hrefOf, name } = useSite();
  return (
    <header class="site-head">
      <Link to="/" class="brand">
        <Mark />
        {name}
      </Link>
      <nav aria-label="Sections">
        <ul>
          {sections.map(([title, path]) => (
            <li key={path}>
              <Link to={path} aria-current={title === section ? 'page' : undefined}>
                {title}
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
        >
          <label class="sr" for="query">
            Search streamers
          </label>
          <input
            id="query"
            name="q"
            type="search"
            required
            maxLength={100}
            value={query}
            placeholder="Search streamers"
          />
          <button type="submit">Search</button>
        </form>
      </search>
    </header>
  );
}
