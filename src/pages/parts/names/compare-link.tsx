import { Addressed, addressOf, Link, withQuery } from './link.js';

/** Opens a comparison with a streamer. A script adds the streamer to the last comparison of the tab instead. */
export function CompareLink({
  streamer,
  name,
  days,
}: {
  streamer: Addressed;
  name: string;
  days?: string | undefined;
}) {
  const streamers = addressOf(streamer);
  const label = days === undefined ? `Add ${name} to the comparison` : `Compare ${name} with others`;
  return (
    <Link
      class={days === undefined ? 'add' : 'button'}
      to={withQuery('/compare', { streamers, days: days === '30' ? undefined : days })}
      data-compare={streamers}
      title={label}
      aria-label={label}
    >
      {days === undefined ? '+' : 'Compare'}
    </Link>
  );
}
