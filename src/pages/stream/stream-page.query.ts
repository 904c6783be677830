import { Transform } from 'class-transformer';
import { OmitType } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { isZone, startOfDay } from '../../figures/calendar.js';
import { StreamRangeQuery } from '../../streams/reports/stream-range.query.js';
import { ZoneParameter } from '../parts/ranges/page-range.js';

/** A part of a stream. Forms write times without a zone, which are in `tz`, and empty texts. */
export class StreamPageQuery extends OmitType(StreamRangeQuery, ['tz']) {
  @FormMoment()
  declare from?: string;

  @FormMoment()
  declare to?: string;

  @IsOptional()
  @ZoneParameter()
  tz?: string;
}

/** Runs after the transformation of a moment, which rejects such texts. */
function FormMoment(): PropertyDecorator {
  return Transform(({ key, value, obj }): unknown => {
    const { [key]: text, tz } = obj as Record<string, unknown>;
    if (text === '') return undefined;
    const isLocal = typeof text === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text);
    const moment = new Date(isLocal ? `${text}Z` : NaN);
    return Number.isNaN(moment.getTime()) ? value : startOfDay(moment, isZone(tz) ? tz : 'UTC').toISOString();
  });
}
