import { coverageFacts, Facts } from '../../parts/facts.js';
import { fullNumber } from '../../../charts/labels/number-labels.js';
import { Moment } from '../../parts/moments.js';
import { streamerCall } from '../../parts/names/link.js';
import { Panel } from '../../parts/panels/panel.js';
import { panelFiles, StreamerView } from '../streamer-view.js';

/** The recorded data of the streamer, with its start and end times. */
export function KnownPanel({ view }: { view: StreamerView }) {
  const { streamer, range, followersKnown, figures, coverage } = view;
  const [first, last] = [followersKnown[0]?.created_at ?? null, followersKnown.at(-1)?.created_at ?? null];
  const { watched_since: since } = coverage;
  const data = range === 'all' ? undefined : streamerCall(streamer, 'stats', { days: range });
  return (
    <Panel id="known" title="Data quality" files={panelFiles(view, 'known')} data={data}>
      <Facts
        facts={[
          ['Channel ID', streamer.id],
          ['Streams in this range', fullNumber(figures.stream_count)],
          ...(since === null ? [] : [['Watched by a collector since', <Moment at={since} />] as const]),
          ...coverageFacts(coverage),
          ['Last stream started', <Moment at={streamer.last_stream_at} />],
          ['Followers counted since', <Moment at={first} />],
          ['Followers last counted', <Moment at={last} />],
        ]}
      />
    </Panel>
  );
}
