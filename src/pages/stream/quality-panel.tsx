import { countMeasured } from '../events/event-graph.js';
import { coverageFacts } from '../parts/coverage-facts.js';
import { dataForms } from '../parts/data-forms.js';
import { Facts } from '../parts/facts.js';
import { Moment } from '../parts/moments.js';
import { Unknown } from '../parts/numbers.js';
import { Panel } from '../parts/panel.js';
import { measuredOf } from './measured.js';
import { StreamView } from './stream-view.js';

/** How completely the viewers of the stream were measured. */
export function QualityPanel({ view }: { view: StreamView }) {
  const { id, coverage, updated_at } = view.stream;
  const { known, unknown } = countMeasured([measuredOf(view)]);
  return (
    <Panel
      id="quality"
      title="Data quality"
      about="data-quality"
      files={{ of: `streams/${id}/about` }}
      data={dataForms(`/v1/streams/${id}`)}
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
