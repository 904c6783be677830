import { Page } from '../../http/page.js';
import { LiveStream } from '../../streams/dto/live-stream.response.js';
import { dataForms } from '../parts/data-forms.js';
import { Link } from '../parts/link.js';
import { LiveList } from '../parts/live-list.js';
import { Panel } from '../parts/panel.js';
import { Stranger } from '../parts/texts.js';

/** The live streams with most viewers. */
export function LiveNow({ live }: { live: Page<LiveStream> }) {
  return (
    <Panel id="live" title="Live now" data={dataForms('/v1/streams/live', {}, ['csv'])}>
      {live.items.length === 0 ? <p class="empty">Nobody is live.</p> : null}
      <LiveList streams={live.items} about={({ game_name }) => <Stranger text={game_name} empty="No game" />} />
      {live.hasMore ? (
        <p>
          <Link to="/live">All live streams</Link>
        </p>
      ) : null}
    </Panel>
  );
}
