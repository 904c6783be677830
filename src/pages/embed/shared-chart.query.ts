import { IsIn, IsOptional } from 'class-validator';
import { ChartTheme, chartThemes } from '../../charts/chart-styles.js';
import { IntegerQuery } from '../../http/query/integer-query.decorator.js';

const forms = ['svg', 'png'] as const;

export class FormParams {
  /** The ending of a picture. A frame has none. */
  @IsIn([undefined, ...forms], { message: 'the file must end in .csv, .svg or .png' })
  form?: (typeof forms)[number];
}

/** How a chart looks. */
export class ChartStyleQuery {
  /** By default, frames have the theme of the reader, and pictures are light. */
  @IsOptional()
  @IsIn(chartThemes, { message: `theme must be one of ${chartThemes.join(', ')}` })
  theme?: ChartTheme;

  /** Frames are as wide as their page. */
  @IntegerQuery({ description: 'Width of a picture in pixels.', default: 720, minimum: 300, maximum: 1_200 })
  width = 720;

  @IntegerQuery({ description: 'Height in pixels.', default: 360, minimum: 200, maximum: 1_000 })
  height = 360;
}
