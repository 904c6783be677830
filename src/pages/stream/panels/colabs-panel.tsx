import { colabColumns } from '../../columns/streams.js';
import { rowsTable } from '../../downloads/file-table.js';
import { Colabs } from '../../parts/lists/colabs.js';
import { StreamPanel } from '../stream-view.js';

/** The sessions of the stream in which streamers broadcast together. */
export const streamColabsPanel: StreamPanel = {
  id: 'collaborations',
  title: 'Collaborations',
  about: 'collaborations',
  hasData: ({ colabs }) => colabs.length > 0,
  show: ({ stream, colabs }) => ({ children: <Colabs colabs={colabs} without={stream.streamer_id} /> }),
  call: ({ stream: { id } }) => `/v1/streams/${id}/colab-sessions`,
  file: ({ colabs }, id) => rowsTable(colabColumns, () => colabs.listOfStream(id)),
};
