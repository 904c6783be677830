import { ApiProperty } from '@nestjs/swagger';
import { countSchema } from '../../http/query/value-schemas.js';

/** A language on the leaderboard of 30 days. */
export class Language {
  @ApiProperty({ description: 'ISO 639-1 code, perhaps with a script or region, or `other`.', example: 'en' })
  language: string;

  @ApiProperty({ description: 'Number of streamers on the leaderboard of 30 days with this language.', ...countSchema })
  streamers: number;

  @ApiProperty({ description: 'Number of current live streams with this language.', ...countSchema })
  live_streams: number;
}
