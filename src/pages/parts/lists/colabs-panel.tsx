import { ColabSession } from '../../../streams/colabs/colab-session.response.js';
import { CompareLink } from '../names/compare-link.js';
import { Link, streamerPath } from '../names/link.js';
import { durationText, minutesBetween, Moment } from '../moments.js';
import { Panel } from '../panels/panel.js';
import type { Files } from '../panels/share.js';

const mostNames = 12;

interface ColabsPanelProps {
  title: string;
  data?: string;
  files: Files;
  empty: string;
  colabs: readonly ColabSession[];
  /** The streamer to exclude from the list. */
  without: string;
}

/** Sessions in which streamers broadcast together, with their participants. */
export function ColabsPanel({ title, data, files, empty, ...list }: ColabsPanelProps) {
  return (
    <Panel id="collaborations" title={title} data={data} files={files}>
      {list.colabs.length === 0 ? <p class="empty">{empty}</p> : <ColabList {...list} />}
    </Panel>
  );
}

function ColabList({ colabs, without }: Pick<ColabsPanelProps, 'colabs' | 'without'>) {
  return (
    <ul class="rows">
      {colabs.map(({ id, started_at, ended_at, participants, participant_ids }) => {
        const others = participants
          .map((name, i) => ({ id: participant_ids[i] ?? name, name }))
          .filter(({ id }) => id !== without);
        return (
          <li key={id}>
            <span>
              with{' '}
              {others.slice(0, mostNames).map((other, i) => (
                <span key={other.id}>
                  {i > 0 ? ', ' : ''}
                  <Link to={streamerPath(other)}>{other.name}</Link> <CompareLink streamer={other} name={other.name} />
                </span>
              ))}
              {others.length > mostNames ? ` and ${others.length - mostNames} more` : null}
              {others.length === 0 ? <span class="muted">no known participants</span> : null}
            </span>
            <span class="muted nowrap">
              {ended_at === null && 'since '}
              <Moment at={started_at} />
              {ended_at !== null && `, ${durationText(minutesBetween(started_at, ended_at))}`}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
