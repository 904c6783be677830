import { ColabSession } from '../../streams/dto/colab-session.response.js';
import { Link, streamerPath } from './link.js';
import { Duration, minutesBetween, Moment } from './moments.js';

const mostNames = 12;

/** Sessions in which streamers broadcast together, with those who took part. `without` is left out of them. */
export function ColabList({ colabs, without }: { colabs: readonly ColabSession[]; without: string }) {
  return (
    <ul class="rows">
      {colabs.map(({ id, started_at, ended_at, participants }) => {
        const others = participants.filter((name) => name !== without);
        return (
          <li key={id}>
            <span>
              with{' '}
              {others.slice(0, mostNames).map((name, i) => (
                <span key={name}>
                  {i > 0 ? ', ' : ''}
                  <Link to={streamerPath(name)}>{name}</Link>
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
