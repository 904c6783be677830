import { rollup, sum } from 'd3-array';
import { fullNumber, quotientInTenths } from '../../../charts/labels/number-labels.js';
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
      const isCut = view[id].length > maxShown;
      return {
        note: `Shares of the hours watched on the platform.${isCut ? ` The ${fullNumber(maxShown)} largest ones.` : ''}`,
        children: <DataTable label={title} columns={columns} rows={sharesOf(view, view[id].slice(0, maxShown))} />,
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

function sharesOf({ rows }: TotalsView, totals: readonly NamedTotal[]): Share[] {
  const watched = rollup(
    rows,
    (all) => sum(all, ({ watchtime }) => watchtime),
    ({ platform }) => platform,
  );
  return totals.map((total) => {
    const all = watched.get(total.platform) ?? 0;
    return { ...total, share: all === 0 ? null : quotientInTenths(100 * total.watchtime, all) };
  });
}
