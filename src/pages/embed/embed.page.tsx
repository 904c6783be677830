import type { ComponentChildren } from 'preact';
import { ChartTheme } from '../../charts/chart-styles.js';
import { BadAddress, shortenError } from '../errors/error.page.js';
import { Mark } from '../layout/mark.js';
import { useSite } from '../layout/site.js';
import { Zone } from '../parts/moments.js';
import { CanvasContext } from '../parts/panels/canvas.js';
import { SharedChart } from '../kinds/page-kind.js';
import { beforeShown } from '../layout/layout.js';

/** Pixels of a frame above and below the chart, and of the names of its layers. */
const aroundChart = 108;
const namesRoom = 24;

/** One chart for a frame of another site, as high as the frame, with a link to its page. */
export function EmbedPage({ chart, theme, height }: { chart: SharedChart; theme: ChartTheme; height: number }) {
  const { hrefOf } = useSite();
  const { name, path, span, zone, panel, hasNames = false } = chart;
  const room = aroundChart + (hasNames ? namesRoom : 0);
  return (
    <Frame title={name} path={path} span={span} zone={zone} theme={theme === 'auto' ? undefined : theme}>
      <h1>
        <a href={hrefOf(path)} rel="noopener">
          <bdi>{name}</bdi>
        </a>
      </h1>
      <CanvasContext.Provider value={{ height: height - room }}>{panel}</CanvasContext.Provider>
    </Frame>
  );
}

const problems: Readonly<Record<number, string>> = {
  400: 'A part of its address is mistyped.',
  404: 'The data may be gone, or the address of the chart is mistyped.',
  429: 'Too many charts at once. Try again in a minute.',
};

/** An error in a frame, as small as a frame may be. */
export function EmbedError({ status, error }: { status: number; error: string }) {
  const text =
    status === 503
      ? `${shortenError(error)} The chart loads again by itself.`
      : (problems[status] ?? 'Something went wrong here. Try again in a moment.');
  return (
    <Frame title="Chart not available" path="/">
      <h1>This chart is not available</h1>
      <p class="muted">{text}</p>
      <BadAddress status={status} error={error} />
    </Frame>
  );
}

interface FrameProps {
  title: string;
  /** The path of the page with the same data. */
  path: string;
  theme?: string;
  /** The period of the data. */
  span?: ComponentChildren;
  /** The time zone of a chart that no script converts. */
  zone?: string | undefined;
  children: ComponentChildren;
}

/** A page for a frame of another site: its content and its source. All links open outside of the frame. */
function Frame({ title, path, theme, span, zone, children }: FrameProps) {
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
          {span === undefined ? null : <>, {span}</>}, {zone ?? <Zone />}
        </footer>
      </body>
    </html>
  );
}
