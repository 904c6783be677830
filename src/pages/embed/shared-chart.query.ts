import { IsIn, IsOptional } from 'class-validator';
import { ChartTheme, chartThemes } from '../../charts/chart-styles.js';
import { EventParams } from '../../events/dto/event.params.js';
import { IntegerQuery } from '../../http/query/integer-query.decorator.js';
import { StreamerParams } from '../../streamer/dto/streamer.params.js';
import { StreamParams } from '../../streams/detail/stream.params.js';
import { compareCharts } from '../compare/compare-panels.js';
import { eventCharts } from '../events/event-panels.js';
import { streamCharts } from '../stream/stream-panels.js';
import { streamerCharts } from '../streamer/streamer-panels.js';
import { totalsCharts } from '../totals/totals-panels.js';

const forms = ['svg', 'png'] as const;
export type PictureForm = (typeof forms)[number];

/** The graph of a path: the ID of a chart of a page. */
function GraphParam(charts: readonly { id: string }[]): PropertyDecorator {
  const ids = charts.map(({ id }) => id);
  return IsIn(ids, { message: `the graph must be ${ids.length > 1 ? 'one of ' : ''}${ids.join(', ')}` });
}

export class FormParams {
  /** The ending of a picture. A frame has none. */
  @IsIn([undefined, ...forms], { message: 'the file must end in .csv, .svg or .png' })
  form?: PictureForm;
}

export class StreamerChartParams extends StreamerParams {
  @GraphParam(streamerCharts)
  graph: string;
}

export class StreamChartParams extends StreamParams {
  @GraphParam(streamCharts)
  graph: string;
}

export class EventChartParams extends EventParams {
  @GraphParam(eventCharts)
  graph: string;
}

export class CompareChartParams {
  @GraphParam(compareCharts)
  graph: string;
}

export class TotalsChartParams {
  @GraphParam(totalsCharts)
  graph: string;
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
