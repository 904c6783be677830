import { ApiProperty } from '@nestjs/swagger';
import { PlatformName, platforms } from '../../config/platforms.js';
import { countSchema, moment, nullableCount } from '../../http/query/value-schemas.js';

/** Figures of the live streams of a platform together, from complete sweeps of a collector. */
export class TotalFigures {
  @ApiProperty({ description: 'Platform of the streams.', enum: platforms })
  platform: PlatformName;

  @ApiProperty({
    description: 'Average of the viewers of all streams together, weighted by time and rounded.',
    ...countSchema,
  })
  avg_viewers: number;

  @ApiProperty({ description: 'Most viewers of all streams together in one sweep.', ...countSchema })
  peak_viewers: number;

  @ApiProperty({ description: 'Average number of live streams, weighted by time and rounded.', ...countSchema })
  avg_streams: number;

  @ApiProperty({ description: 'Most live streams in one sweep.', ...countSchema })
  peak_streams: number;

  @ApiProperty({ description: 'Viewer-minutes of all streams together.', ...countSchema })
  watchtime: number;

  @ApiProperty({
    description:
      'Time that the figures cover, in seconds. A complete sweep counts until the next one, for at most ten minutes. A whole hour has 3600.',
    ...countSchema,
  })
  covered_seconds: number;

  @ApiProperty({
    description:
      'Number of channels on the list of the collector, or the largest number if the list changed. Null if the collector watched the whole platform.',
    ...nullableCount,
  })
  watched_channels: number | null;
}

/** Totals of an hour or of a day. */
export class PlatformTotal extends TotalFigures {
  @ApiProperty({ description: 'Start of the hour or of the day, UTC.', ...moment })
  created_at: string;
}

/** Totals of a language or of a game over a range. */
export class NamedTotal extends TotalFigures {
  @ApiProperty({ description: 'Language code such as `en`, or name of the game.', example: 'en' })
  name: string;
}
