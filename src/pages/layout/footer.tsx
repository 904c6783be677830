import { Link } from '../parts/link.js';
import { Zone } from '../parts/moments.js';
import { useSite } from './site.js';

/** The time zone, the theme, and links that explain the data and the figures. */
export function Footer() {
  const { docs, version } = useSite();
  return (
    <footer class="site-foot">
      <p>
        Times are in <Zone />. Hours watched are viewer-minutes / 60.
      </p>
      <p>
        <label for="theme">Theme</label>{' '}
        <select id="theme" autocomplete="off">
          <option value="auto">System</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </select>
      </p>
      <ul>
        <li>
          <Link to="/about">About the figures</Link>
        </li>
        {docs ? (
          <li>
            <Link to="/docs">API</Link>
          </li>
        ) : null}
        <li class="muted">Version {version}</li>
      </ul>
    </footer>
  );
}
