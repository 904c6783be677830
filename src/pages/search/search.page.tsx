import { Page } from '../../http/page.js';
import { ListedStreamer } from '../../streamer/dto/listed-streamer.response.js';
import { Layout } from '../layout/layout.js';
import { dataForms } from '../parts/data-forms.js';
import { Link, withQuery } from '../parts/link.js';
import { ListPanel } from '../parts/list-panel.js';
import { LiveMark } from '../parts/live-mark.js';
import { Day } from '../parts/moments.js';
import { Panel } from '../parts/panel.js';
import { streamerColumn } from '../parts/streamer-name.js';
import { Column, counts, DataTable, hours } from '../parts/table.js';
import { Stranger } from '../parts/texts.js';
import { figureOf } from '../parts/window-figures.js';

export const foundPerPage = 30;

const columns: readonly Column<ListedStreamer>[] = [
  streamerColumn,
  counts('Followers', ({ followers }) => followers),
  counts('Avg. viewers', (streamer) => figureOf(streamer, 'avg_viewers')),
  hours('Hours watched', (streamer) => figureOf(streamer, 'watchtime')),
  {
    heading: 'Last stream',
    class: 'num',
    show: (streamer) => (streamer.is_live ? <LiveMark stream={streamer} /> : <Day at={streamer.last_stream_at} />),
  },
];

interface SearchPageProps {
  query: string;
  cursor: number;
  /** Null without a search text. */
  found: Page<ListedStreamer> | null;
}

/** The streamers that match a text. */
export function SearchPage({ query, cursor, found }: SearchPageProps) {
  const title = query === '' ? 'Search' : `Search for ${query}`;
  return (
    <Layout title={title} description="Find streamers by name." path="/search" query={query} hidden>
      <h1 class="sr">{title}</h1>
      {found === null ? (
        <Panel id="found" title="Streamers">
          <p class="empty">Type a name, or the start of a name, into the field above.</p>
        </Panel>
      ) : (
        <ListPanel
          id="found"
          title="Streamers"
          data={dataForms('/v1/streamers', { query, limit: foundPerPage }, ['csv'])}
          note={
            <>
              Streamers whose login, or a word of whose display name, starts with <Stranger text={query} empty="" />.
            </>
          }
          pages="Pages of results"
          cursor={cursor}
          limit={foundPerPage}
          list={found}
          empty={
            <>
              {cursor > 0 ? 'This page is past the end of the list.' : 'No matching streamers.'} Try fewer letters, or
              look at <Link to="/live">who is live</Link>.
            </>
          }
          pathAt={(at) => withQuery('/search', { q: query, cursor: at })}
        >
          <DataTable label="Results" columns={columns} rows={found.items} />
        </ListPanel>
      )}
    </Layout>
  );
}
