import { Config } from '../../config/config.js';
import { publicPath } from '../../http/request/public-path.js';
import { sections } from '../../pages/layout/header.js';
import { Mark } from '../../pages/layout/mark.js';

/** The name of the site, and links to the pages and to the start of the documentation. */
export function DocsHeader({ config }: { config: Config }) {
  const to = (path: string) => publicPath(config, path);
  return (
    <header class="site-head">
      <div>
        <a class="brand" href={to(config.pagesEnabled ? '/' : '/docs')}>
          <Mark />
          {config.siteName}
        </a>
        <nav aria-label="Sections">
          <ul>
            {(config.pagesEnabled ? sections : []).map(([title, path]) => (
              <li key={path}>
                <a href={to(path)}>{title}</a>
              </li>
            ))}
            <li>
              <a href={to('/docs')} aria-current="true">
                API
              </a>
            </li>
          </ul>
        </nav>
      </div>
    </header>
  );
}
