import { ChartTheme, chartThemes } from '../../charts/chart-styles.js';
import { ChoiceQuery } from '../../http/query/choice-query.decorator.js';
import { IntegerQuery } from '../../http/query/integer-query.decorator.js';
import { GraphRangeQuery } from '../viewers/graph.query.js';

/** The range, size and theme of a drawn graph. */
export class PictureQuery extends GraphRangeQuery {
  @IntegerQuery({ description: 'Width in pixels.', default: 640, minimum: 200, maximum: 1_600 })
  width = 640;

  @IntegerQuery({ description: 'Height in pixels.', default: 240, minimum: 100, maximum: 1_000 })
  height = 240;

  @ChoiceQuery({
    description: 'Colors for a light or dark background. `auto` follows the system of the reader.',
    default: 'auto',
    choices: chartThemes,
  })
  theme: ChartTheme = 'auto';
}
