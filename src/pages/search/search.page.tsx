import { fullNumber } from '../../charts/labels/number-labels.js';
import { Game } from '../../games/dto/game.response.js';
import { PlatformName } from '../../config/platforms.js';
import { Page } from '../../http/lists/page.js';
import { ListedStreamer, SimilarStreamer } from '../../streamer/dto/listed-streamer.response.js';
import { maxMatches } from '../../streamer/streamer-matches.js';
import { LiveStream } from '../../streams/live/live-stream.response.js';
import { titlesOfSearch } from '../../streams/live/live-streams.service.js';
import { Layout } from '../layout/layout.js';
import { foundColumns } from '../columns/streamers.js';
import { gameColumns } from '../columns/games.js';
import { liveColumns } from '../columns/live.js';
import { ListPage } from '../parts/lists/list-page.js';
import { DataTable } from '../parts/lists/table.js';
import { DidYouMean } from '../parts/names/did-you-mean.js';
import { Link, pathTo, QueryValues } from '../parts/names/link.js';
import { UntrustedText } from '../parts/names/texts.js';
import { Panel } from '../parts/panels/panel.js';
import { SearchQuery } from './search.query.js';
import { platformSelect } from '../parts/lists/selects.js';

export const foundPerPage = 30;
const gamesShown = 5;
export const liveFound = 5;

/** The streamers, games and live streams that match a text. */
export interface Results {
  /** The total is at most one more than {@link maxMatches}. */
  streamers: Page<ListedStreamer>;
  /** Streamers with a similar name; empty if any streamer matches. */
  similar: readonly SimilarStreamer[];
  /** All matching games of the searched ones. Empty after the first page. */
  games: readonly Game[];
  /** The first live streams with the text in their title. Null after the first page. */
  live: Page<LiveStream> | null;
}

interface SearchPageProps {
  query: SearchQuery;
  /** Null without a search text. */
  results: Results | null;
  platforms: readonly PlatformName[];
}

/** The streamers, games and live streams that match a text. */
export function SearchPage({ query, results, platforms }: SearchPageProps) {
  const { q, platform, cursor } = query;
  const page = {
    title: q === '' ? 'Search' : `Search for ${q}`,
    description: 'Find streamers and games by name.',
    ...{ path: '/search', query: q, hidden: true },
  };
  if (results === null) {
    return (
      <Layout {...page}>
        <div class="page-head">
          <h1>Search</h1>
        </div>
        <Panel id="found" title="Streamers" about="search">
          <p class="empty">Type any part of a name, or a channel ID, into the field above.</p>
        </Panel>
      </Layout>
    );
  }
  const { streamers, similar, games, live } = results;
  const { total = 0 } = streamers;
  const isPastEnd = cursor > 0 && streamers.items.length === 0;
  return (
    <ListPage
      page={page}
      heading={
        <>
          Search for <UntrustedText text={q} empty="" />
        </>
      }
      call={pathTo('/v1/streamers', { query: q, platform, limit: foundPerPage, cursor }, new SearchQuery())}
      panel={{ id: 'found', title: 'Streamers', about: 'search', note: isPastEnd ? undefined : foundText(total) }}
      file={{ of: 'search', query: { q, platform } }}
      {...{ label: 'Results', columns: foundColumns, query, defaults: new SearchQuery(), limit: foundPerPage }}
      selects={platformSelect(platforms, platform)}
      list={{ ...streamers, total: Math.min(total, maxMatches) }}
      empty={
        <>
          No matching streamers. <DidYouMean streamers={similar} />
          Try fewer letters, or look at <Link to="/live">who is live</Link>.
        </>
      }
    >
      {games.length === 0 ? null : <FoundGames q={q} games={games} />}
      {live === null || live.items.length === 0 ? null : <FoundLive query={{ title: q, platform }} live={live} />}
    </ListPage>
  );
}

function FoundGames({ q, games }: { q: string; games: readonly Game[] }) {
  return (
    <Panel
      id="games"
      title="Games"
      about="game"
      note={`${fullNumber(games.length)} found. The last 30 days. Figures are up to an hour old.`}
      shared={{ of: 'games', query: { q } }}
    >
      <DataTable label="Games" columns={gameColumns} rows={games.slice(0, gamesShown)} />
    </Panel>
  );
}

function FoundLive({ query, live: { items, hasMore } }: { query: QueryValues; live: Page<LiveStream> }) {
  return (
    <Panel
      id="live"
      title="Live streams"
      about="live-now"
      note={`By title, of the ${fullNumber(titlesOfSearch)} streams with the most viewers.`}
      shared={{ of: 'live', query, call: pathTo('/v1/streams/live', query) }}
    >
      <DataTable label="Live streams" columns={liveColumns} rows={items} />
      {hasMore ? <Link to={pathTo('/live', query)}>More live streams</Link> : null}
    </Panel>
  );
}

function foundText(count: number): string {
  const most = fullNumber(maxMatches);
  return count > maxMatches ? `More than ${most} found. The first ${most} are listed.` : `${fullNumber(count)} found.`;
}
