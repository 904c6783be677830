import { Transform } from 'class-transformer';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { isZone } from '../../clock/zone-formats.js';
import { NamesQuery } from '../../http/query/names-query.decorator.js';
import { WindowQuery } from '../../http/query/window.query.js';

/** A window, and the time zone of the hours and of the window. */
export class HoursQuery extends WindowQuery {
  @ApiPropertyOptional({
    description: 'IANA name of the time zone of the hours, and of `month`, `year` and dates in `from` and `to`.',
    type: 'string',
    pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$',
    default: 'UTC',
  })
  // Runs after the transformation of the window, which rejects a zone that the window does not need.
  @Transform(({ obj }): unknown => {
    const { tz } = obj as { tz?: unknown };
    return tz === undefined || isZone(tz) ? tz : '';
  })
  declare tz?: string;

  static override toCanonical(query: HoursQuery): object {
    return { ...super.toCanonical(query), tz: query.tz ?? 'UTC' };
  }

  override findProblem(): string | undefined {
    return this.tz === '' ? 'tz must be an IANA time zone such as Europe/Berlin' : super.findProblem();
  }
}

/** Several streamers and a window. */
export class StatsOfQuery extends WindowQuery {
  @NamesQuery({ required: true })
  names: string[];
}
