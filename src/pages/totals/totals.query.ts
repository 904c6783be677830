import { IsIn } from 'class-validator';
import { PlatformName } from '../../config/platforms.js';
import { defaultDays, windowDays } from '../../figures/windows.js';
import { PlatformQuery } from '../../http/query/query-parameters.decorator.js';
import { BlankIsMissing } from '../parts/lists/list.query.js';

export const totalsRanges = windowDays.map(String);

/** The range of the totals in days, and their platform. */
export class TotalsPageQuery {
  @IsIn(totalsRanges, { message: `range must be one of ${totalsRanges.join(', ')}` })
  range = String(defaultDays);

  @BlankIsMissing()
  @PlatformQuery('totals')
  platform?: PlatformName;
}
