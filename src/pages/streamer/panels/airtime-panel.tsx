import { maxStreams } from '../../downloads/file-table.js';
import { plainText } from '../../../streams/shown-text.js';
import { hoursFile, hoursTitle, showHours } from '../../parts/panels/hours-chart.js';
import { periodUnit } from '../../parts/periods.js';
import { ChartsView, StreamerChart, streamsOfRange } from '../streamer-view.js';

function streamedHours({ streamer, times, span, knownSince }: ChartsView) {
  const name = plainText(streamer.display_name, streamer.name);
  return { streamed: [{ name, times, knownSince }], range: span, unit: periodUnit(span) };
}

/** The hours streamed in each day, week or month of the range. */
export const airtimePanel: StreamerChart = {
  id: 'airtime',
  title: ({ span }) => hoursTitle(periodUnit(span)),
  about: 'hours-streamed',
  hasData: ({ times }) => times.length > 0,
  empty: 'No streams in this range.',
  show: (view) => showHours(streamedHours(view), 256),
  call: streamsOfRange,
  file: async (source, { name, range }) => {
    const view = await source.loadCharts(name, range, maxStreams);
    return hoursFile(streamedHours(view), [view.outlines]);
  },
};
