import { IntersectionType, PickType } from '@nestjs/swagger';
import { IsIn, IsOptional, Matches, ValidateBy, ValidationArguments } from 'class-validator';
import { ChartTheme, chartThemes } from '../../charts/chart-styles.js';
import { loginPattern, PlatformName } from '../../config/platforms.js';
import { defaultDays, windowDays } from '../../figures/windows.js';
import { PlatformQuery } from '../../http/query/query-parameters.decorator.js';
import { CompareQuery, scaledCharts } from '../compare/compare.query.js';
import { PageAddress } from '../kinds/kind-pages.js';
import { PageKind } from '../kinds/page-kind.js';
import { pageKinds } from '../kinds/page-kinds.js';
import { PageRangeQuery } from '../parts/ranges/page-range.js';

const subjectForms: Readonly<Record<string, string>> = { ':name': loginPattern, ':id': '\\d{1,19}' };

/** The charts that can be shared: their paths below `/embed/`. */
const charts = pageKinds.flatMap(({ path, charts }) => {
  const ids = charts?.panels.map(({ id }) => id).join('|');
  return ids ? `${path.replace(/:\w+/, (part) => subjectForms[part] ?? '')}/(${ids})` : [];
});

/** A chart, and how it looks on another site. */
export class ShareQuery extends IntersectionType(PageRangeQuery, PickType(CompareQuery, scaledCharts)) {
  @Matches(new RegExp(`^(${charts.join('|')})$`), {
    message: 'of must be the path of a chart, such as streamers/aurora_plays/viewers',
  })
  of: string;

  /** The codes of a chart contain its range, so a range that the chart does not have is invalid. */
  @ValidateBy(
    { name: 'rangeOfChart', validator: { validate: (_range, args) => rangeProblem(args) === undefined } },
    { message: (args) => rangeProblem(args) ?? '' },
  )
  override range = String(defaultDays);

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
export function findShared({ of, ...query }: ShareQuery): [kind: PageKind, address: PageAddress] {
  const [name = '', ...parts] = of.split('/');
  const [graph = '', subject = ''] = parts.reverse();
  const kind = pageKinds.find(({ path, charts }) => charts && path.split('/')[0] === name) as PageKind;
  return [kind, { params: { name: subject, id: subject, graph }, query }];
}

function rangeProblem(args: ValidationArguments | undefined): string | undefined {
  const { of, range } = args?.object as Partial<ShareQuery>;
  const [kind] = String(of).split('/');
  const one = kind === 'compare' ? 'a comparison' : kind;
  return (kind === 'compare' || kind === 'totals') && range === 'all' ? `range of ${one} must not be all` : undefined;
}
