import { toPage } from '../../../http/lists/page.js';
import { ColabSession } from '../../../streams/colabs/colab-session.response.js';
import { sessionsPerQuery } from '../../../streams/colabs/colab-sessions.service.js';
import { colabColumns } from '../../columns/streams.js';
import { listTable } from '../../downloads/file-table.js';
import { Colabs } from '../../parts/lists/colabs.js';
import { StreamerPanel } from '../streamer-view.js';

const shown = 10;

/** The newest sessions of the range in which the streamer broadcast together with others. */
export const streamerColabsPanel: StreamerPanel<ColabSession[]> = {
  id: 'collaborations',
  title: 'Collaborations',
  about: 'collaborations',
  load: ({ colabs }, { name, window }) => colabs.listOfStreamer(name, window, shown),
  hasData: (_view, colabs) => colabs.length > 0,
  empty: 'None in this range.',
  show: ({ streamer }, colabs) => ({ children: <Colabs colabs={colabs} without={streamer.id} /> }),
  file: async ({ streamer, colabs }, { name, window }) => {
    // Throws a NotFoundException for an unknown streamer.
    await streamer.findId(name);
    return listTable(colabColumns, async (most, cursor) => {
      const limit = Math.min(most, sessionsPerQuery);
      return toPage(await colabs.listOfStreamer(name, window, limit + 1, cursor), cursor, limit);
    });
  },
};
