import type { ComponentChildren } from 'preact';
import { plainText } from '../parts/names/texts.js';
import { Footer } from './footer.js';
import { Header } from './header.js';
import { LinkTags } from './link-tags.js';
import { siteIcon } from './mark.js';
import { useSite } from './site.js';

export interface LayoutProps {
  /** The title of the page, without the name of the site. */
  title: string;
  /** A sentence for search engines and previews. */
  description: string;
  /** The canonical path of the page, without parameters that only change the view. */
  path: string;
  /** The active link of the navigation. */
  section?: string;
  /** The current search text. */
  query?: string | undefined;
  /** The path of the picture for links to the page. By default, the picture of the site. */
  preview?: string;
  /** The API call for the main data of the page. */
  data?: string | undefined;
  /** Whether the call also returns CSV. */
  csv?: boolean;
  /** Whether the page has graphs and needs their script. */
  charts?: boolean;
  /** Excludes the page from search engines. */
  hidden?: boolean;
  children: ComponentChildren;
}

/** Sets times and theme before the first paint, so that nothing moves. Preact's types do not include this attribute. */
export const beforeShown = { blocking: 'render' };

/** The layout of all pages: head, header, main part and footer. */
export function Layout({
  title,
  description,
  path,
  section,
  query,
  preview,
  data,
  csv = false,
  charts = false,
  hidden = false,
  children,
}: LayoutProps) {
  const { assetOf, name: siteName } = useSite();
  const name = plainText(title);
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>{`${name} · ${siteName}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content={plainText(description)} />
        <meta name="color-scheme" content="light dark" />
        <LinkTags
          title={name}
          description={plainText(description)}
          path={path}
          preview={preview}
          data={data}
          csv={csv}
        />
        {hidden ? <meta name="robots" content="noindex" /> : null}
        <link rel="icon" href={siteIcon} />
        <link rel="stylesheet" href={assetOf('pages.css')} />
        <script type="module" {...beforeShown} src={assetOf('page.js')} />
        <script type="module" {...beforeShown} src={assetOf('times.js')} />
        {charts ? <script type="module" src={assetOf('charts.js')} /> : null}
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <Header section={section} query={query} />
        <main id="main">{children}</main>
        <Footer />
      </body>
    </html>
  );
}
