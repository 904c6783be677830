import type { ComponentChildren } from 'preact';
import { StreamSummary } from '../../streams/detail/stream-summary.response.js';
import { Link, streamPath } from '../parts/names/link.js';
import { Day, DurationFigure, Moment } from '../parts/moments.js';
import { Change, Count, Hours } from '../parts/numbers.js';
import { UntrustedText } from '../parts/names/texts.js';
import { TileProps, Tiles } from '../parts/tiles.js';
import { StreamView } from './stream-view.js';

type Figure = 'avg_viewers' | 'watchtime' | 'unique_chatters';

/** The figures of a stream, compared with the stream before, and the time of its peak. */
export function StreamTiles({ view }: { view: StreamView }) {
  const { stream, before, minutes, peak } = view;
  const isLive = stream.is_live && !stream.is_stale;
  // The sums of a stream that continues are not comparable.
  const compared = (key: Figure): TileProps['note'] =>
    isLive && key !== 'avg_viewers' ? null : comparison(stream, before, key);
  return (
    <>
      <Tiles
        label="Figures of the stream"
        tiles={[
          { name: 'Average viewers', value: <Count value={stream.avg_viewers} />, note: compared('avg_viewers') },
          {
            name: 'Peak viewers',
            value: <Count value={stream.peak_viewers} />,
            note: peak !== null && peak.viewers === stream.peak_viewers ? <Moment at={peak.created_at} /> : null,
          },
          { name: 'Hours watched', value: <Hours minutes={stream.watchtime} />, note: compared('watchtime') },
          { name: isLive ? 'Live for' : 'Length', value: <DurationFigure minutes={minutes} /> },
          { name: 'Chatters', value: <Count value={stream.unique_chatters} />, note: compared('unique_chatters') },
          { name: 'Views', value: <Count value={stream.live_views_final ?? stream.live_views} /> },
        ]}
      />
      {before !== null && compared('avg_viewers') ? <Before stream={before} /> : null}
    </>
  );
}

/** Null without a comparable figure. */
function comparison(stream: StreamSummary, before: StreamSummary | null, key: Figure): ComponentChildren {
  const [now, earlier] = [stream[key], before?.[key] ?? 0];
  if (now === null || earlier === 0) return null;
  const was = key === 'watchtime' ? <Hours minutes={earlier} /> : <Count value={earlier} />;
  return (
    <>
      <Change now={now} before={earlier} /> from {was}
    </>
  );
}

function Before({ stream: { id, title, started_at } }: { stream: StreamSummary }) {
  return (
    <p class="note">
      Changes are against the stream before:{' '}
      <Link to={streamPath(id)}>
        <Day at={started_at} />, <UntrustedText text={title} empty="no title" />
      </Link>
      .
    </p>
  );
}
