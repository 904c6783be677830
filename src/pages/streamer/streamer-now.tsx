import { countText, fullNumber } from '../../charts/labels/number-labels.js';
import { dayMs } from '../../figures/time.js';
import { untitled } from '../../streams/shown-text.js';
import { durationText } from '../parts/duration-text.js';
import { LivePart } from '../parts/live-part.js';
import { GrowingDuration, Moment, Zone } from '../parts/moments.js';
import { GameName, GamesContext } from '../parts/names/game-name.js';
import { streamerPath, streamPath } from '../parts/names/link.js';
import { TextLink } from '../parts/names/texts.js';
import { TimeOfDay } from '../sentences/clock.js';
import { ShownStream } from './shown-stream.js';

const [width, height] = [300, 44];

/** The stream that is live, or that was when the page was loaded, with its viewers since its start. */
export function StreamerNow({ now }: { now: ShownStream }) {
  const { stream, streamer, games } = now;
  return (
    <LivePart id="now" of={stream.ended_at === null && streamerPath(streamer)}>
      <section class="panel now" aria-labelledby="now-title">
        <div>
          <h2 id="now-title">
            <State now={now} />
          </h2>
          <p class="what">
            <TextLink to={streamPath(stream.id)} text={stream.title} empty={untitled.stream} />
          </p>
          <GamesContext.Provider value={games}>
            <p class="muted">
              <GameName name={stream.game_name} /> · since <Clock at={stream.started_at} now={now} /> <Zone />
            </p>
          </GamesContext.Provider>
        </div>
        <Curve now={now} />
      </section>
    </LivePart>
  );
}

/** Times of a long stream have their day. */
function Clock({ at, now: { span } }: { at: string; now: ShownStream }) {
  return span.to - span.from < dayMs ? <TimeOfDay at={at} /> : <Moment at={at} />;
}

function State({ now }: { now: ShownStream }) {
  const { stream, live, minutes } = now;
  if (stream.ended_at !== null) return <>Ended after {durationText(minutes)}</>;
  const viewers = live.viewers === null ? '' : `, ${countText(live.viewers, 'viewer')}`;
  if (live.last_seen_at === null) return <span class="stale">Live according to an import{viewers}</span>;
  if (live.is_stale) {
    return (
      <span class="stale">
        Perhaps over{viewers} at <Clock at={live.last_seen_at} now={now} />
      </span>
    );
  }
  return (
    <span class="live">
      Live for <GrowingDuration minutes={live.live_minutes} />
      {viewers}
    </span>
  );
}

/** The viewers since the start of the stream, from zero. Renders nothing without samples. */
function Curve({ now }: { now: ShownStream }) {
  const { points, peak, span, stream } = now;
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || !peak) return null;
  const xOf = (at: string) => ((Date.parse(at) - span.from) / (span.to - span.from || 1)) * width;
  const yOf = (viewers: number) => height - (viewers / (peak.viewers || 1)) * (height - 2);
  const places = points.map(({ created_at, viewers }) => `${xOf(created_at).toFixed(1)},${yOf(viewers).toFixed(1)}`);
  const [begin, end] = [first, last].map(({ created_at }) => xOf(created_at).toFixed(1));
  const [from, to, most] = [first, last, peak].map(({ viewers }) => fullNumber(viewers));
  return (
    <figure>
      <svg
        class="curve"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Viewers since the start: from ${from} to ${to}, peak ${most}`}
      >
        <path d={`M${begin},${height}L${places.join('L')}L${end},${height}z`} />
        <path d={`M${places.join('L')}`} />
      </svg>
      <figcaption>
        Viewers since <Clock at={stream.started_at} now={now} />, peak {most} at{' '}
        <Clock at={peak.created_at} now={now} />
      </figcaption>
    </figure>
  );
}
