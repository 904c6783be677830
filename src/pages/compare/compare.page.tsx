import { Window } from '../../figures/windows.js';
import { windowDays } from '../../streamer/dto/window-stats.query.js';
import { Layout } from '../layout/layout.js';
import { useSite } from '../layout/site.js';
import { Choice } from '../parts/choice.js';
import { withQuery } from '../parts/link.js';
import { Compared, followerSeries, hourSeries, nameOf, viewerSeries } from './compared.js';
import { mostCompared } from './compare.query.js';
import { ComparedFigures } from './compared-figures.js';
import { ComparedGraph } from './compared-graph.js';

interface ComparePageProps {
  asked: readonly string[];
  days: string;
  window: Window;
  compared: readonly Compared[];
  /** Names of unknown streamers. */
  unknown: readonly string[];
}

/** Compares two to four streamers on common axes. */
export function ComparePage({ asked, days, window, compared, unknown }: ComparePageProps) {
  const title = compared.length > 0 ? `Compare ${compared.map(nameOf).join(', ')}` : 'Compare streamers';
  return (
    <Layout
      title={title}
      description="Two to four streamers side by side: followers, viewers and hours."
      path="/compare"
      section="Compare"
      charts
    >
      <div class="page-head">
        <h1>Compare</h1>
        <Choice
          label="Range"
          chosen={`${days} days`}
          options={windowDays.map((choice) => ({
            name: `${choice} days`,
            to: comparePath(asked, String(choice)),
          }))}
        />
      </div>
      <CompareForm asked={asked} days={days} />
      {unknown.length === 0 ? null : <p class="warning">No streamer has the name {unknown.join(', ')}.</p>}
      {compared.length === 0 ? (
        <p class="empty">Enter two to four logins or channel IDs.</p>
      ) : (
        <div class="panels">
          <ComparedFigures compared={compared} days={days} />
          <ComparedGraph id="followers" title="Followers" series={followerSeries(compared)} unit="followers" />
          <ComparedGraph
            id="viewers"
            title="Average viewers by stream"
            series={viewerSeries(compared)}
            unit="viewers"
            fromZero
          />
          <ComparedGraph
            id="hours"
            title="Hours streamed"
            series={hourSeries(compared, window)}
            unit="hours"
            fromZero
          />
        </div>
      )}
    </Layout>
  );
}

export function comparePath(names: readonly string[], days = '30'): string {
  const streamers = names.length === 0 ? '' : `streamers=${names.map(encodeURIComponent).join(',')}`;
  const path = streamers === '' ? '/compare' : `/compare?${streamers}`;
  if (days === '30') return path;
  return streamers === '' ? withQuery(path, { days }) : `${path}&days=${days}`;
}

function CompareForm({ asked, days }: { asked: readonly string[]; days: string }) {
  const { hrefOf } = useSite();
  const places = Array.from({ length: mostCompared }, (_, i) => i + 1);
  return (
    <form action={hrefOf('/compare')} class="compare-form">
      {places.map((place) => (
        <div key={place}>
          <label for={`streamer-${place}`}>Streamer {place}</label>
          <input
            id={`streamer-${place}`}
            name="streamers"
            type="text"
            value={asked[place - 1]}
            maxLength={25}
            pattern="[A-Za-z0-9_]*"
            title="Login or channel ID"
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
          />
        </div>
      ))}
      <input type="hidden" name="days" value={days} />
      <button type="submit">Compare</button>
    </form>
  );
}
