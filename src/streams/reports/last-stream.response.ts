import { ApiProperty } from '@nestjs/swagger';
import {
  CountProperty,
  NullableMomentProperty,
  NullableCountProperty,
  NullableTextProperty,
} from '../../http/query/value-schemas.js';
import { StreamSummary } from '../detail/stream-summary.response.js';

const RankProperty = (figure: string) =>
  NullableCountProperty(
    `Rank by ${figure} among the compared streams; 1 is the highest value. Null if the figure is unknown.`,
  );

/** A stream that has ended, compared with the streams before it. */
export class LastStream extends StreamSummary {
  @CountProperty('Whole minutes of the stream.')
  minutes: number;

  @NullableMomentProperty(
    'First time (UTC) with the maximum of viewers. Null if no stored sample has this number, and after samples of the stream are pruned.',
  )
  peak_at: string | null;

  @NullableTextProperty(
    'Title at that time. Null if the time or the title is unknown, for example before the first observed title.',
  )
  peak_title: string | null;

  @NullableTextProperty('Game or category at that time. Null if the time or the game is unknown.')
  peak_game_name: string | null;

  @ApiProperty({
    description:
      'Whether no stream that started in the 365 days before the end of this stream has a higher peak. False if the peak is unknown.',
  })
  is_peak_of_year: boolean;

  @CountProperty('Number of compared streams: this stream and the streams before it, at most 30.')
  compared_streams: number;

  @RankProperty('average viewers')
  rank_by_avg_viewers: number | null;

  @RankProperty('peak viewers')
  rank_by_peak_viewers: number | null;

  @RankProperty('watchtime')
  rank_by_watchtime: number | null;

  @ApiProperty({
    description: 'Path of the viewer graph of the stream, with the finest granularity that fits.',
    example: '/v1/streams/40100000001/graphs/minutely',
  })
  graph: string;
}
