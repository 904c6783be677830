import { fullNumber } from '../../charts/labels/number-labels.js';
import { Game } from '../../games/dto/game.response.js';
import { Page } from '../../http/lists/page.js';
import { ListedStreamer, SimilarStreamer } from '../../streamer/dto/listed-streamer.response.js';
import { maxMatches } from '../../streamer/streamer-matches.js';
import { Layout } from '../layout/layout.js';
import { figureColumn } from '../parts/figures.js';
import { DidYouMean } from '../parts/names/did-you-mean.js';
import { GameName } from '../parts/names/game-name.js';
import { Link, withQuery } from '../parts/names/link.js';
import { ListPanel, listTitle } from '../parts/lists/list-panel.js';
import { LiveMark } from '../parts/names/live-mark.js';
import { Day } from '../parts/moments.js';
import { Panel } from '../parts/panels/panel.js';
import { streamerColumn } from '../parts/names/streamer-name.js';
import { Column, DataTable } from '../parts/lists/table.js';
import { UntrustedText } from '../parts/names/texts.js';
import { figureOf } from '../parts/window-figures.js';

export const foundPerPage = 30;
const gamesShown = 5;

const columns: readonly Column<ListedStreamer>[] = [
  streamerColumn,
  figureColumn('followers'),
  figureColumn('avg_viewers', 'in line', (streamer) => figureOf(streamer, 'avg_viewers')),
  figureColumn('watchtime', 'in line', (streamer) => figureOf(streamer, 'watchtime')),
  {
    heading: 'Last stream',
    class: 'num',
    line: (streamer) => (streamer.is_live ? <LiveMark stream={streamer} text="live" /> : null),
    show: (streamer) => (streamer.is_live ? <LiveMark stream={streamer} /> : <Day at={streamer.last_stream_at} />),
  },
];

const gameColumns: readonly Column<Game>[] = [
  { heading: 'Game', isHead: true, class: 'title', show: ({ name }) => <GameName name={name} /> },
  figureColumn('watchtime'),
  figureColumn('avg_viewers', 'in line'),
  figureColumn('streamer_count', 'in line'),
];

/** The streamers and games that match a text. */
export interface Results {
  /** The total is at most one more than {@link maxMatches}. */
  streamers: Page<ListedStreamer>;
  /** Streamers with a similar name; empty if any streamer matches. */
  similar: readonly SimilarStreamer[];
  /** All matching games of the searched ones. Empty after the first page. */
  games: readonly Game[];
}

interface SearchPageProps {
  query: string;
  cursor: number;
  /** Null without a search text. */
  results: Results | null;
}

/** The streamers and games that match a text. */
export function SearchPage({ query, cursor, results }: SearchPageProps) {
  const title = query === '' ? 'Search' : listTitle(`Search for ${query}`, cursor);
  return (
    <Layout title={title} description="Find streamers and games by name." path="/search" query={query} hidden>
      <div class="page-head">
        <h1>
          {query === '' ? 'Search' : 'Search for '}
          <UntrustedText text={query} empty="" />
        </h1>
      </div>
      {results === null ? (
        <Panel id="found" title="Streamers">
          <p class="empty">Type any part of a name, or a channel ID, into the field above.</p>
        </Panel>
      ) : (
        <>
          {results.games.length === 0 ? null : (
            <Panel
              id="games"
              title="Games"
              note={`${fullNumber(results.games.length)} found. The last 30 days. Figures are up to an hour old.`}
              files={{ of: 'games', query: { q: query } }}
            >
              <DataTable label="Games" columns={gameColumns} rows={results.games.slice(0, gamesShown)} />
            </Panel>
          )}
          <FoundStreamers query={query} cursor={cursor} results={results} />
        </>
      )}
    </Layout>
  );
}

function FoundStreamers({ query, cursor, results: { streamers, similar } }: SearchPageProps & { results: Results }) {
  const { total: count = 0 } = streamers;
  const isPastEnd = cursor > 0 && streamers.items.length === 0;
  return (
    <ListPanel
      id="found"
      title="Streamers"
      files={{ of: 'search', query: { q: query } }}
      data={withQuery('/v1/streamers', { query, limit: foundPerPage, cursor: cursor || undefined })}
      note={isPastEnd ? undefined : foundText(count)}
      pages="Pages of results"
      cursor={cursor}
      limit={foundPerPage}
      list={{ ...streamers, total: Math.min(count, maxMatches) }}
      empty={
        <>
          {isPastEnd ? 'The results end before this page.' : 'No matching streamers.'}{' '}
          <DidYouMean streamers={similar} />
          Try fewer letters, or look at <Link to="/live">who is live</Link>.
        </>
      }
      pathAt={(at) => withQuery('/search', { q: query, cursor: at })}
    >
      <DataTable label="Results" columns={columns} rows={streamers.items} />
    </ListPanel>
  );
}

function foundText(count: number): string {
  const most = fullNumber(maxMatches);
  return count > maxMatches ? `More than ${most} found. The first ${most} are listed.` : `${fullNumber(count)} found.`;
}
