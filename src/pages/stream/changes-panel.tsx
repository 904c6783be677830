import { dataForms } from '../parts/data-forms.js';
import { DataTable } from '../parts/data-table.js';
import { GameName } from '../parts/game-name.js';
import { Moment } from '../parts/moments.js';
import { Panel } from '../parts/panel.js';
import { Stranger } from '../parts/texts.js';
import { StreamView } from './stream-view.js';

/** What the stream was called and about, as long as it was so. */
export function ChangesPanel({ view: { stream } }: { view: StreamView }) {
  const { id, changes } = stream;
  return (
    <Panel id="changes" title="Titles and games" data={dataForms(`/v1/streams/${id}`)}>
      {changes.length === 0 ? (
        <p class="empty">No observation told when the title or the game changed.</p>
      ) : (
        <DataTable label="Titles and games" headings={['From', 'Title', 'Game']}>
          {changes.map(({ created_at, title, game_name }) => (
            <tr key={created_at}>
              <td class="nowrap">
                <Moment at={created_at} />
              </td>
              <td>
                <Stranger text={title} empty="No title" />
              </td>
              <td>
                <GameName name={game_name} empty="None" />
              </td>
            </tr>
          ))}
        </DataTable>
      )}
    </Panel>
  );
}
