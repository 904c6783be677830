import { rollups, sum } from 'd3-array';
import { fullNumber } from '../../charts/labels/number-labels.js';
import { PlatformName, platformTitles } from '../../config/platforms.js';
import { CollectedPlatform } from '../../meta/dto/status.response.js';
import { KnownSince } from '../parts/ranges/known-since.js';
import { useSite } from '../layout/site.js';
import { Layout } from '../layout/layout.js';
import { GamesContext } from '../parts/names/game-name.js';
import { pathTo } from '../parts/names/link.js';
import { Choice } from '../parts/panels/choice.js';
import { ShownPanel } from '../parts/panels/shown-panel.js';
import { totalsPanels } from './totals-panels.js';
import { TotalsPageQuery, totalsRanges } from './totals.query.js';
import { TotalsView } from './totals-view.js';

const allPlatforms = 'All platforms';

interface TotalsPageProps {
  view: TotalsView;
  platforms: readonly PlatformName[];
  collected: readonly CollectedPlatform[];
}

/** Whole platforms over time. */
export function TotalsPage({ view, platforms, collected }: TotalsPageProps) {
  const { asked, rows, known, query: asOf } = view;
  const { range, platform } = asked;
  const lists = rollups(
    rows,
    (ofPlatform) => Math.max(...ofPlatform.map(({ watched_channels }) => watched_channels ?? 0)),
    ({ platform }) => platform,
  );
  const watched = collected.filter((one) => platform === undefined || one.platform === platform);
  const knownTimes = watched.map((one) => ({
    ...(watched.length > 1 && { name: platformTitles[one.platform] }),
    since: Date.parse(one.collected_since),
  }));
  const channels = sum(lists, ([, size]) => size);
  const pathOf = (change: Partial<TotalsPageQuery>) =>
    pathTo('/totals', { ...asked, ...change }, new TotalsPageQuery());
  return (
    <Layout
      title={`Totals, ${range} days`}
      description="Viewers and live streams of whole platforms over time, by language and by game."
      path={pathOf({})}
      section="Live"
      charts
    >
      <div class="page-head">
        <div>
          <h1>Totals</h1>
          <p class="muted">
            {lists.length > 0 && lists.every(([, size]) => size > 0)
              ? `All streams of up to ${fullNumber(channels)} watched channels together.`
              : 'All streams that were observed together.'}
          </p>
        </div>
        <Choice
          label="Range"
          chosen={`${range} days`}
          options={totalsRanges.map((days) => ({ name: `${days} days`, to: pathOf({ range: days }) }))}
        />
        <KnownSince window={{ from: Date.parse(asOf.from ?? ''), to: useSite().now.getTime() }} known={knownTimes} />
        {platforms.length > 1 || platform !== undefined ? (
          <Choice
            label="Platform"
            chosen={platform === undefined ? allPlatforms : platformTitles[platform]}
            options={[
              { name: allPlatforms, to: pathOf({ platform: undefined }) },
              ...platforms.map((one) => ({ name: platformTitles[one], to: pathOf({ platform: one }) })),
            ]}
          />
        ) : null}
      </div>
      <GamesContext.Provider value={known}>
        <div class="panels">
          {totalsPanels.map((panel) => (
            <ShownPanel {...{ panel, view, of: 'totals', query: { range, platform } }} />
          ))}
        </div>
      </GamesContext.Provider>
    </Layout>
  );
}
