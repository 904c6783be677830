import { ColabList } from '../parts/colab-list.js';
import { Panel } from '../parts/panel.js';
import { StreamerView } from './streamer-view.js';

/** With whom the streamer broadcast together in the range. */
export function ColabsPanel({ view: { streamer, colabs } }: { view: StreamerView }) {
  return (
    <Panel id="collaborations" title="Collaborations">
      {colabs.length === 0 ? (
        <p class="empty">None in this range.</p>
      ) : (
        <ColabList colabs={colabs} without={streamer.id} />
      )}
    </Panel>
  );
}
