import { ApiProperty } from '@nestjs/swagger';
import { PlatformName, platforms } from '../../config/platforms.js';
import { CountProperty, MomentProperty, NullableCountProperty } from '../../http/query/value-schemas.js';

/** Figures of the live streams of a platform together, from complete sweeps of a collector. */
export class TotalFigures {
  @ApiProperty({ description: 'Platform of the streams.', enum: platforms })
  platform: PlatformName;

  @CountProperty('Average total viewers of all streams, weighted by time and rounded.')
  avg_viewers: number;

  @CountProperty('Maximum total viewers in one sweep.')
  peak_viewers: number;

  @CountProperty('Average number of live streams, weighted by time and rounded.')
  avg_streams: number;

  @CountProperty('Maximum number of live streams in one sweep.')
  peak_streams: number;

  @CountProperty('Watchtime of all streams, in viewer-minutes.')
  watchtime: number;

  @CountProperty(
    'Time that the figures cover, in seconds. A complete sweep counts until the next one, for at most ten minutes. A whole hour has 3600.',
  )
  covered_seconds: number;

  @NullableCountProperty(
    'Number of channels on the list of the collector, or the largest number if the list changed. Null if the collector watched the whole platform.',
  )
  watched_channels: number | null;
}

/** Totals of an hour or of a day. */
export class PlatformTotal extends TotalFigures {
  @MomentProperty('Start of the hour or of the day, UTC.')
  created_at: string;
}

/** Totals of a language or of a game over a range. */
export class NamedTotal extends TotalFigures {
  @ApiProperty({ description: 'Language code such as `en`, or name of the game.', example: 'en' })
  name: string;
}
