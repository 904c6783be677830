import type { ComponentChildren } from 'preact';
import { Change, Count, Gain, Hours } from '../parts/numbers.js';
import { Tiles } from '../parts/tiles.js';
import { gainOf } from './followers.js';
import { StreamerView } from './streamer-view.js';

/** The figures of the range, each with that of the window before. */
export function FigureTiles({ view }: { view: StreamerView }) {
  const { figures, previous, followers, followersBefore, streamer } = view;
  const gain = gainOf(followers);
  const earlierGain = gainOf(followersBefore);
  const earlierCount = followersBefore.at(-1)?.followers;
  const compare = (now: number, then: number | undefined, show: (value: number) => ComponentChildren) =>
    then === undefined || (now === 0 && then === 0) ? null : (
      <>
        <Change now={now} before={then} /> before: {show(then)}
      </>
    );
  const count = (value: number) => <Count value={value} />;
  const hours = (value: number) => <Hours minutes={value} />;
  const tiles = [
    {
      name: 'Average viewers',
      value: count(figures.avg_viewers),
      note: compare(figures.avg_viewers, previous?.avg_viewers, count),
    },
    {
      name: 'Peak viewers',
      value: count(figures.peak_viewers),
      note: compare(figures.peak_viewers, previous?.peak_viewers, count),
    },
    {
      name: 'Hours streamed',
      value: hours(figures.total_minutes),
      note: compare(figures.total_minutes, previous?.total_minutes, hours),
    },
    {
      name: 'Hours watched',
      value: hours(figures.watchtime),
      note: compare(figures.watchtime, previous?.watchtime, hours),
    },
    {
      name: 'Followers',
      value: <Count value={streamer.followers} />,
      note: streamer.followers === null ? null : compare(streamer.followers, earlierCount, count),
    },
    {
      name: 'Followers gained',
      value: <Gain value={gain} />,
      note:
        earlierGain === null ? null : (
          <>
            before: <Gain value={earlierGain} />
          </>
        ),
    },
  ];
  return <Tiles tiles={tiles} label="Figures of the range" />;
}
