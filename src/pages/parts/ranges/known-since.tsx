import { knownMs } from '../../../figures/known-time.js';
import { dayMs, TimeRange } from '../../../figures/time.js';
import { Time } from '../moments.js';

/** Shorter known times have the time of day. */
const maxWithTime = 2 * dayMs;

/** The time from which a window is known: a day, or with the time of day if little is known. */
export function KnownMoment({ window, since }: { window: TimeRange; since: number }) {
  const known = knownMs(window, since);
  const form = known > 0 && known < maxWithTime ? undefined : 'date';
  return <Time at={new Date(since).toISOString()} form={form} />;
}

/** The words for a range without known time. */
export function NothingKnown({ of, ...known }: { of: string; window: TimeRange; since: number }) {
  return (
    <>
      Nothing is known of {of} (known since <KnownMoment {...known} />)
    </>
  );
}

/** What the dots of a chart mean. */
export function DotsNote() {
  return (
    <>
      {' '}
      <span class="unknown nowrap">Dots: unknown.</span>
    </>
  );
}

interface KnownSinceProps {
  window: TimeRange;
  /** What is known from a time on: a single thing has no name. */
  known: readonly { name?: string; since: number }[];
  /** The name of the range, for a page whose controls do not show it. */
  range?: string | undefined;
}

/** The time from which a range is known, next to the controls of the range. A range that is known completely has none. */
export function KnownSince({ window, known, range }: KnownSinceProps) {
  const partly = known.filter(({ since }) => since > window.from);
  if (partly.length === 0) return range === undefined ? null : <p class="known">{range}</p>;
  return (
    <p class="known unknown">
      {range && `${range}, `}
      {partly.map(({ name, since }, i) => (
        <>
          {i > 0 && ', '}
          {name && (
            <>
              <bdi>{name}</bdi>:{' '}
            </>
          )}
          known since <KnownMoment {...{ window, since }} />
          {known.length === 1 && shareText(window, since)}
        </>
      ))}
    </p>
  );
}

/** All time has no share. */
function shareText(window: TimeRange, since: number): string {
  const known = knownMs(window, since);
  if (known === 0 || window.from <= 0) return '';
  const percent = Math.floor((100 * known) / (window.to - window.from));
  return `, ${percent === 0 ? '< 1' : percent}% of the range`;
}
