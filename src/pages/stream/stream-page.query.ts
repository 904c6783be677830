import { Transform } from 'class-transformer';
import { StreamRangeQuery } from '../../streams/reports/stream-range.query.js';

/** A part of a stream. Forms write times without a zone, which are in UTC, and empty texts. */
export class StreamPageQuery extends StreamRangeQuery {
  @FormMoment()
  declare from?: string;

  @FormMoment()
  declare to?: string;
}

/** Runs after the transformation of a moment, which rejects such texts. */
function FormMoment(): PropertyDecorator {
  return Transform(({ key, value, obj }): unknown => {
    const text = (obj as Record<string, unknown>)[key];
    if (text === '') return undefined;
    const isLocal = typeof text === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text);
    const moment = new Date(isLocal ? `${text}Z` : NaN);
    return Number.isNaN(moment.getTime()) ? value : moment.toISOString();
  });
}
