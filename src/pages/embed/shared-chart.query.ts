import { IsIn, IsOptional } from 'class-validator';
import { ChartTheme, chartThemes } from '../../charts/chart-styles.js';
import { IntegerQuery } from '../../http/query/integer-query.decorator.js';
import { StreamerParams } from '../../streamer/dto/streamer.params.js';
import { CompareGraph, compareGraphNames } from '../compare/compare.query.js';
import { ranges } from '../streamer/streamer.query.js';
import { StreamerGraph, streamerGraphs } from './shared-charts.js';

const forms = ['svg', 'png'] as const;
export type PictureForm = (typeof forms)[number];

export class FormParams {
  /** The ending of a picture. A frame has none. */
  @IsIn([undefined, ...forms], { message: 'the file must end in .svg or .png' })
  form?: PictureForm;
}

export class StreamerChartParams extends StreamerParams {
  @IsIn(streamerGraphs, { message: `the graph must be one of ${streamerGraphs.join(', ')}` })
  graph: StreamerGraph;
}

export class CompareChartParams {
  @IsIn(compareGraphNames, { message: `the graph must be one of ${compareGraphNames.join(', ')}` })
  graph: CompareGraph;
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

export class StreamerChartQuery extends ChartStyleQuery {
  @IsIn(ranges, { message: `range must be one of ${ranges.join(', ')}` })
  range = '30';
}
