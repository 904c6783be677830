import { Status } from '../../meta/dto/status.response.js';
import { Layout } from '../layout/layout.js';
import { useSite } from '../layout/site.js';
import { fullNumber } from '../../charts/number-labels.js';
import { dataForms } from '../parts/data-forms.js';
import { Facts } from '../parts/facts.js';
import { Link } from '../parts/link.js';
import { Moment } from '../parts/moments.js';
import { Panel } from '../parts/panel.js';
import { Markdown } from './markdown.js';

/** Explains what the data covers, how each figure is computed and where the API is, and shows the license. */
export function AboutPage({ status, metrics }: { status: Status; metrics: string }) {
  // The page has its own first heading.
  const text = metrics.replace(/^# .*\n/, '');
  return (
    <Layout title="About" description="How each figure is computed, and what the data covers." path="/about">
      <div class="page-head">
        <h1>About</h1>
      </div>
      <div class="panels">
        <Covered status={status} />
        <Programs />
        <Panel id="figures" title="How each figure is computed" wide data={undefined}>
          <div class="prose">
            <Markdown text={text} />
          </div>
        </Panel>
      </div>
    </Layout>
  );
}

function Covered({ status: { rows, newest_data_at, leaderboard_refreshed_at } }: { status: Status }) {
  return (
    <Panel id="data" title="What the data covers" data={dataForms('/v1/status')}>
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
        Each panel links to the same data as JSON{docs ? '' : '.'}
        {docs ? (
          <>
            ; <Link to="/docs">the documentation of the API</Link> describes every operation.
          </>
        ) : null}
      </p>
      <p>
        This site runs Streaming analytics API, version {version}, under the{' '}
        <a href="https://opensource.org/license/mit">MIT license</a>. The operator of this site decides which data it
        contains.
      </p>
    </Panel>
  );
}
