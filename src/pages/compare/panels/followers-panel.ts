import { FollowerPoint } from '../../../streamer/dto/follower-point.response.js';
import { joinedTables } from '../../downloads/file-table.js';
import { Column, textColumn } from '../../parts/lists/column.js';
import { followerColumns, followersFile } from '../../streamer/panels/followers-panel.js';
import { CompareChart, CompareView } from '../compare-view.js';
import { followerSeries, nameOf } from '../compared.js';
import { hasValues, scaledTitle, showScaled } from './scaled-chart.js';

function columnsFor(name: string): readonly Column<FollowerPoint>[] {
  return [textColumn('Streamer', () => name), ...followerColumns];
}

function scaleOf({ compared, options }: CompareView) {
  return options.followers ?? (compared.length > 1 ? 'indexed' : 'linear');
}

/** The followers of the compared streamers over time, by default in percent of the first count. */
export const comparedFollowersPanel: CompareChart = {
  id: 'followers',
  title: (view) => scaledTitle('Followers', scaleOf(view)),
  about: 'followers',
  hasData: ({ compared }) => hasValues(followerSeries(compared)),
  empty: 'No data in this range.',
  show: (view) =>
    showScaled(view, {
      ...{ id: 'followers', title: 'Followers', scale: scaleOf(view), point: 'A point is one count.' },
      series: followerSeries(view.compared),
    }),
  file: (source, query) =>
    joinedTables(columnsFor(''), async () => {
      const { compared, window } = await source.loadCharts(query);
      return compared.map((one) => followersFile(columnsFor(nameOf(one)), source, one.streamer.id, window));
    }),
};
