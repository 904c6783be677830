import { rollups, sum } from 'd3-array';
import { countText } from '../../charts/labels/number-labels.js';
import { PlatformName, platformTitles } from '../../config/platforms.js';
import { CollectedPlatform } from '../../meta/dto/status.response.js';
import { KnownSince } from '../parts/ranges/known-since.js';
import { Layout } from '../layout/layout.js';
import { useSite } from '../layout/site.js';
import { figureText } from '../parts/figures.js';
import { GamesContext } from '../parts/names/game-name.js';
import { pathTo } from '../parts/names/link.js';
import { Choice } from '../parts/panels/choice.js';
import { citationOf } from '../parts/panels/citation.js';
import { ShownPanel } from '../parts/panels/shown-panel.js';
import { capitalized, freezeRange, readPageRange, windowOfRange } from '../parts/ranges/page-range.js';
import { RangeRow } from '../parts/ranges/range-row.js';
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
  const { asked, rows, known } = view;
  const { range, platform } = asked;
  const { now } = useSite();
  const shown = readPageRange({ range });
  const window = windowOfRange(shown, now);
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
    pathTo('/totals', { range, platform, ...change }, new TotalsPageQuery());
  const watchtime = sum(rows, (row) => row.watchtime);
  const citation = citationOf(
    {
      name: platform === undefined ? 'Totals' : `Totals of ${platformTitles[platform]}`,
      ...{ since: Math.max(0, ...knownTimes.map(({ since }) => since)), range: shown, window },
      figures: figureText('watchtime', watchtime),
      ...{ frozen: freezeRange(shown, now), pathOf: ({ range: fixed }) => pathOf({ range: fixed }) },
    },
    now,
  );
  return (
    <Layout
      title={`Totals, ${shown.title}`}
      description="Viewers and live streams of whole platforms over time, by language and by game."
      path={pathOf({})}
      section="Totals"
      charts
    >
      <div class="page-head">
        <div>
          <h1>Totals</h1>
          <p class="muted">
            {lists.length > 0 && lists.every(([, size]) => size > 0)
              ? `All streams of up to ${countText(channels, 'watched channel')} together.`
              : 'All streams that were observed together.'}{' '}
            {capitalized(shown.noun)}, in UTC.
          </p>
        </div>
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
      <RangeRow
        {...{ range: shown, window, moving: totalsRanges, since: 0, sent: asked, isUtc: true }}
        pathOf={({ range: other }) => pathOf({ range: other })}
      >
        <KnownSince window={window} known={knownTimes} />
      </RangeRow>
      <GamesContext.Provider value={known}>
        <div class="panels">
          {totalsPanels.map((panel) => (
            <ShownPanel {...{ panel, view, of: 'totals', query: { range, platform }, citation }} />
          ))}
        </div>
      </GamesContext.Provider>
    </Layout>
  );
}
