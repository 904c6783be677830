import { windowDays } from '../../streamer/dto/window-stats.query.js';
import { Layout } from '../layout/layout.js';
import { Choice } from '../parts/panels/choice.js';
import { CompareSentence } from '../sentences/compare-sentence.js';
import { CompareForm } from './compare-form.js';
import { comparePath } from './compare-paths.js';
import { CompareProblems } from './compare-problems.js';
import { compareGraphs } from './graphs/compare-graphs.js';
import { CompareView } from './compare-view.js';
import { nameOf } from './compared.js';
import { ComparedFigures } from './compared-figures.js';

/** Compares up to four streamers on common axes. */
export function ComparePage({ view }: { view: CompareView }) {
  const { compared, unknown, tooMany, query: options } = view;
  const { days } = options;
  const title = compared.length > 0 ? `Compare ${compared.map(nameOf).join(', ')}, ${days} days` : 'Compare streamers';
  return (
    <Layout
      title={title}
      description="Two to four streamers side by side: followers, viewers and hours."
      path="/compare"
      section="Compare"
      charts
    >
      <div class="page-head">
        <h1>Compare</h1>
        <Choice
          label="Range"
          chosen={`${days} days`}
          options={windowDays.map((choice) => ({
            name: `${choice} days`,
            to: comparePath(compared, { ...options, days: String(choice) }),
          }))}
        />
      </div>
      <CompareForm compared={compared} options={options} typed={unknown.at(-1)?.text} />
      <CompareProblems compared={compared} options={options} unknown={unknown} tooMany={tooMany} />
      <CompareSentence compared={compared} days={days} />
      {compared.length === 0 ? null : (
        <div class="panels">
          <ComparedFigures compared={compared} days={days} />
          {Object.values(compareGraphs(view))}
        </div>
      )}
    </Layout>
  );
}
