import { OmitType } from '@nestjs/swagger';
import { PlatformName } from '../../config/platforms.js';
import { defaultDays, windowDays } from '../../figures/windows.js';
import { PlatformQuery } from '../../http/query/query-parameters.decorator.js';
import { RangeParameter } from '../parts/ranges/page-range.js';
import { RangeChoiceQuery } from '../parts/ranges/range-choice.js';
import { BlankIsMissing } from '../parts/lists/list.query.js';

export const totalsRanges = windowDays.map(String);

/** The range of the totals, in UTC, and their platform. */
export class TotalsPageQuery extends OmitType(RangeChoiceQuery, ['tz', 'zone']) {
  @RangeParameter(totalsRanges)
  override range = String(defaultDays);

  @BlankIsMissing()
  @PlatformQuery('totals')
  platform?: PlatformName;
}
