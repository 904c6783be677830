import { IsIn } from 'class-validator';
import { ChartTheme, chartThemes } from '../../charts/chart-styles.js';
import { IntegerQuery } from '../../http/integer-query.decorator.js';

/** How a picture of a chart looks. */
export class PictureQuery {
  @IntegerQuery({ description: 'Width in pixels.', default: 720, minimum: 300, maximum: 1_200 })
  width = 720;

  @IntegerQuery({ description: 'Height in pixels.', default: 360, minimum: 200, maximum: 800 })
  height = 360;

  @IsIn(chartThemes, { message: `theme must be one of ${chartThemes.join(', ')}` })
  theme: ChartTheme = 'light';
}
