import { IntersectionType } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { ChartTheme, chartThemes } from '../../charts/chart-styles.js';
import { EventParams } from '../../events/dto/event.params.js';
import { IntegerQuery } from '../../http/query/integer-query.decorator.js';
import { StreamerParams } from '../../http/query/streamer.params.js';
import { StreamParams } from '../../streams/detail/stream.params.js';
import { compareCharts } from '../compare/compare-panels.js';
import { eventCharts } from '../events/event-panels.js';
import { streamCharts } from '../stream/stream-panels.js';
import { streamerCharts } from '../streamer/streamer-panels.js';
import { totalsCharts } from '../totals/totals-panels.js';

const forms = ['svg', 'png'] as const;
export type PictureForm = (typeof forms)[number];

export class FormParams {
  /** The ending of a picture. A frame has none. */
  @IsIn([undefined, ...forms], { message: 'the file must end in .csv, .svg or .png' })
  form?: PictureForm;
}

/** Returns a class with the graph of a path: the ID of a chart of a page. */
function graphOf(charts: readonly { id: string }[]) {
  const ids = charts.map(({ id }) => id);
  class Graph {
    @IsIn(ids, { message: `the graph must be ${ids.length > 1 ? 'one of ' : ''}${ids.join(', ')}` })
    graph: string;
  }
  return Graph;
}

export class StreamerChartParams extends IntersectionType(StreamerParams, graphOf(streamerCharts)) {}
export class StreamChartParams extends IntersectionType(StreamParams, graphOf(streamCharts)) {}
export class EventChartParams extends IntersectionType(EventParams, graphOf(eventCharts)) {}
export class CompareChartParams extends graphOf(compareCharts) {}
export class TotalsChartParams extends graphOf(totalsCharts) {}

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
