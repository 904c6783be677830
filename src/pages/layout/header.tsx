import { maxCompared } from '../compare/compare.query.js';
import { Zone } from '../parts/moments.js';
import { boardPath, Link } from '../parts/names/link.js';
import { Mark } from './mark.js';
import { useSite } from './site.js';

/** The lists of the site and the comparison. */
const sections = [
  ['Leaderboard', boardPath],
  ['Live', '/live'],
  ['Totals', '/totals'],
  ['Games', '/games'],
  ['Events', '/events'],
  ['Compare', '/compare'],
] as const;

interface HeaderProps {
  /** The title of the active link. */
  section?: string | undefined;
  query?: string | undefined;
}

/** The name of the site, the navigation and the search field. A site without pages has a link to its documentation only. */
export function Header({ section, query }: HeaderProps) {
  const { name, pages, docs } = useSite();
  const links = [...(pages ? sections : []), ...(docs ? [['API', '/docs'] as const] : [])];
  return (
    <header class="site-head">
      <div>
        <Link to={pages ? '/' : '/docs'} class="brand">
          <Mark />
          {name}
        </Link>
        <nav aria-label="Sections">
          <ul>
            {links.map(([title, path]) => (
              <li>
                <Link
                  to={path}
                  aria-current={title === section ? 'page' : undefined}
                  data-compares={path === '/compare' ? maxCompared : undefined}
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {pages ? (
          <>
            <Search query={query} />
            <Settings />
          </>
        ) : null}
      </div>
    </header>
  );
}

/** The field for streamers and games. A script suggests some, and focuses the field after the key `/`. */
function Search({ query }: { query?: string | undefined }) {
  const { hrefOf } = useSite();
  return (
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
  );
}

/** The time zone and the theme of the pages. A script adds the reader's time zone, and keeps the choice. */
function Settings() {
  return (
    <details class="menu settings" name="menu">
      <summary>
        <span class="sr">Time zone and theme: </span>
        <Zone />
      </summary>
      <div class="pop">
        <label for="zone">Times</label>
        <select id="zone" autocomplete="off">
          <option value="utc">UTC</option>
        </select>
        <label for="theme">Theme</label>
        <select id="theme" autocomplete="off">
          <option value="auto">As the system</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </select>
      </div>
    </details>
  );
}
