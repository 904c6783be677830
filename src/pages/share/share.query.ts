import { IntersectionType, PickType } from '@nestjs/swagger';
import { IsIn, IsOptional, Matches } from 'class-validator';
import { ChartTheme, chartThemes } from '../../charts/chart-styles.js';
import { loginForm, PlatformName } from '../../config/platforms.js';
import { windowDays } from '../../figures/windows.js';
import { PlatformQuery } from '../../http/query/query-parameters.decorator.js';
import { CompareQuery } from '../compare/compare.query.js';
import { PageAddress } from '../kinds/kind-pages.js';
import { PageKind } from '../kinds/page-kind.js';
import { pageKinds } from '../kinds/page-kinds.js';
import { PageRangeQuery } from '../parts/ranges/page-range.js';

const subjectForms: Readonly<Record<string, string>> = { ':name': loginForm, ':id': '\\d{1,19}' };

/** The charts that can be shared: their paths below `/embed/`. */
const charts = pageKinds.flatMap(({ path, charts }) => {
  const ids = charts?.panels.map(({ id }) => id).join('|');
  return ids ? `${path.replace(/:\w+/, (part) => subjectForms[part] ?? '')}/(${ids})` : [];
});

/** The totals of all time are too many. */
const longestRange = '365';

/** A chart, and how it looks on another site. */
export class ShareQuery extends IntersectionType(PageRangeQuery, PickType(CompareQuery, ['viewers', 'followers'])) {
  @Matches(new RegExp(`^(${charts.join('|')})$`), {
    message: 'of must be the path of a chart, such as streamers/aurora_plays/viewers',
  })
  of: string;

  /** The range of a comparison, if it is a number of days. */
  @IsOptional()
  @IsIn(windowDays.map(String), { message: `days must be one of ${windowDays.join(', ')}` })
  days?: string;

  @IsOptional()
  @Matches(/^[a-z0-9_,:-]{1,300}$/, { message: 'streamers must be logins or channel IDs, separated by commas' })
  streamers?: string;

  /** The platform of totals. */
  @PlatformQuery('totals')
  platform?: PlatformName;

  @IsIn(chartThemes, { message: `theme must be one of ${chartThemes.join(', ')}` })
  theme: ChartTheme = 'auto';
}

/** Returns the chart of a query: the kind of its page, and its address. */
export function findShared({ of, range, ...query }: ShareQuery): [kind: PageKind, address: PageAddress] {
  const [kind = '', ...parts] = of.split('/');
  const [graph = '', subject = ''] = parts.reverse();
  return [
    pageKinds.find(({ path, charts }) => charts && path.split('/')[0] === kind) as PageKind,
    {
      params: { name: subject, id: subject, graph },
      query: { ...query, range: kind === 'totals' && range === 'all' ? longestRange : range },
    },
  ];
}
