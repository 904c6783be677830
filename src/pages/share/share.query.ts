import { IsIn, IsOptional, Matches } from 'class-validator';
import { ChartTheme, chartThemes } from '../../charts/chart-styles.js';
import { windowDays } from '../../streamer/dto/window-stats.query.js';
import { badScale, Scale, scales } from '../compare/compare.query.js';
import { ranges } from '../streamer/streamer.query.js';

/** The charts that can be shared: their paths below `/embed/`. */
const charts =
  /^(streamers\/[a-z0-9_]{1,25}\/(followers|viewers|airtime|hours|calendar)|(streams|events)\/\d{1,19}\/viewers|compare\/(followers|viewers|hours))$/;

/** The sizes of a frame in pixels. A frame without a width is as wide as the page around it. */
export const frameSizes: Readonly<Record<FrameSize, { width?: number; height: number }>> = {
  full: { height: 360 },
  small: { width: 480, height: 300 },
  medium: { width: 720, height: 360 },
  large: { width: 960, height: 480 },
};

export type FrameSize = 'full' | 'small' | 'medium' | 'large';
const sizes = Object.keys(frameSizes) as FrameSize[];

/** A chart, and how it looks on another site. */
export class ShareQuery {
  @Matches(charts, { message: 'of must be the path of a chart, such as streamers/aurora_plays/viewers' })
  of: string;

  @IsOptional()
  @IsIn(ranges, { message: `range must be one of ${ranges.join(', ')}` })
  range?: string;

  @IsOptional()
  @IsIn(windowDays.map(String), { message: `days must be one of ${windowDays.join(', ')}` })
  days?: string;

  @IsOptional()
  @Matches(/^[a-z0-9_,]{1,150}$/, { message: 'streamers must be logins or channel IDs, separated by commas' })
  streamers?: string;

  /** The scales of a comparison. */
  @IsOptional()
  @IsIn(scales, { message: badScale })
  viewers?: Scale;

  @IsOptional()
  @IsIn(scales, { message: badScale })
  followers?: Scale;

  @IsIn(chartThemes, { message: `theme must be one of ${chartThemes.join(', ')}` })
  theme: ChartTheme = 'auto';

  @IsIn(sizes, { message: `size must be one of ${sizes.join(', ')}` })
  size: FrameSize = 'full';
}
