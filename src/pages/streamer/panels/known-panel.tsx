import { externalIdFact, withoutCounts } from '../../parts/platforms.js';
import { fullNumber } from '../../../charts/labels/number-labels.js';
import { channelCounts } from '../../../config/channel-counts.js';
import { platformTitles } from '../../../config/platforms.js';
import { coverageFacts, Fact } from '../../parts/facts.js';
import { Moment } from '../../parts/moments.js';
import { StreamerPanel, StreamerView } from '../streamer-view.js';

function countFacts({ streamer: { platform }, counted, ends }: StreamerView): Fact[] {
  const { title } = channelCounts[counted];
  const without = withoutCounts(counted, platform);
  if (without !== null && ends.length === 0) return [[title, without]];
  return [
    [`${title} counted since`, <Moment at={ends[0]?.created_at ?? null} />],
    [`${title} last counted`, <Moment at={ends.at(-1)?.created_at ?? null} />],
  ];
}

/** The recorded data of the streamer, with its start and end times. */
export const knownPanel: StreamerPanel = {
  id: 'known',
  title: 'Data quality',
  about: 'data-quality',
  hasData: () => true,
  show: (view) => {
    const { streamer, figures, coverage } = view;
    return {
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
        ...countFacts(view),
      ],
    };
  },
};
