import { plainText } from '../../parts/names/texts.js';
import { StreamedHoursPanel } from '../../parts/panels/hours-panel.js';
import { periodUnit } from '../../parts/periods.js';
import { ChartsView, panelFiles, streamsOfRange } from '../streamer-view.js';

/** The hours streamed in each day, week or month of the range. */
export function AirtimePanel({ view }: { view: ChartsView }) {
  const { streamer, times, span, knownSince } = view;
  const name = plainText(streamer.display_name) || streamer.name;
  return (
    <StreamedHoursPanel
      id="airtime"
      streamed={[{ name, times, knownSince }]}
      range={span}
      unit={periodUnit(span)}
      height={256}
      files={panelFiles(view, 'airtime', true)}
      data={streamsOfRange(view)}
    />
  );
}
