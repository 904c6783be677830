import { countMeasured } from '../events/event-graph.js';
import { coverageFacts } from '../parts/panels/coverage-facts.js';
import { Facts } from '../parts/facts.js';
import { Moment } from '../parts/moments.js';
import { Unknown } from '../parts/numbers.js';
import { Panel } from '../parts/panels/panel.js';
import { measuredOf } from './measured.js';
import { StreamView } from './stream-view.js';

/** How completely the viewers of the stream were measured. */
export function QualityPanel({ view }: { view: StreamView }) {
  const { id, coverage, updated_at, avg_viewers } = view.stream;
  const { known, unknown } = countMeasured([measuredOf(view)]);
  return (
    <Panel
      id="quality"
      title="Data quality"
      files={{ of: `streams/${id}/about` }}
      data={`/v1/streams/${id}`}
      empty={
        coverage.sample_count === 0 &&
        (avg_viewers === null ? 'Nobody counted viewers.' : 'Not measured here: the figures come from the source.')
      }
    >
      <Facts
        facts={[
          [
            'Known',
            known + unknown === 0 ? <Unknown /> : `${Math.floor((100 * known) / (known + unknown))}% of the stream`,
          ],
          ...coverageFacts(coverage),
          ['Figures updated', <Moment at={updated_at} />],
        ]}
      />
    </Panel>
  );
}
