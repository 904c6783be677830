import type { ComponentChildren } from 'preact';
import { fullMoment } from '../../charts/labels/time-labels.js';
import { withLocalCommands } from '../../config/with-local-commands.js';
import { plainText } from '../../streams/shown-text.js';
import { previewSize, sitePreview } from '../previews/preview-paths.js';
import { FeedLink } from '../feeds/feed-links.js';
import { Link } from '../parts/names/link.js';
import { Moment, Zone } from '../parts/moments.js';
import { Header } from './header.js';
import { siteIcon } from './mark.js';
import { useSite } from './site.js';

export interface LayoutProps {
  /** The title of the page, without the name of the site. */
  title: string;
  /** A sentence for search engines and previews. */
  description: string;
  /** The canonical path of the page, without parameters that only change the view. Pages of the documentation have none. */
  path?: string;
  /** The active link of the navigation. */
  section?: string;
  /** The current search text. */
  query?: string | undefined;
  /** The path of the picture for links to the page. By default, the picture of the site. */
  preview?: string;
  /** The API call for the main data of the page. */
  data?: string | undefined;
  /** The calendars and feeds with the data of the page. */
  feeds?: readonly FeedLink[];
  /** Whether the call also returns CSV. */
  csv?: boolean;
  /** Whether the page has graphs and needs their script. */
  charts?: boolean;
  /** Whether the page has live parts and needs their script. */
  live?: boolean;
  /** Excludes the page from search engines. */
  hidden?: boolean;
  children: ComponentChildren;
}

/** Sets times and theme before the first paint, so that nothing moves. Preact's types do not include this attribute. */
export const beforeShown = { blocking: 'render' };

/** The scripts that the header needs. */
function HeaderScripts() {
  const { assetOf } = useSite();
  return (
    <>
      <script type="module" {...beforeShown} src={assetOf('page.js')} />
      <script type="module" {...beforeShown} src={assetOf('times.js')} />
    </>
  );
}

/** The layout of all pages: head, header, main part and footer. A service without pages has only the documentation. */
export function Layout({
  section,
  query,
  path,
  charts = false,
  live = false,
  hidden = false,
  children,
  ...about
}: LayoutProps) {
  const { assetOf, name, pages } = useSite();
  const title = plainText(about.title);
  const description = plainText(about.description);
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>{`${title} · ${name}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content={description} />
        <meta name="color-scheme" content="light dark" />
        {path === undefined ? null : <LinkTags {...about} path={path} title={title} description={description} />}
        {hidden ? <meta name="robots" content="noindex" /> : null}
        <link rel="icon" href={siteIcon} />
        <link rel="stylesheet" href={assetOf('pages.css')} />
        {pages ? <HeaderScripts /> : null}
        {charts ? <script type="module" src={assetOf('charts.js')} /> : null}
        {live ? <script type="module" src={assetOf('live.js')} /> : null}
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <Header section={section} query={query} />
        <main id="main">
          <InventedNote />
          {children}
        </main>
        {pages ? <Footer /> : null}
      </body>
    </html>
  );
}

/** Tags for chats and search engines: how a link to the page looks, its canonical address, and its data. */
function LinkTags({ title, description, path, ...more }: Omit<LayoutProps, 'children'> & { path: string }) {
  const { preview = sitePreview, data, csv = false, feeds = [] } = more;
  const { name, hrefOf, absolute } = useSite();
  const address = absolute(path);
  return (
    <>
      <meta property="og:site_name" content={name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content="website" />
      {/* Chats ignore relative addresses, and a client can send any Host. */}
      {address === undefined ? null : (
        <>
          <meta property="og:image" content={absolute(preview)} />
          <meta property="og:image:type" content="image/png" />
          <meta property="og:image:width" content={String(previewSize.width)} />
          <meta property="og:image:height" content={String(previewSize.height)} />
          <meta property="og:image:alt" content={description} />
          <meta property="og:url" content={address} />
          <link rel="canonical" href={address} />
        </>
      )}
      <meta name="twitter:card" content={address === undefined ? 'summary' : 'summary_large_image'} />
      {data ? <link rel="alternate" type="application/json" href={hrefOf(data)} /> : null}
      {data && csv ? <link rel="alternate" type="text/csv" href={hrefOf(data.replace(/(?=\?|$)/, '.csv'))} /> : null}
      {feeds.map(({ name: feed, path: to, type }) => (
        <link rel="alternate" type={type} title={feed} href={hrefOf(to)} />
      ))}
      <link rel="manifest" href={hrefOf('/manifest.webmanifest')} />
      <link rel="apple-touch-icon" href={hrefOf('/apple-touch-icon.png')} />
    </>
  );
}

/** Invented data, and how to remove it. */
function InventedNote() {
  if (!useSite().isInvented) return null;
  const command = withLocalCommands('npm run db:seed -- --remove', process.env.COMMAND_PREFIX);
  return (
    <p class="sample">
      Invented data, for a first look. <code>{command}</code> removes it.
    </p>
  );
}

/** The time zone of the page, and links that explain the figures and the data. */
function Footer() {
  const { name, newest, now, version } = useSite();
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
      <p class="on-print">Page of {fullMoment(now)} UTC.</p>
    </footer>
  );
}
