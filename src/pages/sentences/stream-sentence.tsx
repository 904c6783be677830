import type { ComponentChildren } from 'preact';
import { TextLink } from '../parts/names/texts.js';
import { dayMs } from '../../figures/time.js';
import { roundedQuotient, wordsFor } from '../../charts/labels/number-labels.js';
import { unlessBlank } from '../../streams/blank-text.js';
import { leadText } from '../compare/leader.js';
import { useSite } from '../layout/site.js';
import { GameName } from '../parts/names/game-name.js';
import { isCertain } from '../parts/names/live-mark.js';
import { Link, streamerPath } from '../parts/names/link.js';
import { durationText } from '../parts/duration-text.js';
import { Count } from '../parts/numbers.js';
import { StreamView } from '../stream/stream-view.js';
import { Peak } from './clock.js';
import { joined, Lead } from './lead.js';

/** What matters about a stream: its viewers, compared with other streams, its peak and its events. */
export function StreamSentence({ view }: { view: StreamView }) {
  return <Lead sentences={[viewers(view), peak(view), events(view)]} />;
}

function viewers(view: StreamView): ComponentChildren {
  const { stream, minutes } = view;
  const length = durationText(minutes);
  const isLive = stream.is_live && isCertain({ is_stale: stream.is_stale, last_seen_at: stream.coverage.last_seen_at });
  const isImported = stream.is_live && stream.coverage.last_seen_at === null;
  if (stream.avg_viewers === null) {
    if (isImported) return 'Live according to an import, without known viewers';
    return `${isLive ? 'Live for' : 'A stream of'} ${length}, without known viewers`;
  }
  return (
    <>
      {isLive ? `Live for ${length}: ` : ''}
      <a href="#viewers">
        <Count value={stream.avg_viewers} /> {wordsFor(stream.avg_viewers, 'viewers on average')}
      </a>
      {isImported ? ', live according to an import' : isLive ? ' so far' : ` for ${length}`}
      {comparison(view, stream.avg_viewers)}
    </>
  );
}

/** Compares with the streams of the last 30 days. Null for an older stream, or if there is no other one. */
function comparison({ streamer, stream }: StreamView, average: number): ComponentChildren {
  const usual = streamer.avg_viewers;
  const isOlder = useSite().now.getTime() - Date.parse(stream.started_at) > 30 * dayMs;
  if (isOlder || streamer.stream_count < 2 || usual === 0 || average === 0) return null;
  const text = ratioText(average, usual);
  return (
    <>
      , {text} <Link to={streamerPath(streamer)}>the average of the last 30 days</Link>
    </>
  );
}

function ratioText(average: number, usual: number): string {
  const percentLess = roundedQuotient(100 * (usual - average), usual);
  if (percentLess > 0) return `${percentLess}% less than`;
  if (average <= usual) return 'about as many as';
  const lead = leadText(average, usual) ?? '';
  return lead.endsWith('times') ? lead : `${lead} more than`;
}

/** The time of the peak, and the game at this time, are known if the highest sample is the peak of the figures. */
function peak({ stream, peak: sample, minutes }: StreamView): ComponentChildren {
  if (stream.peak_viewers === null) return null;
  const at = sample?.viewers === stream.peak_viewers ? sample.created_at : null;
  const game = at === null ? null : (stream.changes.findLast(({ created_at }) => created_at <= at)?.game_name ?? null);
  return (
    <>
      <Peak viewers={stream.peak_viewers} at={at} isWithinDay={minutes < 1440} />
      {unlessBlank(game) === null ? null : (
        <>
          , in <GameName name={game} />
        </>
      )}
    </>
  );
}

function events({ events }: StreamView): ComponentChildren {
  if (events.length === 0) return null;
  const links = events.map(({ id, title }) => <TextLink to={`/events/${id}`} text={title} empty="an untitled event" />);
  return <>Part of {joined(links)}</>;
}
