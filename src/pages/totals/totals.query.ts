import { IsIn } from 'class-validator';
import { defaultDays, windowDays } from '../../figures/windows.js';

export const totalsRanges = windowDays.map(String);

/** The range of the totals, in days. */
export class TotalsPageQuery {
  @IsIn(totalsRanges, { message: `range must be one of ${totalsRanges.join(', ')}` })
  range = String(defaultDays);
}
