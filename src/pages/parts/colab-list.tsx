import { ColabSession } from '../../streams/dto/colab-session.response.js';
import { Link, streamerPath } from './link.js';
import { Duration, minutesBetween, Moment } from './moments.js';

const mostNames = 12;

/** Sessions in which streamers broadcast together, with those who took part. Without the streamer of an id. */
export function ColabList({ colabs, without }: { colabs: readonly ColabSession[]; without: string }) {
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
                  <Link to={streamerPath(other)}>{other.name}</Link>
                </span>
              ))}
              {others.length > mostNames ? ` and ${others.length - mostNames} more` : null}
              {others.length === 0 ? <span class="muted">nobody else that is known</span> : null}
            </span>
            <span class="muted nowrap">
              <Moment at={started_at} />
              {', '}
              {ended_at === null ? 'going on' : <Duration minutes={minutesBetween(started_at, ended_at)} />}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
