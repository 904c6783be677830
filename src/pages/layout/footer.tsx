import { Link } from '../parts/names/link.js';
import { Moment, Zone } from '../parts/moments.js';
import { useSite } from './site.js';

/** The time zone of the page, and links that explain the figures and the data. */
export function Footer() {
  const { name, newest, version } = useSite();
  return (
    <footer class="site-foot">
      <p>
        All times in <Zone />
        <span data-zone-note />.
        {newest === null ? null : (
          <>
            {' '}
            Newest data: <Moment at={newest} />.
          </>
        )}
      </p>
      <Link to="/about">How each figure is computed</Link>
      <p>
        {name}, version {version}
      </p>
    </footer>
  );
}
