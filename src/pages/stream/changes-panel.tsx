import { StreamChange } from '../../streams/dto/stream-change.response.js';
import { dataForms } from '../parts/data-forms.js';
import { GameName } from '../parts/game-name.js';
import { Moment } from '../parts/moments.js';
import { Panel } from '../parts/panel.js';
import { Column, DataTable } from '../parts/table.js';
import { Stranger } from '../parts/texts.js';
import { StreamView } from './stream-view.js';

const columns: readonly Column<StreamChange>[] = [
  { heading: 'From', class: 'nowrap', show: ({ created_at }) => <Moment at={created_at} /> },
  { heading: 'Title', show: ({ title }) => <Stranger text={title} empty="No title" /> },
  { heading: 'Game', show: ({ game_name }) => <GameName name={game_name} empty="None" /> },
];

/** Titles and games of the stream, with the time of each change. */
export function ChangesPanel({ view: { stream } }: { view: StreamView }) {
  const { id, changes } = stream;
  return (
    <Panel
      id="changes"
      title="Titles and games"
      files={{ of: `streams/${id}/changes` }}
      data={dataForms(`/v1/streams/${id}`)}
      empty={changes.length === 0 && 'No changes of the title or the game were observed.'}
    >
      <DataTable label="Titles and games" columns={columns} rows={changes} />
    </Panel>
  );
}
