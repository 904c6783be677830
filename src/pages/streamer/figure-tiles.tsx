import type { ComponentChildren } from 'preact';
import { Change, Count, Gain } from '../parts/numbers.js';
import { Tiles } from '../parts/tiles.js';
import { gainOf, showCount, shownFigures } from '../parts/window-figures.js';
import { StreamerView } from './streamer-view.js';

/** The figures of the range, each compared with the previous window. */
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
  const tiles = [
    ...shownFigures.map(({ name, key, show }) => ({
      name,
      value: show(figures[key]),
      note: compare(figures[key], previous?.[key], show),
    })),
    {
      name: 'Followers',
      value: <Count value={streamer.followers} />,
      note: streamer.followers === null ? null : compare(streamer.followers, earlierCount, showCount),
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
