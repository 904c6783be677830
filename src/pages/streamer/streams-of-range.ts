import { DataForms, streamerForms } from '../parts/data-forms.js';
import { fromOf } from './range-from.js';
import { StreamerView } from './streamer-view.js';

/** Where programs find the streams of the range, of which panels show sums. */
export function streamsOfRange({ streamer, window }: StreamerView): DataForms {
  return streamerForms(streamer, 'recent-streams', { limit: 100, from: fromOf(window.from) }, ['csv']);
}
