import { ApiProperty } from '@nestjs/swagger';
import { CountProperty } from '../../http/query/value-schemas.js';

/** A language on the leaderboard of 30 days. */
export class Language {
  @ApiProperty({ description: 'ISO 639-1 code, perhaps with a script or region, or `other`.', example: 'en' })
  language: string;

  @CountProperty('Number of streamers on the leaderboard of 30 days with this language.')
  streamers: number;

  @CountProperty('Number of current live streams with this language.')
  live_streams: number;
}
