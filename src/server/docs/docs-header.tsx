import { Config } from '../../config/config.js';
import { publicPath } from '../../http/request/public-path.js';
import { sections } from '../../pages/layout/header.js';
import { Mark } from '../../pages/layout/mark.js';

/** The name of the site, and links to the pages and to the start of the documentation. */
export function DocsHeader({ config }: { config: Config }) {
  const to = (path: string) => publicPath(config, path);
  return (
    <header class="docs-head">
      <a class="brand" href={to(config.pagesEnabled ? '/' : '/docs')}>
        <Mark />
        {config.siteName}
      </a>
      <nav aria-label="Sections">
        {config.pagesEnabled
          ? sections.map(([title, path]) => (
              <a key={path} href={to(path)}>
                {title}
              </a>
            ))
          : null}
        <a class="here" href={to('/docs')}>
          API
        </a>
      </nav>
    </header>
  );
}
