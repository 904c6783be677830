import type { ComponentChildren } from 'preact';
import { beforeShown } from '../layout/layout.js';
import { Mark } from '../layout/mark.js';
import { useSite } from '../layout/site.js';
import { Zone } from '../parts/moments.js';

interface FrameProps {
  title: string;
  /** The path of the page with the same data. */
  path: string;
  theme?: string;
  /** The period of the data. */
  span?: string;
  children: ComponentChildren;
}

/** A page for a frame of another site: its content and its source. All links open outside of the frame. */
export function Frame({ title, path, theme, span, children }: FrameProps) {
  const { hrefOf, assetOf, name } = useSite();
  return (
    <html lang="en" data-theme={theme}>
      <head>
        <meta charset="utf-8" />
        <base target="_blank" />
        <title>{`${title} · ${name}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="stylesheet" href={assetOf('pages.css')} />
        <script type="module" {...beforeShown} src={assetOf('times.js')} />
        <script type="module" src={assetOf('charts.js')} />
      </head>
      <body class="embed">
        <main>{children}</main>
        <footer class="source">
          Source:{' '}
          <a href={hrefOf(path)} rel="noopener">
            <Mark /> {name}
          </a>
          {span ? `, ${span}` : ''}, <Zone />
        </footer>
      </body>
    </html>
  );
}
