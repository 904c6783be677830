import { Page } from '../../http/page.js';
import { ListedStreamer } from '../../streamer/dto/listed-streamer.response.js';
import { Layout } from '../layout/layout.js';
import { dataForms } from '../parts/data-forms.js';
import { Link, withQuery } from '../parts/link.js';
import { LiveMark } from '../parts/live-mark.js';
import { Day } from '../parts/moments.js';
import { Count, Hours } from '../parts/numbers.js';
import { Paging } from '../parts/paging.js';
import { Panel } from '../parts/panel.js';
import { Scroller } from '../parts/scroller.js';
import { StreamerName } from '../parts/streamer-name.js';
import { Stranger } from '../parts/texts.js';

export const foundPerPage = 30;

interface SearchPageProps {
  query: string;
  cursor: number;
  /** Null where nothing was searched for. */
  found: Page<ListedStreamer> | null;
}

/** The streamers that a text finds. */
export function SearchPage({ query, cursor, found }: SearchPageProps) {
  const title = query === '' ? 'Search' : `Search for ${query}`;
  return (
    <Layout title={title} description="Find streamers by name." path="/search" query={query} hidden>
      <h1 class="sr">{title}</h1>
      <Panel
        id="found"
        title="Streamers"
        data={found === null ? undefined : dataForms('/v1/streamers', { query, limit: foundPerPage }, ['csv'])}
        note={
          found === null ? undefined : (
            <>
              Found by <Stranger text={query} empty="" />: the start of a login, or words of a display name.
            </>
          )
        }
      >
        {found === null ? <p class="empty">Type a name into the field above, or the start of one.</p> : null}
        {found?.items.length === 0 ? <NothingFound cursor={cursor} /> : null}
        {found && found.items.length > 0 ? <Results found={found} /> : null}
        {found === null ? null : (
          <Paging
            label="Pages of results"
            cursor={cursor}
            shown={found.items.length}
            limit={foundPerPage}
            hasMore={found.hasMore}
            pathAt={(at) => withQuery('/search', { q: query, cursor: at === 0 ? undefined : at })}
          />
        )}
      </Panel>
    </Layout>
  );
}

function NothingFound({ cursor }: { cursor: number }) {
  return (
    <p class="empty">
      {cursor > 0 ? 'The results end before this page.' : 'No streamer has such a name.'} Try fewer letters, or look at{' '}
      <Link to="/live">who is live</Link>.
    </p>
  );
}

function Results({ found }: { found: Page<ListedStreamer> }) {
  return (
    <Scroller label="Results">
      <table>
        <thead>
          <tr>
            <th scope="col">Streamer</th>
            <th scope="col" class="num">
              Followers
            </th>
            <th scope="col" class="num">
              Avg. viewers
            </th>
            <th scope="col" class="num">
              Hours watched
            </th>
            <th scope="col" class="num">
              Last stream
            </th>
          </tr>
        </thead>
        <tbody>
          {found.items.map((streamer) => (
            <tr key={streamer.id}>
              <th scope="row">
                <StreamerName
                  id={streamer.id}
                  name={streamer.name}
                  displayName={streamer.display_name}
                  image={streamer.profile_image}
                />
              </th>
              <td class="num">
                <Count value={streamer.followers} />
              </td>
              <td class="num">
                <Count value={streamer.avg_viewers} />
              </td>
              <td class="num">
                <Hours minutes={streamer.watchtime} />
              </td>
              <td class="num">
                {streamer.is_live ? <LiveMark stream={streamer} /> : <Day at={streamer.last_stream_at} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
