import { maxStreams } from '../../downloads/file-table.js';
import { hoursFile, hoursTitle, showHours } from '../../parts/panels/hours-chart.js';
import { CompareChart, CompareView } from '../compare-view.js';
import { streamedBy, selectUnit } from '../compared.js';

function streamedHours({ compared, window }: CompareView) {
  return { streamed: streamedBy(compared), range: window, unit: selectUnit(window), isComparison: true };
}

/** The hours that the compared streamers streamed in each period. */
export const comparedHoursPanel: CompareChart = {
  id: 'hours',
  title: ({ window }) => hoursTitle(selectUnit(window)),
  about: 'hours-streamed',
  hasData: ({ compared }) => compared.some(({ times }) => times.length > 0),
  empty: 'No streams in this range.',
  show: (view) => showHours(streamedHours(view), 300),
  file: async (source, query) => {
    const view = await source.load(query, maxStreams);
    return hoursFile(
      streamedHours(view),
      view.compared.map(({ outlines }) => outlines),
    );
  },
};
