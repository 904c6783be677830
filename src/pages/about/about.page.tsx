import { Status } from '../../meta/dto/status.response.js';
import { Layout } from '../layout/layout.js';
import { useSite } from '../layout/site.js';
import { fullNumber } from '../../charts/labels/number-labels.js';
import { Facts } from '../parts/facts.js';
import { Link } from '../parts/names/link.js';
import { Moment } from '../parts/moments.js';
import { Panel } from '../parts/panels/panel.js';
import { definitionIds, metricDefinitions } from './metric-definitions.js';
import { headingId, inline, Markdown } from './markdown.js';

/** Explains each figure, what the data covers and where the API is, and shows the license. */
export function AboutPage({ status, metrics }: { status: Status; metrics: string }) {
  // The page has its own first heading.
  const text = metrics.replace(/^# .*\n/, '');
  return (
    <Layout title="How each figure is computed" description={summary} path="/about" data="/v1/status">
      <div class="page-head">
        <h1>How each figure is computed</h1>
      </div>
      <p class="lead">{summary}</p>
      <div class="panels">
        <Contents />
        <Definitions />
        <Covered status={status} />
        <Programs />
        <Panel id="exact" title="Exact definitions" wide note="Formulas, units, rounding, and the names in the API.">
          <div class="prose">
            <Markdown text={text} />
          </div>
        </Panel>
      </div>
    </Layout>
  );
}

const summary = 'What each figure on these pages means, how complete the data is, and where programs get it.';

const sections = [
  ['data', 'What the data covers'],
  ['programs', 'For programs'],
  ['exact', 'Exact definitions'],
] as const;

function Contents() {
  return (
    <nav id="contents" class="panel" aria-labelledby="contents-title">
      <h2 id="contents-title">Contents</h2>
      {[definitionIds.map((id) => [id, metricDefinitions[id].name] as const), sections].map((list) => (
        <ul class="contents">
          {list.map(([id, title]) => (
            <li>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  );
}

/** The definitions in plain words, each with a link to its exact definition. */
function Definitions() {
  return (
    <Panel id="figures" title="The figures">
      {definitionIds.map((id) => {
        const { name, text, exact } = metricDefinitions[id];
        return (
          <section id={id} class="definition">
            <h3>{name}</h3>
            <p>
              {inline(text)}{' '}
              <a href={`#${headingId(exact)}`} aria-label={`Details: ${name}`}>
                Details
              </a>
            </p>
          </section>
        );
      })}
    </Panel>
  );
}

function Covered({ status: { rows, newest_data_at, leaderboard_refreshed_at } }: { status: Status }) {
  return (
    <Panel id="data" title="What the data covers">
      <Facts
        facts={[
          ['Newest data', <Moment at={newest_data_at} />],
          ['Leaderboard computed', <Moment at={leaderboard_refreshed_at} />],
          ['Streamers', fullNumber(rows.streamers)],
          ['Streams', fullNumber(rows.streams)],
          ['Viewer samples', fullNumber(rows.viewer_samples)],
          ['Follower counts', fullNumber(rows.follower_points)],
          ['Events', fullNumber(rows.events)],
        ]}
      />
    </Panel>
  );
}

function Programs() {
  const { docs, version } = useSite();
  return (
    <Panel id="programs" title="For programs">
      <p>
        Each panel links to the same data as JSON
        {docs ? (
          <>
            ; <Link to="/docs">the documentation of the API</Link> describes every operation.
          </>
        ) : (
          '.'
        )}
      </p>
      <p>
        This site runs Streaming analytics API, version {version}, under the{' '}
        <a href="https://opensource.org/license/mit">MIT license</a>. The operator of this site decides which data it
        contains.
      </p>
    </Panel>
  );
}
