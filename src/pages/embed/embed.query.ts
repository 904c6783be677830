import { IsIn } from 'class-validator';
import { ChartTheme, chartThemes } from '../../charts/chart-styles.js';
import { IntegerQuery } from '../../http/integer-query.decorator.js';

export const defaultHeight = 360;

/** How a chart looks in a frame. */
export class EmbedQuery {
  @IsIn(chartThemes, { message: `theme must be one of ${chartThemes.join(', ')}` })
  theme: ChartTheme = 'auto';

  @IntegerQuery({ description: 'Height of the frame in pixels.', default: defaultHeight, minimum: 240, maximum: 1_000 })
  height = defaultHeight;
}
