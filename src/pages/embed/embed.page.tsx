import { beforeShown } from '../layout/layout.js';
import { Mark } from '../layout/mark.js';
import { useSite } from '../layout/site.js';
import { streamerPath } from '../parts/link.js';
import { plainText, Stranger } from '../parts/texts.js';
import { FollowersPanel } from '../streamer/followers-panel.js';
import { HoursPanel } from '../streamer/hours-panel.js';
import { StreamerView } from '../streamer/streamer-view.js';
import { ViewersPanel } from '../streamer/viewers-panel.js';

export const embedGraphs = ['followers', 'viewers', 'hours'] as const;
export type EmbedGraph = (typeof embedGraphs)[number];

const panels = { followers: FollowersPanel, viewers: ViewersPanel, hours: HoursPanel };

/** One graph of a streamer, with a link that opens the whole page outside the frame. */
export function EmbedPage({ view, graph }: { view: StreamerView; graph: EmbedGraph }) {
  const { hrefOf, assetOf, name: siteName } = useSite();
  const { streamer } = view;
  const Shown = panels[graph];
  const name = plainText(streamer.display_name) || streamer.name;
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>{`${name} · ${siteName}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="stylesheet" href={assetOf('pages.css')} />
        <script type="module" {...beforeShown} src={assetOf('times.js')} />
        <script type="module" src={assetOf('charts.js')} />
      </head>
      <body class="embed">
        <main>
          <h1>
            <a href={hrefOf(streamerPath(streamer))} target="_blank" rel="noopener">
              <Stranger text={streamer.display_name} empty={streamer.name} />
            </a>
          </h1>
          <Shown view={view} />
          <p class="brand">
            <Mark />
            {siteName}
          </p>
        </main>
      </body>
    </html>
  );
}
