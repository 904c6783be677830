import { ChartTheme, chartThemes } from '../../charts/chart-styles.js';
import { ChoiceQuery } from '../../http/query/query-parameters.decorator.js';
import { IntegerQuery } from '../../http/query/integer-query.decorator.js';
import { GraphRangeQuery } from '../viewers/graph.query.js';

export const WidthQuery = () =>
  IntegerQuery({ description: 'Width in pixels.', default: 640, minimum: 200, maximum: 1_600 });

export const HeightQuery = () =>
  IntegerQuery({ description: 'Height in pixels.', default: 240, minimum: 100, maximum: 1_000 });

export const ThemeQuery = () =>
  ChoiceQuery({
    description: 'Colors for a light or dark background. `auto` follows the system of the reader.',
    default: 'auto',
    choices: chartThemes,
  });

/** The range, size and theme of a drawn graph of viewers. */
export class PictureQuery extends GraphRangeQuery {
  @WidthQuery()
  width = 640;

  @HeightQuery()
  height = 240;

  @ThemeQuery()
  theme: ChartTheme = 'auto';
}

/** The size and theme of a drawn graph. */
export type PictureOptions = Pick<PictureQuery, 'width' | 'height' | 'theme'>;
