import { rollups, sum } from 'd3-array';
import { countText, fullNumber, roundedQuotient } from '../../charts/labels/number-labels.js';
import { PlatformName, platformTitles } from '../../config/platforms.js';
import { Page } from '../../http/lists/page.js';
import { LiveStream } from '../../streams/live/live-stream.response.js';
import { WatchedPart } from '../../streams/live/watched-part.js';
import { Avatar, CompareLink, toStreamer } from '../parts/names/streamer-name.js';
import { boardPath, Link, pathTo } from '../parts/names/link.js';
import { isCertain, LiveMark } from '../parts/names/live-mark.js';
import { languageName } from '../parts/lists/selects.js';
import { plainText } from '../../streams/shown-text.js';
import { UntrustedText, StreamerLink } from '../parts/names/texts.js';
import { ShareBar } from '../parts/panels/share-bar.js';
import { PlatformMark } from '../parts/platforms.js';

/** The number of streams to choose from: streams that may have ended come later, and those that nobody observed last. */
export const liveLoaded = 12;
const liveShown = 4;
/** With fewer streams, shares say nothing. */
const minStreams = 5;
const languagesShown = 4;

interface LiveNowProps {
  live: Page<LiveStream>;
  watched: readonly WatchedPart[];
  platforms: readonly PlatformName[];
}

/** The live streams with the most viewers as cards, and who is watched at this moment. */
export function LiveNow({ live: { items }, watched, platforms }: LiveNowProps) {
  const total = sum(watched, ({ streams }) => streams);
  const doubt = (stream: LiveStream) => (isCertain(stream) ? 0 : stream.last_seen_at === null ? 2 : 1);
  const shown = items.toSorted((a, b) => doubt(a) - doubt(b)).slice(0, liveShown);
  return (
    <div class="live-now">
      <section id="live" class="live-strip" aria-labelledby="live-title">
        <div class="panel-head">
          <h2 id="live-title">Live now</h2>
          {total > shown.length ? <Link to="/live">All {fullNumber(total)} streams</Link> : null}
        </div>
        <ul>
          {items.length === 0 ? <li class="muted">Nobody is live.</li> : null}
          {shown.map((stream) => (
            <li>
              <Avatar id={stream.streamer_id} name={stream.display_name} image={stream.profile_image} />
              <div>
                <StreamerLink of={toStreamer(stream)} />
                <small>
                  {platforms.length > 1 ? <PlatformMark platform={stream.platform} /> : null}
                  <LiveMark stream={stream} text={viewersOf(stream)} />
                  <span class="on-wide">
                    , <UntrustedText text={stream.game_name} empty="no game" />
                  </span>
                </small>
              </div>
              <CompareLink streamer={toStreamer(stream)} name={plainText(stream.display_name, stream.name)} />
            </li>
          ))}
        </ul>
      </section>
      <WatchedNow watched={watched} streams={total} />
    </div>
  );
}

function viewersOf({ viewers }: LiveStream): string {
  return viewers === null ? 'not counted yet' : countText(viewers, 'viewer');
}

/** The shares of platforms and languages in the viewers of this moment. Renders nothing if the shares say nothing. */
function WatchedNow({ watched, streams }: { watched: readonly WatchedPart[]; streams: number }) {
  const sumBy = <Key,>(keyOf: (part: WatchedPart) => Key) =>
    rollups(watched, (parts) => sum(parts, ({ viewers }) => viewers), keyOf).sort(([, a], [, b]) => b - a);
  const byPlatform = sumBy(({ platform }) => platform);
  const byLanguage = sumBy(({ language }) => language);
  const total = sum(watched, ({ viewers }) => viewers);
  if (streams < minStreams || total === 0 || (byPlatform.length < 2 && byLanguage.length < 2)) return null;
  const isCut = byLanguage.length > languagesShown + 1;
  const shown = isCut ? byLanguage.slice(0, languagesShown) : byLanguage;
  const others = byLanguage.slice(shown.length);
  const languages = shown.map(([language, viewers]) =>
    language === null
      ? { name: 'Unknown', viewers }
      : { name: languageName(language), viewers, to: pathTo(boardPath, { language }) },
  );
  const rest = { name: `${others.length} others`, viewers: sum(others, ([, one]) => one), to: '/totals#languages' };
  return (
    <details id="watched" class="fold panel">
      <summary>Watched now</summary>
      <h2 class="on-wide">Watched now</h2>
      <p class="note">
        {countText(total, 'viewer')} in {countText(streams, 'stream')}
      </p>
      {byPlatform.length > 1 ? (
        <Shares
          total={total}
          parts={byPlatform.map(([platform, viewers]) => ({
            ...{ name: platformTitles[platform], viewers, to: pathTo('/totals', { platform }) },
          }))}
        />
      ) : null}
      {byLanguage.length > 1 ? <Shares total={total} parts={isCut ? [...languages, rest] : languages} /> : null}
    </details>
  );
}

interface SharesProps {
  total: number;
  parts: readonly { name: string; viewers: number; to?: string }[];
}

function Shares({ total, parts }: SharesProps) {
  return (
    <ul class="shares">
      {parts.map(({ name, viewers, to }) => {
        const percent = roundedQuotient(100 * viewers, total);
        return (
          <li>
            {to === undefined ? name : <Link to={to}>{name}</Link>}
            <ShareBar parts={[percent]} hasTrack />
            <span class="num">{percent === 0 && viewers > 0 ? '< 1' : percent}%</span>
          </li>
        );
      })}
    </ul>
  );
}
