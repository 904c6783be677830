import { ColabSession } from '../../../streams/colabs/colab-session.response.js';
import { CompareLink } from '../names/streamer-name.js';
import { Link, streamerPath } from '../names/link.js';
import { durationText, minutesBetween } from '../duration-text.js';
import { Moment } from '../moments.js';
import { Rows } from './table.js';

const maxNames = 12;

interface ColabsProps {
  colabs: readonly ColabSession[];
  /** The streamer to exclude from the list. */
  without: string;
}

/** Sessions in which streamers broadcast together, with their participants. */
export function Colabs({ colabs, without }: ColabsProps) {
  return <Rows items={colabs} show={(colab) => <Colab colab={colab} without={without} />} />;
}

function Colab({ colab, without }: { colab: ColabSession; without: string }) {
  const { started_at, ended_at, participants, participant_ids } = colab;
  const others = participants
    .map((name, i) => ({ id: participant_ids[i] ?? name, name }))
    .filter(({ id }) => id !== without);
  return (
    <>
      <span class="partners">
        with
        {others.slice(0, maxNames).map((other) => (
          <span class="nowrap">
            <Link to={streamerPath(other)}>{other.name}</Link> <CompareLink streamer={other} name={other.name} />
          </span>
        ))}
        {others.length > maxNames ? `and ${others.length - maxNames} more` : null}
        {others.length === 0 ? <span class="muted">no known participants</span> : null}
      </span>
      <span class="muted nowrap">
        {ended_at === null && 'since '}
        <Moment at={started_at} />
        {ended_at !== null && `, ${durationText(minutesBetween(started_at, ended_at))}`}
      </span>
    </>
  );
}
