import { countText } from '../../charts/labels/number-labels.js';
import { fullDay } from '../../charts/labels/time-labels.js';
import { GamesContext } from '../parts/names/game-name.js';
import { Layout } from '../layout/layout.js';
import { Avatar } from '../parts/names/streamer-name.js';
import { Link, streamerPath, streamPath } from '../parts/names/link.js';
import { LivePart } from '../parts/live-part.js';
import { LiveMark } from '../parts/names/live-mark.js';
import { durationText } from '../parts/duration-text.js';
import { Moment, Zone } from '../parts/moments.js';
import { ChannelLink, RecordingLink } from '../parts/platforms.js';
import { ShownPanel } from '../parts/panels/shown-panel.js';
import { plainText, untitled } from '../../streams/shown-text.js';
import { UntrustedText, TextLink } from '../parts/names/texts.js';
import { previewOf } from '../previews/preview-paths.js';
import { TimeSpan } from '../sentences/clock.js';
import { StreamSentence } from '../sentences/stream-sentence.js';
import { streamCharts, streamPanels } from './stream-panels.js';
import { StreamTiles } from './stream-tiles.js';
import { StreamView } from './stream-view.js';

/** One broadcast, with its viewers over time. */
export function StreamPage({ view }: { view: StreamView }) {
  const { stream, minutes } = view;
  const of = `streams/${stream.id}`;
  const title = plainText(stream.title, untitled.stream);
  const name = plainText(stream.user_display_name, stream.streamer_id);
  const average = stream.avg_viewers === null ? '' : `, ${countText(stream.avg_viewers, 'viewer')} on average`;
  const description = `A stream of ${name} on ${fullDay(new Date(stream.started_at))}${average}, ${durationText(minutes)} long.`;
  return (
    <Layout
      title={`${title} · ${name}`}
      description={description}
      path={streamPath(stream.id)}
      preview={previewOf(streamPath(stream.id))}
      data={`/v1/streams/${stream.id}`}
      charts
      live={stream.ended_at === null}
    >
      <GamesContext.Provider value={view.games}>
        <Head view={view} />
        <Now view={view} />
        <div class="panels">
          {streamCharts.map((panel) => (
            <ShownPanel {...{ panel, view, of }} />
          ))}
          <div class="panel-row">
            {streamPanels.slice(streamCharts.length).map((panel) => (
              <ShownPanel {...{ panel, view, of }} />
            ))}
          </div>
        </div>
      </GamesContext.Provider>
    </Layout>
  );
}

/** What changes while a stream is live: its state, sentence, tiles and charts. */
export function LiveStreamParts({ view }: { view: StreamView }) {
  return (
    <GamesContext.Provider value={view.games}>
      <Now view={view} />
      <State stream={view.stream} />
      {streamCharts.map((panel) => (
        <ShownPanel {...{ panel, view }} of={`streams/${view.stream.id}`} />
      ))}
    </GamesContext.Provider>
  );
}

function Now({ view }: { view: StreamView }) {
  const { id, ended_at } = view.stream;
  return (
    <LivePart id="now" of={ended_at === null && streamPath(id)}>
      <StreamSentence view={view} />
      <StreamTiles view={view} />
    </LivePart>
  );
}

/** The time in which a stream was live, or the start of a live stream. */
function State({ stream }: Pick<StreamView, 'stream'>) {
  return (
    <span id="state">
      {stream.ended_at === null ? (
        <>
          since <Moment at={stream.started_at} /> <Zone />
          {' · '}
          <LiveMark
            stream={{ is_stale: stream.is_stale, last_seen_at: stream.coverage.last_seen_at }}
            text="Live now"
          />
        </>
      ) : (
        <>
          <TimeSpan from={stream.started_at} to={stream.ended_at} /> <Zone />
          <RecordingLink stream={stream} />
        </>
      )}
    </span>
  );
}

function Head({ view: { stream, streamer, before, after } }: { view: StreamView }) {
  const { streamer_id: id, user_display_name: name } = stream;
  return (
    <div class="page-head">
      <Avatar id={id} name={name ?? id} image={stream.user_profile_image} large />
      <div>
        <p>
          <TextLink to={streamerPath(streamer)} text={name} empty={id} />
          {' on '}
          <ChannelLink {...streamer} />
          {' · '}
          <State stream={stream} />
        </p>
        <h1>
          <UntrustedText text={stream.title} empty={untitled.stream} />
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
