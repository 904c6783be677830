import { IsIn, IsOptional } from 'class-validator';
import { ChartTheme, chartThemes } from '../../charts/chart-styles.js';
import { IntegerQuery } from '../../http/query/integer-query.decorator.js';
import { EventParams } from '../../events/dto/event.params.js';
import { StreamerParams } from '../../streamer/dto/streamer.params.js';
import { StreamParams } from '../../streams/detail/stream.params.js';
import { CompareGraph, compareGraphNames } from '../compare/compare.query.js';
import { ranges } from '../streamer/streamer.query.js';
import { StreamerGraph, streamerGraphs } from './shared-charts.js';

const forms = ['svg', 'png'] as const;
export type PictureForm = (typeof forms)[number];

/** The ending of a picture. A frame has none. */
const Form = () => IsIn([undefined, ...forms], { message: 'the file must end in .svg or .png' });

export class StreamerChartParams extends StreamerParams {
  @IsIn(streamerGraphs, { message: `the graph must be one of ${streamerGraphs.join(', ')}` })
  graph: StreamerGraph;

  @Form()
  form?: PictureForm;
}

export class StreamChartParams extends StreamParams {
  @Form()
  form?: PictureForm;
}

export class EventChartParams extends EventParams {
  @Form()
  form?: PictureForm;
}

export class CompareChartParams {
  @IsIn(compareGraphNames, { message: `the graph must be one of ${compareGraphNames.join(', ')}` })
  graph: CompareGraph;

  @Form()
  form?: PictureForm;
}

/** How a chart looks. */
export class LookQuery {
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

export class StreamerChartQuery extends LookQuery {
  @IsIn(ranges, { message: `range must be one of ${ranges.join(', ')}` })
  range = '30';
}
