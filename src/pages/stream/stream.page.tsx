import { countText } from '../../charts/labels/number-labels.js';
import { fullDay } from '../../charts/labels/time-labels.js';
import { GameName, GamesContext } from '../parts/names/game-name.js';
import { Layout } from '../layout/layout.js';
import { Avatar } from '../parts/names/streamer-name.js';
import { ColabsPanel } from '../parts/lists/colabs-panel.js';
import { Facts } from '../parts/facts.js';
import { Link, streamerPath, streamPath } from '../parts/names/link.js';
import { LiveMark } from '../parts/names/live-mark.js';
import { durationText, Moment, Zone } from '../parts/moments.js';
import { Count } from '../parts/numbers.js';
import { Panel } from '../parts/panels/panel.js';
import { plainText, UntrustedText, TextLink } from '../parts/names/texts.js';
import { streamPreview } from '../previews/preview-paths.js';
import { TimeSpan } from '../sentences/clock.js';
import { StreamSentence } from '../sentences/stream-sentence.js';
import { ChangesPanel } from './changes-panel.js';
import { ChatPanel, QualityPanel } from './facts-panels.js';
import { StreamTiles } from './stream-tiles.js';
import { StreamView } from './stream-view.js';
import { StreamViewersPanel } from './viewers-panel.js';

/** One broadcast, with its viewers over time. */
export function StreamPage({ view }: { view: StreamView }) {
  const { stream, minutes, colabs } = view;
  const title = plainText(stream.title ?? '') || 'Stream without a title';
  const name = plainText(stream.user_display_name ?? '') || stream.streamer_id;
  const average = stream.avg_viewers === null ? '' : `, ${countText(stream.avg_viewers, 'viewer')} on average`;
  const description = `A stream of ${name} on ${fullDay(new Date(stream.started_at))}${average}, ${durationText(minutes)} long.`;
  return (
    <Layout
      title={`${title} · ${name}`}
      description={description}
      path={streamPath(stream.id)}
      preview={streamPreview(stream.id)}
      data={`/v1/streams/${stream.id}`}
      charts
    >
      <GamesContext.Provider value={view.games}>
        <Head view={view} />
        <StreamSentence view={view} />
        <StreamTiles view={view} />
        <div class="panels">
          <StreamViewersPanel view={view} />
          <div class="panel-row">
            <ChangesPanel view={view} />
            <AboutPanel view={view} />
            <ChatPanel view={view} />
            <QualityPanel view={view} />
            {colabs.length === 0 ? null : (
              <ColabsPanel
                files={{ of: `streams/${stream.id}/collaborations` }}
                data={`/v1/streams/${stream.id}/colab-sessions`}
                colabs={colabs}
                without={stream.streamer_id}
              />
            )}
          </div>
        </div>
      </GamesContext.Provider>
    </Layout>
  );
}

function Head({ view: { stream, streamer, before, after } }: { view: StreamView }) {
  const { streamer_id: id, user_display_name: name } = stream;
  const liveState = { is_stale: stream.is_stale, last_seen_at: stream.coverage.last_seen_at };
  return (
    <div class="page-head">
      <Avatar name={name ?? id} image={stream.user_profile_image} large />
      <div>
        <p>
          <TextLink to={streamerPath(streamer)} text={name} empty={id} />
          {' · '}
          {stream.ended_at === null ? (
            <>
              since <Moment at={stream.started_at} /> <Zone />
              {' · '}
              <LiveMark stream={liveState} text="Live now" />
            </>
          ) : (
            <>
              <TimeSpan from={stream.started_at} to={stream.ended_at} /> <Zone />
            </>
          )}
        </p>
        <h1>
          <UntrustedText text={stream.title} empty="No title" />
        </h1>
      </div>
      {before === null && after === null ? null : (
        <nav class="seg" aria-label="Streams before and after">
          <ul>
            {before && (
              <li>
                <Link to={streamPath(before.id)} rel="prev">
                  ← Previous stream
                </Link>
              </li>
            )}
            {after && (
              <li>
                <Link to={streamPath(after.id)} rel="next">
                  Next stream →
                </Link>
              </li>
            )}
          </ul>
        </nav>
      )}
    </div>
  );
}

function AboutPanel({ view: { stream } }: { view: StreamView }) {
  const { game_name: game, tags } = stream;
  return (
    <Panel
      id="about"
      title="About the stream"
      files={{ of: `streams/${stream.id}/about` }}
      data={`/v1/streams/${stream.id}`}
    >
      <Facts
        facts={[
          ['Game', <GameName name={game} empty="None" />],
          [
            'Tags',
            <UntrustedText
              text={tags?.map(plainText).filter(Boolean).join(', ') ?? null}
              empty={tags === null ? 'Unknown' : 'None'}
            />,
          ],
          ['Views while live', <Count value={stream.live_views} />],
          ['Total views', <Count value={stream.live_views_final} />],
          ['Stream ID', stream.id],
        ]}
      />
    </Panel>
  );
}
