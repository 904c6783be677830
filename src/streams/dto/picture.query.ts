import { ChartTheme, chartThemes } from '../../charts/chart-styles.js';
import { ChoiceQuery } from '../../http/choice-query.decorator.js';
import { IntegerQuery } from '../../http/integer-query.decorator.js';
import { GraphRangeQuery } from './graph.query.js';

/** How a graph is drawn. */
export class PictureQuery extends GraphRangeQuery {
  @IntegerQuery({ description: 'Width in pixels.', default: 640, minimum: 200, maximum: 1_600 })
  width = 640;

  @IntegerQuery({ description: 'Height in pixels.', default: 240, minimum: 100, maximum: 1_000 })
  height = 240;

  @ChoiceQuery({
    description: 'Colours for a light or a dark background; auto is what the system of the reader asks for.',
    default: 'auto',
    choices: chartThemes,
  })
  theme: ChartTheme = 'auto';
}
