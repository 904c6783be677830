import { Status } from '../../meta/dto/status.response.js';
import { fullNumber } from '../../charts/number-labels.js';
import { ageText } from '../../charts/time-labels.js';
import { useSite } from '../layout/site.js';
import { Moment } from '../parts/moments.js';

/** When the board was computed, and how old the newest data is. */
export function Freshness({ status, days }: { status: Status; days: number }) {
  const { now } = useSite();
  const { leaderboard_refreshed_at: refreshed, newest_data_at: newest, leaderboard_entries: entries } = status;
  if (refreshed === null) return <>The leaderboard was never computed.</>;
  // A refresh may leave those of other windows as they are, for up to an hour. When they were computed is not told.
  if (days !== 30) return <>Figures are up to an hour old. Each change is against the {days} days before.</>;
  return (
    <>
      {fullNumber(entries)} streamers, computed <Moment at={refreshed} /> ({ageText(refreshed, now)}).{' '}
      {newest === null ? null : (
        <>
          Newest data <Moment at={newest} /> ({ageText(newest, now)}).
        </>
      )}{' '}
      Each change is against the 30 days before.
    </>
  );
}
