import { externalIdFact, withoutFollowers } from '../../parts/platforms.js';
import { fullNumber } from '../../../charts/labels/number-labels.js';
import { platformTitles } from '../../../config/platforms.js';
import { FollowerPoint } from '../../../streamer/dto/follower-point.response.js';
import { coverageFacts, Fact } from '../../parts/facts.js';
import { Moment } from '../../parts/moments.js';
import { StreamerPanel, StreamerView } from '../streamer-view.js';

function followerFacts({ platform }: StreamerView['streamer'], followers: readonly FollowerPoint[]): Fact[] {
  const without = withoutFollowers(platform);
  if (without !== null && followers.length === 0) return [['Followers', without]];
  return [
    ['Followers counted since', <Moment at={followers[0]?.created_at ?? null} />],
    ['Followers last counted', <Moment at={followers.at(-1)?.created_at ?? null} />],
  ];
}

/** The recorded data of the streamer, with its start and end times. */
export const knownPanel: StreamerPanel<FollowerPoint[]> = {
  id: 'known',
  title: 'Data quality',
  about: 'data-quality',
  load: ({ streamer }, { name }) => streamer.listGainPoints(name),
  hasData: () => true,
  show: ({ streamer, figures, coverage }, followers) => ({
    facts: [
      ['Platform', platformTitles[streamer.platform]],
      ['Channel ID', streamer.id],
      ...externalIdFact(streamer),
      ['Streams in this range', fullNumber(figures.stream_count)],
      ...(coverage.watched_since === null
        ? []
        : [['Watched by a collector since', <Moment at={coverage.watched_since} />] as const]),
      ...coverageFacts(coverage),
      ['Last stream started', <Moment at={streamer.last_stream_at} />],
      ...followerFacts(streamer, followers),
    ],
  }),
};
