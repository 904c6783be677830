import { groups, sum } from 'd3-array';
import { fullNumber, quotientInTenths } from '../../../charts/labels/number-labels.js';
import { platforms } from '../../../config/platforms.js';
import { NamedTotal } from '../../../totals/dto/total.response.js';
import { gameShareColumns, languageColumns, Share } from '../../columns/totals.js';
import { rowsTable } from '../../downloads/file-table.js';
import { FigureKey } from '../../parts/figures.js';
import { Column } from '../../parts/lists/column.js';
import { DataTable } from '../../parts/lists/table.js';
import { pathTo } from '../../parts/names/link.js';
import { limitsIn, TotalsPanel, TotalsView } from '../totals-view.js';

const maxShown = 25;

/** Returns a panel with the languages or the games with the most watchtime, and their shares. */
function sharesPanel(
  id: 'languages' | 'games',
  title: string,
  columns: readonly Column<Share, FigureKey>[],
): TotalsPanel {
  return {
    ...{ id, title, about: 'totals', wide: true, empty: `No ${id} in this time.` },
    hasData: (view) => view[id].length > 0,
    show: (view) => {
      const rows = joinPlatforms(view, view[id]);
      const shown = rows.slice(0, maxShown);
      const cut = rows.length > maxShown ? ` The ${fullNumber(maxShown)} largest ones.` : '';
      const rest = shareIn(view, sum(view.rows, watchtimeOf) - sum(shown, watchtimeOf)) ?? 0;
      return {
        note: `Shares of all hours watched.${cut}${rest > 0 ? ` The remaining ${rest}% are other or unknown ${id}.` : ''}`,
        children: (
          <div class="barred">
            <DataTable label={title} columns={columns} rows={shown} />
          </div>
        ),
      };
    },
    call: ({ asked, query: { from, to, platform } }) =>
      pathTo(`/v1/totals/${id}`, { ...limitsIn(asked, { from, to }), platform }),
    file: (source, asked) =>
      rowsTable(columns, async () => {
        const view = await source.load(asked);
        return sharesOf(view, view[id]);
      }),
  };
}

export const languagesPanel = sharesPanel('languages', 'Languages', languageColumns);
export const gamesPanel = sharesPanel('games', 'Games', gameShareColumns);

/** Adds the shares of all hours watched on the shown platforms. */
function sharesOf(view: TotalsView, totals: readonly NamedTotal[]): Share[] {
  return totals.map((total) => ({ ...total, bar: [], share: shareIn(view, total.watchtime) }));
}

const watchtimeOf = ({ watchtime }: { watchtime: number }) => watchtime;

/** Returns the percentage of all hours watched; null without any. */
function shareIn({ rows }: TotalsView, watchtime: number): number | null {
  const all = sum(rows, watchtimeOf);
  return all === 0 ? null : quotientInTenths(100 * watchtime, all);
}

/** Adds up the rows of each name, most watched first. Bars are in percent of the longest one. */
function joinPlatforms(view: TotalsView, totals: readonly NamedTotal[]): Share[] {
  const joined = groups(totals, ({ name }) => name).map(([, parts]) => {
    const sumOf = (key: 'watchtime' | 'avg_viewers' | 'avg_streams' | 'peak_streams') => sum(parts, (one) => one[key]);
    const [watchtime, avg_viewers] = [sumOf('watchtime'), sumOf('avg_viewers')];
    const total = { watchtime, avg_viewers, avg_streams: sumOf('avg_streams'), peak_streams: sumOf('peak_streams') };
    return { ...(parts[0] as NamedTotal), ...total, parts };
  });
  // In the order of the lines above, so that colors agree.
  const shown = platforms.filter((platform) => view.rows.some((row) => row.platform === platform));
  const sorted = joined.sort((a, b) => b.watchtime - a.watchtime);
  const most = sorted[0]?.watchtime ?? 0;
  return sharesOf(view, sorted).map((row, i) => ({
    ...row,
    bar: shown.map((platform) => {
      const part = sorted[i]?.parts.find((one) => one.platform === platform);
      return most === 0 ? 0 : quotientInTenths(100 * (part?.watchtime ?? 0), most);
    }),
  }));
}
