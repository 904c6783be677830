import { Layout } from '../layout/layout.js';
import { Avatar } from '../parts/avatar.js';
import { Choice } from '../parts/choice.js';
import { ColabsPanel } from '../parts/colabs-panel.js';
import { countText, roundedQuotient } from '../../charts/number-labels.js';
import { addressOf, Link, streamerPath, streamPath, withQuery } from '../parts/link.js';
import { LiveMark } from '../parts/live-mark.js';
import { plainText, Stranger } from '../parts/texts.js';
import { streamerPreview } from '../previews/preview-paths.js';
import { EventsPanel } from './events-panel.js';
import { FigureTiles } from './figure-tiles.js';
import { FollowersPanel } from './followers-panel.js';
import { GamesPanel } from './games-panel.js';
import { HoursPanel } from './hours-panel.js';
import { KnownPanel } from './known-panel.js';
import { PartnersPanel } from './partners-panel.js';
import { ranges } from './streamer.query.js';
import { StreamerView, streamsOfRange } from './streamer-view.js';
import { StreamsPanel } from './streams-panel.js';
import { ViewersPanel } from './viewers-panel.js';

/** The figures of a streamer over time, and their usual live hours. */
export function StreamerPage({ view }: { view: StreamerView }) {
  const { streamer, range, figures } = view;
  const display = plainText(streamer.display_name) || streamer.name;
  const span = range === 'all' ? 'of all time' : `of the last ${range} days`;
  const description = `${display}: ${countText(figures.avg_viewers, 'viewer')} on average, ${countText(
    roundedQuotient(figures.total_minutes, 60),
    'hour',
  )} streamed in ${countText(figures.stream_count, 'stream')} ${span}.`;
  return (
    <Layout
      title={`${display}, ${range === 'all' ? 'all time' : `last ${range} days`}`}
      description={description}
      path={streamerPath(streamer)}
      preview={streamerPreview(streamer)}
      data={streamsOfRange(view)}
      charts
    >
      <Head view={view} />
      <FigureTiles view={view} />
      <div class="panels">
        <FollowersPanel view={view} />
        <ViewersPanel view={view} />
        <HoursPanel view={view} />
        <GamesPanel view={view} />
        <StreamsPanel view={view} />
        <PartnersPanel view={view} />
        <EventsPanel view={view} />
        <ColabsPanel title="Collaborations" empty="None in this range." colabs={view.colabs} without={streamer.id} />
        <KnownPanel view={view} />
      </div>
    </Layout>
  );
}

function Head({ view: { streamer, range, live } }: { view: StreamerView }) {
  const path = streamerPath(streamer);
  return (
    <div class="page-head">
      <Avatar id={streamer.id} name={streamer.display_name} image={streamer.profile_image} large />
      <div>
        <h1>
          <Stranger text={streamer.display_name} empty={streamer.name} />
        </h1>
        <p class="muted">
          {streamer.name}
          {live === undefined ? null : (
            <>
              {' · '}
              <Link to={streamPath(live.id)}>
                <LiveMark stream={streamer} text="Live now" />
              </Link>
            </>
          )}
          {' · '}
          <Link to={withQuery('/compare', { streamers: addressOf(streamer) })}>Compare</Link>
        </p>
      </div>
      <Choice
        label="Range"
        chosen={rangeName(range)}
        options={ranges.map((value) => ({
          name: rangeName(value),
          title: value === 'all' ? 'All time' : `The last ${value} days`,
          to: withQuery(path, { range: value === '30' ? undefined : value }),
        }))}
      />
    </div>
  );
}

function rangeName(range: string): string {
  return range === 'all' ? 'All' : `${range} days`;
}
