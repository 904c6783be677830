import { Link } from '../parts/names/link.js';
import { Mark } from './mark.js';
import { Settings } from './settings.js';
import { useSite } from './site.js';

/** The lists of the site and the comparison. */
export const sections = [
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
      <div>
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
          <form action={hrefOf('/search')} class="search" data-suggest={hrefOf('/search/suggestions')} data-opens="">
            <label class="sr" for="query">
              Streamer or game
            </label>
            <input
              id="query"
              name="q"
              type="search"
              data-names
              required
              maxLength={100}
              value={query}
              placeholder="Streamer or game"
            />
            <button type="submit" aria-label="Search">
              <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="2">
                <path d="M11 11l4 4M12 7A5 5 0 1 1 2 7a5 5 0 0 1 10 0z" />
              </svg>
            </button>
          </form>
        </search>
        <Settings />
      </div>
    </header>
  );
}
