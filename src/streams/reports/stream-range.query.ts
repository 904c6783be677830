import { ValidateBy } from 'class-validator';
import { datesInUtc, UtcQuery } from '../../http/query/query-parameters.decorator.js';
import { MomentQuery } from '../../http/query/moment-query.decorator.js';

const isBefore = (from: string | undefined, to: unknown) => !from || typeof to !== 'string' || to === '' || from < to;

/** A part of a stream. */
export class StreamRangeQuery {
  @MomentQuery(
    'Start of the range, inclusive: a date (00:00 UTC), or a time with `Z` or an offset. Default: the start of the stream.',
  )
  from?: string;

  @MomentQuery(
    'End of the range, exclusive: a date (00:00 UTC), or a time with `Z` or an offset. Without this parameter, the range includes the end of the stream.',
  )
  @ValidateBy(
    { name: 'range', validator: { validate: (to, args) => isBefore((args?.object as StreamRangeQuery).from, to) } },
    { message: 'from must be before to' },
  )
  to?: string;

  @UtcQuery(datesInUtc)
  tz?: string;
}
